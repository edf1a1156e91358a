package org.slrm.reliability.fuzz;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.source.InputException;

/** Numbers in text: each must become the nearest double, as by Java's own parser. */
final class NumberTarget extends Target {
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,6})?");
  private static final int NUMBERS = 16;

  @Override
  public String name() {
    return "numbers";
  }

  @Override
  public List<byte[]> seeds() {
    return List.of("1\n-2.5\n3e-7\n".getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public byte[] mutated(byte[] input, byte[] other, RandomGenerator random) {
    if (random.nextInt(8) == 0) {
      return Bytes.mutated(input, other, random);
    }
    return Stream.generate(() -> number(random) + "\n")
        .limit(NUMBERS)
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static String number(RandomGenerator random) {
    double any = Double.longBitsToDouble(random.nextLong());
    double v = Double.isFinite(any) ? any : random.nextGaussian();
    return switch (random.nextInt(6)) {
      case 0 -> digits(random, random.nextInt(1, 25)) + "e" + random.nextInt(-340, 320);
      case 1 -> between(v).toString();
      case 2 -> between(random.nextGaussian()).toPlainString();
      case 3 -> digits(random, random.nextInt(1, 19)) + "." + digits(random, random.nextInt(19));
      case 4 -> Double.toString(v);
      default -> new BigDecimal(v).round(new MathContext(random.nextInt(1, 22))) + "";
    };
  }

  /** Numbers at or near the midpoint of two doubles: the hardest cases of rounding. */
  private static BigDecimal between(double v) {
    BigDecimal low = new BigDecimal(v);
    double next = Math.nextUp(v);
    BigDecimal high = new BigDecimal(Double.isFinite(next) ? next : v);
    return low.add(high).divide(BigDecimal.valueOf(2));
  }

  private static String digits(RandomGenerator random, int count) {
    return random.ints(count, 0, 10).mapToObj(String::valueOf).collect(Collectors.joining());
  }

  @Override
  public boolean accepts(byte[] input) throws IOException {
    String text = new String(input, StandardCharsets.ISO_8859_1);
    Path file = scratch.file("numbers.csv", ("v\n" + text).getBytes(StandardCharsets.ISO_8859_1));
    String[] lines = text.split("\n");
    boolean plain = !text.isBlank();
    boolean finite = plain;
    for (String line : lines) {
      boolean number = DECIMAL.matcher(line).matches();
      plain &= number;
      finite &= number && Double.isFinite(Double.parseDouble(line));
    }
    try {
      ReadOptions options =
          ReadOptions.builder().header(ReadOptions.Header.YES).separator('|').build();
      Table table = Tables.read(file, options);
      if (plain) {
        compare(lines, table, finite);
      }
      return true;
    } catch (InputException e) {
      if (finite) {
        throw new UndocumentedResult("valid numbers rejected: " + e.getMessage());
      }
      return false;
    }
  }

  private static void compare(String[] lines, Table table, boolean finite) {
    if (!finite) {
      throw new UndocumentedResult("a number beyond the largest double was accepted");
    }
    for (int i = 0; i < lines.length; i++) {
      double read = table.features().valueAt(i, 0);
      if (Double.compare(read + 0.0, Double.parseDouble(lines[i]) + 0.0) != 0) {
        throw new UndocumentedResult("another double than the nearest");
      }
    }
  }
}
