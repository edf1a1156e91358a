package org.slrm.internal.auto;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.candidate.ImputedCandidate;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.CandidateResult;
import org.slrm.paper.Simulation;

class MissingnessTestTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void missingEntriesSpeakWhereTheyTellOfTheLabelAndElseAreSilent(long seed) {
    Simulation.Sample rows =
        Simulation.builder()
            .rows(300)
            .features(30)
            .rank(3)
            .nonzeros(3)
            .keep(0.7)
            .seed(seed)
            .build()
            .train();
    assertFalse(speaks(rows, 0), "holes tell nothing");
    assertTrue(speaks(rows, 1), "a hole adds 1");
  }

  /** What is left over by a prediction of 0 is the label. */
  private static boolean speaks(Simulation.Sample rows, double shift) {
    double[] y =
        IntStream.range(0, 300)
            .mapToDouble(i -> rows.y(i) / 4 + (rows.x().row(i).isKnown(2) ? 0 : shift))
            .toArray();
    TrainingData data = new TrainingData(rows.x(), IncompleteMatrix.ofColumn(y));
    double[] nothing = new double[300];
    CandidateResult evaluated =
        new CandidateResult(
            new ImputedCandidate(null, false), nothing, nothing, new double[1], new double[1]);
    return new MissingnessTest(data, MissingIndicators.of(data.x(), null)).related(evaluated);
  }
}
