package org.slrm.io.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteRow;
import org.slrm.data.RowBlocks;
import org.slrm.io.InFolder;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.cache.RowCache;
import org.slrm.io.check.DataWarning;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RowSource;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.Mismatch;
import org.slrm.io.score.NamedModel;
import org.slrm.io.score.NamedPrediction;
import org.slrm.io.score.PredictOptions;
import org.slrm.method.AutoConfig;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MethodConfig;
import org.slrm.result.FitListener;
import org.slrm.result.Note;

class TableTrainerTest extends InFolder {
  private static final MethodConfig FAST = LikelihoodConfig.defaults().withRank(2);

  /** a ≈ u, b ≈ 2u with missing entries, site in 12 groups, day, y ≈ u, ill for u above 1. */
  private static List<Map<String, Object>> rows(int count) {
    Random random = new Random(5);
    List<Map<String, Object>> out = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double u = random.nextGaussian();
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("a", u + 0.2 * random.nextGaussian());
      row.put("b", i % 3 == 0 ? null : 2 * u + 0.2 * random.nextGaussian());
      row.put("site", "s" + i % 12);
      row.put("day", i);
      row.put("assay", u + 0.05 * random.nextGaussian());
      row.put("y", u + 0.1 * random.nextGaussian());
      row.put("ill", u + 0.3 * random.nextGaussian() > 1 ? "yes" : "no");
      out.add(row);
    }
    return out;
  }

  private static TrainingSettings settings(String target, String... ignored) {
    ReadOptions columns = ReadOptions.builder().target(target).ignore(ignored).build();
    return TrainingSettings.of(columns).withMethod(FAST).withFolds(2).withThreads(1);
  }

  private static TrainingSettings numbers() {
    return settings("y", "site", "day", "assay", "ill");
  }

  private static TrainingResult fit(TrainingSettings settings, List<Map<String, Object>> rows) {
    return new TableTrainer(settings).fit(rows);
  }

  private static NamedPrediction answer(TrainingResult fitted, Map<String, Object> row) {
    NamedModel model = fitted.named();
    try (RowSource source = model.rows(List.of(row), Mismatch.ACCEPT)) {
      return model.predict(Objects.requireNonNull(source.next()), PredictOptions.DEFAULT).get(0);
    }
  }

  private static byte[] bytes(ModelFile file) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      file.write(out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void refused(String message, Runnable misuse) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, misuse::run).getMessage());
  }

  @Test
  void recordsByNameGiveAModelThatPredictsByName() {
    TrainingResult result = fit(numbers(), rows(150));
    assertEquals(List.of("y"), result.named().targets());
    assertEquals(List.of("a", "b"), result.file().schema().featureNames());
    assertEquals(1, answer(result, Map.of("a", 1, "b", 2)).mean(), 0.2);
    assertTrue(result.report().scores().get(0).r2() > 0.8);
    TargetChoice y = result.targets().get(0);
    assertEquals(LabelKind.NUMERIC, y.kind());
    assertFalse(y.given());
    assertTrue(result.holdOut().none());
    assertFalse(result.quickEffort());
  }

  @Test
  void textIsFittedAsClasses() {
    TrainingResult result = fit(settings("ill", "site", "day", "assay", "y"), rows(150));
    TargetChoice ill = result.targets().get(0);
    assertEquals(LabelKind.CLASSES, ill.kind());
    assertFalse(ill.given());
    NamedPrediction.Classes likely =
        Objects.requireNonNull(answer(result, Map.of("a", 2.5)).classes());
    assertEquals("yes", likely.level());
  }

  @Test
  void recordsTableAndFileGiveTheSameModel() {
    List<Map<String, Object>> rows = rows(60);
    StringBuilder csv = new StringBuilder(String.join(",", rows.get(0).keySet())).append('\n');
    for (Map<String, Object> row : rows) {
      List<String> cells =
          row.values().stream().map(v -> v == null ? "" : String.valueOf(v)).toList();
      csv.append(String.join(",", cells)).append('\n');
    }
    Path file = write("rows.csv", csv.toString());
    TableTrainer trainer = new TableTrainer(numbers().withGroup("site"));
    byte[] expected = bytes(trainer.fit(file).file());
    assertArrayEquals(expected, bytes(trainer.fit(rows).file()));
    Table table = Tables.read(file, trainer.settings().tableOptions());
    assertArrayEquals(expected, bytes(trainer.fit(table).file()));
  }

  @Test
  void heldOutRowsAreScoredAndNotFitted() {
    TrainingResult result = fit(numbers().withHoldOut(HoldOut.fraction(0.2)), rows(150));
    assertEquals(120, Objects.requireNonNull(result.table()).rows());
    assertEquals(120, result.report().rows());
    HoldOutScores.OfTarget y = result.holdOut().targets().get(0);
    assertEquals(30, y.scores().rows());
    assertTrue(y.scores().explained() > 0.8);
    assertTrue(y.standardError() > 0);
  }

  @Test
  void heldOutRowsMayBeRecordsATableOrAFile() {
    List<Map<String, Object>> rows = rows(150);
    List<Map<String, Object>> first = rows.subList(0, 100);
    List<Map<String, Object>> last = rows.subList(100, 150);
    HoldOutScores byRecords = fit(numbers().withHoldOut(HoldOut.records(last)), first).holdOut();
    assertEquals(50, byRecords.targets().get(0).scores().rows());
    Table whole = Tables.read(rows, numbers().tableOptions());
    Table held = whole.rows(IntStream.range(100, 150).toArray());
    HoldOutScores byTable = fit(numbers().withHoldOut(HoldOut.table(held)), first).holdOut();
    assertEquals(byRecords, byTable);
    StringBuilder csv = new StringBuilder("y,a,b\n");
    last.forEach(
        r ->
            csv.append(r.get("y"))
                .append(',')
                .append(r.get("a"))
                .append(',')
                .append(r.get("b") == null ? "" : r.get("b"))
                .append('\n'));
    String file = write("last.csv", csv.toString()).toString();
    assertEquals(byRecords, fit(numbers().withHoldOut(HoldOut.file(file)), first).holdOut());
  }

  @Test
  void aHeldOutTableWithOtherColumnsIsRejected() {
    List<Map<String, Object>> rows = rows(50);
    rows.forEach(r -> r.remove("b"));
    Table other = Tables.read(rows, target("y"));
    TrainingSettings s = numbers().withHoldOut(HoldOut.table(other));
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> fit(s, rows(60)))
            .getMessage()
            .startsWith(
                "a table of held-out rows must have the columns of the training rows, got "));
  }

  @Test
  void heldOutRowsWithoutALabelAreRejected() {
    Map<String, Object> unlabelled = Map.of("a", 1, "b", 2);
    TrainingSettings s = numbers().withHoldOut(HoldOut.records(List.of(unlabelled)));
    assertRefused(() -> fit(s, rows(60)), "rows", "requires labelled rows");
  }

  @Test
  void groupsStayTogetherAndAreNoFeature() {
    TrainingSettings s =
        settings("y", "day", "assay", "ill").withGroup("site").withHoldOut(HoldOut.fraction(0.25));
    TrainingResult result = fit(s, rows(144));
    assertEquals(List.of("a", "b"), result.file().schema().featureNames());
    Table fitted = Objects.requireNonNull(result.table());
    assertEquals(9, fitted.rawCells("site").cells().stream().distinct().count());
    assertEquals(108, fitted.rows());
  }

  @Test
  void theLatestRowsAreHeldOutByTime() {
    TrainingSettings s =
        settings("y", "site", "assay", "ill")
            .withTime(List.of("day"))
            .withHoldOut(HoldOut.fraction(0.25));
    Table fitted = Objects.requireNonNull(fit(s, rows(100)).table());
    assertTrue(fitted.rawCells("day").cells().stream().allMatch(d -> Double.parseDouble(d) < 75));
  }

  @Test
  void rowsOfWeightZeroAreNotFitted() {
    List<Map<String, Object>> rows = rows(150);
    for (int i = 0; i < rows.size(); i++) {
      boolean wrong = i % 5 == 0;
      rows.get(i).put("w", wrong ? 0 : 1);
      rows.get(i).computeIfPresent("y", (k, y) -> wrong ? (Double) y - 100 : y);
    }
    ReadOptions columns =
        ReadOptions.builder().target("y").ignore("site", "day", "assay", "ill").weight("w").build();
    TrainingSettings s = TrainingSettings.of(columns).withMethod(FAST).withFolds(2).withThreads(1);
    assertEquals(1, answer(fit(s, rows), Map.of("a", 1, "b", 2)).mean(), 0.2);
    rows.forEach(r -> r.put("w", r.get("y") == null ? 1 : 0));
    assertRefused(
        () -> fit(s, rows),
        "rows, column \"w\": must leave a row with an observed \"y\" a weight above 0");
  }

  @Test
  void balancedClassesMakeTheRareOneMoreProbable() {
    TrainingSettings s = settings("ill", "site", "day", "assay", "y");
    Map<String, Object> row = Map.of("a", 0.8);
    double plain = probability(fit(s, rows(150)), row);
    assertTrue(probability(fit(s.withClassWeights(ClassWeights.BALANCED), rows(150)), row) > plain);
    ClassWeights five = ClassWeights.of(Map.of("yes", 5.0));
    assertTrue(probability(fit(s.withClassWeights(five), rows(150)), row) > plain);
    ClassWeights unknown = ClassWeights.of(Map.of("maybe", 5.0));
    refused(
        "--class-weights must be balanced or name classes of ill: no, yes; got maybe",
        () -> fit(s.withClassWeights(unknown), rows(150)));
    refused(
        "--class-weights requires exactly one classification target, found 0",
        () -> fit(numbers().withClassWeights(five), rows(150)));
  }

  private static double probability(TrainingResult result, Map<String, Object> row) {
    return Objects.requireNonNull(answer(result, row).classes()).probabilities().stream()
        .filter(s -> s.level().equals("yes"))
        .mapToDouble(NamedPrediction.ClassProbability::probability)
        .sum();
  }

  @Test
  void auxiliaryColumnsAreNeitherFeaturesNorPredicted() {
    TrainingSettings s = settings("y", "site", "day", "ill").withAuxiliary(List.of("assay"));
    TrainingResult result = fit(s, rows(150));
    assertEquals(List.of("a", "b"), result.file().schema().featureNames());
    assertEquals(List.of("y"), result.named().targets());
    assertEquals(1, result.targets().size());
    assertTrue(
        result.report().notes().stream().map(Note::code).anyMatch("auxiliary-targets"::equals));
  }

  @Test
  void unlabelledRowsTakePart() {
    List<Map<String, Object>> rows = rows(120);
    rows.subList(40, 120).forEach(r -> r.put("y", null));
    TrainingResult result = fit(numbers(), rows);
    assertEquals(120, result.report().rows());
    assertEquals(40, result.report().labelledRows());
  }

  @Test
  void fewLabelsLowerTheEffortUnlessItIsFixed() {
    List<Map<String, Object>> rows = rows(40);
    rows.subList(8, 40).forEach(r -> r.put("y", null));
    TrainingSettings s = numbers().withMethod(AutoConfig.defaults());
    TrainingResult result = fit(s, rows);
    assertTrue(result.quickEffort());
    assertTrue(
        result.warnings().stream().map(DataWarning::code).anyMatch(DataWarning.FEW_LABELS::equals));
    assertFalse(fit(s.withAdaptEffort(false), rows).quickEffort());
  }

  @Test
  void alternativesToTargetsAreArguments() {
    List<Map<String, Object>> rows = rows(90);
    for (int i = 0; i < rows.size(); i++) {
      rows.get(i).put("visits", i % 5);
      rows.get(i).put("kind", i == 0 ? "rare" : "k" + i % 2);
    }
    String[] others = {"site", "day", "assay", "ill", "y"};
    TargetChoice visits =
        new TableTrainer(settings("visits", others)).prepare(rows).targets().get(0);
    assertTrue(visits.maybeCounts());
    TargetChoice kind = new TableTrainer(settings("kind", others)).prepare(rows).targets().get(0);
    assertEquals(List.of("rare"), kind.singleRowClasses());
  }

  @Test
  void predictionsStayWithinTheLimits() {
    TrainingSettings s = numbers().withLimits(new TargetLimits(-10, 4));
    assertTrue(answer(fit(s, rows(150)), Map.of("a", 30, "b", 60)).mean() <= 4);
    TrainingSettings tight = numbers().withLimits(new TargetLimits(0, 1));
    assertRefused(() -> fit(tight, rows(150)), "rows, row ", "column \"y\": must be at ");
    TrainingSettings classes =
        settings("ill", "site", "day", "assay", "y").withLimits(new TargetLimits(0, 1));
    refused(
        "--min and --max require numeric targets, but ill has classes",
        () -> fit(classes, rows(150)));
  }

  @Test
  void theTimeBudgetEndsAFitWithTheBestSoFar() {
    List<String> phases = new ArrayList<>();
    FitListener listener =
        new FitListener() {
          @Override
          public boolean onProgress(Progress p) {
            return true;
          }

          @Override
          public void onPhase(String phase, String part) {
            phases.add(phase + "/" + part);
          }
        };
    TrainingResult result =
        fit(numbers().withListener(listener).withTimeBudget(Duration.ofNanos(1)), rows(150));
    assertFalse(result.report().stop().isEmpty());
    assertTrue(phases.contains("reading/checks"), phases.toString());
    assertTrue(phases.contains("writing/profile of the rows"), phases.toString());
  }

  @Test
  void intervalsWithoutCalibrationAreThoseOfTheModel() {
    TrainingResult result = fit(numbers().withCalibration(false), rows(150));
    IncompleteRow row = Objects.requireNonNull(result.table()).features().row(0);
    double saved = result.named().model().predict(row).quantile(0.05);
    assertEquals(result.model().uncalibrated().predict(row).quantile(0.05), saved, 1e-12);
    assertNotEquals(result.model().predict(row).quantile(0.05), saved, 1e-6);
  }

  @Test
  void rowsOfACacheAreFittedByPasses() {
    StringBuilder csv = new StringBuilder("a,b,y\n");
    rows(400)
        .forEach(
            r ->
                csv.append(r.get("a"))
                    .append(',')
                    .append(r.get("b") == null ? "" : r.get("b"))
                    .append(',')
                    .append(r.get("y"))
                    .append('\n'));
    String file = write("big.csv", csv.toString()).toString();
    TrainingSettings s = settings("y");
    RowBlocks.Passes passes = RowBlocks.Passes.defaults().withMaxPasses(3);
    try (RowCache rows =
        RowCache.of(file, s.tableOptions(), folder.resolve("big.rows"), n -> true)) {
      TrainingResult result = new TableTrainer(s).fit(rows, passes);
      assertNull(result.table());
      assertEquals(1, answer(result, Map.of("a", 1, "b", 2)).mean(), 0.3);
      assertNotNull(result.file().schema());
      TableTrainer held = new TableTrainer(s.withValidation(HoldOut.fraction(0.3)));
      assertEquals(List.of("y"), held.fit(rows, passes).named().targets());
      refused(
          "a hold-out must be absent in a fit by passes",
          () -> new TableTrainer(s.withHoldOut(HoldOut.fraction(0.3))).prepare(rows));
      refused(
          "columns of time and group must be absent in a fit by passes",
          () -> new TableTrainer(s.withGroup("b")).prepare(rows));
    }
  }

  @Test
  void dataWithoutInformationAreRejected() {
    assertRefused(() -> fit(numbers(), List.of()), "rows: must hold at least one row, got none");
    assertRefused(() -> fit(settings("z"), rows(20)), "named by --target must be in the file");
    List<Map<String, Object>> constant = rows(20);
    constant.forEach(r -> r.put("y", 3));
    assertRefused(() -> fit(numbers(), constant), "column \"y\": a target must vary", "are 3");
    List<Map<String, Object>> one = rows(20);
    one.subList(1, 20).forEach(r -> r.put("y", null));
    assertRefused(
        () -> fit(numbers(), one), "a target must be observed in at least 2 rows, is in 1");
    refused(
        "--target must name the column to predict; rows has a, b",
        () ->
            new TableTrainer(TrainingSettings.of())
                .fit(List.of(Map.of("a", 1), Map.of("a", 2, "b", 3))));
  }

  @Test
  void settingsThatContradictEachOtherAreRejected() {
    TrainingSettings s = TrainingSettings.of("y");
    refused(
        "time and group must not both be given, got [day] and site",
        () -> s.withTime(List.of("day")).withGroup("site"));
    refused("folds must be at least 2, got 1", () -> s.withFolds(1));
    refused("threads must be between 1 and 1024, got 0", () -> s.withThreads(0));
    refused("timeBudget must be above 0, got PT0S", () -> s.withTimeBudget(Duration.ZERO));
    refused(
        "auxiliary column must not be a target, got y", () -> s.withAuxiliary(List.of("x", "y")));
    refused(
        "column of time or group must be neither target nor weight, got y", () -> s.withGroup("y"));
    refused("fraction must be above 0 and below 1, got 1.0", () -> HoldOut.fraction(1));
    refused("min must be below max, got 2.0 and 1.0", () -> new TargetLimits(2, 1));
    refused(
        "weight of class a must be finite and above 0, got 0.0",
        () -> ClassWeights.of(Map.of("a", 0.0)));
  }
}
