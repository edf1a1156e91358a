package org.slrm.io.score;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteRow;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.check.DataWarning;
import org.slrm.io.check.TableChecks;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;
import org.slrm.io.shift.TrainingProfile;
import org.slrm.io.source.InputException;
import org.slrm.method.LikelihoodConfig;
import org.slrm.result.Prediction;

class NamedModelTest {
  @TempDir static Path folder;
  private static NamedModel model;

  /** Columns a, b, colour, sold, day; targets y and z; weights w. */
  @BeforeAll
  static void fit() throws IOException {
    Random random = new Random(7);
    StringBuilder csv = new StringBuilder("a,b,colour,sold,day,y,z,w\n");
    for (int i = 0; i < 150; i++) {
      double u = random.nextGaussian();
      int colour = random.nextInt(3);
      csv.append(u + 0.1 * random.nextGaussian()).append(',');
      csv.append(i % 4 == 0 ? "" : String.valueOf(2 * u + 0.1 * random.nextGaussian())).append(',');
      csv.append(i % 7 == 0 ? "" : List.of("red", "green", "blue").get(colour)).append(',');
      csv.append(random.nextBoolean() ? "yes" : "no").append(',');
      csv.append("2024-03-").append(10 + i % 20).append(',');
      csv.append(u + colour + 0.1 * random.nextGaussian()).append(',');
      csv.append(-u + 0.1 * random.nextGaussian()).append(",1\n");
    }
    Path data = Files.writeString(folder.resolve("train.csv"), csv);
    ReadOptions options = ReadOptions.builder().targets(List.of("y", "z")).weight("w").build();
    Table t = Tables.read(data, options);
    SlrmModel fitted =
        Slrm.with(LikelihoodConfig.defaults().withRank(3)).folds(0).fit(t.features(), t.labels());
    ModelFile file =
        ModelFile.of(fitted, t.schema(), ReadOptions.DEFAULT, ModelFile.Provenance.ofSeed(1));
    model = NamedModel.of(file);
  }

  private static final Map<String, Object> ROW =
      Map.of("a", 0.4, "colour", "red", "sold", "no", "day", "2024-03-12");

  private static final Map<String, Object> FULL =
      Map.of("a", 1, "b", 2.5, "colour", "blue", "sold", true, "day", "2024-03-15");

  private static RowBatch batch(List<Map<String, Object>> rows) {
    return Objects.requireNonNull(model.rows(rows, Mismatch.WARN).next());
  }

  private static NamedPrediction predicted(@Nullable String colour) {
    Map<String, Object> row = with(FULL, "colour", colour);
    return model.predict(batch(List.of(row)), PredictOptions.DEFAULT).get(0);
  }

  private static double colour(@Nullable String colour) {
    return predicted(colour).mean();
  }

  @Test
  void anUnseenLevelIsPredictedByTheAverageOverLevelsAndAMissingOneIsNot() {
    Schema.Column colour = model.schema().columns().get(2);
    double average = 0;
    for (int k = 0; k < 3; k++) {
      average += colour.fractions().get(k) * colour(colour.levels().get(k));
    }
    assertEquals(average, colour("mauve"), 1e-9);
    assertTrue(Math.abs(colour(null) - colour("mauve")) > 1e-6);
    NamedPrediction p = predicted("mauve");
    assertEquals("unseen_level", p.flagCodes());
    assertEquals(5, p.observed());
  }

  private static List<DataWarning> warnings(Map<String, Object> row, Mismatch mode) {
    try (RowSource rows = model.rows(List.of(row), mode)) {
      rows.next();
      return mode.warnings(rows.report());
    }
  }

  private static Map<String, Object> with(Map<String, Object> row, String name, Object value) {
    Map<String, Object> out = new HashMap<>(row);
    out.put(name, value);
    return out;
  }

