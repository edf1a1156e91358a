package org.slrm.internal.label;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.method.LikelihoodConfig;

/** Several classes as questions with two answers. */
class ClassTreeTest {
  private static ClassTree random(int levels, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] centres = new double[levels][3];
    double[] counts = new double[levels];
    for (int c = 0; c < levels; c++) {
      Arrays.setAll(centres[c], j -> random.nextGaussian());
      counts[c] = random.nextInt(5);
    }
    return ClassTree.of(centres, counts);
  }

  @Property(tries = 100)
  void everyClassHasACodeOfItsOwnAndProbabilitiesSumToOne(
      @ForAll @IntRange(min = 2, max = 40) int levels, @ForAll long seed) {
    ClassTree tree = random(levels, seed);
    assertEquals(levels - 1, tree.nodes());
    SplittableRandom random = new SplittableRandom(seed);
    double[] second = new double[tree.nodes()];
    Arrays.setAll(second, k -> random.nextDouble());
    double[] p = new double[levels];
    tree.probabilities(second, p);
    assertEquals(1, Arrays.stream(p).sum(), 1e-12);
    double[] code = new double[tree.nodes()];
    for (int c = 0; c < levels; c++) {
      tree.encode(c, code, 0);
      assertEquals(c, tree.decoded(code));
      // log P(class) is the sum of the nodes' log-likelihoods on the way to it
      double logs = 0;
      for (int k = 0; k < code.length; k++) {
        logs += Double.isNaN(code[k]) ? 0 : Math.log(code[k] == 1 ? second[k] : 1 - second[k]);
      }
      assertEquals(Math.log(p[c]), logs, 1e-9);
    }
    assertArrayEquals(tree.children(), ClassTree.of(tree.children()).children());
  }

  @Property(tries = 50)
  void questionsPutToScoresLeadBackToTheirProbabilities(
      @ForAll @IntRange(min = 3, max = 20) int levels, @ForAll long seed) {
    ClassTree tree = random(levels, seed);
    SplittableRandom random = new SplittableRandom(seed + 1);
    double[] score = new double[levels];
    Arrays.setAll(score, c -> 3 * random.nextGaussian());
    double total = Arrays.stream(score).map(Math::exp).sum();
    double[] second = new double[tree.nodes()];
    Arrays.setAll(second, k -> Logistic.LABEL.mean(tree.logOdds(k, score)));
    double[] p = new double[levels];
    tree.probabilities(second, p);
    for (int c = 0; c < levels; c++) {
      assertEquals(Math.exp(score[c]) / total, p[c], 1e-9);
    }
    assertEquals(1, tree.reach(second)[0]);
  }

  @Test
  void classesThatLieOnALineAreSplitInTheirOrder() {
    double[][] centres = {{3, 1}, {0, 0}, {6, 2}, {9, 3}};
    ClassTree tree = ClassTree.of(centres, new double[] {5, 5, 5, 5});
    double[] code = new double[3];
    double[] first = new double[4];
    for (int c = 0; c < 4; c++) {
      tree.encode(c, code, 0);
      first[c] = code[0];
    }
    assertEquals(first[0], first[1]);
    assertEquals(first[2], first[3]);
    assertTrue(first[0] != first[2]);
  }

  /** The path of several classes, with two of them, is the fit of two classes. */
  @Test
  void twoClassesByATreeAreTwoClasses() {
    SplittableRandom random = new SplittableRandom(4);
    double[][] x = new double[60][4];
    double[] y = new double[60];
    for (int i = 0; i < 60; i++) {
      double a = random.nextGaussian();
      Arrays.setAll(x[i], j -> a * (j + 1) + random.nextGaussian());
      y[i] = a + random.nextGaussian() > 0 ? 1 : 0;
    }
    ClassTarget target = new ClassTarget(ClassTree.of(new int[] {~0, ~1}));
    IncompleteMatrix coded = new Layout(List.of(target)).encode(IncompleteMatrix.ofColumn(y));
    var solver = new LikelihoodSolver(LikelihoodConfig.defaults().withRank(1));
    Factors[] fits = new Factors[2];
    IncompleteMatrix[] labels = {IncompleteMatrix.ofColumn(y), coded};
    Label[] kinds = {Logistic.LABEL, target.label(0)};
    for (int k = 0; k < 2; k++) {
      TrainingData data =
          new TrainingData(IncompleteMatrix.ofNaN(x), labels[k], null, List.of(kinds[k]));
      fits[k] = solver.joint(data, null, FitContext.of(1)).factors();
    }
    assertArrayEquals(fits[0].V(), fits[1].V());
    assertArrayEquals(fits[0].mu(), fits[1].mu());
  }

  @Test
  void whatIsNoTreeIsRefused() {
    for (int[] child : new int[][] {{~0, ~0}, {0, ~0}, {~0, ~5}, {1, ~0, ~1, 0}}) {
      assertThrows(IllegalArgumentException.class, () -> ClassTree.of(child));
    }
  }
}
