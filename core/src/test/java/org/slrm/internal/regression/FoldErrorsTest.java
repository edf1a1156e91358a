package org.slrm.internal.regression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slrm.internal.run.Workers;

class FoldErrorsTest {
  private static final double[][] ERRORS = {{4, 1, 3, 9}, {4, 3, 2, 9}, {4, 3, 2, 9}};
  private static final double[] WEIGHTS = {1, 1, 2};

  private static FoldErrors walk(int patience) {
    List<FoldErrors.Fold> folds = new ArrayList<>();
    for (int f = 0; f < ERRORS.length; f++) {
      int fold = f;
      folds.add(new FoldErrors.Fold(WEIGHTS[f], k -> ERRORS[fold][k]));
    }
    return FoldErrors.walk(folds, 4, patience, Workers.single());
  }

  @Test
  void errorsAreMeansOverFoldsByTheirWeights() {
    FoldErrors errors = walk(0);
    assertArrayEquals(new double[] {4, 2.5, 2.25, 9}, errors.errors(), 1e-12);
    assertEquals(2, errors.best());
  }

  /** Without the first fold point 2 is best, without the others point 1, among equals the first. */
  @Test
  void theErrorOfChoosingTakesEachFoldsPointFromTheOthers() {
    FoldErrors errors = walk(0);
    assertEquals((3 + 3 + 2 * 3) / 4.0, errors.choosing(), 1e-12);
    assertTrue(errors.choosing() > errors.errors()[errors.best()]);
  }

  @Test
  void aPathEndsWhereItGotWorse() {
    assertEquals(4, walk(1).points());
    assertEquals(4, walk(2).points());
    FoldErrors ended =
        FoldErrors.walk(List.of(new FoldErrors.Fold(1, k -> k)), 10, 2, Workers.single());
    assertEquals(3, ended.points());
  }
}
