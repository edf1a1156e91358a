package org.slrm.internal.trees;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.run.FitContext;
import org.slrm.method.TreesConfig;
import org.slrm.result.Folds;

/** The classes of a target side by side. */
class JointBoostingTest {
  private static final TreesConfig CONFIG =
      TreesConfig.defaults()
          .withTrees(40)
          .withLeaves(6)
          .withLeastRows(5)
          .withL2(1)
          .withLearningRate(0.2);

  private final Rows rows = Rows.drawn(300, 4, 0.2, 5);

  /** So many classes of equal size by the number that {@link Rows} draws. */
  private int[] classes(int count) {
    double[] sorted = Arrays.stream(rows.y()).sorted().toArray();
    return Arrays.stream(rows.y())
        .mapToInt(v -> Arrays.binarySearch(sorted, v) * count / sorted.length)
        .toArray();
  }

  private List<BoostedColumn> columns(int[] classes, int... order) {
    Bins bins = rows.bins();
    return IntStream.of(order)
        .mapToObj(
            k -> {
              double[] y = IntStream.of(classes).mapToDouble(c -> c == k ? 1 : 0).toArray();
              return new BoostedColumn(bins, new TreeTarget(Logistic.LABEL, y, rows.weights()));
            })
        .toList();
  }

  private static List<Forest> fit(List<BoostedColumn> columns, TreesConfig config) {
    return JointBoosting.fit(columns, config.trees(), config, FitContext.of(1));
  }

  private double deviance(List<BoostedColumn> columns, List<Forest> forests, int trees) {
    double sum = 0;
    for (int i = 0; i < rows.y().length; i++) {
      double[] x = rows.row(i);
      double[] eta =
          forests.stream()
              .mapToDouble(f -> new Forest(f.base(), f.trees().subList(0, trees)).predict(x))
              .toArray();
      sum += JointBoosting.deviance(columns, i, eta);
    }
    return sum;
  }

  @Test
  void everyRoundLowersTheDevianceOfTheClasses() {
    List<BoostedColumn> columns = columns(classes(4), 0, 1, 2, 3);
    List<Forest> forests = fit(columns, CONFIG);
    double last = deviance(columns, forests, 0);
    assertEquals(2 * 300 * Math.log(4), last, 1e-6);
    for (int k = 1; k <= 40; k++) {
      double now = deviance(columns, forests, k);
      assertTrue(now < last, "round " + k + ": " + last + ", " + now);
      last = now;
    }
  }

  /** Both move by half of the step, which twice the curvature says: λ counts half. */
  @Test
  void twoClassesSideBySideAreTwoClassesWithHalfOfThePenalty() {
    List<BoostedColumn> both = columns(classes(2), 0, 1);
    List<Forest> forests = fit(both, CONFIG);
    TreesConfig half =
        TreesConfig.defaults()
            .withTrees(40)
            .withLeaves(6)
            .withLeastRows(5)
            .withL2(0.5)
            .withLearningRate(0.2);
    Forest one = fit(both.subList(1, 2), half).get(0);
    for (int i = 0; i < 300; i++) {
      double[] x = rows.row(i);
      assertEquals(one.predict(x), forests.get(1).predict(x) - forests.get(0).predict(x), 1e-6);
    }
  }

  @Test
  void theOrderOfClassesChangesNothing() {
    List<Forest> forests = fit(columns(classes(3), 0, 1, 2), CONFIG);
    List<Forest> turned = fit(columns(classes(3), 2, 0, 1), CONFIG);
    for (int k = 0; k < 3; k++) {
      assertArrayEquals(
          rows.predictions(forests.get(k)), rows.predictions(turned.get((k + 1) % 3)), 1e-9);
    }
  }

  @Test
  void heldOutRowsArePredictedByTreesThatNeverSawThem() {
    List<BoostedColumn> columns = columns(classes(3), 0, 1, 2);
    int[] fold = Folds.assign(300, 4, 1);
    FoldedBoosting.FoldedFit evaluated =
        FoldedBoosting.evaluate(columns, fold, CONFIG, FitContext.of(1));
    List<BoostedColumn> without =
        columns.stream()
            .map(
                c -> {
                  double[] y = c.target().y().clone();
                  IntStream.range(0, 300).filter(i -> fold[i] == 2).forEach(i -> y[i] = Double.NaN);
                  return new BoostedColumn(
                      c.bins(), new TreeTarget(Logistic.LABEL, y, rows.weights()));
                })
            .toList();
    List<Forest> forests = fit(without, CONFIG);
    for (int i = 0; i < 300; i++) {
      for (int k = 0; fold[i] == 2 && k < 3; k++) {
        assertEquals(forests.get(k).predict(rows.row(i)), evaluated.eta(3, k)[i], 1e-9);
      }
    }
    double error =
        IntStream.range(0, 300)
            .mapToDouble(
                i ->
                    JointBoosting.deviance(
                        columns, i, Arrays.copyOfRange(evaluated.eta(), 3 * i, 3 * i + 3)))
            .average()
            .orElseThrow();
    assertEquals(evaluated.error().get(evaluated.trees()), error, 1e-9);
    assertTrue(error < 2 * Math.log(3), "classes can be told apart: " + error);
  }
}