  @Test
  void rowsByNameAreEncodedLikeTheRowsOfAFile() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("new.csv"),
            "day,a,b,colour,sold,y\n2024-03-12,0.4,,red,no,\n2024-03-15,1,2.5,blue,yes,3\n");
    List<Map<String, Object>> rows = List.of(ROW, with(FULL, "y", 3));
    try (RowSource read = model.open(file.toString(), model.reading(), Mismatch.WARN)) {
      RowBatch expected = Objects.requireNonNull(read.next());
      assertEquals(expected.features(), batch(rows).features());
      assertEquals(expected.labels(), batch(rows).labels());
      assertEquals(List.of("y"), read.labelled());
    }
    assertEquals(List.of("y"), model.rows(rows, Mismatch.WARN).labelled());
  }

  @Test
  void nullNaNAndAbsentValuesAreMissing() {
    Map<String, Object> empty = with(with(with(ROW, "a", Double.NaN), "b", null), "colour", "NA");
    IncompleteRow row = batch(List.of(empty)).features().row(0);
    assertEquals(2, row.observed());
  }

  @Test
  void anAbsentColumnIsMissingAndReported() {
    assertEquals(
        List.of("1 column absent, taken as missing: b"),
        warnings(ROW, Mismatch.WARN).stream().map(DataWarning::message).toList());
    assertEquals(List.of(), warnings(FULL, Mismatch.WARN));
  }

  @Test
  void anUnknownColumnIsIgnoredAndReported() {
    Map<String, Object> row = with(FULL, "more", 3);
    assertEquals(
        List.of(DataWarning.of(DataWarning.EXTRA_COLUMNS, "", 1).with("columns", List.of("more"))),
        warnings(row, Mismatch.WARN));
    assertEquals(
        "1 column not in the model, ignored: more", warnings(row, Mismatch.WARN).get(0).message());
    assertEquals(batch(List.of(FULL)).features(), batch(List.of(row)).features());
  }

  @Test
  void anUnseenLevelIsReported() {
    Map<String, Object> row = with(FULL, "colour", "mauve");
    DataWarning only = warnings(row, Mismatch.WARN).get(0);
    assertEquals(DataWarning.UNSEEN_LEVELS, only.code());
    assertEquals("colour", only.column());
    assertEquals(List.of("mauve"), only.arguments().get("levels"));
    assertEquals(1, only.value());
    assertTrue(only.message().contains("averages over levels"), only.message());
  }

  @Test
  void acceptIsSilentAndStrictRejects() {
    for (Map<String, Object> row :
        List.of(ROW, with(FULL, "more", 3), with(FULL, "colour", "mauve"))) {
      assertEquals(List.of(), warnings(row, Mismatch.ACCEPT));
      assertThrows(InputException.class, () -> warnings(row, Mismatch.STRICT));
    }
    assertEquals(List.of(), warnings(FULL, Mismatch.STRICT));
  }

  @Test
  void rowsWithoutColumnsOfTheModelAreRejected() {
    InputException e =
        assertThrows(
            InputException.class, () -> model.rows(List.of(Map.of("x", 1)), Mismatch.ACCEPT));
    assertTrue(e.getMessage().contains("none of its 5"), e.getMessage());
  }

  @Test
  void wordsForANumberNameRowAndColumn() {
    RowSource rows = model.rows(List.of(FULL, with(FULL, "a", "tall")), Mismatch.ACCEPT);
    InputException e = assertThrows(InputException.class, rows::next);
    assertEquals(2, e.line());
    assertEquals("a", e.column());
    assertEquals("tall", e.value());
  }

  @Test
  void aRowWithoutObservedEntriesIsPredicted() {
    NamedPrediction a =
        model.predict(batch(List.of(Map.of())), PredictOptions.DEFAULT.explain(3)).get(0);
    assertEquals(0, a.observed());
    assertTrue(a.answered());
    assertEquals(a.mean(), a.explanation().baseline(), 1e-9);
    assertEquals(List.of(), a.explanation().contributions());
    assertNull(model.rows(List.of(), Mismatch.WARN).next());
  }

  @Test
  void everyTargetOfEveryRowIsPredictedAsByTheModel() {
    RowBatch batch = batch(List.of(ROW, FULL));
    List<NamedPrediction> answers =
        model.predict(batch, PredictOptions.DEFAULT.level(0.8).threads(1));
    assertEquals(4, answers.size());
    for (int k = 0; k < 4; k++) {
      NamedPrediction a = answers.get(k);
      assertEquals(1 + k / 2, a.row());
      assertEquals(List.of("y", "z").get(k % 2), a.target());
      Prediction p = model.model().predict(batch.features().row(k / 2), k % 2);
      assertEquals(p.mean(), a.mean());
      assertEquals(p.standardError(), a.standardError());
      assertEquals(p.interval(0.8).low(), a.lower());
      assertEquals(p.interval(0.8).high(), a.upper());
      assertEquals(List.of(4, 5).get(k / 2), a.observed(), "known columns, not indicators");
      assertEquals(p.answered(), a.answered());
    }
  }

  @Test
  void explanationsAreTheModelsLargestContributionsByColumn() {
    RowBatch batch = batch(List.of(FULL));
    SlrmModel.Explanation e = model.model().explain(batch.features().row(0), 1);
    NamedPrediction a = model.predict(batch, PredictOptions.DEFAULT.explain(100)).get(1);
    double sum = a.explanation().baseline();
    double before = Double.POSITIVE_INFINITY;
    for (NamedPrediction.Contribution c : a.explanation().contributions()) {
      sum += c.amount();
      assertTrue(Math.abs(c.amount()) <= before);
      before = Math.abs(c.amount());
      double ofColumn = 0;
      for (int k = 0; k < e.contribution().length; k++) {
        ofColumn += column(e.feature(k)).equals(c.column()) ? e.contribution(k) : 0;
      }
      assertEquals(ofColumn, c.amount(), 1e-12);
    }
    assertEquals(5, a.explanation().contributions().size(), "a column each, whatever its levels");
    assertEquals(a.mean(), sum, 1e-9);
    NamedPrediction two = model.predict(batch, PredictOptions.DEFAULT.explain(2)).get(1);
    assertEquals(a.explanation().contributions().subList(0, 2), two.explanation().contributions());
  }

  @Test
  void suggestionsNameColumnsAndCountTheirBestLevel() {
    RowBatch batch = batch(List.of(Map.of("a", 0.4)));
    List<SlrmModel.Suggestion> all =
        model.model().suggestMeasurements(batch.features().row(0), 100, 0);
    List<NamedPrediction.Measurement> found =
        model.predict(batch, PredictOptions.DEFAULT.suggest(9)).get(0).measurements();
    assertEquals(4, found.size());
    for (NamedPrediction.Measurement m : found) {
      double best =
          all.stream()
              .filter(s -> column(s.feature()).equals(m.column()))
              .mapToDouble(SlrmModel.Suggestion::varianceReduction)
              .max()
              .orElseThrow();
      double error = model.model().predict(batch.features().row(0), 0).standardError();
      assertEquals(best / (error * error), m.varianceReduction(), 1e-12);
      assertTrue(m.varianceReduction() <= 1);
    }
    assertEquals(
        found.subList(0, 1),
        model.predict(batch, PredictOptions.DEFAULT.suggest(1)).get(0).measurements());
  }

  @Test
  void columnsRarelyObservedInTrainingAreNotSuggested() throws IOException {
    Random random = new Random(3);
    StringBuilder csv = new StringBuilder("a,b,rare,y\n");
    for (int i = 0; i < 200; i++) {
      double u = random.nextGaussian();
      csv.append(i % 3 == 0 ? "" : String.valueOf(u + random.nextGaussian())).append(',');
      csv.append(u + random.nextGaussian()).append(',');
      csv.append(i % 25 == 0 ? String.valueOf(u) : "").append(',').append(u).append('\n');
    }
    Path data = Files.writeString(folder.resolve("rare.csv"), csv);
    ReadOptions options = ReadOptions.builder().targets(List.of("y")).build();
    Table t = Tables.read(data, options);
    SlrmModel fitted =
        Slrm.with(LikelihoodConfig.defaults().withRank(1)).fit(t.features(), t.labels());
    TrainingProfile profile = TrainingProfile.of(TableChecks.of(t, options), options);
    ModelFile file =
        new ModelFile(
            ModelFile.MODEL,
            fitted.state(),
            t.schema(),
            ReadOptions.DEFAULT,
            ModelFile.Provenance.ofSeed(1),
            profile);
    NamedModel named = NamedModel.of(file);
    RowBatch row =
        Objects.requireNonNull(named.rows(List.of(Map.of("b", 1)), Mismatch.WARN).next());
    assertTrue(fitted.suggestMeasurements(row.features().row(0), 9).get(0).varianceReduction() > 0);
    List<NamedPrediction.Measurement> found =
        named.predict(row, PredictOptions.DEFAULT.suggest(9)).get(0).measurements();
    assertEquals(List.of("a"), found.stream().map(NamedPrediction.Measurement::column).toList());
  }

  private static String column(int feature) {
    return model.schema().columns().get(model.schema().features().get(feature).column()).name();
  }

  @Test
  void imputedRowsRetainObservedEntries() {
    RowBatch batch = batch(List.of(with(with(ROW, "colour", null), "y", 2)));
    SlrmModel.ImputedRow c = model.model().impute(batch.features().row(0));
    List<ImputedCells.Cell> cells = model.impute(batch).get(0).cells(List.of("y"));
    assertEquals(
        List.of("a", "b", "colour", "sold", "day", "y"),
        cells.stream().map(cell -> cell.column().name()).toList());
    assertEquals("0.4", cells.get(0).text());
    assertTrue(cells.get(0).observed());
    assertEquals(0, cells.get(0).standardError());
    assertEquals(c.value(1), cells.get(1).value());
    assertEquals(c.standardError(1), cells.get(1).standardError());
    double likeliest = Math.max(c.value(2), Math.max(c.value(3), c.value(4)));
    assertEquals(likeliest, cells.get(2).value());
    assertTrue(List.of("red", "green", "blue").contains(cells.get(2).text()));
    assertEquals("no", cells.get(3).text());
    assertEquals("2024-03-12", cells.get(4).text());
    assertEquals("2.0", cells.get(5).text());
  }

  @Test
  void errorsAreMeasuredOverKnownLabels() {
    List<Map<String, Object>> rows = List.of(with(ROW, "y", 1), with(FULL, "y", 3), FULL);
    RowBatch batch = batch(rows);
    double first = 1 - model.model().predict(batch.features().row(0), 0).mean();
    double second = 3 - model.model().predict(batch.features().row(1), 0).mean();
    RowSource source = model.rows(rows, Mismatch.WARN);
    Scores.NumericScores s =
        (Scores.NumericScores)
            model
                .evaluation(source.labelled(), PredictOptions.DEFAULT)
                .add(source)
                .scores()
                .get("y");
    assertEquals(2, s.rows());
    assertEquals((first * first + second * second) / 2, s.mse(), 1e-12);
    assertEquals((Math.abs(first) + Math.abs(second)) / 2, s.mae(), 1e-12);
    assertEquals(1 - (first * first + second * second) / 2, s.r2(), 1e-12);
    assertEquals(1, s.answered());
    Evaluation none = model.evaluation(List.of("z"), PredictOptions.DEFAULT);
    assertTrue(Double.isNaN(none.scores().get("z").score()));
  }

  /** Weights are used in fits only; new rows have none. */
  @Test
  void aModelFittedWithWeightsTakesRowsWithoutThem() throws IOException {
    assertNull(batch(List.of(ROW)).weights());
    Path file = Files.writeString(folder.resolve("unweighted.csv"), "a,b\n1,2\n");
    try (RowSource rows = model.open(file.toString(), model.reading(), Mismatch.WARN)) {
      assertEquals(1, Objects.requireNonNull(rows.next()).rows());
    }
  }

  @Test
  void predictionOptionsAreChecked() {
    assertThrows(IllegalArgumentException.class, () -> PredictOptions.DEFAULT.level(1));
    assertThrows(IllegalArgumentException.class, () -> PredictOptions.DEFAULT.explain(-1));
    assertThrows(IllegalArgumentException.class, () -> PredictOptions.DEFAULT.suggest(-1));
    assertThrows(IllegalArgumentException.class, () -> PredictOptions.DEFAULT.threads(0));
  }
}
