package org.slrm.paper.internal.algorithm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slrm.Slrm;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.predict.PatternSolver;
import org.slrm.paper.Simulation;
import org.slrm.paper.SlrmConfig;
import org.slrm.paper.internal.step.ProximalStep;

/** What is wrong in the paper, as docs/paper.md tells it. */
class PaperErrataTest {

  /** (1 − w)² + λ3 w² has its minimum at 1/(1 + λ3); the printed step rests at 2/(2 + λ3). */
  @Test
  void thePrintedStepMissesAFactorTwoInTheRidge() {
    double[] w = {0};
    ProximalStep step = new ProximalStep(0, 1);
    for (int t = 0; t < 1000; t++) {
      step.update(w, new double[] {1}, 1, 0.05);
    }
    assertEquals(2.0 / 3, w[0], 1e-12);
  }

  /** U → UQ, w → Qᵀw leaves both fits as they are and turns w onto one axis. */
  @Test
  void aRotationMakesTheRegressorOneSparseAtTheSameFit() {
    int D = 20;
    int d = 5;
    SplittableRandom random = new SplittableRandom(1);
    double[] U = random.doubles(D * d, -1, 1).toArray();
    Orthonormal.columns(U, D, d);
    double[] w = random.doubles(d, -1, 1).toArray();
    double length = Math.sqrt(Vectors.dot(w, 0, w, 0, d));
    double[] axis = new double[d];
    axis[0] = length;
    double[] turned = reflected(U, D, w, axis);

    for (int i = 0; i < 20; i++) {
      double[] row = random.doubles(D, -2, 2).map(v -> v > 1 ? Double.NaN : v).toArray();
      IncompleteMatrix x = IncompleteMatrix.ofNaN(new double[][] {row});
      double y = random.nextDouble();
      assertEquals(terms(U, w, x, y).get(0), terms(turned, axis, x, y).get(0), 1e-10);
      assertEquals(terms(U, w, x, y).get(1), terms(turned, axis, x, y).get(1), 1e-10);
    }
    double l1 = java.util.Arrays.stream(w).map(Math::abs).sum();
    assertTrue(length < 0.9 * l1, "‖w‖₁ falls from " + l1 + " to ‖w‖₂ = " + length);
  }

  /** Rows of U reflected so that w goes to the axis: Q = I − 2vvᵀ/vᵀv with v = w − axis. */
  private static double[] reflected(double[] U, int D, double[] w, double[] axis) {
    int d = w.length;
    double[] v = new double[d];
    for (int c = 0; c < d; c++) {
      v[c] = w[c] - axis[c];
    }
    double[] out = U.clone();
    double size = Vectors.dot(v, 0, v, 0, d);
    for (int j = 0; j < D; j++) {
      double along = 2 * Vectors.dot(U, j * d, v, 0, d) / size;
      for (int c = 0; c < d; c++) {
        out[j * d + c] -= along * v[c];
      }
    }
    return out;
  }

  /** Reconstruction and label error of a row with its best code. */
  private static List<Double> terms(double[] U, double[] w, IncompleteMatrix x, double y) {
    int d = w.length;
    CodeStep code = new CodeStep(x.columns(), d);
    code.solve(U, x, 0, 3, w, y);
    double reconstruction = 0;
    for (int k = 0; k < x.rowStart(1); k++) {
      double r = x.value(k) - Vectors.dot(U, x.column(k) * d, code.alpha(), 0, d);
      reconstruction += r * r;
    }
    double e = y - Vectors.dot(w, 0, code.alpha(), 0, d);
    return List.of(reconstruction, e * e);
  }

  /**
   * The proof of Theorem 1 covers functions βᵀx_Ω with one β for all rows. The predictor has none:
   * with U = (1, 1, 2)/√6 and w = 1 the coefficient of the first feature is √6/2 in a row that
   * knows features 0 and 1, and √6/5 in one that knows 0 and 2.
   */
  @Test
  void thePredictorsCoefficientsDependOnWhatIsKnown() {
    double r = Math.sqrt(6);
    double[] one = {1};
    GatedMember member =
        new GatedMember(
            3, 1, new double[] {1 / r, 1 / r, 2 / r}, one, new double[] {0}, 0.999, 0, 1, one, one);
    assertEquals(r / 2, first(member, 0, 1), 1e-12);
    assertEquals(r / 5, first(member, 0, 2), 1e-12);
  }

  private static double first(GatedMember member, int... known) {
    PatternSolver solver = member.patternSolver();
    double[] out = new double[known.length];
    solver.pattern(known, known.length);
    solver.coefficients(0, out);
    return out[0];
  }

  /**
   * Training codes see the label: its fit looks perfect while new rows fare worse, pass by pass.
   */
  @Test
  @Tag("slow")
  void labelAwareCodesLeakTheLabel() {
    Simulation simulation = Simulation.builder().rows(600).noise(1).seed(3).build();
    double variance = simulation.truth().labelVariance();
    SlrmFigures leaking = passes(simulation, 1);
    SlrmFigures twoStage = passes(simulation, 1e6);
    assertTrue(leaking.trainingError() < 0.3 * variance, "fits its own labels: " + leaking);
    assertTrue(leaking.holdOut() > 1.1 * twoStage.holdOut(), leaking + " against " + twoStage);
    assertTrue(leaking.holdOut() > leaking.first(), "grows with the passes: " + leaking);
  }

  private record SlrmFigures(double trainingError, double first, double holdOut) {}

  private static SlrmFigures passes(Simulation simulation, double lambda1) {
    SlrmConfig config =
        SlrmConfig.builder()
            .rank(30)
            .reconstructionWeight(lambda1)
            .l1(0.03)
            .l2(0)
            .stepSize(2.5e-4)
            .maxPasses(8)
            .patience(8)
            .scaling(Scaling.Kind.NONE)
            .build();
    Simulation.Sample train = simulation.train();
    Simulation.Sample held = simulation.validation(500);
    var report =
        Slrm.with(config)
            .folds(0)
            .validation(held.x(), IncompleteMatrix.ofColumn(held.y()))
            .fit(train.x(), train.y())
            .report();
    List<Double> history = report.history();
    return new SlrmFigures(
        report.objective().get("labels"), history.get(0), history.get(history.size() - 1));
  }
}
