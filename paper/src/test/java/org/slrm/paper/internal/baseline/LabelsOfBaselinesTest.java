package org.slrm.paper.internal.baseline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.Counts;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.regression.family.MeanElasticNetSolver;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.Solver;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.paper.CorrectedLassoConfig;
import org.slrm.paper.MpcrConfig;
import org.slrm.paper.PcrConfig;
import org.slrm.paper.PlsConfig;
import org.slrm.paper.internal.algorithm.MpcrSolver;

/** Which baselines take classes and counts, and what the others say. */
class LabelsOfBaselinesTest {
  private static final int N = 200;
  private static final int P = 10;

  static List<Solver> solvers() {
    return List.of(
        new MeanElasticNetSolver(MeanElasticNetConfig.defaults(), 0),
        new MeanElasticNetSolver(MeanElasticNetConfig.defaults().withPenalties(0.01, 0.01), 0),
        new PcrSolver(PcrConfig.defaults().withRank(3)),
        new PcrSolver(PcrConfig.defaults().withRank(3).withL1(0.01)),
        new MpcrSolver(MpcrConfig.defaults().withRank(3)),
        new MpcrSolver(MpcrConfig.defaults().withRank(3).withL1(0.01)));
  }

  /** Three directions, of which the label sees the first; a tenth of the entries is missing. */
  private static TrainingData data(Label label) {
    SplittableRandom random = new SplittableRandom(5);
    double[][] x = new double[N][P];
    double[][] y = new double[N][1];
    for (int i = 0; i < N; i++) {
      double[] code = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
      for (int j = 0; j < P; j++) {
        double value = code[j % 3] + 0.2 * random.nextGaussian();
        x[i][j] = random.nextDouble() < 0.1 ? Double.NaN : value;
      }
      double mean = label.mean(1.5 * code[0]);
      y[i][0] = label == Logistic.LABEL ? (random.nextDouble() < mean ? 1 : 0) : Math.rint(mean);
    }
    return new TrainingData(
        IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofNaN(y), null, List.of(label));
  }

  @ParameterizedTest
  @MethodSource("solvers")
  void classesAndCountsArePredictedBetterThanByTheirMean(Solver solver) {
    for (Label label : List.of(Logistic.LABEL, Counts.POISSON)) {
      TrainingData data = data(label);
      Member member = solver.fit(data, FitContext.of(1)).members().get(0);
      double mean = label.link(data.y().statistics().mean(0));
      double deviance = 0;
      double before = 0;
      RowSolver rows = member.rowSolver();
      for (int i = 0; i < N; i++) {
        rows.pattern(data.x().row(i).indices(), data.x().observed(i));
        rows.row(
            IntStream.range(data.x().rowStart(i), data.x().rowStart(i + 1))
                .mapToDouble(data.x()::value)
                .toArray());
        deviance += label.deviance(data.label(i, 0), rows.mean(0));
        before += label.deviance(data.label(i, 0), mean);
        assertEquals(0, rows.noiseVariance(0));
      }
      assertTrue(deviance < 0.8 * before, label.name() + " " + deviance + " " + before);
    }
  }

  @Test
  void methodsOfLeastSquaresOnlyRefuseClassesAndNameOthers() {
    TrainingData classes = data(Logistic.LABEL);
    for (Solver solver :
        List.of(
            new CorrectedLassoSolver(CorrectedLassoConfig.defaults(), 0),
            new PlsSolver(PlsConfig.defaults(), 0))) {
      var thrown =
          assertThrows(IllegalArgumentException.class, () -> solver.fit(classes, FitContext.of(1)));
      assertTrue(thrown.getMessage().contains("fits by least squares only"), thrown.getMessage());
      assertTrue(thrown.getMessage().contains("got classes;"), thrown.getMessage());
      assertTrue(thrown.getMessage().contains("slrm, smpcr, task-driven"), thrown.getMessage());
    }
  }
}
