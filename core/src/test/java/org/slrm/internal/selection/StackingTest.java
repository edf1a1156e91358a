package org.slrm.internal.selection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.candidate.ImputedCandidate;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.HeldOutPredictions;
import org.slrm.internal.run.TrainingData;
import org.slrm.result.CrossValidated;

class StackingTest {
  private static final int N = 400;

  /** Labels are 0; a candidate is off by 1 in all rows but those of the folds it knows. */
  private static CandidateResult candidate(int[] fold, int knows) {
    double[] mean =
        Arrays.stream(fold).mapToDouble(f -> (f == knows ? 0.01 : 1) * (knows + 1)).toArray();
    double[] ones = new double[fold.length];
    Arrays.fill(ones, 1);
    return new CandidateResult(new ImputedCandidate(null, false), mean, ones, ones, ones);
  }

  @Test
  void aRowIsPredictedByWeightsThatDidNotSeeIt() {
    double[][] x = new double[N][2];
    IntStream.range(0, N).forEach(i -> x[i][i % 2] = i);
    TrainingData data =
        new TrainingData(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofColumn(new double[N]));
    ValidationSplit split = ValidationSplit.of(data, N, 2, 1);
    CandidateEvaluation evaluation =
        split.evaluation(data, MissingIndicators.none(2), FitContext.of(1));
    int[] fold = evaluation.fold();
    List<CandidateResult> results = List.of(candidate(fold, 0), candidate(fold, 1));
    Stacking stacking = new Stacking(evaluation, results, 0.02);
    HeldOutPredictions cv = split.heldOut(data);
    stacking.predictions(cv, split.rows(), stacking.weights());
    CrossValidated out = cv.done();
    // Fold 1 likes the second candidate, which is far off in fold 0, and the other way round.
    for (int i = 0; i < N; i++) {
      assertEquals(fold[i] == 0 ? 2 : 1, out.prediction(i, 0), 0.1, "row " + i);
    }
    assertTrue(stacking.weights()[0][0] > 0.5, "with all rows the smaller errors count");
  }

  /** Labels are noise around 0; the candidate predicts more noise. */
  @Test
  void theNullModelHasAllTheWeightWhereNothingIsBetter() {
    SplittableRandom random = new SplittableRandom(2);
    double[][] x = new double[N][1];
    double[] y = random.doubles(N).map(u -> random.nextGaussian()).toArray();
    TrainingData data = new TrainingData(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofColumn(y));
    CandidateEvaluation evaluation =
        ValidationSplit.of(data, N, 5, 1)
            .evaluation(data, MissingIndicators.none(1), FitContext.of(1));
    CandidateResult zero = evaluation.run(BaselineCandidate.of(data)).orElseThrow();
    double[] wrong = random.doubles(N).map(u -> random.nextGaussian()).toArray();
    double[] right = y.clone();
    Arrays.setAll(right, i -> 0.5 * y[i] + 0.1 * wrong[i]);
    assertEquals(
        1, new Stacking(evaluation, List.of(with(zero, wrong), zero), 0.02).weights()[0][1]);
    assertEquals(
        0, new Stacking(evaluation, List.of(with(zero, right), zero), 0.02).weights()[0][1]);
  }

  /** One label far from all others makes the standard error of the difference larger than it. */
  @Test
  void aSignalInMostRowsIsFoundThoughOneLabelIsFarFromAllOthers() {
    SplittableRandom random = new SplittableRandom(2);
    double[] y = random.doubles(N).map(u -> random.nextGaussian()).toArray();
    double[] wrong = random.doubles(N).map(u -> random.nextGaussian()).toArray();
    double[] right = Arrays.stream(y).map(v -> 0.7 * v).toArray();
    y[7] = 40;
    right[7] = -3;
    wrong[7] = -3;
    TrainingData data =
        new TrainingData(IncompleteMatrix.ofNaN(new double[N][1]), IncompleteMatrix.ofColumn(y));
    CandidateEvaluation evaluation =
        ValidationSplit.of(data, N, 5, 1)
            .evaluation(data, MissingIndicators.none(1), FitContext.of(1));
    CandidateResult zero = evaluation.run(BaselineCandidate.of(data)).orElseThrow();
    assertTrue(
        new Stacking(evaluation, List.of(with(zero, right), zero), 0.02).weights()[0][0] > 0.5);
    assertEquals(
        1, new Stacking(evaluation, List.of(with(zero, wrong), zero), 0.02).weights()[0][1]);
  }

  private static CandidateResult with(CandidateResult like, double[] mean) {
    return new CandidateResult(
        new ImputedCandidate(null, false), mean, like.variance(), like.mse(), like.standardError());
  }
}
