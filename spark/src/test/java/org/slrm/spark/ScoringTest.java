package org.slrm.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RowBatch;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.NamedModel;
import org.slrm.io.score.NamedPrediction;
import org.slrm.io.score.PredictOptions;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.TreesConfig;
import org.slrm.result.ModelState;
import org.slrm.result.Prediction;

/** Predictions of batches and streams equal those of core bit by bit, for every kind of model. */
class ScoringTest {
  private static final Path FROZEN = Path.of("../cli/src/test/resources/frozen");

  @TempDir Path folder;

  static List<Path> models() throws IOException {
    try (Stream<Path> files = Files.list(FROZEN)) {
      return files
          .filter(f -> f.toString().endsWith(".slrm") && !f.toString().endsWith("stream.slrm"))
          .sorted()
          .toList();
    }
  }

  private static Dataset<Row> rows(SlrmRegressionModel model) {
    StructType schema = new StructType();
    for (String name : model.getOrDefault(model.featuresCols())) {
      schema = schema.add(name, DataTypes.DoubleType);
    }
    return Sparks.session()
        .read()
        .schema(schema)
        .option("header", true)
        .csv(FROZEN.resolve("rows.txt").toString());
  }

  private static IncompleteRow known(Row row, int features) {
    double[] x = new double[features];
    for (int j = 0; j < features; j++) {
      x[j] = row.isNullAt(j) ? Double.NaN : row.getDouble(j);
    }
    return IncompleteRow.ofNaN(x);
  }

