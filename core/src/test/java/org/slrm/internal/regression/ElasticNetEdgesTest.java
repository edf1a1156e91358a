package org.slrm.internal.regression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.internal.regression.ElasticNet.Settings;
import org.slrm.internal.run.Workers;

/** Features that do not vary, least squares that are not exact, and where a evaluated path ends. */
class ElasticNetEdgesTest {

  /** A problem whose least squares and errors on rows are made up. */
  private static final class Scripted implements RegressionProblem {
    private final RegressionProblem of;
    private final double weight;
    private final double[] solution;
    private final double[] errors;
    private int calls;

    Scripted(RegressionProblem of, double weight, double[] solution, double... errors) {
      this.of = of;
      this.weight = weight;
      this.solution = solution;
      this.errors = errors;
    }

    @Override
    public int features() {
      return of.features();
    }

    @Override
    public double weight() {
      return weight;
    }

    @Override
    public double mean(int j) {
      return of.mean(j);
    }

    @Override
    public double meanLabel() {
      return of.meanLabel();
    }

    @Override
    public double variance(int j) {
      return of.variance(j);
    }

    @Override
    public double labelVariance() {
      return of.labelVariance();
    }

    @Override
    public Gradient gradient() {
      return of.gradient();
    }

    @Override
    public double error(double intercept, double[] w) {
      return errors[calls++];
    }

    @Override
    public double[] leastSquares() {
      return solution;
    }
  }

  private static final GramProblem SMALL =
      GramProblem.of(9, new double[] {2, 1, 1, 4}, new double[] {3, -1}, 10);

  @Test
  void leastSquaresThatAreNotExactSayWhatSingleStepsCouldStillGain() {
    Scripted rough = new Scripted(SMALL, 9, new double[] {1, 0.25});
    ElasticNetPath path =
        ElasticNet.path(
            rough, new Penalties(new double[] {1, 0}, new double[2]), Settings.defaults());
    assertArrayEquals(new double[] {1, 0.25}, path.coefficients(1));
    // g = c − Gw = (0.75, −3); Σ g²/(2G) over the label's variance of 10
    assertEquals((0.75 * 0.75 / 4 + 9.0 / 8) / 10, path.gaps()[1], 1e-15);
    assertEquals(1, path.sweeps()[1]);
  }

  @Test
  void aFeatureThatIsAlwaysZeroStaysOut() {
    GramProblem zero =
        GramProblem.ofRows(new double[] {0, 1, 0, 2, 0, 6}, 2, new double[] {1, 3, 5}, null);
    for (boolean standardize : new boolean[] {false, true}) {
      Settings settings = new Settings(standardize, 1e-9, 100);
      for (Penalties penalties : List.of(Penalties.of(0.1, 0), Penalties.of(0, 0.1))) {
        ElasticNetPath path = ElasticNet.path(zero, penalties, settings);
        assertArrayEquals(new int[] {1}, path.support()[0]);
        assertEquals(0, path.gaps()[0], 1e-9);
      }
    }
  }

  @Test
  void aDeviationOfTheSizeOfTheMeansRoundingIsNone() {
    double[] gram = {1e-8, 0, 0, 4};
    GramProblem problem =
        GramProblem.ofCentred(9, new double[] {1e9, 5}, 2, gram, new double[] {9e-5, 1}, 1);
    ElasticNetPath path = ElasticNet.path(problem, Penalties.of(1e-3, 0), Settings.defaults());
    assertArrayEquals(new int[] {1}, path.support()[0]);
    assertEquals(2 * 1 / 2.0, ElasticNet.largestPenalty(problem, true), 1e-15);
  }

  private static CrossValidatedPath evaluated(int points, int patience, Scripted... heldOut) {
    Penalties penalties = Penalties.path(SMALL, true, points, 0.1, 1);
    List<GramProblem> training = Arrays.stream(heldOut).map(fold -> SMALL).toList();
    Settings settings = new Settings(true, 1e-9, 100, patience);
    return ElasticNet.crossValidate(
        training, List.of(heldOut), penalties, settings, Workers.single());
  }

  private static Scripted fold(double weight, double... errors) {
    return new Scripted(SMALL, weight, new double[2], errors);
  }

  @Test
  void patienceEndsThePathAfterAsManyClearlyWorsePointsInARow() {
    // 2.02 is 1 % above the best and not yet clearly worse; the best so far counts, not the last
    double[] errors = {3, 2, 2.02, 2.03, 2.01, 2.03, 2.1, 1.9, 1, 1};
    assertEquals(7, evaluated(10, 2, fold(1, errors)).errors().length);
    assertEquals(4, evaluated(10, 1, fold(1, errors)).errors().length);
    assertEquals(10, evaluated(10, 3, fold(1, errors)).errors().length);
    assertEquals(10, evaluated(10, 0, fold(1, errors)).errors().length);
  }

  @Test
  void patienceLooksAtTheMeanWeightedByTheFolds() {
    // (3 a + b) / 4 is 2, 2.01, 2.5, 2.5, 1.9, the plain mean 2, 3.01, 3, …
    double[] mean = {2, 2.01, 2.5, 2.5, 1.9};
    double[] off = {0, 1, 0.5, 0, -1};
    double[] a = IntStream.range(0, 5).mapToDouble(k -> mean[k] - off[k]).toArray();
    double[] b = IntStream.range(0, 5).mapToDouble(k -> mean[k] + 3 * off[k]).toArray();
    CrossValidatedPath path = evaluated(5, 2, fold(3, a), fold(1, b));
    assertArrayEquals(Arrays.copyOf(mean, 4), path.errors(), 1e-12);
    assertEquals(2, path.folds().size());
    assertEquals(4, path.folds().get(1).size());
    assertArrayEquals(Arrays.copyOf(b, 4), path.evaluated().foldErrors()[1]);
  }

  @Test
  void everyTrainingFoldNeedsItsHeldOutRows() {
    Penalties penalties = Penalties.of(1, 0);
    assertThrows(
        IllegalArgumentException.class,
        () ->
            ElasticNet.crossValidate(
                List.of(SMALL, SMALL),
                List.of(SMALL),
                penalties,
                Settings.defaults(),
                Workers.single()));
  }

  @Test
  void aFeatureThatVariesInRowsOfWeightZeroAloneDoesNotVary() {
    double[] column = {0.1, 0.2, -0.3, 0, 0, 0, 0, 0, 0, 0, 0};
    double[] y = {0, 0, 0, 1, 2, 3, 5, 8, 13, 21, 34};
    RawProblem all = RawProblem.ofRows(column, 1, y, null);
    RawProblem rest = all.withWeights(new double[] {0, 0, 0, 1, 2, 3, 1, 2, 3, 1, 0.7});
    assertEquals(0, rest.variance(0));
    double[] w = ElasticNet.path(rest, Penalties.of(1e-9, 0), Settings.defaults()).coefficients(0);
    assertEquals(0, w[0]);
  }
}
