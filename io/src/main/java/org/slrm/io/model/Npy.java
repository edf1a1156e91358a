package org.slrm.io.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slrm.result.ModelState;

/** NumPy's array format, version 1.0, for doubles in row-major order, as read by np.load. */
final class Npy {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
  private static final int PREFIX = MAGIC.length + 2;
  private static final Pattern HEADER =
      Pattern.compile(
          "\\{'descr': '<f8', 'fortran_order': False, 'shape': \\(([0-9, ]*)\\), ?\\}\\s*");

  private Npy() {}

  static byte[] write(ModelState.Array array) {
    String shape =
        Arrays.stream(array.shape()).mapToObj(Integer::toString).collect(Collectors.joining(", "));
    String dict =
        "{'descr': '<f8', 'fortran_order': False, 'shape': ("
            + shape
            + (array.shape().length == 1 ? ",), }" : "), }");
    // The header is padded so that the numbers start at a multiple of 64, as in NumPy.
    int header = (PREFIX + dict.length() + 1 + 63) / 64 * 64 - PREFIX;
    ByteBuffer out =
        ByteBuffer.allocate(Math.addExact(PREFIX + header, Math.multiplyExact(8, array.size())))
            .order(ByteOrder.LITTLE_ENDIAN);
    out.put(MAGIC).putShort((short) header);
    out.put(
        (dict + " ".repeat(header - dict.length() - 1) + "\n").getBytes(StandardCharsets.US_ASCII));
    out.asDoubleBuffer().put(array.data());
    return out.array();
  }

  /** Reads an array; anything but doubles of the declared size is rejected. */
  static ModelState.Array read(byte[] bytes) throws IOException {
    if (bytes.length < PREFIX || !Arrays.equals(bytes, 0, 8, MAGIC, 0, 8)) {
      throw new IOException("is not a NumPy array of format 1.0");
    }
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int header = Short.toUnsignedInt(in.getShort(8));
    if (PREFIX + header > bytes.length) {
      throw new IOException("ends inside its header");
    }
    Matcher dict = HEADER.matcher(new String(bytes, PREFIX, header, StandardCharsets.US_ASCII));
    if (!dict.matches()) {
      throw new IOException("must hold little-endian doubles ('<f8') in row-major order");
    }
    int[] shape = shape(dict.group(1));
    double size = 1;
    for (int s : shape) {
      size *= s;
    }
    if (PREFIX + header + 8 * size != bytes.length) {
      throw new IOException(
          "declares shape " + Arrays.toString(shape) + " but has " + bytes.length + " bytes");
    }
    double[] data = new double[(int) size];
    in.position(PREFIX + header).slice().order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(data);
    return new ModelState.Array(data, shape);
  }

  private static int[] shape(String text) throws IOException {
    try {
      return Arrays.stream(text.split(","))
          .map(String::trim)
          .filter(s -> !s.isEmpty())
          .mapToInt(Integer::parseInt)
          .toArray();
    } catch (NumberFormatException e) {
      throw new IOException("declares a shape that is too large: (" + text + ")", e);
    }
  }
}