  private static void assertScored(SlrmModel core, List<Row> rows) {
    assertTrue(rows.size() > 10, "there are rows");
    for (Row row : rows) {
      Prediction p = core.predict(known(row, core.features()));
      assertEquals(p.mean(), row.<Double>getAs("prediction"));
      assertEquals(p.standardError(), row.<Double>getAs("standardError"));
      assertEquals(p.interval(0.9).low(), row.<Double>getAs("lower"));
      assertEquals(p.interval(0.9).high(), row.<Double>getAs("upper"));
      assertEquals(p.answered(), row.<Boolean>getAs("answered"));
      for (int k = 0; k < p.levels(); k++) {
        assertEquals(p.probability(k), row.<Vector>getAs("probability").apply(k));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void aModelOfAnyKindPredictsAsInCore(Path file) throws IOException {
    SlrmRegressionModel model = SlrmRegressionModel.of(ModelFile.read(file));
    assertScored(model.model(), model.transform(rows(model)).collectAsList());
  }

  /** A categorical column of three levels and two numeric columns; the second is half missing. */
  private ModelFile withCategory() throws IOException {
    StringBuilder csv = new StringBuilder("a,b,colour,y\n");
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < 90; i++) {
      double b = 10 * random.nextGaussian();
      csv.append(random.nextGaussian()).append(',').append(i % 2 == 0 ? "" : b).append(',');
      csv.append(List.of("red", "green", "blue").get(i % 3)).append(',').append(b).append('\n');
    }
    Path data = Files.writeString(folder.resolve("colours.csv"), csv);
    ReadOptions options = ReadOptions.builder().targets(List.of("y")).build();
    Table table = Tables.read(data.toString(), options);
    SlrmModel model =
        Slrm.with(LikelihoodConfig.defaults().withRank(1)).fit(table.features(), table.labels());
    ModelFile.Provenance from = ModelFile.read(FROZEN.resolve("linear.slrm")).provenance();
    return new ModelFile(ModelFile.MODEL, model.state(), table.schema(), options, from);
  }

  @Test
  void flagsAndSuggestionsAreThoseOfTheCommandLine() throws IOException {
    ModelFile file = withCategory();
    SlrmRegressionModel model = SlrmRegressionModel.of(file).setNextMeasurementsCol("next", 3);
    Path data = Files.writeString(folder.resolve("new.csv"), "a,b,colour\n0.5,,mauve\n0.5,,red\n");
    StructType schema =
        new StructType()
            .add("a", DataTypes.DoubleType)
            .add("b", DataTypes.DoubleType)
            .add("colour", DataTypes.StringType);
    List<Row> scored =
        model
            .transform(
                Sparks.session().read().schema(schema).option("header", true).csv(data.toString()))
            .collectAsList();
    NamedModel named = NamedModel.of(file);
    RowBatch batch =
        Objects.requireNonNull(
            Tables.open(data.toString(), ReadOptions.DEFAULT, file.schema()).next());
    List<NamedPrediction> answers = named.predict(batch, PredictOptions.DEFAULT.suggest(3));
    for (int i = 0; i < 2; i++) {
      assertEquals(answers.get(i).flagCodes(), scored.get(i).<String>getAs("flags"));
      List<Row> next = scored.get(i).getList(scored.get(i).fieldIndex("next"));
      List<NamedPrediction.Measurement> expected = answers.get(i).measurements();
      assertEquals(expected.size(), next.size());
      assertEquals("b", next.get(0).getString(0));
      assertEquals(1, next.get(0).getInt(1));
      assertEquals(expected.get(0).varianceReduction(), next.get(0).getDouble(2), 1e-12);
    }
    assertEquals("unseen_level", scored.get(0).<String>getAs("flags"));
    assertEquals("", scored.get(1).<String>getAs("flags"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"classes", "counts"})
  void aModelOfClassesOrCountsPredictsAsInCore(LabelKind kind) {
    SlrmRegressionModel like = SlrmRegressionModel.of(ModelFile.read(FROZEN.resolve("auto.slrm")));
    int features = like.model().features();
    IncompleteMatrix.Builder x = IncompleteMatrix.builder(features);
    rows(like).collectAsList().forEach(row -> x.add(known(row, features)));
    double[] y = IntStream.range(0, x.rows()).mapToDouble(i -> i % 3).toArray();
    MethodConfig config =
        kind == LabelKind.CLASSES
            ? TreesConfig.defaults().withTrees(5)
            : LikelihoodConfig.defaults().withRank(1);
    SlrmModel core = Slrm.with(config).labels(kind).folds(2).fit(x.build(), y);
    List<String> names = like.file().schema().featureNames();
    SlrmRegressionModel model =
        SlrmRegressionModel.of(
            ModelFile.of(
                core,
                Labels.schema(names, List.of("y"), List.of(kind), t -> Labels.numbers(3)),
                ReadOptions.DEFAULT,
                ModelFile.Provenance.ofSeed(1)));
    assertEquals(kind, model.labelKinds().get(0));
    assertScored(core, model.transform(rows(model)).collectAsList());
  }

  /** A linear member and one nonlinear member of each kind. */
  private static ModelFile stack() throws IOException {
    List<Object> members = new ArrayList<>();
    Map<String, ModelState.Array> arrays = new LinkedHashMap<>();
    List<String> kinds = List.of("auto", "mixture", "trees", "kernel", "completed-trees");
    for (String kind : kinds) {
      ModelState one = ModelFile.read(FROZEN.resolve(kind + ".slrm")).state();
      String to = "member" + members.size() + "_";
      members.add(((List<?>) one.values().get("members")).get(0));
      one.arrays()
          .forEach(
              (name, array) -> {
                if (name.startsWith("member0_")) {
                  arrays.put(name.replaceFirst("member0_", to), array);
                }
              });
    }
    ModelFile base = ModelFile.read(FROZEN.resolve("mixture.slrm"));
    base.state().arrays().forEach((name, array) -> arrays.putIfAbsent(name, array));
    double[] equal = new double[kinds.size()];
    java.util.Arrays.fill(equal, 1.0 / kinds.size());
    arrays.put("weights", new ModelState.Array(equal, 1, kinds.size()));
    Map<String, Object> values = new LinkedHashMap<>(base.state().values());
    values.put("members", members);
    return new ModelFile(
        ModelFile.MODEL,
        new ModelState(values, arrays),
        base.schema(),
        base.reading(),
        base.provenance());
  }

  @Test
  void aStackOfNonlinearMembersPredictsAndExplainsAsInCore() throws IOException {
    SlrmRegressionModel model = SlrmRegressionModel.of(stack());
    model.setContributionsCol("why").setNextMeasurementsCol("next", 2);
    SlrmModel core = model.model();
    assertEquals(
        List.of("linear", "mixture", "trees", "kernel", "completed-trees"),
        core.members().stream().map(p -> p.kind()).toList());
    List<Row> scored = model.transform(rows(model)).collectAsList();
    assertScored(core, scored);
    for (Row row : scored) {
      IncompleteRow x = known(row, core.features());
      SparseVector why = row.getAs("why");
      double[] expected = core.explain(x).contribution();
      for (int k = 0; k < expected.length; k++) {
        assertEquals(expected[k], why.values()[k]);
      }
      List<Row> next = row.getList(row.fieldIndex("next"));
      for (int k = 0; k < next.size(); k++) {
        assertEquals(core.suggestMeasurements(x, 2).get(k).feature(), next.get(k).getInt(1));
      }
    }
  }

  @Test
  void aStackOfNonlinearMembersIsSavedLoadedAndScoresAStream() throws Exception {
    SlrmRegressionModel made = SlrmRegressionModel.of(stack());
    made.write().overwrite().save(folder.resolve("stack").toString());
    SlrmRegressionModel model = SlrmRegressionModel.load(folder.resolve("stack").toString());
    Dataset<Row> still = rows(model);
    String input = folder.resolve("input").toString();
    still.write().parquet(input);
    StreamingQuery query =
        model
            .transform(Sparks.session().readStream().schema(still.schema()).parquet(input))
            .writeStream()
            .format("memory")
            .queryName("bent")
            .trigger(Trigger.AvailableNow())
            .start();
    query.awaitTermination();
    assertScored(made.model(), Sparks.session().table("bent").collectAsList());
  }
}
