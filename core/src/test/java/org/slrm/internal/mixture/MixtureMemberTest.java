package org.slrm.internal.mixture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.LikelihoodMember;
import org.slrm.internal.predict.RowSolver;

/** What a mixture of factor analysers answers. */
class MixtureMemberTest {
  private final MixtureReference reference = new MixtureReference();
  private final Mixture mixture = last();
  private final MixtureMember member = MixtureMember.of(mixture, reference.features);
  private final RowSolver solver = member.rowSolver();

  private Mixture last() {
    JsonNode iterations = reference.root.get("iterations");
    return reference.mixture(iterations.get(iterations.size() - 1));
  }

  private IncompleteRow row(int i) {
    return IncompleteRow.ofNaN(MixtureReference.numbers(reference.root.get("test").get(i)));
  }

  private void ask(IncompleteRow row) {
    solver.pattern(row.indices(), row.observed());
    solver.row(values(row));
  }

  private static double[] values(IncompleteRow row) {
    double[] z = new double[row.observed()];
    Arrays.setAll(z, row::value);
    return z;
  }

  @Test
  void predictionsEqualTheReference() {
    JsonNode predictions = reference.root.get("predictionsAfterLast");
    for (int i = 0; i < predictions.size(); i++) {
      ask(row(i));
      JsonNode expected = predictions.get(i);
      assertEquals(expected.get("mean").asDouble(), solver.mean(0), 1e-8);
      double variance = solver.signalVariance(0) + solver.noiseVariance(0);
      assertEquals(expected.get("variance").asDouble(), variance, 1e-8);
    }
  }

  @Test
  void whereNothingIsObservedSharesAreThoseOfTheComponents() {
    ask(IncompleteRow.of(reference.features, new int[0], new double[0]));
    double mean = 0;
    for (int k = 0; k < mixture.size(); k++) {
      mean += mixture.proportions()[k] * mixture.component(k).mu()[reference.features];
    }
    assertEquals(mean, solver.mean(0), 1e-12);
    assertEquals(mean, member.intercept(0), 1e-12);
  }

  @Test
  void contributionsSumToMeanMinusInterceptHoweverFarARowIs() {
    for (double far : new double[] {1, 10, 1e3, 1e5}) {
      for (int i = 0; i < reference.root.get("test").size(); i++) {
        IncompleteRow row = row(i);
        double[] z = Arrays.stream(values(row)).map(v -> far * v).toArray();
        solver.pattern(row.indices(), row.observed());
        solver.row(z);
        double[] out = new double[row.observed()];
        solver.addContributions(0, 1, out);
        double scale = Math.max(1, Math.abs(solver.mean(0)));
        assertEquals(solver.mean(0) - member.intercept(0), Arrays.stream(out).sum(), 1e-9 * scale);
      }
    }
  }

  /** Two components that differ in one feature and in the label alone. */
  @Test
  void theEntryThatTellsComponentsApartHasTheShift() {
    double[] V = new double[6];
    double[] psi = {1, 1, 1, 0.1, 0.1, 0.1};
    Factors low = new Factors(1, new double[] {0, -2, 0, 0, 0, -1}, V, psi);
    Factors high = new Factors(1, new double[] {0, 2, 0, 0, 0, 1}, V, psi);
    MixtureMember two =
        MixtureMember.of(new Mixture(new double[] {0.5, 0.5}, List.of(low, high)), 5);
    RowSolver rows = two.rowSolver();
    rows.pattern(new int[] {0, 1, 2, 3}, 4);
    rows.row(new double[] {0.7, 2, -0.3, 0.2});
    double[] out = new double[4];
    rows.addContributions(0, 1, out);
    assertArrayEquals(new double[] {0, rows.mean(0), 0, 0}, out, 1e-12);
    assertTrue(rows.mean(0) > 0.99);
  }

  /** By drawing the feature many times, and predicting anew. */
  @Test
  void aSuggestionIsWhatThePredictionWouldVaryBy() {
    int j = 4;
    IncompleteRow shown = row(2).isKnown(j) ? row(3) : row(2);
    assertTrue(!shown.isKnown(j), "the row must miss feature " + j);
    ask(shown);
    double[] reductions = new double[reference.features];
    solver.varianceReductions(0, reductions);
    double[][] mean = new double[2][reference.features];
    double[][] variance = new double[2][reference.features];
    double[] share = shares(shown, mean, variance, j);
    SplittableRandom random = new SplittableRandom(5);
    int n = 40_000;
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      int k = random.nextDouble() < share[0] ? 0 : 1;
      double x = mean[k][j] + Math.sqrt(variance[k][j]) * random.nextGaussian();
      double[] full = shown.toNaN();
      full[j] = x;
      ask(IncompleteRow.ofNaN(full));
      y[i] = solver.mean(0);
    }
    double average = Arrays.stream(y).average().orElseThrow();
    double varied = Arrays.stream(y).map(v -> (v - average) * (v - average)).sum() / n;
    assertEquals(varied, reductions[j], 0.03 * varied);
  }

  /** Shares of a row, and where each component sees feature j. */
  private double[] shares(IncompleteRow row, double[][] mean, double[][] variance, int j) {
    double[] logs = new double[2];
    for (int k = 0; k < 2; k++) {
      LikelihoodMember one = LikelihoodMember.of(mixture.component(k), reference.features);
      double[] residual = values(row);
      for (int e = 0; e < residual.length; e++) {
        residual[e] -= one.center(row.index(e));
      }
      var component = one.patternSolver();
      component.pattern(row.indices(), row.observed());
      logs[k] = Math.log(mixture.proportions()[k]) + component.logDensity(residual);
      component.impute(residual, mean[k], variance[k]);
    }
    Mixture.normalize(logs);
    return logs;
  }

  @Test
  void completionsAreTheMeanOfTheComponentsByTheirShares() {
    IncompleteRow shown = row(3);
    double[][] means = new double[2][reference.features];
    double[][] variances = new double[2][reference.features];
    double[] r = shares(shown, means, variances, 0);
    ask(shown);
    double[] mean = new double[reference.features];
    double[] variance = new double[reference.features];
    solver.impute(mean, variance);
    for (int j = 0; j < mean.length; j++) {
      double m = r[0] * means[0][j] + r[1] * means[1][j];
      double square =
          r[0] * (variances[0][j] + means[0][j] * means[0][j])
              + r[1] * (variances[1][j] + means[1][j] * means[1][j]);
      assertEquals(m, mean[j], 1e-10);
      assertEquals(square - m * m, variance[j], 1e-9);
    }
  }

  @Test
  void aMixtureOfOneComponentAnswersAsItDoes() {
    Mixture one = new Mixture(new double[] {1}, List.of(mixture.component(0)));
    MixtureMember alone = MixtureMember.of(one, reference.features);
    RowSolver expected = alone.components().get(0).rowSolver();
    RowSolver actual = alone.rowSolver();
    for (int i = 0; i < reference.root.get("test").size(); i++) {
      IncompleteRow row = row(i);
      for (RowSolver s : List.of(expected, actual)) {
        s.pattern(row.indices(), row.observed());
        s.row(values(row));
      }
      assertEquals(expected.mean(0), actual.mean(0));
      assertEquals(expected.signalVariance(0), actual.signalVariance(0));
      double[] a = new double[reference.features];
      double[] b = new double[reference.features];
      expected.varianceReductions(0, a);
      actual.varianceReductions(0, b);
      assertArrayEquals(a, b, 1e-12);
    }
  }
}
