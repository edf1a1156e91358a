package org.slrm.reliability.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slrm.cli.Main;

/**
 * Command lines of options and values in any order, on models of every kind and tables of extreme
 * values. Exit codes must be documented ones, without stack traces, and no prediction may be NaN or
 * infinite.
 */
final class WordsTarget extends Target {
  private static final Set<Integer> CODES = Set.of(0, 2, 3, 4);
  private static final List<String> STARTS =
      List.of(
          "fit d.csv -t y -m pcr --rank 1 -o o.slrm",
          "fit d.csv -t c -m mean-lasso -o o.slrm",
          "fit d.csv -t n --label counts -m likelihood --rank 1 -o o.slrm",
          "fit e.csv -t y -m mean-lasso -o o.slrm",
          "predict m.slrm e.csv",
          "predict m.slrm e.csv --wide -o o.jsonl",
          "impute m.slrm e.csv",
          "impute m.slrm e.csv --with-errors -o o.csv",
          "evaluate m.slrm e.csv",
          "inspect m.slrm",
          "stream --model m.slrm",
          "stream -t y --learn --warm-up 10 --rank 1 --checkpoint o.slrm",
          "transduce e.csv -t y",
          "simulate --rows 9 --features 3 --rank 1",
          "compare d.csv -t y --methods pcr,mean-lasso --folds 2");
  private static final String[] OPTIONS = {
    "--interval", "--quantiles", "--explain", "--suggest", "--wide", "--json",
    "--extrapolate", "--with-errors", "--within-range", "--whole-numbers", "--one-sided", "--id",
    "--ignore", "--na", "--keep", "--categorical", "--weights", "--group",
    "--time", "--folds", "--seed", "--rank", "--l1", "--l2",
    "--l1-ratio", "--gate", "--step-size", "--validation", "--holdout", "--min",
    "--max", "--label", "--log-target", "--class-weights", "--cost", "--panel",
    "--mode", "--separator", "--decimal-comma", "--no-header", "--header", "--format",
    "--libsvm-absent", "--threads", "--forget", "--warm-up", "--components", "--time-budget",
    "--tolerance", "--target", "-m", "--debug", "--", "-",
    "--no-calibration", "--train-only", "--outliers", "--noise-x", "--keep", "--truth"
  };
  private static final String[] VALUES = {
    "0", "1", "2", "-1", "0.5", "0.999999", "1e-300", "1e300", "NaN",
    "Infinity", "100000000", "2147483648", "y", "c", "n", "a", "a,b", "a*",
    "*", "", "\"", "'", "$(x)", "\u202ea", ",", "a=b", "p=a,b:1e300",
    "yes=1e300", "balanced", "auto", "on", "classes", "counts", "robust", "positive", "lower",
    "strict", "accept", "d.csv", "e.csv", "m.slrm", "gone.csv", "csv", "libsvm", "missing",
    "pcr", "mean-lasso", "1s", "none", "tab", "missing.json"
  };

  private final List<byte[]> models;

  WordsTarget(List<byte[]> models) throws IOException {
    this.models = models;
    StringBuilder plain = new StringBuilder("a,b,kind,c,n,y\n");
    StringBuilder extreme = new StringBuilder("x1,x2,x3,when,kind,a,b,c,n,y\n");
    String[] values = {"1e154", "-1e308", "3.4e38", "", "0", "1e-320", "9.96921e36", "7"};
    for (int i = 0; i < 30; i++) {
      String labels = (i % 3 == 0 ? "yes," : "no,") + i % 4 + "," + (i % 7 - 3) + "\n";
      plain.append(i % 5 == 0 ? "" : i % 11).append(',').append(i * i % 13);
      plain.append(i % 2 == 0 ? ",u," : ",v,").append(labels);
      for (int j = 0; j < 3; j++) {
        extreme.append(values[(i + 3 * j) % values.length]).append(',');
      }
      extreme.append("2020-01-01,red,").append(values[i % values.length]).append(",2,");
      extreme.append(labels);
    }
    scratch.file("d.csv", plain.toString().getBytes(StandardCharsets.UTF_8));
    scratch.file("e.csv", extreme.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String name() {
    return "words";
  }

  /** Some inputs are fits. */
  @Override
  public int weight() {
    return 5;
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(joined(List.of("0", "predict", "m.slrm", "e.csv", "--interval", "0.99")));
  }

  private static byte[] joined(List<String> words) {
    return String.join("\0", words).getBytes(StandardCharsets.UTF_8);
  }

  /** The index of a model, and a command line. */
  @Override
  public byte[] mutated(byte[] input, byte[] other, RandomGenerator random) {
    String start = STARTS.get(random.nextInt(STARTS.size()));
    List<String> words = new ArrayList<>(List.of(start.split(" ")));
    for (int k = random.nextInt(4); k > 0; k--) {
      int at = random.nextInt(1, words.size() + 1);
      if (random.nextInt(4) > 0) {
        words.add(at, Bytes.any(VALUES, random));
      }
      words.add(at, Bytes.any(OPTIONS, random));
    }
    words.add(0, String.valueOf(random.nextInt(models.size())));
    return joined(words);
  }

  @Override
  public boolean accepts(byte[] input) throws IOException {
    List<String> words =
        new ArrayList<>(List.of(new String(input, StandardCharsets.UTF_8).split("\0", -1)));
    scratch.file("m.slrm", models.get(Integer.parseInt(words.remove(0)) % models.size()));
    List<String> line = words.stream().map(this::word).toList();
    boolean debug = words.contains("--debug");
    int code = run(line, debug);
    for (String made : List.of("o.csv", "o.jsonl", "o.slrm")) {
      Path file = scratch.folder.resolve(made);
      if (Files.exists(file) && !made.endsWith("slrm")) {
        finite(line, Files.readString(file));
      }
      Files.deleteIfExists(file);
    }
    return code == 0;
  }

  private String word(String word) {
    return word.matches("[a-z]+\\.(csv|slrm|jsonl|json)") ? scratch.folder + "/" + word : word;
  }

  private int run(List<String> line, boolean debug) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(Files.readAllBytes(scratch.folder.resolve("e.csv"))));
    int code;
    try {
      code =
          Main.run(
              line.toArray(String[]::new),
              new PrintStream(out, false, StandardCharsets.UTF_8),
              new PrintStream(err, false, StandardCharsets.UTF_8));
    } finally {
      System.setIn(before);
    }
    String output = err.toString(StandardCharsets.UTF_8);
    if (!CODES.contains(code)) {
      throw new UndocumentedResult(
          line.get(0) + " ended with " + code + ": " + line + ": " + output);
    }
    if (!debug && (output.contains("\tat ") || output.contains("Exception"))) {
      throw new UndocumentedResult(line.get(0) + " showed a stack trace: " + line + ": " + output);
    }
    if (code == 0 && Set.of("predict", "impute", "stream").contains(line.get(0))) {
      finite(line, out.toString(StandardCharsets.UTF_8));
    }
    return code;
  }

  /** Cells of outputs are numbers or empty. */
  private static void finite(List<String> line, String text) {
    boolean any =
        Arrays.stream(text.split("[,\\s:\\[\\]{}\"]"))
            .anyMatch(cell -> cell.matches("-?(NaN|Infinity)"));
    if (any) {
      throw new UndocumentedResult(line.get(0) + " wrote a number that is not finite: " + line);
    }
  }
}
