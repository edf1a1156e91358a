package org.slrm.reliability.fuzz;

import blue.strategic.parquet.ParquetWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.slrm.data.IncompleteMatrix;
import org.slrm.paper.Simulation;
import org.slrm.reliability.Job;
import org.slrm.reliability.Workspace;

/** Creates the seeds of the corpus from simulated data: {@code SeedMain TREE}. */
public final class SeedMain {
  private static final int FEATURES = 3;
  private static final String[] METHODS = {
    "auto",
    "likelihood",
    "kernel",
    "sir",
    "slrm",
    "smpcr",
    "mpcr",
    "pcr",
    "pls",
    "mean-lasso",
    "mixture",
    "mousse",
    "corrected-lasso",
    "dictionary",
    "task-driven",
    "trees"
  };

  private final Corpus corpus;
  private final double[][] x;
  private final double[][] y;

  private SeedMain(Corpus corpus) {
    this.corpus = corpus;
    Simulation.Sample sample = Workspace.sample(60, FEATURES, 5);
    x = rounded(sample.x());
    y = rounded(IncompleteMatrix.ofColumn(sample.y()));
  }

  /** Writes the seeds. */
  public static void main(String[] args) throws IOException {
    SeedMain seeds = new SeedMain(Corpus.in(Path.of(args[0])));
    seeds.tables();
    seeds.models();
  }

  private static double[][] rounded(IncompleteMatrix m) {
    double[][] out = m.toNaN();
    for (double[] row : out) {
      for (int j = 0; j < row.length; j++) {
        row[j] = Double.isNaN(row[j]) ? row[j] : Math.round(row[j] * 1000) / 1000.0;
      }
    }
    return out;
  }

