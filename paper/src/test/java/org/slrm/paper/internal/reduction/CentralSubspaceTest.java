package org.slrm.paper.internal.reduction;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.kernel.Directions;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.paper.SirConfig.Estimator;

class CentralSubspaceTest {
  private static final ToDoubleFunction<double[]> CUBIC = z -> z[0] + 0.3 * z[0] * z[0] * z[0];
  private static final ToDoubleFunction<double[]> SQUARE = z -> z[0] * z[0];

  /** Li's second example (1991). */
  private static final ToDoubleFunction<double[]> LI = z -> z[0] / (0.5 + Math.pow(z[1] + 1.5, 2));

  private static Directions found(TrainingData data, Estimator how, int k) {
    Factors f = Planted.factors(data);
    return new CentralSubspace(f, true, 8, 0).of(data, how, k, FitContext.of(1)).get(0);
  }

  @Test
  void slicesOfCompleteRowsGiveTheTextbookDirections() {
    Planted planted = Planted.of(300, 8, 2, 0.2, LI, 3);
    TrainingData data = planted.missing(0, 1);
    for (Estimator how : new Estimator[] {Estimator.SIR, Estimator.SAVE}) {
      double[] twin = textbook(planted, how == Estimator.SAVE);
      double[] ours = found(data, how, 2).values().clone();
      Orthonormal.columns(twin, 8, 2);
      Orthonormal.columns(ours, 8, 2);
      assertEquals(0, Orthonormal.largestAngleSine(ours, twin, 8, 2), 1e-7, how.name());
    }
  }

