package org.slrm.spark.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.Slrm;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.ReadOptions.Label;
import org.slrm.io.column.RowSource;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.Mismatch;
import org.slrm.io.score.NamedModel;
import org.slrm.io.score.NamedPrediction;
import org.slrm.io.score.PredictOptions;
import org.slrm.io.source.InputException;
import org.slrm.io.train.Engine;
import org.slrm.method.LikelihoodConfig;
import org.slrm.result.FitListener;

/** Label kinds of targets on Spark equal those of a local fit. */
@Tag("slow")
class EngineLabelsTest {
  private static final String MASTER = "local[2]";

  @TempDir Path folder;
  private Path data;
  private final List<String> told = new ArrayList<>();

  /** A shared session, so that requests start no other. */
  @BeforeAll
  static void start() {
    Master.session(MASTER);
  }

  @BeforeEach
  void write() throws Exception {
    StringBuilder csv = new StringBuilder("a,b,sure,size,two,visits\n");
    for (int i = 0; i < 90; i++) {
      double a = Math.sin(i);
      double b = Math.cos(2 * i);
      String size = a + b > 0.7 ? "large" : a + b > -0.5 ? "medium" : "small";
      csv.append(i % 7 == 0 ? "" : Double.toString(a)).append(',').append(b).append(',');
      csv.append(i % 11 == 0 ? "NA" : a > 0 ? "Yes" : "no").append(',').append(size).append(',');
      csv.append(b < 0.2 ? "10" : i % 2 == 0 ? "2.0" : "2").append(',');
      csv.append((int) (3 + 2 * a + b)).append('\n');
    }
    data = Files.writeString(folder.resolve("rows.csv"), csv);
  }

  private ReadOptions reading(List<Label> labels, String... targets) {
    return ReadOptions.builder().target(targets).labels(labels).build();
  }

  private Dataset<Row> read(ReadOptions options) {
    SparkSession spark = Master.session(MASTER);
    return SparkTable.read(spark, data.toString(), options, SparkTable.na(options), false);
  }

  @Test
  void columnsAndLabelsAreThoseOfTheLocalReader() {
    for (Label label : List.of(Label.AUTO, Label.of("classes"))) {
      ReadOptions options = reading(List.of(label), "sure", "size", "two", "visits");
      Table local = Tables.read(data, options);
      Dataset<Row> rows = read(options);
      Schema schema = SparkTable.schema(rows, data.toString(), options, told::add);
      assertEquals(local.schema().columns(), schema.columns());
      assertEquals(local.schema().labelKinds(options), schema.labelKinds(options));
      List<Row> coded = SparkTable.typed(rows, schema, true, told::add).collectAsList();
      for (int i = 0; i < coded.size(); i++) {
        for (int t = 0; t < 4; t++) {
          Row row = coded.get(i);
          assertEquals(
              local.labels().valueAt(i, t),
              row.isNullAt(2 + t) ? Double.NaN : row.getDouble(2 + t));
        }
      }
    }
    assertTrue(told.toString().contains("\"two\": two values, so two classes"), told::toString);
  }

  private ModelFile fit(ReadOptions options) {
    return new SparkEngine()
        .fit(
            new Engine.Fit(
                data.toString(),
                MASTER,
                options,
                LikelihoodConfig.defaults().withRank(1),
                1,
                5,
                FitListener.NONE,
                told::add));
  }

  private List<NamedPrediction> predicted(ModelFile model) {
    List<NamedPrediction> out = new ArrayList<>();
    new SparkEngine()
        .predict(
            new Engine.Predict(
                model,
                data.toString(),
                MASTER,
                ReadOptions.DEFAULT,
                0.8,
                null,
                out::add,
                told::add));
    return out;
  }

  private List<NamedPrediction> local(ModelFile file) throws Exception {
    NamedModel model = NamedModel.of(file);
    List<NamedPrediction> out = new ArrayList<>();
    try (RowSource rows = model.open(data.toString(), ReadOptions.DEFAULT, Mismatch.WARN)) {
      out.addAll(model.predict(rows.next(), PredictOptions.DEFAULT.level(0.8)));
    }
    return out;
  }

  @Test
  void classesAndCountsAreFittedAndPredictedAsLocally() throws Exception {
    ReadOptions options =
        reading(List.of(Label.AUTO, Label.AUTO, Label.of("counts")), "sure", "size", "visits");
    ModelFile fitted = fit(options);
    Table table = Tables.read(data, options);
    ModelFile core =
        ModelFile.of(
            Slrm.with(LikelihoodConfig.defaults().withRank(1))
                .labels(table.schema().labelKinds(options))
                .fit(table.features(), table.labels()),
            table.schema(),
            ReadOptions.DEFAULT,
            ModelFile.Provenance.ofSeed(1));
    List<NamedPrediction> answers = predicted(fitted);
    assertEquals(local(fitted), answers, "the same model");
    List<NamedPrediction> expected = local(core);
    for (int k = 0; k < expected.size(); k++) {
      NamedPrediction.Classes a = expected.get(k).classes();
      NamedPrediction.Classes b = answers.get(k).classes();
      if (a == null || b == null) {
        assertEquals(expected.get(k).mean(), answers.get(k).mean(), 1e-6);
      } else {
        assertEquals(a.probability(), b.probability(), 1e-6);
        assertEquals(a.probabilities().size(), b.probabilities().size());
      }
    }
  }

  @Test
  void aFolderNamesTheClasses() {
    ModelFile fitted = fit(reading(List.of(), "size"));
    String out = folder.resolve("out.json").toString();
    new SparkEngine()
        .predict(
            new Engine.Predict(
                fitted,
                data.toString(),
                MASTER,
                ReadOptions.DEFAULT,
                0.9,
                out,
                answer -> {},
                told::add));
    Dataset<Row> rows = Master.session(MASTER).read().json(out);
    assertEquals(90, rows.filter("className in ('small', 'medium', 'large')").count());
  }

  @Test
  void invalidTargetsAreRejectedLikeLocally() throws Exception {
    String text = Files.readString(data);
    assertEquals(
        "column \"visits\": must be a number, got \"none\"; use --na none if it means missing",
        refused(text.replaceFirst(",4\n", ",none\n"), Label.AUTO, "visits"));
    assertTrue(refused(text, Label.of("numeric"), "size").contains("must be a number"));
    assertTrue(refused(text, Label.of("counts"), "b").contains("a count must"));
    assertTrue(
        refused(text.replaceAll("medium|small", "large"), Label.AUTO, "size")
            .contains("classes must be two at least, but every label is the same"));
  }

  private String refused(String csv, Label label, String target) throws Exception {
    data = Files.writeString(folder.resolve("bad.csv"), csv);
    RuntimeException e =
        assertThrows(RuntimeException.class, () -> fit(reading(List.of(label), target)));
    assertTrue(e instanceof InputException || e instanceof IllegalArgumentException, e::toString);
    return e.getMessage();
  }
}