  private void tables() throws IOException {
    text("csv", divided(",", 12));
    text("tsv", divided("\t", 12));
    String head =
        """
        @relation r
        @attribute x1 numeric
        @attribute x2 numeric
        @attribute x3 numeric
        @attribute kind {red,'dark blue'}
        @attribute y real
        @data
        """;
    String body = divided(",", 12).replaceAll("^[^\n]*\n", "").replaceAll("(?<=^|,|\n)(?=,)", "?");
    text("arff", head + body);
    StringBuilder libsvm = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      libsvm.append(y[i][0]);
      for (int j = 0; j < FEATURES; j++) {
        libsvm.append(Double.isNaN(x[i][j]) ? "" : " " + (j + 1) + ":" + x[i][j]);
      }
      libsvm.append(" # row\n");
    }
    text("libsvm", libsvm.toString());
    parquet();
  }

  private String divided(String by, int rows) {
    StringBuilder out = new StringBuilder(String.join(by, "x1", "x2", "x3", "kind", "y") + "\n");
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < FEATURES; j++) {
        out.append(Double.isNaN(x[i][j]) ? "" : String.valueOf(x[i][j])).append(by);
      }
      out.append(i % 3 == 0 ? "red" : "'dark blue'").append(by).append(y[i][0]).append('\n');
    }
    return out.toString();
  }

  private void text(String format, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    put(format, "seed." + format, bytes);
    put(format + "-gz", "seed." + format + ".gz", TableTarget.packed(bytes));
  }

  private Path put(String target, String name, byte[] bytes) throws IOException {
    Path folder = Files.createDirectories(corpus.root().resolve(target));
    return Files.write(folder.resolve(name), bytes);
  }

  private void parquet() throws IOException {
    MessageType type =
        Types.buildMessage()
            .optional(PrimitiveTypeName.DOUBLE)
            .named("x1")
            .optional(PrimitiveTypeName.FLOAT)
            .named("x2")
            .optional(PrimitiveTypeName.INT64)
            .named("x3")
            .optional(PrimitiveTypeName.BINARY)
            .as(LogicalTypeAnnotation.stringType())
            .named("kind")
            .required(PrimitiveTypeName.DOUBLE)
            .named("y")
            .named("rows");
    Path file = put("parquet", "seed.parquet", new byte[0]);
    Files.delete(file);
    try (ParquetWriter<Integer> writer =
        ParquetWriter.writeFile(
            type,
            file.toFile(),
            (i, out) -> {
              if (!Double.isNaN(x[i][0])) {
                out.write("x1", x[i][0]);
              }
              if (!Double.isNaN(x[i][1])) {
                out.write("x2", (float) x[i][1]);
              }
              if (!Double.isNaN(x[i][2])) {
                out.write("x3", Math.round(x[i][2]));
              }
              out.write("kind", i % 3 == 0 ? "red" : "blue");
              out.write("y", y[i][0]);
            })) {
      for (int i = 0; i < 12; i++) {
        writer.write(i);
      }
    }
  }

  private void models() throws IOException {
    Path folder = Files.createTempDirectory("seed");
    Path table = folder.resolve("seed.csv");
    try {
      String text = divided(",", 60);
      Files.writeString(table, text);
      for (String method : METHODS) {
        Path out = put("model", method + ".slrm", new byte[0]);
        String components = method.equals("mixture") ? "2" : "auto";
        run("", "fit", table, "-t", "y", "-m", method, "--components", components, "-o", out);
      }
      labelled(Files.writeString(folder.resolve("labelled.csv"), labels()));
      Path out = put("model", "indicators.slrm", new byte[0]);
      run("", "fit", table, "-t", "y", "--indicators", "on", "--effort", "quick", "-o", out);
      String numbers = text.replaceAll(",(red|'dark blue'),", ",").replace(",kind,", ",");
      learn("started.slrm", numbers, "--target", "y", "--warm-up", 20);
      learn("mixture.slrm", numbers, "--target", "y", "--warm-up", 20, "--components", 2);
      String first = String.join("\n", List.of(numbers.split("\n")).subList(0, 10)) + "\n";
      learn("young.slrm", first, "--target", "y", "--warm-up", 20);
    } finally {
      Scratch.delete(folder);
    }
  }

  /** Rows with a date and labels of every kind that depend on features nonlinearly. */
  private static String labels() {
    SplittableRandom random = new SplittableRandom(6);
    StringBuilder out = new StringBuilder("x1,x2,x3,when,y,grade,count,amount\n");
    for (int i = 0; i < 120; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      double c = 0.7 * a + 0.5 * b + 0.3 * random.nextGaussian();
      double y = 3 * Math.sin(2 * a) + (b > 0 ? 2 : -2) * c + 0.2 * random.nextGaussian();
      for (double x : new double[] {a, b, c}) {
        out.append(random.nextInt(5) == 0 ? "" : Math.round(1000 * x) / 1000.0).append(',');
      }
      out.append(String.format(Locale.ROOT, "2020-%02d-%02d,", i % 12 + 1, i % 28 + 1));
      out.append(Math.round(1000 * y) / 1000.0).append(y < -1 ? ",low," : y < 1 ? ",mid," : ",up,");
      out.append((int) Math.exp(Math.min(2, y / 2))).append(',');
      out.append(Math.round(1000 * Math.exp(y / 3)) / 1000.0).append('\n');
    }
    return out.toString();
  }

  /** Labels of other kinds, multiple targets, and members that only auto creates. */
  private void labelled(Path table) throws IOException {
    for (String method : List.of("likelihood", "trees", "kernel", "mixture", "smpcr")) {
      label(table, "classes-" + method, method, "grade", "classes");
    }
    label(table, "counts", "likelihood", "count", "counts");
    label(table, "counts-trees", "trees", "count", "counts");
    label(table, "positive", "likelihood", "amount", "positive");
    label(table, "robust", "likelihood", "y", "robust");
    label(table, "targets", "likelihood", "y,grade,count", "numeric,classes,counts");
    label(table, "nonlinear", "auto", "y", "numeric");
    Path skewed = put("model", "skewed.slrm", new byte[0]);
    List<Object> line =
        new ArrayList<>(List.of("fit", table, "-t", "amount", "--label", "numeric"));
    line.addAll(List.of("--ignore", "y,grade,count", "--effort", "quick", "-o", skewed));
    run("", line.toArray());
    for (String label : List.of("classes-likelihood", "counts", "positive")) {
      Path model = corpus.root().resolve("model/" + label + ".slrm");
      learn(label + ".slrm", Files.readString(table), "--model", model, "--warm-up", 20);
    }
  }

  private void label(Path table, String model, String method, String target, String label)
      throws IOException {
    Path out = put("model", model + ".slrm", new byte[0]);
    String others = "y,grade,count,amount";
    for (String name : target.split(",")) {
      others = others.replaceAll("(^|,)" + name + "(?=,|$)", "").replaceAll("^,", "");
    }
    List<Object> line = new ArrayList<>(List.of("fit", table, "-t", target, "--label", label));
    line.addAll(List.of("-m", method, "--ignore", others, "-o", out));
    run("", line.toArray());
  }

  /** A checkpoint of rows learned one by one. */
  private void learn(String name, String rows, Object... words) throws IOException {
    Path out = put("stream", name, new byte[0]);
    List<Object> all = new ArrayList<>(List.of("stream", "--learn", "--rank", 2));
    all.addAll(List.of(words));
    all.addAll(List.of("--checkpoint", out));
    run(rows, all.toArray());
  }

  private static void run(String input, Object... words) {
    String[] line = Arrays.stream(words).map(String::valueOf).toArray(String[]::new);
    Job.Outcome outcome = Job.run(input.getBytes(StandardCharsets.UTF_8), line);
    if (outcome.code() != 0) {
      throw new IllegalStateException(
          String.join(" ", line) + " ended with " + outcome.code() + ": " + outcome.output());
    }
  }
}
