package org.slrm.spark.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
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
import org.slrm.io.ModelFile;
import org.slrm.io.Schema;

/** The command line on Spark, as it is typed. */
class EngineTest {
  private static final String DATA = "../examples/sensors.csv";
  private static final String FRESH = "../examples/sensors-new.csv";
  private static final String[] SPARK = {"--engine", "spark", "--master", "local[2]"};

  @TempDir Path folder;

  /** One Spark for all: starting it takes longer than the fits. */
  @BeforeAll
  static void start() {
    Master.session("local[2]");
  }

  private String said = "";

  private int slrm(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    int code = Main.run(words, new ByteArrayInputStream(new byte[0]), stream, stream);
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
  void modelsAndPredictionsGoBothWays() throws Exception {
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
  void whatSparkReadsGoesIn() throws Exception {
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
  void aMasterThatIsNoneIsToldBeforeSparkStarts() {
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
    assertTrue(said.contains("nobody answers"), said);
    assertEquals(2, slrm(with(fit(DATA, place("m.slrm")), "--master", "local[2]")));
    assertEquals(2, slrm(with(fit(DATA, place("m.slrm")), "--engine", "flink")));
    assertEquals(
        2,
        slrm(with(new String[] {"fit", DATA, "--target", "quality", "--method", "slrm"}, SPARK)));
    assertTrue(said.contains("fits by auto or likelihood"), said);
    assertEquals(3, slrm(with(fit(place("nothing.csv"), place("m.slrm")), SPARK)));
    assertTrue(said.contains("does not exist"), said);
    assertTrue(Files.notExists(folder.resolve("m.slrm")));
  }
}
