package org.slrm.benchmarks.scaling;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table of any number of rows from a low-rank model with noise, as CSV with three digits, written
 * row by row. Arguments: rows, features, rank, observed fraction, seed, file. The label depends on
 * five factors.
 */
public final class BigTable {
  private static final double NOISE = 0.3;

  private final SplittableRandom random;
  private final int features;
  private final int rank;
  private final double keep;
  private final double[] basis;
  private final byte[] line;
  private int used;

  private BigTable(int features, int rank, double keep, long seed) {
    this.random = new SplittableRandom(seed);
    this.features = features;
    this.rank = rank;
    this.keep = keep;
    basis = new double[features * rank];
    Arrays.setAll(basis, k -> random.nextGaussian() / Math.sqrt(rank));
    line = new byte[16 * (features + 2)];
  }

  /** Writes it. */
  public static void main(String[] args) throws IOException {
    write(
        Long.parseLong(args[0]),
        Integer.parseInt(args[1]),
        Integer.parseInt(args[2]),
        Double.parseDouble(args[3]),
        Long.parseLong(args[4]),
        Path.of(args[5]));
  }

  static void write(long rows, int features, int rank, double keep, long seed, Path file)
      throws IOException {
    BigTable table = new BigTable(features, rank, keep, seed);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      String names =
          IntStream.rangeClosed(1, features)
              .mapToObj(j -> "x" + j)
              .collect(Collectors.joining(","));
      out.write((names + ",y\n").getBytes(StandardCharsets.US_ASCII));
      double[] alpha = new double[rank];
      for (long i = 0; i < rows; i++) {
        table.row(alpha);
        out.write(table.line, 0, table.used);
      }
    }
  }

  private void row(double[] alpha) {
    used = 0;
    double y = NOISE * random.nextGaussian();
    for (int c = 0; c < rank; c++) {
      alpha[c] = random.nextGaussian();
      y += c < 5 ? alpha[c] : 0;
    }
    for (int j = 0; j < features; j++) {
      if (random.nextDouble() < keep) {
        double x = NOISE * random.nextGaussian();
        for (int c = 0; c < rank; c++) {
          x += basis[j * rank + c] * alpha[c];
        }
        number(x);
      }
      line[used++] = ',';
    }
    number(y);
    line[used++] = '\n';
  }

  /** Three digits after the point. */
  private void number(double value) {
    long thousandths = Math.round(Math.abs(value) * 1000);
    if (value < 0 && thousandths > 0) {
      line[used++] = '-';
    }
    byte[] whole = Long.toString(thousandths / 1000).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(whole, 0, line, used, whole.length);
    used += whole.length;
    line[used++] = '.';
    int rest = (int) (thousandths % 1000);
    line[used++] = (byte) ('0' + rest / 100);
    line[used++] = (byte) ('0' + rest / 10 % 10);
    line[used++] = (byte) ('0' + rest % 10);
  }
}
