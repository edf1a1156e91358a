package org.slrm.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.linalg.SpdFactor;
import org.slrm.internal.run.Workers;

/** Kernel ridge regression against slow twins that follow its definition. */
class KernelFitTest {
  private static final int N = 41;
  private static final int Q = 3;
  private static final Kernel KERNEL = new Kernel(1.0 / Q, 2, 1.5);
  private static final double PENALTY = 0.05;

  private final KernelRows rows = rows(N, 7, false);

  private static KernelRows rows(int n, long seed, boolean weighted) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] inputs = random.doubles(n * Q).map(v -> 4 * v - 2).toArray();
    double[] y = new double[n];
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      y[i] = inputs[i * Q] + Math.sin(2 * inputs[i * Q + 1]) + 0.1 * random.nextGaussian();
      weights[i] = weighted ? 1 + i % 3 : 1;
    }
    return new KernelRows(inputs, Q, y, weights, Gaussian.LABEL);
  }

  private static double slow(double[] u, int atU, double[] v, int atV) {
    double dot = 0;
    double square = 0;
    for (int j = 0; j < Q; j++) {
      dot += u[atU + j] * v[atV + j];
      square += Math.pow(u[atU + j] - v[atV + j], 2);
    }
    return 1 + dot / Q + 2 * Math.exp(-square / 3);
  }

  /** (K + λ/w)⁻¹(y − b), its matrix written out. */
  private static double[] twin(KernelRows rows, double mean) {
    int n = rows.count();
    double[][] a = new double[n][n];
    double[][] y = new double[n][1];
    for (int i = 0; i < n; i++) {
      y[i][0] = rows.y()[i] - mean;
      for (int l = 0; l < n; l++) {
        a[i][l] = slow(rows.inputs(), i * Q, rows.inputs(), l * Q);
      }
      a[i][i] += PENALTY / rows.weights()[i];
    }
    DMatrixRMaj out = new DMatrixRMaj(n, 1);
    assertTrue(CommonOps_DDRM.solve(new DMatrixRMaj(a), new DMatrixRMaj(y), out));
    return out.getData();
  }

  private static double[] exact(KernelRows rows, double mean) {
    LeaveOneOut all = new LeaveOneOut(rows, mean);
    return all.solved(all.matrix(KERNEL), PENALTY, new SpdFactor(rows.count()));
  }

  @Test
  void scaledInputsAreComparedAsIfTheyHadBeenScaledBefore() {
    double[] scales = {2, 0.5, 1};
    KernelRows scaled = rows.scaled(scales);
    double[] alpha = exact(scaled, 0.1);
    KernelRidge f = KernelRidge.of(KERNEL, scales, scaled, 0.1, alpha);
    KernelRidge g = ridge(scaled, 0.1, alpha);
    double[] u = {0.3, -0.8, 1.1};
    assertEquals(g.value(new double[] {0.6, -0.4, 1.1}), f.value(u), 1e-12);
    double[] slope = new double[Q];
    f.addSlope(u, 1, slope);
    double[] up = {0.3, -0.8 + 1e-5, 1.1};
    double[] down = {0.3, -0.8 - 1e-5, 1.1};
    assertEquals((f.value(up) - f.value(down)) / 2e-5, slope[1], 1e-6);
  }

  private static KernelRidge ridge(KernelRows at, double mean, double[] alpha) {
    return KernelRidge.of(KERNEL, new double[] {1, 1, 1}, at, mean, alpha);
  }

  @Test
  void weightsOfTheCentresAreThoseOfTheSlowTwin() {
    KernelRows weighted = rows(N, 7, true);
    double mean = weighted.mean();
    assertArrayEquals(twin(weighted, mean), exact(weighted, mean), 1e-9);
  }

  @Test
  void residualsOfRowsThatBelongTogetherAreThoseOfFitsWithoutAllOfThem() {
    KernelRows folded = inFolds(rows(N, 7, true));
    double mean = folded.mean();
    LeaveOneOut all = new LeaveOneOut(folded, mean);
    SpdFactor factor = new SpdFactor(N);
    double[] alpha = all.solved(all.matrix(KERNEL), PENALTY, factor);
    double[] residuals = all.residuals(alpha, factor);
    for (int i = 0; i < N; i++) {
      assertEquals(folded.y()[i] - without(folded, i, mean), residuals[i], 1e-9, "row " + i);
    }
  }

  @Test
  void withCentresAtAllRowsFoldsErrAsFitsWithoutThem() {
    KernelRows folded = inFolds(rows(N, 7, true));
    double mean = folded.mean();
    int[] evaluating = IntStream.range(0, N).filter(i -> i % 4 != 0).toArray();
    FoldedLandmarks landmarks =
        new FoldedLandmarks(
            folded, folded, evaluating, r -> new Landmarks(r, folded, KERNEL, mean, Workers.of(1)));
    double sum = 0;
    double total = 0;
    for (int i : evaluating) {
      double w = folded.weights()[i];
      sum += w * Math.pow(folded.y()[i] - without(folded, i, mean), 2);
      total += w;
    }
    assertEquals(sum / total, landmarks.error(PENALTY), 1e-6 * sum / total);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 60})
  void whatWasChosenForTheSameRowsGivesTheSameFunction(int centres) {
    KernelRows rows = rows(200, 4, true);
    KernelFit.Chosen chosen = new KernelFit(rows, centres, 3, Workers.single()).run();
    KernelFit.Chosen again = new KernelFit(rows, centres, 3, Workers.single()).like(chosen);
    double[] u = {0.3, -0.2, 0.5, 0.1, 0.4, -0.6, 0.2, 0.9};
    double[] at = Arrays.copyOf(u, rows.q());
    assertEquals(chosen.ridge().value(at), again.ridge().value(at), 1e-12);
    assertEquals(chosen.error(), again.error());
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 60})
  void rowsThatAreTheirNeighboursTwinsArePenalisedMoreWhenHeldOutTogether(int centres) {
    KernelRows twins = twins();
    KernelRows together = twins.in(IntStream.range(0, twins.count()).map(i -> i / 2 % 5).toArray());
    KernelFit.Chosen alone = new KernelFit(twins, centres, 3, Workers.of(1)).run();
    KernelFit.Chosen paired = new KernelFit(together, centres, 3, Workers.of(1)).run();
    assertTrue(paired.penalty() > alone.penalty(), paired.penalty() + " " + alone.penalty());
    // No fit can know the noise, 0.49 and 0.0025, but by a row's twin.
    assertTrue(alone.error() < 0.4925 && paired.error() > 0.4925, alone + " " + paired);
  }

  /** Every row twice, its label being half noise that the two share. */
  private static KernelRows twins() {
    int n = 200;
    SplittableRandom random = new SplittableRandom(5);
    double[] inputs = new double[n * Q];
    double[] y = new double[n];
    for (int i = 0; i < n; i += 2) {
      double noise = random.nextGaussian();
      for (int j = 0; j < Q; j++) {
        inputs[i * Q + j] = 4 * random.nextDouble() - 2;
        inputs[(i + 1) * Q + j] = inputs[i * Q + j] + 0.01 * random.nextGaussian();
      }
      for (int r = i; r < i + 2; r++) {
        y[r] = 0.7 * inputs[r * Q] + 0.7 * noise + 0.05 * random.nextGaussian();
      }
    }
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return new KernelRows(inputs, Q, y, ones, Gaussian.LABEL);
  }

  private static KernelRows inFolds(KernelRows rows) {
    return rows.in(IntStream.range(0, rows.count()).map(i -> i * 7 / 5 % 4).toArray());
  }

  /** What a fit without a row's fold says of it. */
  private static double without(KernelRows rows, int i, double mean) {
    int[] fold = rows.parts();
    KernelRows others =
        rows.of(IntStream.range(0, rows.count()).filter(r -> fold[r] != fold[i]).toArray());
    double[] u = Arrays.copyOfRange(rows.inputs(), i * Q, (i + 1) * Q);
    return ridge(others, mean, exact(others, mean)).value(u);
  }

  @Test
  void residualsOfHeldOutRowsAreThoseOfFitsWithoutThem() {
    KernelRows weighted = rows(N, 7, true);
    double mean = weighted.mean();
    LeaveOneOut all = new LeaveOneOut(weighted, mean);
    SpdFactor factor = new SpdFactor(N);
    double[] alpha = all.solved(all.matrix(KERNEL), PENALTY, factor);
    double[] residuals = all.residuals(alpha, factor);
    for (int i = 0; i < N; i++) {
      int left = i;
      KernelRows others = weighted.of(IntStream.range(0, N).filter(r -> r != left).toArray());
      double[] u = Arrays.copyOfRange(weighted.inputs(), i * Q, (i + 1) * Q);
      double there = ridge(others, mean, exact(others, mean)).value(u);
      assertEquals(weighted.y()[i] - there, residuals[i], 1e-9, "row " + i);
    }
  }

  @Test
  void centresAtAllRowsComeToTheExactFit() {
    KernelRows weighted = rows(N, 7, true);
    double mean = weighted.mean();
    KernelRidge exact = ridge(weighted, mean, exact(weighted, mean));
    Landmarks landmarks = new Landmarks(weighted, weighted, KERNEL, mean, Workers.single());
    KernelRidge some = ridge(weighted, mean, landmarks.solved(PENALTY));
    for (KernelRows at : new KernelRows[] {weighted, rows(20, 8, false)}) {
      for (int i = 0; i < at.count(); i++) {
        double[] u = Arrays.copyOfRange(at.inputs(), i * Q, (i + 1) * Q);
        assertEquals(exact.value(u), some.value(u), 1e-6);
      }
    }
  }

  @Test
  void heldOutRowsOfLandmarksAreThoseOfFitsWithoutThem() {
    KernelRows centres = rows.of(IntStream.range(0, 9).toArray());
    double mean = rows.mean();
    Landmarks all = new Landmarks(rows, centres, KERNEL, mean, Workers.single());
    for (int i : new int[] {0, 5, 20, 40}) {
      int left = i;
      KernelRows others = rows.of(IntStream.range(0, N).filter(r -> r != left).toArray());
      Landmarks without = new Landmarks(others, centres, KERNEL, mean, Workers.single());
      double[] u = Arrays.copyOfRange(rows.inputs(), i * Q, (i + 1) * Q);
      double residual = rows.y()[i] - ridge(centres, mean, without.solved(PENALTY)).value(u);
      KernelRows one = rows.of(new int[] {i});
      double error = all.evaluated(PENALTY, one, one, all.with(one), Workers.single()).error();
      assertEquals(residual * residual, error, 1e-8 * Math.max(1, error), "row " + i);
    }
  }

  /** For a kernel and a penalty that are given; left out, a copy stays where a weight goes. */
  @Test
  void aRowOfWeightTwoIsTheRowTwice() {
    double[] weights = new double[N];
    Arrays.setAll(weights, i -> i % 2 == 0 ? 2 : 1);
    KernelRows weighted = new KernelRows(rows.inputs(), Q, rows.y(), weights, Gaussian.LABEL);
    int[] twice =
        IntStream.range(0, N)
            .flatMap(i -> i % 2 == 0 ? IntStream.of(i, i) : IntStream.of(i))
            .toArray();
    KernelRows copied = rows.of(twice);
    assertEquals(copied.mean(), weighted.mean(), 1e-12);
    KernelRidge one = ridge(weighted, 0.3, exact(weighted, 0.3));
    KernelRidge other = ridge(copied, 0.3, exact(copied, 0.3));
    for (int i = 0; i < N; i++) {
      double[] u = Arrays.copyOfRange(rows.inputs(), i * Q, (i + 1) * Q);
      assertEquals(one.value(u), other.value(u), 1e-9);
    }
  }

  @Test
  void slopesAreThoseOfFiniteDifferences() {
    KernelRidge f = ridge(rows, 0.2, exact(rows, 0.2));
    double[] u = {0.3, -0.8, 1.1};
    double[] slope = new double[Q];
    f.addSlope(u, 1, slope);
    for (int j = 0; j < Q; j++) {
      double[] up = u.clone();
      double[] down = u.clone();
      up[j] += 1e-5;
      down[j] -= 1e-5;
      assertEquals((f.value(up) - f.value(down)) / 2e-5, slope[j], 1e-6);
    }
  }

  @Test
  void inputsThatDoNotMatterAreMadeSmaller() {
    KernelRows many = rows(200, 3, false);
    double[] scales =
        Relevance.scales(
            many, Relevance.varying(many), many.mean(), new LeaveOneOut.Choice(KERNEL, PENALTY, 0));
    assertTrue(scales[2] < 0.8 * scales[0] && scales[2] < 0.8 * scales[1], Arrays.toString(scales));
  }

  @Test
  void whatIsNonlinearIsFollowedWhereALineCannot() {
    KernelRows many = rows(900, 3, false);
    KernelFit.Chosen chosen = new KernelFit(many, 200, 1, Workers.single()).run();
    KernelRows fresh = rows(300, 4, false);
    double error = 0;
    for (int i = 0; i < fresh.count(); i++) {
      double[] u = Arrays.copyOfRange(fresh.inputs(), i * Q, (i + 1) * Q);
      error += Math.pow(fresh.y()[i] - chosen.ridge().value(u), 2) / fresh.count();
    }
    // Noise has variance 0.01, what no line can follow about 0.5.
    assertTrue(error < 0.015, "error " + error);
    assertEquals(error, chosen.error(), 0.005);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 1300})
  void theNumberOfThreadsChangesNotASingleBit(int n) {
    KernelRows some = rows(n, 5, true);
    KernelFit.Chosen one = new KernelFit(some, 150, 1, Workers.single()).run();
    try (Workers two = Workers.of(2)) {
      KernelFit.Chosen other = new KernelFit(some, 150, 1, two).run();
      assertEquals(one.error(), other.error());
      assertArrayEquals(one.ridge().alpha(), other.ridge().alpha());
    }
  }

  @Test
  void rowsThatAreAllAlikeAndLabelsThatAreAllEqualAreFitted() {
    double[] same = new double[20 * Q];
    Arrays.fill(same, 0.5);
    double[] y = IntStream.range(0, 20).mapToDouble(i -> i % 2).toArray();
    KernelRows alike =
        new KernelRows(
            same, Q, y, IntStream.range(0, 20).mapToDouble(i -> 1).toArray(), Gaussian.LABEL);
    assertEquals(
        0.5,
        new KernelFit(alike, 100, 1, Workers.single())
            .run()
            .ridge()
            .value(new double[] {0.5, 0.5, 0.5}),
        1e-6);
    double[] five = new double[N];
    Arrays.fill(five, 5);
    KernelRows constant = new KernelRows(rows.inputs(), Q, five, rows.weights(), Gaussian.LABEL);
    assertEquals(
        5,
        new KernelFit(constant, 100, 1, Workers.single()).run().ridge().value(new double[Q]),
        1e-12);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void aHandfulOfRowsIsFitted(int n) {
    KernelFit.Chosen chosen = new KernelFit(rows(n, 5, false), 100, 1, Workers.single()).run();
    assertTrue(Double.isFinite(chosen.ridge().value(new double[] {1, 2, 3})));
    assertTrue(Double.isFinite(chosen.error()));
  }
}
