package org.slrm.internal.predict;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.ImputedFeaturesMember;
import org.slrm.internal.fit.ModelStates;
import org.slrm.internal.label.ClassScores;
import org.slrm.internal.label.ClassTarget;
import org.slrm.internal.label.ClassTree;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Logistic;

/** Scores of classes asked question by question, beside a target that is a number. */
class ClassScoresMemberTest {
  private static final ClassTree TREE = ClassTree.of(new int[] {1, 2, ~0, ~1, ~2, ~3});
  private static final List<Label> LABELS =
      List.of(Gaussian.LABEL, Logistic.of(TREE, 0), Logistic.of(TREE, 1), Logistic.of(TREE, 2));
  private static final ClassScores SCORES = ClassScores.of(LABELS).orElseThrow();
  private static final double[] BETA = {1, 0, 2, 0.5, -1, 0, 0, 2, -1, 0.3, 0.4, 1, -2, 0, 0.7};

  private static Member member() {
    Factors x =
        new Factors(1, new double[3], new double[] {1, 0.5, -0.5}, new double[] {0.2, 0.3, 0.4});
    double[] intercept = {0.1, 0.2, -0.3, 0.4, 0};
    Member inner = new ImputedFeaturesMember(x, intercept, BETA, new double[5]);
    return new ClassScoresMember(inner, SCORES);
  }

  @Test
  void probabilitiesAreThoseOfTheScores() {
    RowSolver solver = member().rowSolver();
    solver.pattern(new int[] {0, 1, 2}, 3);
    double[] z = {0.5, -1, 2};
    solver.row(z);
    double[] second =
        IntStream.range(1, 4).mapToDouble(c -> Logistic.LABEL.mean(solver.mean(c))).toArray();
    double[] p = new double[4];
    TREE.probabilities(second, p);
    double[] expected = new double[4];
    double[] start = {0.2, -0.3, 0.4, 0};
    for (int k = 0; k < 4; k++) {
      double eta = start[k];
      for (int j = 0; j < 3; j++) {
        eta += BETA[(k + 1) * 3 + j] * z[j];
      }
      expected[k] = Math.exp(eta);
    }
    double total = Arrays.stream(expected).sum();
    Arrays.setAll(expected, k -> expected[k] / total);
    assertArrayEquals(expected, p, 1e-12);
    assertEquals(0.1 + 0.5 + 2 * 2, solver.mean(0), 1e-12);
  }

  @Test
  void contributionsAndWhatMissingEntriesSayAddUp() {
    Member member = member();
    RowSolver solver = member.rowSolver();
    solver.pattern(new int[] {0, 2}, 2);
    solver.row(new double[] {1.5, -0.5});
    for (int c = 0; c < 4; c++) {
      double[] out = new double[2];
      solver.addContributions(c, 1, out);
      double sum = out[0] + out[1] + solver.missingness(c);
      assertEquals(solver.mean(c) - member.intercept(c), sum, 1e-9);
      double[] reduction = new double[3];
      solver.varianceReductions(c, reduction);
      assertTrue(reduction[1] >= 0 && reduction[0] == 0);
      double[] slopes = new double[2];
      solver.addSlopes(c, 1, slopes);
      assertTrue(Double.isFinite(slopes[0]) && Double.isFinite(slopes[1]));
    }
  }

  @Test
  void aMemberTakenApartAnswersTheSame() {
    Member member = member();
    Member again = ClassScoresMember.of(member.state(), ModelStates::member);
    RowSolver a = member.rowSolver();
    RowSolver b = again.rowSolver();
    for (RowSolver solver : List.of(a, b)) {
      solver.pattern(new int[] {1}, 1);
      solver.row(new double[] {0.7});
    }
    for (int c = 0; c < 4; c++) {
      assertEquals(a.mean(c), b.mean(c));
      assertEquals(member.intercept(c), again.intercept(c));
      assertEquals(member.nonZeros(c), again.nonZeros(c));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void labelsAskedClassByClassSayTheSame(int level) {
    double[] code = {7, Double.NaN, Double.NaN, Double.NaN};
    double[] questions = new double[3];
    new ClassTarget(TREE).encode(level, questions, 0);
    System.arraycopy(questions, 0, code, 1, 3);
    IncompleteMatrix y = SCORES.relabelled(IncompleteMatrix.ofNaN(new double[][] {code}));
    assertEquals(7, y.valueAt(0, 0));
    for (int k = 0; k < 4; k++) {
      assertEquals(k == level ? 1 : 0, y.valueAt(0, 1 + k));
    }
  }
}
