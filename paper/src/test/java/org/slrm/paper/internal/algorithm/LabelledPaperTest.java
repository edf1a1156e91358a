package org.slrm.paper.internal.algorithm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.internal.label.Counts;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.label.StudentT;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.Solver;
import org.slrm.paper.SlrmConfig;
import org.slrm.paper.SmpcrConfig;
import org.slrm.result.FitListener;

/** The paper's methods with labels that are no numbers. */
class LabelledPaperTest {
  private static final int D = 20;
  private static final int RANK = 4;

  /** Rows near a subspace with missing entries, η a line in their codes. */
  private record Drawn(IncompleteMatrix x, double[] eta) {
    static Drawn of(int n, long seed) {
      SplittableRandom basis = new SplittableRandom(99);
      double[] V = basis.doubles(D * RANK, -1, 1).toArray();
      SplittableRandom random = new SplittableRandom(seed);
      IncompleteMatrix.Builder x = IncompleteMatrix.builder(D);
      double[] eta = new double[n];
      for (int i = 0; i < n; i++) {
        double[] a = IntStream.range(0, RANK).mapToDouble(k -> random.nextGaussian()).toArray();
        eta[i] = 0.5 + 2 * a[0] - 1.5 * a[1];
        for (int j = 0; j < D; j++) {
          double v = 0.2 * random.nextGaussian();
          for (int k = 0; k < RANK; k++) {
            v += V[j * RANK + k] * a[k];
          }
          if (random.nextDouble() < 0.7) {
            x.entry(j, v);
          }
        }
        x.endRow();
      }
      return new Drawn(x.build(), eta);
    }
  }

