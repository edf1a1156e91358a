package org.slrm.reliability.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.format.JsonText;
import org.slrm.reliability.Job;

/**
 * Tables whose columns have the names of output columns. Outputs of {@code impute --with-errors}
 * and {@code predict --wide} must have distinct names, keep the columns of the table, and be
 * readable.
 */
final class NamesTarget extends Target {
  private static final List<String> STEMS =
      List.of("x", "row", "id", "observed", "y", "a|b", "p:x");
  private static final List<String> ENDS =
      List.of("_error", "_2", "_3", "_prediction", "_standard_error", "_lower", "_p:", "_flags");

  @Override
  public String name() {
    return "names";
  }

  /** Each input runs a fit and four other commands. */
  @Override
  public int weight() {
    return 50;
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(table(List.of("x", "x_error", "x_error_2", "y")));
  }

  private static byte[] table(List<String> names) {
    StringBuilder out = new StringBuilder(String.join(",", names)).append('\n');
    for (int i = 0; i < 24; i++) {
      for (int j = 0; j < names.size(); j++) {
        boolean missing = (i + j) % 5 == 0 && j + 1 < names.size();
        out.append(j == 0 ? "" : ",").append(missing ? "" : (i * (j + 3)) % 11);
      }
      out.append('\n');
    }
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public byte[] mutated(byte[] input, byte[] other, RandomGenerator random) {
    HashSet<String> names = new HashSet<>();
    while (names.size() < 5) {
      StringBuilder name = new StringBuilder(STEMS.get(random.nextInt(STEMS.size())));
      for (int n = random.nextInt(3); n > 0; n--) {
        name.append(ENDS.get(random.nextInt(ENDS.size())));
      }
      names.add(name.toString());
    }
    return table(List.copyOf(new TreeSet<>(names)));
  }

  @Override
  public boolean accepts(byte[] input) throws IOException {
    Path data = scratch.file("d.csv", input);
    Path model = scratch.folder.resolve("m.slrm");
    List<String> names = List.of(Files.readAllLines(data).get(0).split(","));
    String targets = names.get(names.size() - 1) + "," + names.get(names.size() - 2);
    run("fit", data, "-t", targets, "-m", "mean-lasso", "-o", model, "--keep", "*");
    for (String ending : List.of("csv", "jsonl", "parquet")) {
      Path filled = scratch.folder.resolve("o." + ending);
      run("impute", model, data, "--with-errors", "-o", filled);
      check(names, columns(filled));
      Path wide = scratch.folder.resolve("w." + ending);
      run("predict", model, data, "--wide", "--id", names.get(0), "-o", wide);
      check(List.of("row", "observed", "answered", "flags"), columns(wide));
    }
    return true;
  }

  private static List<String> columns(Path file) throws IOException {
    String name = file.toString();
    if (name.endsWith(".parquet")) {
      ReadOptions all = ReadOptions.builder().rawCells(ReadOptions.RawCells.ALL).build();
      return Tables.read(file, all).schema().columns().stream().map(c -> c.name()).toList();
    }
    String first = Files.readAllLines(file).get(0);
    return name.endsWith(".csv")
        ? List.of(first.split(","))
        : JsonText.object(first.getBytes(StandardCharsets.UTF_8), 1 << 20).keySet().stream()
            .toList();
  }

  private static void check(List<String> expected, List<String> found) {
    if (new HashSet<>(found).size() < found.size()) {
      throw new UndocumentedResult("columns of one name: " + found);
    }
    if (!found.containsAll(expected)) {
      throw new UndocumentedResult("a column was lost: " + found + " of " + expected);
    }
  }

  private static void run(Object... words) {
    String[] line = Arrays.stream(words).map(String::valueOf).toArray(String[]::new);
    Job.Outcome outcome = Job.run(new byte[0], line);
    if (outcome.code() != 0) {
      throw new UndocumentedResult(
          line[0] + " ended with " + outcome.code() + ": " + outcome.output());
    }
  }
}
