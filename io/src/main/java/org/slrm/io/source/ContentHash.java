package org.slrm.io.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * SHA-256 of a file's bytes.
 *
 * <pre>{@code
 * String hex = ContentHash.of(Path.of("data.csv"));
 * }</pre>
 */
public final class ContentHash {
  private ContentHash() {}

  /** The hash in hex. */
  public static String of(Path file) throws IOException {
    MessageDigest sha = sha256();
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        sha.update(buffer, 0, count);
      }
    }
    return HexFormat.of().formatHex(sha.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
