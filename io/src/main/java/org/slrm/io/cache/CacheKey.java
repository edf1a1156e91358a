package org.slrm.io.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slrm.io.source.WholeFile;

/**
 * Authenticates this user's row caches: a random key readable only by the user, stored in the
 * user's cache folder. If it cannot be stored, every process uses its own random key, so caches are
 * rebuilt.
 */
public final class CacheKey {
  /** Number of bytes of a signature. */
  public static final int SIGNATURE_BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rw-------");
  private static final byte[] PROCESS_KEY = random();

  private CacheKey() {}

  /** Computes the signature of a cache. */
  static Mac mac() {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key(defaultFile()), ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path defaultFile() {
    String home = System.getenv("XDG_CACHE_HOME");
    Path folder =
        home == null || home.isEmpty()
            ? Path.of(System.getProperty("user.home", "."), ".cache")
            : Path.of(home);
    return folder.resolve("slrm").resolve("row-cache.key");
  }

  /** The stored key, created if absent; a key that others may read or write is not used. */
  public static byte[] key(Path file) {
    try {
      if (!Files.exists(file)) {
        create(file);
      }
      if (!Files.getPosixFilePermissions(file).equals(PRIVATE)) {
        return PROCESS_KEY;
      }
      byte[] stored = Files.readAllBytes(file);
      return stored.length == SIGNATURE_BYTES ? stored : PROCESS_KEY;
    } catch (IOException | UnsupportedOperationException e) {
      return PROCESS_KEY;
    }
  }

  private static void create(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    try (WholeFile out = WholeFile.at(file)) {
      out.channel().write(ByteBuffer.wrap(random()));
      Files.setPosixFilePermissions(out.temporary(), PRIVATE);
      // A link instead of a move: of two concurrent processes, the first creates the key of both.
      Files.createLink(file, out.temporary());
    } catch (java.nio.file.FileAlreadyExistsException e) {
      // Another process has created the key.
    }
  }

  private static byte[] random() {
    byte[] key = new byte[SIGNATURE_BYTES];
    new SecureRandom().nextBytes(key);
    return key;
  }
}
