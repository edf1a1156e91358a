package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MixtureConfig;
import org.slrm.paper.Simulation;
import org.slrm.result.Metrics;
import org.slrm.result.Note;

/** The mixture of subspaces as a method. */
class MixtureTest {
  private static Simulation union(int subspaces, int rows, long seed) {
    return Simulation.builder()
        .rows(rows)
        .features(20)
        .rank(2)
        .nonzeros(2)
        .subspaces(subspaces)
        .keep(0.8)
        .noise(0.3)
        .seed(seed)
        .build();
  }

  private static MixtureConfig config(int components, int rank) {
    return MixtureConfig.defaults().withComponents(components).withRank(rank);
  }

  private static double error(SlrmModel model, Simulation.Sample test) {
    return Metrics.mse(test.y(), model.predict(test.x(), 0.9, 1).mean());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void oneComponentIsTheLikelihoodMethodToTheLastBit(int rank) {
    Simulation simulation = union(1, 120, 3);
    Simulation.Sample train = simulation.train();
    IncompleteMatrix rows = simulation.test(50).x();
    SlrmModel mixture = Slrm.with(config(1, rank)).fit(train.x(), train.y());
    SlrmModel one = Slrm.with(LikelihoodConfig.defaults().withRank(rank)).fit(train.x(), train.y());
    assertArrayEquals(one.predict(rows, 0.9, 1).mean(), mixture.predict(rows, 0.9, 1).mean());
    assertArrayEquals(one.predict(rows, 0.9, 1).upper(), mixture.predict(rows, 0.9, 1).upper());
    assertEquals("likelihood", mixture.members().get(0).kind());
  }

  @Test
  void aUnionOfSubspacesIsPredictedNearlyAsWellAsPossible() {
    Simulation simulation = union(2, 500, 4);
    Simulation.Sample train = simulation.train();
    Simulation.Sample test = simulation.test(1000);
    double bayes = Metrics.mse(test.y(), simulation.union().bayes(test.x()).mean());
    SlrmModel model = Slrm.with(config(2, 2)).folds(0).fit(train.x(), train.y());
    SlrmModel one = Slrm.with(LikelihoodConfig.defaults()).folds(0).fit(train.x(), train.y());
    assertTrue(error(model, test) < 1.1 * bayes, error(model, test) + " against " + bayes);
    assertTrue(error(one, test) > 1.3 * bayes, error(one, test) + " against " + bayes);
  }

  @Test
  void componentsAndRankAreFoundByValidation() {
    Simulation.Sample train = union(2, 200, 6).train();
    SlrmModel model = Slrm.with(config(0, 0)).fit(train.x(), train.y());
    assertEquals(2, model.report().settings().get("components"));
    assertTrue(
        model.report().candidates().stream().anyMatch(c -> c.name().equals("factor analysis")));
    assertTrue(
        model.report().candidates().stream().anyMatch(c -> c.name().startsWith("mixture of 2 ")));
  }

  @Test
  void componentsWithTooFewRowsAreDroppedAndReported() {
    Simulation.Sample train = union(1, 12, 2).train();
    SlrmModel model = Slrm.with(config(6, 2)).folds(0).fit(train.x(), train.y());
    int left = (int) model.report().settings().get("components");
    assertTrue(left < 6, left + " components of 12 rows");
    assertTrue(
        model
            .report()
            .notes()
            .contains(Note.of("components-removed", "removed", 6 - left, "of", 6)),
        model.report().notes().toString());
  }

  @Test
  void aSingleRowIsRefused() {
    IncompleteMatrix x = IncompleteMatrix.ofNaN(new double[][] {{1, 2, 3}});
    var refusal =
        assertThrows(
            IllegalArgumentException.class, () -> Slrm.with(config(2, 1)).fit(x, new double[] {1}));
    assertEquals("rows must be at least 2, got 1", refusal.getMessage());
  }

  @Test
  void moreDirectionsThanRowsAreRefused() {
    Simulation.Sample train = union(1, 4, 2).train();
    var refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> Slrm.with(config(2, 5)).folds(0).fit(train.x(), train.y()));
    assertEquals("rank must be between 1 and 4, got 5", refusal.getMessage());
  }

