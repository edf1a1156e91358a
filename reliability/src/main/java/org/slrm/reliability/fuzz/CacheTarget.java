package org.slrm.reliability.fuzz;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32C;
import org.slrm.data.RowBlocks;
import org.slrm.io.cache.RowCache;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.source.InputException;

/**
 * A row cache with its data. For any content of the cache, the rows must be those of the data, or
 * the cache is rejected; only a cache that the user names explicitly may have other rows, which
 * must be numbers.
 */
final class CacheTarget extends Target {
  private static final ReadOptions OPTIONS = ReadOptions.builder().target("y").build();
  private static final int INDEX_AT = 16;
  private static final int BLOCK = 20;

  private final Path data;
  private final Path place;
  private final byte[] whole;
  private final RowBlocks.Block rows;

  CacheTarget() throws IOException {
    StringBuilder csv = new StringBuilder("a,b,kind,y\n");
    for (int i = 0; i < 40; i++) {
      csv.append(i % 5 == 0 ? "" : i * 0.37).append(',').append(i % 7 - 3).append(',');
      csv.append(i % 3 == 0 ? "red" : "blue")
          .append(',')
          .append(i % 4 == 1 ? "NA" : i)
          .append('\n');
    }
    data = scratch.file("data.csv", csv.toString().getBytes(StandardCharsets.UTF_8));
    place = scratch.folder.resolve("data.rows");
    try (RowCache cache = RowCache.of(data.toString(), OPTIONS, place, count -> true)) {
      rows = cache.read(0);
    }
    whole = Files.readAllBytes(place);
  }

  @Override
  public String name() {
    return "cache";
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(whole);
  }

  @Override
  public byte[] mutated(byte[] input, byte[] other, RandomGenerator random) {
    int choice = random.nextInt(6);
    if (choice == 0) {
      return Bytes.mutated(input, other, random);
    }
    byte[] out = input.clone();
    int changes = 1 << random.nextInt(3);
    for (int k = 0; k < changes && out.length > 0; k++) {
      int at = random.nextInt(out.length);
      out[at] =
          choice == 1 ? (byte) random.nextInt(256) : (byte) (out[at] ^ 1 << random.nextInt(8));
    }
    return repaired(out);
  }

  /** The cache with updated checksums, so that later checks are reached. */
  static byte[] repaired(byte[] cache) {
    try {
      ByteBuffer out = ByteBuffer.wrap(cache).order(ByteOrder.LITTLE_ENDIAN);
      int index = Math.toIntExact(out.getLong(INDEX_AT));
      int text = Math.toIntExact(out.getLong(INDEX_AT + 8));
      int end = Math.toIntExact(out.getLong(INDEX_AT + 16));
      for (int at = index; at + BLOCK <= text; at += BLOCK) {
        int from = Math.toIntExact(out.getLong(at));
        out.putInt(at + BLOCK - 4, sum(cache, from, out.getInt(at + 8)));
      }
      CRC32C both = new CRC32C();
      both.update(cache, index, end - index);
      out.putInt(40, (int) both.getValue());
      out.putInt(44, sum(cache, 0, 44));
    } catch (RuntimeException e) {
      // Too damaged to update; used unchanged.
    }
    return cache;
  }

  private static int sum(byte[] bytes, int from, int length) {
    CRC32C sum = new CRC32C();
    sum.update(bytes, from, length);
    return (int) sum.getValue();
  }

  @Override
  public boolean accepts(byte[] input) throws IOException {
    boolean taken = false;
    Files.write(place, input);
    try (RowCache cache = RowCache.of(data.toString(), OPTIONS, place, count -> true)) {
      if (cache.blocks() != 1 || !equal(cache.read(0), rows)) {
        throw new UndocumentedResult("rows other than those of the data");
      }
      taken = cache.rebuildReason() == null;
    } catch (InputException e) {
      // Not a cache: rejected by name.
    }
    trusted(input);
    return taken;
  }

  private void trusted(byte[] input) throws IOException {
    Files.write(place, input);
    try (RowCache cache = RowCache.trusted(data.toString(), OPTIONS, place)) {
      for (int b = 0; cache != null && b < cache.blocks(); b++) {
        RowBlocks.Block block = cache.read(b);
        for (int k = 0; k < block.x().known(); k++) {
          UndocumentedResult.requireFinite("a value of a trusted cache", block.x().value(k));
        }
      }
      if (cache != null) {
        cache.report().text(20);
      }
    } catch (InputException e) {
      // Rejected by name, as expected.
    }
  }

  private static boolean equal(RowBlocks.Block a, RowBlocks.Block b) {
    return Arrays.deepEquals(a.x().toNaN(), b.x().toNaN())
        && Arrays.deepEquals(a.y().toNaN(), b.y().toNaN());
  }
}
