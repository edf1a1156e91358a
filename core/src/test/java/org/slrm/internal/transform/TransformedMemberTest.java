package org.slrm.internal.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.candidate.FactorCandidate;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.internal.selection.rows.TableRows;
import org.slrm.internal.selection.rows.WarmStarts;
import org.slrm.method.LikelihoodConfig;
import org.slrm.paper.Simulation;

class TransformedMemberTest {
  private final Simulation simulation =
      Simulation.builder().rows(200).features(8).rank(2).nonzeros(2).noise(0.3).build();
  private final IncompleteMatrix x = simulation.train().x().map((j, v) -> Math.exp(v));
  private final FeatureTransforms curves = FeatureTransforms.of(x, null, Shape.NORMAL);
  private final Member inner = joint(curves.apply(x), simulation.train().y());
  private final Member member = new TransformedMember(curves, inner);

  @Test
  void aRowIsAnsweredAsTheInnerMemberAnswersWhatItSees() {
    RowSolver outside = member.rowSolver();
    RowSolver inside = inner.rowSolver();
    IncompleteMatrix u = curves.apply(x);
    for (int i = 0; i < 20; i++) {
      at(outside, x, i);
      at(inside, u, i);
      assertEquals(inside.mean(0), outside.mean(0), 0);
      assertEquals(inside.signalVariance(0), outside.signalVariance(0), 0);
    }
  }

  @Test
  void contributionsAddUp() {
    RowSolver solver = member.rowSolver();
    for (int i = 0; i < 20; i++) {
      at(solver, x, i);
      double[] c = new double[x.observed(i)];
      solver.addContributions(0, 1, c);
      assertEquals(solver.mean(0) - member.intercept(0), Arrays.stream(c).sum(), 1e-9);
    }
  }

  @Test
  void completionsComeBackToTheUnitsOfTheFeatures() {
    IncompleteMatrix truth = simulation.draw(300, 1, 9).x().map((j, v) -> Math.exp(v));
    IncompleteMatrix seen = hidden(truth);
    RowSolver solver = member.rowSolver();
    double[] mean = new double[8];
    double[] variance = new double[8];
    double apart = 0;
    double expected = 0;
    int count = 0;
    for (int i = 0; i < seen.rows(); i++) {
      at(solver, seen, i);
      solver.impute(mean, variance);
      for (int j = 0; j < 8; j++) {
        if (!seen.row(i).isKnown(j)) {
          apart += Math.pow(mean[j] - truth.valueAt(i, j), 2);
          expected += variance[j];
          count++;
        }
      }
    }
    assertEquals(1, expected / apart, 0.5, count + " completed entries");
  }

  private static IncompleteMatrix hidden(IncompleteMatrix x) {
    SplittableRandom random = new SplittableRandom(5);
    IncompleteMatrix.Builder out = IncompleteMatrix.builder(x.columns());
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.columns(); j++) {
        if (random.nextDouble() < 0.75) {
          out.entry(j, x.valueAt(i, j));
        }
      }
      out.endRow();
    }
    return out.build();
  }

  private static Member joint(IncompleteMatrix x, double[] y) {
    TrainingData data = new TrainingData(x, IncompleteMatrix.ofColumn(y));
    SharedFits fits =
        new SharedFits(
            new TableRows(data, FitContext.of(1)),
            MissingIndicators.none(8),
            20,
            WarmStarts.none());
    return new FactorCandidate(LikelihoodConfig.defaults().withRank(2)).fit(fits);
  }

  private static void at(RowSolver solver, IncompleteMatrix rows, int i) {
    int m = rows.observed(i);
    double[] z = new double[m];
    Arrays.setAll(z, e -> rows.value(rows.rowStart(i) + e));
    solver.pattern(rows.row(i).indices(), m);
    solver.row(z);
  }
}
