import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Says what JaCoCo's report of a module comes to: {@code java Coverage.java NAME jacoco.csv}. */
final class Coverage {
  public static void main(String[] args) throws Exception {
    Path report = Path.of(args[1]);
    if (Files.notExists(report)) {
      System.out.println("Line coverage of " + args[0] + ": not measured, no tests were run");
      return;
    }
    List<String> lines = Files.readAllLines(report);
    long missed = sum(lines, "LINE_MISSED");
    long covered = sum(lines, "LINE_COVERED");
    System.out.printf(
        Locale.ROOT,
        "Line coverage of %s: %.1f %% (%,d of %,d lines)%n",
        args[0], 100.0 * covered / (covered + missed), covered, covered + missed);
  }

  private static long sum(List<String> lines, String column) {
    int at = Arrays.asList(lines.get(0).split(",")).indexOf(column);
    return lines.stream().skip(1).mapToLong(line -> Long.parseLong(line.split(",")[at])).sum();
  }
}
