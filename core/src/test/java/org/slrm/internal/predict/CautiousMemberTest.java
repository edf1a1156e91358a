package org.slrm.internal.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.internal.fit.ModelStates;
import org.slrm.method.LikelihoodConfig;
import org.slrm.paper.Simulation;

/** A member of ten features that is held back from five known ones on. */
class CautiousMemberTest {
  private static final Simulation.Sample ROWS =
      Simulation.builder().rows(100).features(10).rank(2).nonzeros(2).build().train();
  private static final SlrmModel MODEL =
      Slrm.with(LikelihoodConfig.defaults().withRank(2)).folds(0).fit(ROWS.x(), ROWS.y());
  private static final Member INNER = ModelStates.read(MODEL.state()).ensemble().members().get(0);

  private static RowSolver rows(double kept, int known) {
    return at(new ShrunkMember(INNER, 5, new double[] {kept}).rowSolver(), known);
  }

  private static RowSolver at(RowSolver solver, int known) {
    int[] pattern = new int[known];
    Arrays.setAll(pattern, j -> j);
    double[] z = new double[known];
    Arrays.setAll(z, j -> 1 + j % 3);
    solver.pattern(pattern, known);
    solver.row(z);
    return solver;
  }

  @Test
  void usualRowsAreAnsweredAsByTheInnerMember() {
    for (int known = 0; known <= 5; known++) {
      RowSolver plain = at(INNER.rowSolver(), known);
      RowSolver held = rows(0.5, known);
      assertEquals(plain.mean(0), held.mean(0), 0);
      assertEquals(plain.signalVariance(0), held.signalVariance(0), 0);
    }
  }

  @Test
  void withTwiceTheEntriesTheGivenShareOfAPredictionIsKept() {
    double plain = at(INNER.rowSolver(), 10).mean(0) - INNER.intercept(0);
    assertEquals(0.6 * plain, rows(0.6, 10).mean(0) - INNER.intercept(0), 1e-12);
    assertEquals(0, rows(0, 10).mean(0) - INNER.intercept(0), 1e-12);
    assertEquals(plain, rows(1, 10).mean(0) - INNER.intercept(0), 1e-12);
  }

  @Test
  void whatIsHeldBackCountsAsVariance() {
    RowSolver plain = at(INNER.rowSolver(), 10);
    double back = 0.4 * (plain.mean(0) - INNER.intercept(0));
    assertEquals(plain.signalVariance(0) + back * back, rows(0.6, 10).signalVariance(0), 1e-12);
  }

  @Test
  void contributionsStillAddUp() {
    RowSolver held = rows(0.6, 9);
    double[] c = new double[9];
    held.addContributions(0, 1, c);
    assertEquals(held.mean(0) - INNER.intercept(0), Arrays.stream(c).sum(), 1e-12);
  }

  @Test
  void itIsNonlinearOnlyWhereTheInnerMemberDoes() {
    assertEquals(INNER.nonlinear(), new ShrunkMember(INNER, 5, new double[] {0.5}).nonlinear());
  }

  @Test
  void aShareBeyondOneIsRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> new ShrunkMember(INNER, 5, new double[] {1.5}));
  }
}
