package org.slrm.spark.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.cli.Main;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;

/** Command lines with the Spark engine. */
class EngineTest {
  private static final String DATA = "../examples/sensors.csv";
  private static final String FRESH = "../examples/sensors-new.csv";
  private static final String[] SPARK = {"--engine", "spark", "--master", "local[2]"};

  @TempDir Path folder;

  /** A shared session, since starting one takes longer than the fits. */
  @BeforeAll
  static void start() {
    Master.session("local[2]");
  }

  private String said = "";

  private int slrm(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    int code = Main.run(words, stream, stream);
    said = out.toString(StandardCharsets.UTF_8);
    return code;
  }

  private void ok(String... words) {
    assertEquals(0, slrm(words), () -> said);
  }

  private static String[] with(String[] words, String... more) {
    return Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new);
  }

  private String place(String name) {
    return folder.resolve(name).toString();
  }

  private String[] fit(String data, String out) {
    return new String[] {
      "fit", data, "--target", "quality", "--method", "likelihood", "--rank", "1", "--out", out
    };
  }

  private static List<double[]> predictions(Path csv) throws Exception {
    List<double[]> out = new ArrayList<>();
    for (String line : Files.readAllLines(csv).subList(1, Files.readAllLines(csv).size())) {
      String[] cells = line.split(",");
      out.add(
          new double[] {
            Double.parseDouble(cells[0]),
            Double.parseDouble(cells[2]),
            Double.parseDouble(cells[3]),
            Double.parseDouble(cells[4]),
            Double.parseDouble(cells[5]),
            Double.parseDouble(cells[6])
          });
    }
    return out;
  }

  private static void assertSame(Path expected, Path got) throws Exception {
    List<double[]> a = predictions(expected);
    List<double[]> b = predictions(got);
    assertEquals(a.size(), b.size());
    for (int i = 0; i < a.size(); i++) {
      for (int k = 0; k < a.get(i).length; k++) {
        assertEquals(a.get(i)[k], b.get(i)[k], 1e-8 * Math.abs(a.get(i)[k]));
      }
    }
  }

  @Test
  void aMixtureHasItsComponentsOnTheClusterToo() throws Exception {
    String[] mixture = {
      "fit", DATA, "--target", "quality", "--method", "mixture", "--components", "2", "--rank", "2"
    };
    ok(with(mixture, "--out", place("local.slrm")));
    ok(with(with(mixture, "--out", place("spark.slrm")), SPARK));
    ok("predict", place("local.slrm"), FRESH, "--out", place("local.csv"));
    ok(with(new String[] {"predict", place("spark.slrm"), FRESH, "--out", place("a.csv")}, SPARK));
    List<double[]> local = predictions(folder.resolve("local.csv"));
    List<double[]> spark = predictions(folder.resolve("a.csv"));
    for (int i = 0; i < local.size(); i++) {
      // Run to the end, which one iteration more or less may move.
      assertEquals(local.get(i)[1], spark.get(i)[1], 1e-6 * Math.abs(local.get(i)[1]));
    }
    assertEquals(
        2,
        ModelFile.read(folder.resolve("spark.slrm")).model().report().settings().get("components"));
  }

  @Test
  void theSettingsOfAlgorithmOneReachTheCluster() throws Exception {
    String[] slrm = {
      "fit",
      DATA,
      "--target",
      "quality",
      "--method",
      "slrm",
      "--rank",
      "2",
      "--l1",
      "0.01",
      "--l2",
      "0",
      "--reconstruction-weight",
      "100",
      "--step-size",
      "0.001"
    };
    ok(with(with(slrm, "--out", place("spark.slrm")), SPARK));
    var settings = ModelFile.read(folder.resolve("spark.slrm")).model().report().settings();
    assertEquals(0.01, settings.get("l1"));
    assertEquals(100.0, settings.get("reconstructionWeight"));
  }

  @Test
  void modelsAndPredictionsAgreeWithLocalOnes() throws Exception {
    ok(fit(DATA, place("local.slrm")));
    ok(with(fit(DATA, place("spark.slrm")), SPARK));
    assertTrue(said.contains("Predicting quality from 12 features"), said);
    ok("predict", place("local.slrm"), FRESH, "--out", place("local.csv"));
    ok("predict", place("spark.slrm"), FRESH, "--out", place("spark-local.csv"));
    ok(with(new String[] {"predict", place("local.slrm"), FRESH, "--out", place("a.csv")}, SPARK));
    ok(with(new String[] {"predict", place("spark.slrm"), FRESH, "--out", place("b.csv")}, SPARK));
    for (String name : List.of("spark-local.csv", "a.csv", "b.csv")) {
      assertSame(folder.resolve("local.csv"), folder.resolve(name));
    }
    assertEquals(
        ModelFile.read(folder.resolve("local.slrm")).schema(),
        ModelFile.read(folder.resolve("spark.slrm")).schema());
  }

  @Test
  void everyFormatOfSparkIsRead() throws Exception {
    SparkSession spark = Master.session("local[2]");
    Dataset<Row> rows =
        spark.read().option("header", true).option("inferSchema", true).csv(DATA).limit(40);
    rows.coalesce(1).write().parquet(place("rows.parquet"));
    rows.coalesce(1).write().orc(place("orc"));
    rows.coalesce(1).write().json(place("rows.json"));
    rows.coalesce(1).write().option("header", true).option("sep", ";").csv(place("part.csv"));
    List<Double> errors = new ArrayList<>();
    for (String data :
        List.of("rows.parquet", "orc", "rows.json", "part.csv", "rows.parquet/*.parquet")) {
      ok(with(fit(place(data), place("m.slrm")), with(SPARK, "--json", "--folds", "2")));
      String mse = said.replaceAll("(?s).*?\"mse\"\\s*:\\s*([-0-9.eE]+).*", "$1");
      errors.add(Double.parseDouble(mse));
    }
    // JSON brings the columns in another order, and so another start.
    errors.forEach(e -> assertEquals(errors.get(0), e, 1e-2 * e));
    ok(
        with(
            new String[] {
              "predict", place("m.slrm"), place("rows.parquet"), "--out", place("out.parquet")
            },
            SPARK));
    assertTrue(Files.exists(folder.resolve("out.parquet/_SUCCESS")));
  }

  @Test
  void wordsBecomeCategoriesAndTokensMissing() throws Exception {
    StringBuilder csv = new StringBuilder("a,b,colour,y\n");
    for (int i = 0; i < 60; i++) {
      String a = i % 7 == 0 ? "-200" : String.valueOf(Math.sin(i));
      String colour = i % 11 == 0 ? "NA" : i % 2 == 0 ? "red" : "blue";
      csv.append(a + "," + Math.cos(i) + "," + colour + "," + (Math.sin(i) + i % 2) + "\n");
    }
    Path data = Files.writeString(folder.resolve("words.csv"), csv);
    String[] words = {
      "fit",
      data.toString(),
      "--target",
      "y",
      "--na",
      "-200,NA",
      "--method",
      "likelihood",
      "--rank",
      "1",
      "--out",
      place("w.slrm")
    };
    ok(with(words, SPARK));
    Schema schema = ModelFile.read(folder.resolve("w.slrm")).schema();
    assertEquals(List.of("a", "b", "colour=blue", "colour=red"), schema.featureNames());
    ok("predict", place("w.slrm"), data.toString(), "--out", place("l.csv"));
    ok(
        with(
            new String[] {"predict", place("w.slrm"), data.toString(), "--out", place("s.csv")},
            SPARK));
    assertSame(folder.resolve("l.csv"), folder.resolve("s.csv"));
    Path stray =
        Files.writeString(folder.resolve("stray.csv"), csv.toString().replace("-200", "x"));
    assertEquals(3, slrm(with(fit(stray.toString(), place("n.slrm")), SPARK)));
    words[1] = stray.toString();
    words[5] = "NA";
    assertEquals(3, slrm(with(words, SPARK)));
    assertTrue(said.contains("must be a number") && said.contains("\"x\""), said);
  }

  @Test
  void anInvalidMasterIsRejectedBeforeSparkStarts() {
    assertEquals(
        2, slrm(with(fit(DATA, place("m.slrm")), "--engine", "spark", "--master", "nowhere")));
    assertTrue(said.contains("--master must be like local[4]"), said);
    assertEquals(
        3,
        slrm(
            with(
                fit(DATA, place("m.slrm")),
                "--engine",
                "spark",
                "--master",
                "spark://127.0.0.1:9")));
    assertTrue(said.contains("no server responds"), said);
    for (String master : List.of("local[0]", "yarn", "k8s://https://host:1")) {
      assertEquals(
          2, slrm(with(fit(DATA, place("m.slrm")), "--engine", "spark", "--master", master)));
      assertTrue(said.contains("--master"), said);
    }
    assertEquals(2, slrm(with(fit(DATA, place("m.slrm")), "--master", "local[2]")));
    assertEquals(2, slrm(with(fit(DATA, place("m.slrm")), "--engine", "flink")));
    for (String method : List.of("trees", "kernel", "mpcr")) {
      assertEquals(
          2,
          slrm(with(new String[] {"fit", DATA, "--target", "quality", "--method", method}, SPARK)));
      assertTrue(
          said.contains("fits by auto, likelihood, mixture, slrm, smpcr, got " + method), said);
    }
    assertEquals(3, slrm(with(fit(place("nothing.csv"), place("m.slrm")), SPARK)));
    assertTrue(said.contains("does not exist"), said);
    assertTrue(Files.notExists(folder.resolve("m.slrm")));
  }

  private String[] predict(String data, String out, String... more) {
    return with(with(new String[] {"predict", place("m.slrm"), data, "--out", out}, SPARK), more);
  }

  @Test
  void filesArePredictedInOrderAndMustHaveTheSameColumns() throws Exception {
    ok(fit(DATA, place("m.slrm")));
    ok(predict(FRESH, place("one.csv")));
    assertTrue(said.contains("40 rows predicted, written to"), said);
    List<String> lines = Files.readAllLines(Path.of(FRESH));
    Files.createDirectory(folder.resolve("many"));
    // The larger comes last: Spark by itself would begin with it.
    Files.write(folder.resolve("many/a.csv"), lines.subList(0, 6));
    List<String> rest = new ArrayList<>(lines.subList(6, lines.size()));
    rest.add(0, lines.get(0));
    Files.write(folder.resolve("many/b.csv"), rest);
    ok(predict(place("many"), place("two.csv")));
    assertSame(folder.resolve("one.csv"), folder.resolve("two.csv"));
    assertEquals(2, slrm(predict(place("many"), place("many/a.csv"))));
    assertTrue(said.contains("must not lie in the folder that is read"), said);
    List<String> turned =
        lines.stream().map(l -> l.replaceFirst("^([^,]*),([^,]*),", "$2,$1,")).toList();
    Files.write(folder.resolve("many/c.csv"), turned);
    assertEquals(3, slrm(predict(place("many"), place("no.csv"))), () -> said);
    assertTrue(said.contains("must have the same columns in the same order"), said);
    assertTrue(Files.notExists(folder.resolve("no.csv")));
  }

  @Test
  void badInputOfPredictionsIsReportedInOneLine() throws Exception {
    List<String> rows = new ArrayList<>(List.of("lower,b,quality"));
    for (int i = 0; i < 30; i++) {
      rows.add(Math.sin(i) + "," + Math.cos(i) + "," + Math.sin(i));
    }
    Path data = Files.write(folder.resolve("rows.csv"), rows);
    ok(fit(data.toString(), place("m.slrm")));
    // A feature may have the name of a result.
    ok(predict(data.toString(), place("p.csv")));
    assertEquals(2, slrm(predict(data.toString(), data.toString())));
    Files.createDirectory(folder.resolve("there.parquet"));
    assertEquals(3, slrm(predict(data.toString(), place("there.parquet"))));
    assertTrue(said.contains("must not exist"), said);
    for (String cell : List.of("Infinity", "abc")) {
      Path bad = Files.writeString(folder.resolve(cell + ".csv"), "lower,b\n1,2\n" + cell + ",3\n");
      assertTrue(List.of(2, 3).contains(slrm(predict(bad.toString(), place("bad.csv")))), said);
      assertTrue(said.contains("must be") && said.contains(cell), said);
      assertEquals(1, said.lines().count(), said);
    }
    Path empty = Files.createFile(folder.resolve("empty.csv"));
    assertEquals(3, slrm(predict(empty.toString(), place("bad.csv"))));
    assertTrue(said.contains("is empty"), said);
    assertTrue(Files.notExists(folder.resolve("bad.csv")));
  }
}
