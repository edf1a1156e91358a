package org.slrm.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.slrm.io.cache.CacheKey;
import org.slrm.io.cache.RowCache;

/** Row caches of another user with valid checksums. */
class ForgedCacheTest extends InFolder {
  private static final int FORGED = Integer.getInteger("slrm.mutants", 300);

  private static void checksums(byte[] cache) {
    ByteBuffer b = ByteBuffer.wrap(cache).order(ByteOrder.LITTLE_ENDIAN);
    int blocks = b.getInt(12);
    int index = (int) b.getLong(16);
    int end = (int) b.getLong(32);
    for (int k = 0; k < blocks && index + 20 * k + 20 <= end; k++) {
      int at = index + 20 * k;
      long offset = b.getLong(at);
      int length = b.getInt(at + 8);
      if (offset >= 0 && length >= 0 && offset + length <= cache.length) {
        b.putInt(at + 16, sum(cache, (int) offset, length));
      }
    }
    b.putInt(40, sum(cache, index, end - index));
    b.putInt(44, sum(cache, 0, 44));
  }

  private static int sum(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }

  @Test
  void aForgedCacheIsBuiltAgain() throws IOException {
    Path data = write("a.csv", "a,b,y\n" + "1.5,2.5,3\n,4,5\n".repeat(20));
    Path place = folder.resolve("a.rows");
    RowCache.of(data.toString(), target("y"), place, n -> true).close();
    byte[] good = Files.readAllBytes(place);
    Table table = Tables.read(data, target("y"));
    Random random = new Random(13);
    for (int k = 0; k < FORGED; k++) {
      byte[] forged = good.clone();
      // Not the places in the header, without which there are no checksums to put right.
      int at =
          RowCache.HEADER
              + random.nextInt(forged.length - RowCache.HEADER - CacheKey.SIGNATURE_BYTES);
      forged[at] += (byte) (1 + random.nextInt(255));
      checksums(forged);
      if (Arrays.equals(forged, good)) {
        // The change was in a checksum, which is right again.
        continue;
      }
      Files.write(place, forged);
      assertNull(RowCache.trusted(data.toString(), target("y"), place), "mutant " + k);
      try (RowCache cache = RowCache.of(data.toString(), target("y"), place, n -> true)) {
        assertNotNull(cache.rebuildReason(), "mutant " + k);
        assertEquals(table.features(), cache.read(0).x());
      }
      assertArrayEquals(good, Files.readAllBytes(place));
    }
  }

  @Test
  void aCacheOfAnotherKeyIsBuiltAgain() throws IOException {
    Path first = folder.resolve("home/slrm/key");
    byte[] key = CacheKey.key(first);
    assertArrayEquals(key, CacheKey.key(first));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(first)));
    assertEquals(false, Arrays.equals(key, CacheKey.key(folder.resolve("other/slrm/key"))));
  }

  @Test
  void aKeyThatOthersCanReadIsNotUsed() throws IOException {
    Path file = folder.resolve("home/slrm/key");
    byte[] key = CacheKey.key(file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertEquals(false, Arrays.equals(key, CacheKey.key(file)));
  }

  @Test
  void withoutAFolderForTheKeyEveryProcessHasItsOwn() {
    Path file = write("file", "x").resolve("key");
    assertArrayEquals(CacheKey.key(file), CacheKey.key(file));
  }
}