  @Test
  void rowsWithoutAnyEntryAreHarmless() {
    Simulation.Sample train = union(2, 100, 2).train();
    double[][] x = train.x().toNaN();
    for (int i = 0; i < x.length; i += 10) {
      Arrays.fill(x[i], Double.NaN);
    }
    SlrmModel model = Slrm.with(config(2, 2)).folds(0).fit(IncompleteMatrix.ofNaN(x), train.y());
    IncompleteRow nothing = IncompleteRow.of(20, new int[0], new double[0]);
    assertEquals(model.explain(nothing).intercept(), model.predict(nothing).mean(), 1e-12);
    assertTrue(model.predict(nothing).standardError() > 0);
  }

  @Test
  void aTableWithoutAnyEntryIsRefused() {
    IncompleteMatrix.Builder x = IncompleteMatrix.builder(3);
    for (int i = 0; i < 30; i++) {
      x.endRow();
    }
    IncompleteMatrix empty = x.build();
    assertRefused(
        "at least one feature entry must be known, got 30 x 3 missing entries",
        () -> Slrm.with(config(2, 1)).fit(empty, new double[30]));
  }

  @Test
  @Tag("slow")
  void tenThousandFeaturesAreFitted() {
    SplittableRandom random = new SplittableRandom(1);
    double[][] x = new double[24][10_000];
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      double a = random.nextGaussian();
      for (int j = 0; j < x[i].length; j++) {
        double value = (j % 2 == i % 2 ? a : 0) + 0.5 * random.nextGaussian();
        x[i][j] = random.nextDouble() < 0.3 ? Double.NaN : value;
      }
      y[i] = i % 2 == 0 ? a : -a;
    }
    SlrmModel model = Slrm.with(config(2, 1)).folds(0).fit(IncompleteMatrix.ofNaN(x), y);
    double[] p = model.predict(IncompleteMatrix.ofNaN(x), 0.9, 1).mean();
    assertTrue(Metrics.r2(y, p) > 0.9, "r2 " + Metrics.r2(y, p));
  }

  /** Kinds of rows that lie apart: features show which kind a row is of, and nothing shows none. */
  @Test
  void aRowBelongsToTheComponentItsFeaturesShow() {
    SplittableRandom random = new SplittableRandom(8);
    double[][] x = new double[200][6];
    double[] y = new double[200];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x[i].length; j++) {
        x[i][j] = (i % 2 == 0 ? -3 : 3) + random.nextGaussian();
      }
      y[i] = (i % 2 == 0 ? 1 : -1) * x[i][0];
    }
    SlrmModel model = Slrm.with(config(2, 1)).folds(0).fit(IncompleteMatrix.ofNaN(x), y);
    int even = model.componentShares(IncompleteRow.ofNaN(x[0]), 0)[0] > 0.5 ? 0 : 1;
    for (int i = 0; i < x.length; i++) {
      double[] shares = model.componentShares(IncompleteRow.ofNaN(x[i]), 0);
      assertEquals(1, Arrays.stream(shares).sum(), 1e-12);
      assertTrue(shares[i % 2 == 0 ? even : 1 - even] > 0.99, Arrays.toString(shares));
    }
    double[] nothing = model.componentShares(IncompleteRow.of(6, new int[0], new double[0]), 0);
    for (int k = 0; k < 2; k++) {
      assertEquals(model.members().get(0).components().get(k).weight(0), nothing[k], 1e-12);
      assertEquals(model.members().get(0).share(k), nothing[k], 1e-12);
    }
    SlrmModel one = Slrm.with(config(1, 1)).folds(0).fit(IncompleteMatrix.ofNaN(x), y);
    assertEquals(0, one.componentShares(IncompleteRow.ofNaN(x[0]), 0).length);
  }

  @Test
  void settingsAreChecked() {
    assertRefused("components must be at least 0, got -1", () -> config(-1, 2));
    assertRefused("starts must be at least 1, got 0", () -> MixtureConfig.defaults().withStarts(0));
    assertRefused(
        "component must not be sparse",
        () -> MixtureConfig.defaults().withComponent(LikelihoodConfig.defaults().withSparse(true)));
  }

  private static void assertRefused(String rule, Runnable misuse) {
    assertEquals(rule, assertThrows(IllegalArgumentException.class, misuse::run).getMessage());
  }
}