  /** L⁻¹ M L⁻ᵀ for Σ = LLᵀ, M by loops over sorted rows, eight slices of equal size. */
  private static double[] textbook(Planted planted, boolean save) {
    int n = planted.y().length;
    int p = 8;
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted((a, b) -> Double.compare(planted.y()[a], planted.y()[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] mean = mean(planted, order, 0, n);
    double[] L = covariance(planted, order, 0, n);
    assertTrue(Cholesky.factor(L, p, 0));
    double[] M = new double[p * p];
    for (int h = 0; h < 8; h++) {
      int from = (int) Math.ceil(h * n / 8.0);
      int to = (int) Math.ceil((h + 1) * n / 8.0);
      double[] m = mean(planted, order, from, to);
      double[] S = covariance(planted, order, from, to);
      for (int j = 0; j < p; j++) {
        m[j] -= mean[j];
      }
      Cholesky.forward(L, p, m);
      double[] Z = sandwich(L, S, p);
      for (int j = 0; j < p; j++) {
        for (int l = 0; l < p; l++) {
          double square = 0;
          for (int k = 0; k < p; k++) {
            square += ((j == k ? 1 : 0) - Z[j * p + k]) * ((k == l ? 1 : 0) - Z[k * p + l]);
          }
          M[j * p + l] += (to - from) * (save ? square : m[j] * m[l]) / n;
        }
      }
    }
    double[] vectors = Decompositions.symmetric(M, p).vectors();
    double[] out = new double[p * 2];
    for (int c = 0; c < 2; c++) {
      double[] b = new double[p];
      for (int j = 0; j < p; j++) {
        b[j] = vectors[j * p + c];
      }
      Cholesky.backward(L, p, b);
      for (int j = 0; j < p; j++) {
        out[j * 2 + c] = b[j];
      }
    }
    return out;
  }

  private static double[] mean(Planted planted, int[] order, int from, int to) {
    double[] out = new double[8];
    for (int r = from; r < to; r++) {
      for (int j = 0; j < 8; j++) {
        out[j] += planted.complete()[order[r]][j] / (to - from);
      }
    }
    return out;
  }

  private static double[] covariance(Planted planted, int[] order, int from, int to) {
    double[] m = mean(planted, order, from, to);
    double[] out = new double[64];
    for (int r = from; r < to; r++) {
      double[] x = planted.complete()[order[r]];
      for (int k = 0; k < 64; k++) {
        out[k] += (x[k / 8] - m[k / 8]) * (x[k % 8] - m[k % 8]) / (to - from);
      }
    }
    return out;
  }

  /** L⁻¹ S L⁻ᵀ. */
  private static double[] sandwich(double[] L, double[] S, int p) {
    double[] out = S.clone();
    for (int twice = 0; twice < 2; twice++) {
      double[] turned = new double[p * p];
      for (int c = 0; c < p; c++) {
        double[] column = new double[p];
        for (int j = 0; j < p; j++) {
          column[j] = out[j * p + c];
        }
        Cholesky.forward(L, p, column);
        System.arraycopy(column, 0, turned, c * p, p);
      }
      out = turned;
    }
    return out;
  }

  @Test
  void sirFindsTheDirectionOfARisingLinkThroughMissingEntries() {
    Planted planted = Planted.of(1000, 10, 1, 0.5, CUBIC, 101);
    double angle = planted.angle(found(planted.missing(0.3, 1), Estimator.SIR, 1));
    assertTrue(angle < 8, "degrees: " + angle);
  }

  @Test
  void sirFindsBothDirectionsOfLisExampleThroughMissingEntries() {
    Planted planted = Planted.of(3000, 8, 2, 0.2, LI, 102);
    double angle = planted.angle(found(planted.missing(0.2, 1), Estimator.SIR, 2));
    assertTrue(angle < 15, "degrees: " + angle);
  }

  @Test
  void missingEntriesBiasDirectionsOfManyRowsByWhatFitsWithoutLabelsExpectAndNotByOurs() {
    Planted planted = Planted.of(4000, 10, 1, 0.5, CUBIC, 103);
    TrainingData data = planted.missing(0.3, 1);
    double angle = planted.angle(found(data, Estimator.SIR, 1));
    Inputs inputs = Inputs.of(Planted.factors(data), true, data.x());
    Expectation unlabelled = new FactorExpectation(inputs, data.x());
    InverseRegression plain =
        new InverseRegression(
            Arrays.stream(Slices.of(data, 0, 8).rows())
                .map(rows -> Moments.of(unlabelled, 10, data, rows))
                .toList(),
            0);
    double[] biased = plain.unwhitened(plain.leading(plain.sir(), 1), 1);
    double off = planted.angle(new Directions(biased, 1));
    assertTrue(angle < 4, "degrees: " + angle);
    assertTrue(off > 7, "degrees without labels: " + off);
  }

  @Test
  void saveSeesASymmetricLinkThatSirCannot() {
    Planted planted = Planted.of(1500, 10, 1, 0.5, SQUARE, 104);
    TrainingData data = planted.missing(0.25, 1);
    double save = planted.angle(found(data, Estimator.SAVE, 1));
    double sir = planted.angle(found(data, Estimator.SIR, 1));
    assertTrue(save < 15, "degrees of SAVE: " + save);
    assertTrue(sir > 45, "degrees of SIR: " + sir);
  }

  @Test
  void mutualInformationSeesASymmetricLinkOfFewRows() {
    Planted planted = Planted.of(120, 8, 1, 0.3, SQUARE, 105);
    TrainingData data = planted.missing(0.2, 1);
    double lsmi = planted.angle(found(data, Estimator.LSMI, 1));
    double save = planted.angle(found(data, Estimator.SAVE, 1));
    assertTrue(lsmi < 25, "degrees: " + lsmi);
    assertTrue(lsmi < save, "degrees: " + lsmi + " against " + save + " of SAVE");
  }

  @Test
  void theSlopeOfInformationAgreesWithDifferences() {
    SplittableRandom random = new SplittableRandom(7);
    int n = 40;
    int q = 3;
    int k = 2;
    double[] v = random.doubles(n * q, -2, 2).toArray();
    double[] y = new double[n];
    double[] p = new double[n];
    for (int i = 0; i < n; i++) {
      y[i] = v[i * q] * v[i * q + 1] / 2 + 0.1 * random.nextGaussian();
      p[i] = (1 + i % 3) / 79.0;
    }
    MutualInformation problem =
        new MutualInformation(
                new MutualInformation.Rows(v, y, p, 1), IntStream.range(0, 10).toArray())
            .with(1, 0.05);
    double[] W = {1, 0, 0.3, 1, -0.2, 0.5};
    double[] slope = problem.at(W, k).slope();
    double[] differences = new double[W.length];
    for (int e = 0; e < W.length; e++) {
      double[] up = W.clone();
      double[] down = W.clone();
      up[e] += 1e-5;
      down[e] -= 1e-5;
      differences[e] = (problem.at(up, k).value() - problem.at(down, k).value()) / 2e-5;
    }
    assertArrayEquals(differences, slope, 1e-7);
    assertTrue(Arrays.stream(slope).anyMatch(s -> Math.abs(s) > 1e-3));
  }

  @Test
  void aNormalOfTheFactorsExpectsWhatTheFactorsDo() {
    TrainingData data = Planted.of(30, 6, 1, 0.5, CUBIC, 8).missing(0.4, 2);
    Inputs inputs = Inputs.of(Planted.factors(data), true, data.x());
    Expectation factors = new FactorExpectation(inputs, data.x());
    Expectation normal =
        new NormalExpectation(inputs, data.x(), new double[6], inputs.covariance());
    double[] one = new double[6];
    double[] other = new double[6];
    for (int i = 0; i < 30; i++) {
      Expectation.MissingInputs byFactors = factors.row(i, one);
      Expectation.MissingInputs byNormal = normal.row(i, other);
      assertArrayEquals(one, other, 1e-10);
      assertArrayEquals(byFactors.indices(), byNormal.indices());
      assertArrayEquals(byFactors.covariance(), byNormal.covariance(), 1e-10);
    }
  }

  @Test
  void equalLabelsShareASlice() {
    double[][] y = new double[40][1];
    Arrays.setAll(y, i -> new double[] {i < 17 ? 0 : i < 39 ? 1 : Double.NaN});
    IncompleteMatrix x = IncompleteMatrix.ofNaN(new double[40][2]);
    int[][] rows = Slices.of(new TrainingData(x, IncompleteMatrix.ofNaN(y)), 0, 8).rows();
    assertEquals(2, rows.length);
    assertArrayEquals(IntStream.range(0, 17).toArray(), rows[0]);
    assertArrayEquals(IntStream.range(17, 39).toArray(), rows[1]);
  }
}
