package org.slrm.reliability.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.source.InputException;

/**
 * Small files that represent many zeros: compressed sparse rows of ARFF and LIBSVM. Each is read
 * within the memory of the process or rejected.
 */
final class SparseTarget extends Target {
  private static final int MAX_COLUMNS = 3000;
  private static final int MAX_ROWS = 200_000;

  @Override
  public String name() {
    return "sparse";
  }

  /** An input takes as long as many small files. */
  @Override
  public int weight() {
    return 20;
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    return List.of(arff(3, 20, 0), libsvm(3, 20));
  }

  @Override
  public byte[] mutated(byte[] input, byte[] other, RandomGenerator random) throws IOException {
    int columns = (int) Math.exp(random.nextDouble(Math.log(MAX_COLUMNS)));
    int rows = (int) Math.exp(random.nextDouble(Math.log(MAX_ROWS)));
    return random.nextBoolean()
        ? arff(1 + columns, 1 + rows, random.nextInt(4) * 20)
        : libsvm(1 + columns, 1 + rows);
  }

  /** Attributes with this many levels each, numeric for 0, and rows that omit nearly all. */
  private static byte[] arff(int columns, int rows, int levels) throws IOException {
    String names =
        IntStream.range(0, levels).mapToObj(k -> "l" + k).collect(Collectors.joining(","));
    String kind = levels == 0 ? "numeric" : "{" + names + "}";
    StringBuilder head = new StringBuilder("@relation r\n");
    for (int j = 0; j < columns; j++) {
      head.append("@attribute x").append(j).append(' ').append(kind).append('\n');
    }
    head.append("@attribute y numeric\n@data\n{").append(columns).append(" 2}\n");
    return packed(head.toString(), "{}\n", rows);
  }

  private static byte[] libsvm(int columns, int rows) throws IOException {
    return packed("1 " + columns + ":1\n", "2\n", rows);
  }

  private static byte[] packed(String head, String row, int rows) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out, 1 << 13)) {
      gzip.write(head.getBytes(StandardCharsets.US_ASCII));
      byte[] thousand = row.repeat(1000).getBytes(StandardCharsets.US_ASCII);
      for (int k = 0; k < rows / 1000; k++) {
        gzip.write(thousand);
      }
      gzip.write(row.repeat(rows % 1000).getBytes(StandardCharsets.US_ASCII));
    }
    return out.toByteArray();
  }

  @Override
  public boolean accepts(byte[] input) throws IOException {
    Path arff = scratch.file("input.arff.gz", input);
    return reads(arff, ReadOptions.Format.ARFF) || reads(arff, ReadOptions.Format.LIBSVM);
  }

  private static boolean reads(Path file, ReadOptions.Format format) {
    try {
      Tables.read(file, ReadOptions.builder().format(format).build());
      return true;
    } catch (InputException e) {
      return false;
    }
  }
}
