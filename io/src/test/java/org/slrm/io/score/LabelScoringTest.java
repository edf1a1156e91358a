package org.slrm.io.score;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.ReadOptions.Label;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;
import org.slrm.io.model.UnusableModelException;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.result.FitReport;

/** NamedPredictions and scores of classes, counts and amounts, by name. */
class LabelScoringTest {
  private static final List<Label> KINDS =
      List.of(Label.of("classes"), Label.of("counts"), Label.of("positive"), Label.of("robust"));

  @TempDir static Path folder;
  private static Path data;
  private static Table table;
  private static SlrmModel fitted;
  private static NamedModel model;

  @BeforeAll
  static void fit() throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    StringBuilder csv = new StringBuilder("a,b,c,class,count,amount,sturdy\n");
    for (int i = 0; i < 200; i++) {
      double u = random.nextGaussian();
      csv.append(u + 0.2 * random.nextGaussian()).append(',');
      csv.append(i % 3 == 0 ? "" : String.valueOf(u + 0.2 * random.nextGaussian())).append(',');
      csv.append(random.nextGaussian()).append(',');
      double v = u + 0.5 * random.nextGaussian();
      csv.append(v < -0.5 ? "low" : v < 0.7 ? "mid" : "top").append(',');
      csv.append(Math.round(Math.exp(1 + 0.5 * v))).append(',');
      csv.append(Math.exp(v)).append(',').append(v + (i % 40 == 0 ? 30 : 0)).append('\n');
    }
    data = Files.writeString(folder.resolve("labels.csv"), csv);
    ReadOptions options =
        ReadOptions.builder().target("class", "count", "amount", "sturdy").labels(KINDS).build();
    table = Tables.read(data, options);
    fitted =
        Slrm.with(LikelihoodConfig.defaults().withRank(2))
            .labels(table.schema().labelKinds(options))
            .fit(table.features(), table.labels());
    model = NamedModel.of(file(table.schema()));
  }

  private static ModelFile file(Schema schema) {
    return ModelFile.of(fitted, schema, ReadOptions.DEFAULT, ModelFile.Provenance.ofSeed(1));
  }

  private static List<NamedPrediction> answers(PredictOptions question) {
    RowBatch batch =
        Objects.requireNonNull(
            model.rows(List.of(Map.of("a", 0.2, "c", 1)), Mismatch.ACCEPT).next());
    return List.copyOf(model.predict(batch, question));
  }

  private static NamedPrediction.Classes classes(PredictOptions question) {
    return Objects.requireNonNull(answers(question).get(0).classes());
  }

  @Test
  void classesArePredictedByName() {
    assertEquals(List.of("low", "mid", "top"), model.levels(0));
    assertEquals(List.of(), model.levels(1));
    assertEquals(LabelKind.COUNTS, model.kind(1));
    NamedPrediction a = answers(PredictOptions.DEFAULT).get(0);
    NamedPrediction.Classes c = classes(PredictOptions.DEFAULT);
    assertTrue(Double.isNaN(a.mean()) && Double.isNaN(a.lower()) && Double.isNaN(a.median()));
    assertEquals(
        1,
        c.probabilities().stream().mapToDouble(NamedPrediction.ClassProbability::probability).sum(),
        1e-12);
    assertEquals(
        c.probabilities().stream()
            .mapToDouble(NamedPrediction.ClassProbability::probability)
            .max()
            .orElseThrow(),
        c.probability());
    assertTrue(c.set().contains(c.level()));
    assertNull(answers(PredictOptions.DEFAULT).get(1).classes());
  }

  @Test
  void oneRowIsPredictedAsABatchIs() {
    RowBatch batch =
        Objects.requireNonNull(
            model.rows(List.of(Map.of("a", 0.2, "c", 1)), Mismatch.ACCEPT).next());
    List<NamedPrediction> all = answers(PredictOptions.DEFAULT.level(0.8));
    for (int t = 0; t < 4; t++) {
      NamedPrediction one =
          NamedPrediction.of(
              1,
              model.targets().get(t),
              model.levels(t),
              model.model().predict(batch.features().row(0), t),
              2,
              0.8);
      assertEquals(all.get(t).classes(), one.classes());
      assertEquals(all.get(t).median(), one.median(), 1e-9);
      NamedPrediction.Classes nothing = one.unknown().classes();
      assertEquals(t == 0, nothing != null);
    }
  }

  @Test
  void costsMoveThePredictionButNotTheProbabilities() {
    NamedPrediction.Classes plain = classes(PredictOptions.DEFAULT);
    NamedPrediction.Classes costly = classes(PredictOptions.DEFAULT.costs(Map.of("top", 1e6)));
    assertEquals("top", costly.level());
    assertEquals(plain.probabilities(), costly.probabilities());
    assertEquals(plain.set(), costly.set());
    assertThrows(
        IllegalArgumentException.class,
        () -> classes(PredictOptions.DEFAULT.costs(Map.of("huh", 2.0))));
    assertThrows(
        IllegalArgumentException.class, () -> PredictOptions.DEFAULT.costs(Map.of("top", 0.0)));
  }

  @Test
  void explanationsAreThoseOfThePredictedClass() {
    PredictOptions question =
        PredictOptions.DEFAULT.explain(9).suggest(2).costs(Map.of("top", 1e6));
    NamedPrediction a = answers(question).get(0);
    double sum = a.explanation().baseline();
    for (NamedPrediction.Contribution c : a.explanation().contributions()) {
      sum += c.amount();
      assertEquals(Math.signum(c.amount()), Math.signum(c.probability()));
    }
    double p = classes(question).probability();
    assertEquals(Math.log(p / (1 - p)), sum, 1e-9);
    assertEquals("b", a.measurements().get(0).column());
    assertTrue(
        Double.isNaN(answers(question).get(1).explanation().contributions().get(0).probability()));
  }

  @Test
  void scoresOnTheRowsOfAFoldAreThoseOfTheFit() throws IOException {
    for (int t = 1; t < 4; t++) {
      LabelScore score = LabelScore.of(fitted, t);
      FitReport.Score expected = fitted.report().scores().get(t);
      var cv = Objects.requireNonNull(fitted.report().validation());
      double sum = 0;
      double[] labels = new double[cv.rows()];
      for (int i = 0; i < cv.rows(); i++) {
        labels[i] = cv.label(i, t);
        sum += score.of(cv.label(i, t), cv.prediction(i, t), cv.standardError(i, t));
      }
      assertEquals(expected.name(), score.name());
      assertEquals(expected.score(), sum / cv.rows(), 1e-9 * expected.score());
      assertEquals(
          expected.explained(), 1 - sum / cv.rows() / score.baselineScore(labels, null), 1e-9);
    }
  }

  @Test
  void everyKindIsEvaluatedByItsOwnScore() {
    try (RowSource rows = model.open(data.toString(), model.reading(), Mismatch.WARN)) {
      Map<String, Scores> all =
          model.evaluation(rows.labelled(), PredictOptions.DEFAULT).add(rows).scores();
      List<String> names = new ArrayList<>();
      all.values().forEach(s -> names.add(s.scoreName()));
      assertEquals(List.of("logLoss", "deviance", "squaredLogError", "mae"), names);
      for (Scores s : all.values()) {
        assertEquals(200, s.rows());
        assertTrue(s.explained() > 0.1, s.toString());
      }
      Scores.ClassificationScores c = (Scores.ClassificationScores) all.get("class");
      assertEquals(200, c.perClass().stream().mapToLong(Scores.ClassScores::rows).sum());
      assertTrue(c.setCoverage() > 0.8 && c.setSize() >= 1);
    }
  }

  @Test
  void labelParametersDescribeTheDistribution() {
    assertEquals("3 classes", LabelParameters.of(fitted, 0).distribution());
    assertNotNull(LabelParameters.of(fitted, 0).calibration());
    assertTrue(
        LabelParameters.of(fitted, 1).distribution().matches("(Poisson|negative binomial).*"));
    assertEquals("", LabelParameters.of(fitted, 1).calibration());
    assertTrue(LabelParameters.of(fitted, 3).distribution().contains("Student's t"));
  }

  @Test
  void aModelFileWhoseSchemaDoesNotNameTheClassesIsRejected() throws IOException {
    List<Schema.Column> columns = new ArrayList<>(table.schema().columns());
    int at = table.schema().indexOf("class");
    for (List<String> names : List.of(List.of("low", "mid"), List.<String>of())) {
      columns.set(
          at, new Schema.Column("class", Schema.Kind.CATEGORICAL, Schema.Role.TARGET, names, null));
      Path place = folder.resolve("forged.slrm");
      ModelFile forged = file(new Schema(columns, table.schema().na()));
      UnusableModelException e =
          assertThrows(UnusableModelException.class, () -> forged.write(place));
      assertTrue(e.getMessage().contains("3 classes"), e.getMessage());
    }
  }
}
