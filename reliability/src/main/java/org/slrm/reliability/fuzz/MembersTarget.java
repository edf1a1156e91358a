package org.slrm.reliability.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.source.InputException;

/**
 * Tables in gzip data of multiple members, intact or damaged: either every row is read, or the file
 * is rejected. An independent, simple reader decides which.
 */
final class MembersTarget extends Target {
  private static final int HEADER = 10;
  private static final int TRAILER = 8;

  @Override
  public String name() {
    return "members";
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    return List.of(members("a,y\n1,2\n3,4\n5,6\n", 1), members("a,y\n" + "1,2\n".repeat(60), 3));
  }

  private static byte[] members(String text, int parts) throws IOException {
    byte[] all = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int k = 0; k < parts; k++) {
      int from = all.length * k / parts;
      out.writeBytes(
          TableTarget.packed(Arrays.copyOfRange(all, from, all.length * (k + 1) / parts)));
    }
    return out.toByteArray();
  }

  /** One to four members, then one change at most. */
  @Override
  public byte[] mutated(byte[] input, byte[] other, RandomGenerator random) throws IOException {
    String text = "a,y\n" + "1,2\n3.5,7\n".repeat(random.nextInt(1, 200));
    byte[] packed = members(text, random.nextInt(1, 5));
    return switch (random.nextInt(6)) {
      case 0 -> packed;
      case 1 -> Arrays.copyOf(packed, packed.length + random.nextInt(1, 40));
      case 2 -> Arrays.copyOf(packed, random.nextInt(2, packed.length));
      case 3 -> Bytes.mutated(packed, other, random);
      default -> {
        packed[random.nextInt(packed.length)] ^= (byte) (1 << random.nextInt(8));
        yield packed;
      }
    };
  }

  @Override
  public boolean accepts(byte[] input) throws IOException {
    Path file = scratch.file("input.csv.gz", input);
    boolean gzip = input.length > 2 && input[0] == 0x1f && (input[1] & 0xff) == 0x8b;
    byte[] plain = gzip ? plain(input) : null;
    int rows = rows(file);
    if (gzip && rows >= 0) {
      if (plain == null) {
        throw new UndocumentedResult("damaged members were read");
      }
      if (rows != rows(scratch.file("plain.csv", plain))) {
        throw new UndocumentedResult("rows of some members were dropped");
      }
    }
    return rows >= 0;
  }

  /** Number of rows, -1 where the file is rejected. */
  private static int rows(Path file) {
    try {
      return Tables.read(file, ReadOptions.DEFAULT).rows();
    } catch (InputException e) {
      return -1;
    }
  }

  /** The content of all members, null if some byte belongs to none. */
  private static byte @Nullable [] plain(byte[] packed) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteBuffer left = ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN);
    while (left.hasRemaining()) {
      if (!header(left) || !member(left, out)) {
        return null;
      }
    }
    return out.toByteArray();
  }

  private static boolean header(ByteBuffer left) {
    if (left.remaining() < HEADER || left.getShort() != (short) 0x8b1f || left.get() != 8) {
      return false;
    }
    int flags = left.get();
    left.position(left.position() + 6);
    // The simple reader does not support names and comments, which only damage can produce here.
    return (flags & 0x1e) == 0 || skipped(left, flags);
  }

  private static boolean skipped(ByteBuffer left, int flags) {
    int extra = (flags & 4) != 0 && left.remaining() >= 2 ? left.getShort() & 0xffff : 0;
    if (extra > left.remaining()) {
      return false;
    }
    left.position(left.position() + extra);
    for (int text = Integer.bitCount(flags & 0x18); text > 0; text--) {
      while (left.hasRemaining() && left.get() != 0) {}
    }
    left.position(Math.min(left.limit(), left.position() + (flags & 2)));
    return left.hasRemaining();
  }

  private static boolean member(ByteBuffer left, ByteArrayOutputStream out) {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(left.array(), left.position(), left.remaining());
      CRC32 sum = new CRC32();
      byte[] block = new byte[4096];
      while (!inflater.finished()) {
        int n = inflater.inflate(block);
        if (n == 0 && !inflater.finished()) {
          return false;
        }
        sum.update(block, 0, n);
        out.write(block, 0, n);
      }
      left.position(left.limit() - inflater.getRemaining());
      return left.remaining() >= TRAILER
          && left.getInt() == (int) sum.getValue()
          && left.getInt() == (int) inflater.getBytesWritten();
    } catch (DataFormatException e) {
      return false;
    } finally {
      inflater.end();
    }
  }
}
