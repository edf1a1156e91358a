package org.slrm.internal.selection;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.candidate.FactorCandidate;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.rows.SelectionRules;
import org.slrm.result.FitReport.SkipReason;

class PartialEvaluationTest {
  private static final int N = 120;
  private static final int P = 6;

  private final TrainingData data = drawn();

  /** Three directions, a label on the first, a fifth of the entries missing. */
  private static TrainingData drawn() {
    SplittableRandom random = new SplittableRandom(7);
    double[][] x = new double[N][P];
    double[] y = new double[N];
    for (int i = 0; i < N; i++) {
      double[] a = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
      for (int j = 0; j < P; j++) {
        double value = a[j % 3] * (1 + j) + 0.1 * random.nextGaussian();
        x[i][j] = random.nextDouble() < 0.2 ? Double.NaN : value;
      }
      y[i] = a[0] + 0.1 * random.nextGaussian();
    }
    return new TrainingData(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofColumn(y));
  }

  private CandidateEvaluation evaluation() {
    return ValidationSplit.of(data, N, 5, 1)
        .evaluation(data, MissingIndicators.none(P), FitContext.of(1));
  }

  @Test
  void aPartialEvaluationEndsAsACompleteOne() {
    Candidate candidate = new FactorCandidate(FactorCandidate.plain(3, false));
    CandidateResult whole = evaluation().run(candidate).orElseThrow();
    PartialEvaluation trial = new PartialEvaluation(evaluation(), candidate);
    CandidateResult seen = trial.partial(2).result().orElseThrow();
    CandidateResult finished = trial.finish(null).result().orElseThrow();
    assertArrayEquals(whole.mean(), finished.mean());
    assertArrayEquals(evaluation().firstFolds(whole, 2).mse(), seen.mse());
  }

  @Test
  void aPartialEvaluationShowsTheFirstFoldsAlone() {
    CandidateEvaluation evaluation = evaluation();
    CandidateResult seen =
        new PartialEvaluation(evaluation, new FactorCandidate(FactorCandidate.plain(2, false)))
            .partial(2)
            .result()
            .orElseThrow();
    int known = 0;
    for (int i = 0; i < N; i++) {
      assertEquals(evaluation.fold()[i] < 2, !Double.isNaN(seen.mean()[i]), "row " + i);
      known += evaluation.fold()[i] < 2 ? 1 : 0;
    }
    assertEquals(known, evaluation.rows(2));
  }

  @Test
  void oneThatAddsNothingToItsRivalIsStoppedEarly() {
    CandidateEvaluation evaluation = evaluation();
    double[] labels = new double[N];
    Arrays.setAll(labels, i -> data.label(i, 0));
    CandidateResult right =
        evaluation
            .run(new FactorCandidate(FactorCandidate.plain(3, false)))
            .orElseThrow()
            .predicting(labels);
    PartialEvaluation stopped =
        new PartialEvaluation(evaluation, new FactorCandidate(FactorCandidate.plain(3, false)));
    PartialEvaluation.Outcome other = stopped.finish(right);
    assertTrue(other.result().isEmpty());
    assertEquals(SkipReason.STOPPED_EARLY, other.reason());
    assertEquals(SelectionRules.PARTIAL_FOLDS, stopped.folds());
  }
}
