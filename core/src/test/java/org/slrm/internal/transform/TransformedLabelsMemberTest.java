package org.slrm.internal.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.candidate.ImputedCandidate;
import org.slrm.internal.candidate.TransformedLabelsCandidate;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.internal.selection.rows.TableRows;
import org.slrm.internal.selection.rows.WarmStarts;
import org.slrm.paper.Simulation;

class TransformedLabelsMemberTest {
  private final Simulation simulation =
      Simulation.builder().rows(400).features(8).rank(2).nonzeros(2).noise(0.3).build();
  private final IncompleteMatrix x = simulation.train().x();
  private final double[] y =
      Arrays.stream(simulation.train().y()).map(v -> Math.exp(v / 2)).toArray();
  private final TrainingData data = new TrainingData(x, IncompleteMatrix.ofColumn(y));
  private final Member member =
      new TransformedLabelsCandidate(new ImputedCandidate(null, false)).fit(fits(data));

  @Test
  void contributionsAndTheEffectOfMissingnessAddUp() {
    RowSolver solver = member.rowSolver();
    for (int i = 0; i < 50; i++) {
      at(solver, x, i);
      double[] c = new double[x.observed(i)];
      solver.addContributions(0, 1, c);
      double sum = Arrays.stream(c).sum() + solver.missingness(0);
      assertEquals(solver.mean(0) - member.intercept(0), sum, 1e-9);
    }
  }

  @Test
  void expectationAndVarianceAreThoseOfTheTransformedNormal() {
    Member inner = inner();
    FeatureTransforms transforms = FeatureTransforms.of(data.y(), null, Shape.LOG);
    Member outer = new TransformedLabelsMember(transforms, data.y().statistics(), inner);
    RowSolver inside = inner.rowSolver();
    RowSolver outside = outer.rowSolver();
    SplittableRandom random = new SplittableRandom(3);
    at(inside, x, 0);
    at(outside, x, 0);
    double v = inside.signalVariance(0) + inside.noiseVariance(0);
    int draws = 400_000;
    double sum = 0;
    double squares = 0;
    for (int k = 0; k < draws; k++) {
      double u = inside.mean(0) + Math.sqrt(v) * random.nextGaussian();
      double label = transforms.transform(0).inverse(u);
      sum += label;
      squares += label * label;
    }
    double mean = sum / draws;
    double variance = squares / draws - mean * mean;
    assertEquals(mean, outside.mean(0), 0.01 * Math.sqrt(variance));
    assertEquals(variance, outside.signalVariance(0) + outside.noiseVariance(0), 0.05 * variance);
  }

  @Test
  void meansOfSkewedLabelsAreUnbiased() {
    Simulation.Sample test = simulation.draw(2000, 1, 9);
    double[] labels = Arrays.stream(test.y()).map(v -> Math.exp(v / 2)).toArray();
    RowSolver solver = member.rowSolver();
    double sum = 0;
    for (int i = 0; i < labels.length; i++) {
      at(solver, test.x(), i);
      sum += solver.mean(0);
    }
    double mean = Arrays.stream(labels).average().orElseThrow();
    assertEquals(1, sum / labels.length / mean, 0.05);
  }

  @Test
  void symmetricLabelsHaveNoLogarithm() {
    TrainingData plain = new TrainingData(x, IncompleteMatrix.ofColumn(simulation.train().y()));
    assertFalse(TransformedLabelsCandidate.changes(plain));
    assertTrue(TransformedLabelsCandidate.changes(data));
  }

  @Test
  void unitAndZeroOfTheLabelsDoNotMatter() {
    double[] other = Arrays.stream(y).map(v -> 100 + 7 * v).toArray();
    TrainingData scaled = new TrainingData(x, IncompleteMatrix.ofColumn(other));
    Member again =
        new TransformedLabelsCandidate(new ImputedCandidate(null, false)).fit(fits(scaled));
    RowSolver a = member.rowSolver();
    RowSolver b = again.rowSolver();
    for (int i = 0; i < 20; i++) {
      at(a, x, i);
      at(b, x, i);
      assertEquals(100 + 7 * a.mean(0), b.mean(0), 1e-6 * Math.abs(b.mean(0)));
    }
  }

  @Test
  void autoChoosesItByValidationForLogNormalLabels() {
    SlrmModel model = Slrm.fit(x, y);
    assertTrue(
        model.report().candidates().stream()
            .anyMatch(c -> c.name().endsWith("logarithm of the target") && c.weight() > 0));
  }

  private Member inner() {
    double[] logs = Arrays.stream(y).map(Math::log).toArray();
    TrainingData labels = new TrainingData(x, IncompleteMatrix.ofColumn(logs));
    return new ImputedCandidate(null, false).fit(fits(labels));
  }

  private static SharedFits fits(TrainingData data) {
    return new SharedFits(
        new TableRows(data, FitContext.of(1)), MissingIndicators.none(8), 20, WarmStarts.none());
  }

  private static void at(RowSolver solver, IncompleteMatrix rows, int i) {
    int m = rows.observed(i);
    double[] z = new double[m];
    Arrays.setAll(z, e -> rows.value(rows.rowStart(i) + e));
    solver.pattern(rows.row(i).indices(), m);
    solver.row(z);
  }
}