  private static double[] classes(double[] eta, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, eta.length)
        .mapToDouble(i -> random.nextDouble() < Logistic.LABEL.mean(eta[i]) ? 1 : 0)
        .toArray();
  }

  private static double[] counts(double[] eta, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] out = new double[eta.length];
    for (int i = 0; i < out.length; i++) {
      double left = Math.exp(0.5 * eta[i]);
      for (left += Math.log(random.nextDouble()); left > 0; out[i]++) {
        left += Math.log(random.nextDouble());
      }
    }
    return out;
  }

  private static TrainingData data(IncompleteMatrix x, List<Label> kinds, double[]... y) {
    IncompleteMatrix.Builder labels = IncompleteMatrix.builder(kinds.size());
    for (int i = 0; i < x.rows(); i++) {
      for (int t = 0; t < y.length; t++) {
        if (!Double.isNaN(y[t][i])) {
          labels.entry(t, y[t][i]);
        }
      }
      labels.endRow();
    }
    return new TrainingData(x, labels.build(), null, kinds);
  }

  private static SlrmConfig slrm() {
    return SlrmConfig.builder().rank(RANK).maxPasses(10).forgetting(1.0).build();
  }

  /** What a fit says of a target. */
  private static double[] eta(Fitted fitted, int t, IncompleteMatrix x) {
    double[] out = new double[x.rows()];
    for (int m = 0; m < fitted.members().size(); m++) {
      if (fitted.weights()[t][m] > 0) {
        RowSolver solver = fitted.members().get(m).rowSolver();
        for (int i = 0; i < out.length; i++) {
          int from = x.rowStart(i);
          solver.pattern(x.row(i).indices(), x.observed(i));
          solver.row(IntStream.range(from, x.rowStart(i + 1)).mapToDouble(x::value).toArray());
          out[i] += fitted.weights()[t][m] * solver.mean(t);
        }
      }
    }
    return out;
  }

  private static double deviance(Label kind, double[] y, double[] eta) {
    return IntStream.range(0, y.length)
        .mapToDouble(i -> kind.deviance(y[i], eta[i]))
        .average()
        .orElseThrow();
  }

  @Test
  void logLossOfHeldOutRowsIsLowerThanWithSquaredLossOnTheClasses() {
    Drawn train = Drawn.of(500, 1);
    Drawn test = Drawn.of(1000, 2);
    double[] y = classes(train.eta, 3);
    double[] truth = classes(test.eta, 4);
    double mean = IntStream.range(0, y.length).mapToDouble(i -> y[i]).average().orElseThrow();
    double[] centred = IntStream.range(0, y.length).mapToDouble(i -> y[i] - mean).toArray();
    FitContext context = FitContext.of(1);
    double[] ours =
        eta(
            new SlrmSolver(slrm()).fit(data(train.x, List.of(Logistic.LABEL), y), context),
            0,
            test.x);
    double[] squares =
        eta(
            new SlrmSolver(slrm()).fit(data(train.x, List.of(Gaussian.LABEL), centred), context),
            0,
            test.x);
    double[] asOdds =
        IntStream.range(0, squares.length)
            .mapToDouble(i -> Math.max(0.01, Math.min(0.99, mean + squares[i])))
            .map(Logistic.LABEL::link)
            .toArray();
    double byLoss = deviance(Logistic.LABEL, truth, ours);
    double bySquares = deviance(Logistic.LABEL, truth, asOdds);
    double bayes = deviance(Logistic.LABEL, truth, test.eta);
    String found = byLoss + " against " + bySquares + ", with the true η " + bayes;
    assertTrue(byLoss - bayes < 0.6 * (bySquares - bayes), found);
  }

  @Test
  void severalTargetsOfDifferentKindsAreFittedWithMissingEntriesInTheirLabels() {
    Drawn train = Drawn.of(300, 5);
    double[] zeros = new double[300];
    double[] y = classes(train.eta, 6);
    double[] counts = counts(train.eta, 7);
    for (int i = 0; i < 100; i++) {
      y[i] = Double.NaN;
    }
    List<Label> kinds =
        List.of(Logistic.LABEL, Counts.POISSON, new StudentT(4, 0.1), Logistic.LABEL);
    TrainingData data = data(train.x, kinds, y, counts, train.eta, zeros);
    List<Solver> solvers =
        List.of(
            new SlrmSolver(slrm()),
            new SmpcrSolver(SmpcrConfig.defaults().withRank(RANK).withScaling(Scaling.Kind.NONE)));
    for (Solver solver : solvers) {
      Fitted fitted = solver.fit(data, FitContext.of(2));
      double[] first = eta(fitted, 0, train.x);
      double[] known = IntStream.range(100, 300).mapToDouble(i -> y[i]).toArray();
      double[] own = IntStream.range(100, 300).mapToDouble(i -> first[i]).toArray();
      assertTrue(deviance(Logistic.LABEL, known, own) < 0.8, "classes");
      double constant =
          Math.log(IntStream.range(0, 300).mapToDouble(i -> counts[i]).average().orElse(1));
      double[] same = Collections.nCopies(300, constant).stream().mapToDouble(v -> v).toArray();
      assertTrue(
          deviance(Counts.POISSON, counts, eta(fitted, 1, train.x))
              < 0.6 * deviance(Counts.POISSON, counts, same),
          "counts");
      assertTrue(deviance(kinds.get(2), train.eta, eta(fitted, 2, train.x)) < 0.5, "heavy tails");
      // P(1) is that of one row among all and one more, as none was seen
      double[] never = eta(fitted, 3, train.x);
      assertTrue(IntStream.range(0, 300).allMatch(i -> never[i] < -4 && never[i] > -9), "never");
      Member member = fitted.members().get(0);
      RowSolver rows = member.rowSolver();
      rows.pattern(new int[0], 0);
      assertEquals(0, rows.noiseVariance(0));
      assertEquals(0, rows.noiseVariance(1));
    }
  }

  @Test
  void whatIsUnsureIsDrawnInWhereALabelHasNoNoise() {
    double[] U = {0.6, 0.8, 0};
    double[] two = {2, 2};
    double[] signal = {3, 3};
    double[] noise = {0, 1};
    GatedMember member = new GatedMember(3, 1, U, two, new double[2], 0.999, 0.5, 1, noise, signal);
    RowSolver rows = member.rowSolver();
    rows.pattern(new int[] {0}, 1);
    rows.row(new double[] {0.3});
    // v = σ²w²/U₀² = 0.5 · 4/0.36
    double v = 2 / 0.36;
    double share = 3 / (3 + v);
    assertEquals(1, rows.mean(1), 1e-12);
    assertEquals(v, rows.signalVariance(1), 1e-12);
    assertEquals(share, rows.mean(0), 1e-12);
    assertEquals(share * v, rows.signalVariance(0), 1e-12);
    double[] added = new double[1];
    rows.addContributions(0, 1, added);
    assertEquals(share, added[0], 1e-12);
  }

  @Test
  void theNumberOfThreadsChangesNotASingleBit() {
    Drawn train = Drawn.of(200, 8);
    TrainingData data = data(train.x, List.of(Logistic.LABEL), classes(train.eta, 9));
    Fitted one = new SlrmSolver(slrm()).fit(data, FitContext.of(3));
    try (Workers two = Workers.of(2)) {
      FitContext context = new FitContext(3, two, FitListener.NONE, null);
      Fitted other = new SlrmSolver(slrm()).fit(data, context);
      assertArrayEquals(eta(one, 0, train.x), eta(other, 0, train.x), 0);
    }
  }
}
