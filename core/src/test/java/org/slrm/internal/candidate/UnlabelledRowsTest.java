package org.slrm.internal.candidate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.member.LikelihoodMember;
import org.slrm.internal.factor.moments.LabelledMoments;
import org.slrm.internal.factor.moments.MeanImputedMoments;
import org.slrm.internal.factor.moments.MomentFits;
import org.slrm.internal.predict.LinearInPattern;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.predict.PatternSolver;
import org.slrm.internal.regression.GramProblem;
import org.slrm.internal.regression.MomentRidge;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.internal.selection.rows.MomentRowsOfTable;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.internal.selection.rows.TableRows;
import org.slrm.internal.selection.rows.WarmStarts;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.result.Metrics;

/** Rows without a label tell about features; a fit by moments is the same as one by rows. */
class UnlabelledRowsTest {
  private static final int ITERATIONS = 6;
  private static final int FEATURES = 20;

  /** Rows of one factor; those without some label have other means and more missing entries. */
  private static TrainingData table(SplittableRandom random, int targets, boolean missing) {
    int n = random.nextInt(60, 120);
    int p = random.nextInt(3, 9);
    double[][] x = new double[n][p];
    double[][] y = new double[n][targets];
    for (int i = 0; i < n; i++) {
      double code = random.nextGaussian();
      double shift = random.nextDouble() < 0.4 ? 1.5 : 0;
      double keep = missing ? (shift > 0 ? 0.4 : 0.8) : 1;
      for (int j = 0; j < p; j++) {
        double value = code * (1 + j % 3) + shift * (j % 2) + random.nextGaussian();
        x[i][j] = random.nextDouble() < keep ? value : Double.NaN;
      }
      for (int t = 0; t < targets; t++) {
        boolean shown = random.nextDouble() < (shift > 0 ? 0.3 : 0.9);
        y[i][t] = shown ? code * (t + 1) + random.nextGaussian() : Double.NaN;
      }
    }
    return new TrainingData(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofNaN(y));
  }

  private static LabelledMoments moments(TrainingData data) {
    int[] every = IntStream.range(0, data.x().rows()).toArray();
    return LabelledMoments.of(data, every, Workers.single());
  }

  private static TrainingData labelled(TrainingData data) {
    int targets = data.y().columns();
    return data.rows(
        IntStream.range(0, data.y().rows()).filter(i -> data.y().observed(i) == targets).toArray());
  }

  @Property(tries = 60)
  void aRegressionOnFilledFeaturesByMomentsIsTheOneByLabelledRows(
      @ForAll @IntRange(min = 0, max = 1_000_000) int seed,
      @ForAll @IntRange(min = 1, max = 3) int targets) {
    TrainingData data = table(new SplittableRandom(seed), targets, true);
    int p = data.x().columns();
    for (int t = 0; t < targets; t++) {
      int target = t;
      int[] rows =
          IntStream.range(0, data.x().rows())
              .filter(i -> !Double.isNaN(data.label(i, target)))
              .toArray();
      double[] filled = new double[rows.length * p];
      double[] y = new double[rows.length];
      for (int r = 0; r < rows.length; r++) {
        y[r] = data.label(rows[r], t);
        for (int j = 0; j < p; j++) {
          double v = data.x().valueAt(rows[r], j);
          filled[r * p + j] = Double.isNaN(v) ? 0 : v;
        }
      }
      PenaltyChoice byRows = MomentRidge.of(GramProblem.ofRows(filled, p, y, null));
      PenaltyChoice byMoments =
          MomentRidge.of(MeanImputedMoments.of(moments(data).each()[t], p, t));
      assertArrayEquals(byRows.w(), byMoments.w(), 1e-8);
      assertEquals(byRows.intercept(), byMoments.intercept(), 1e-8);
      assertEquals(byRows.error(), byMoments.error(), 1e-8 * byRows.error());
    }
  }

  @Property(tries = 60)
  void momentsOfPartsAddUpAndSubtract(
      @ForAll @IntRange(min = 0, max = 1_000_000) int seed,
      @ForAll @IntRange(min = 1, max = 3) int targets) {
    SplittableRandom random = new SplittableRandom(seed);
    TrainingData data = table(random, targets, true);
    int n = data.x().rows();
    int cut = random.nextInt(n + 1);
    LabelledMoments all = moments(data);
    LabelledMoments first = moments(data.rows(IntStream.range(0, cut).toArray()));
    LabelledMoments rest = all.plus(first, -1);
    LabelledMoments same = moments(data.rows(IntStream.range(cut, n).toArray()));
    assertArrayEquals(same.all().products(), rest.all().products(), 1e-9 * n);
    assertArrayEquals(same.labelled().products(), rest.labelled().products(), 1e-9 * n);
    for (int t = 0; t < targets; t++) {
      assertArrayEquals(same.each()[t].products(), rest.each()[t].products(), 1e-9 * n);
      assertEquals(same.each()[t].rows(), rest.each()[t].rows());
    }
  }

  @Property(tries = 40)
  void withCompleteFeaturesFitsByMomentsAreThoseByRows(
      @ForAll @IntRange(min = 0, max = 1_000_000) int seed, @ForAll boolean ownNoise) {
    TrainingData data = table(new SplittableRandom(seed), 1, false);
    int p = data.x().columns();
    LikelihoodConfig config = FactorCandidate.plain(1, ownNoise);
    MomentFits start = MomentFits.of(moments(data), p, 1);
    SharedFits set =
        new SharedFits(
            new MomentRowsOfTable(new TableRows(data, FitContext.of(1)), start, ITERATIONS),
            MissingIndicators.none(p),
            ITERATIONS,
            WarmStarts.none());
    LikelihoodSolver solver = new LikelihoodSolver(config, ITERATIONS);
    Factors joint =
        solver
            .joint(labelled(data), start.joint(1).orElseThrow().joint(1), FitContext.of(1))
            .factors();
    Factors free =
        solver
            .labelFree(data, start.labelFree(1).orElseThrow().labelFree(1), FitContext.of(1))
            .factors();
    agree(LikelihoodMember.of(joint, p), new FactorCandidate(config).fit(set), p);
    Factors byMoments = set.labelFree(config);
    assertArrayEquals(free.mu(), byMoments.mu(), 1e-8);
    assertArrayEquals(free.V(), byMoments.V(), 1e-8);
    assertArrayEquals(free.psi(), byMoments.psi(), 1e-8);
  }

  private static void agree(Member a, Member b, int p) {
    PatternSolver first = ((LinearInPattern) a).patternSolver();
    PatternSolver second = ((LinearInPattern) b).patternSolver();
    for (int m = 0; m <= p; m++) {
      int[] observed = IntStream.range(0, m).toArray();
      first.pattern(observed, m);
      second.pattern(observed, m);
      double[] c = new double[p];
      double[] e = new double[p];
      first.coefficients(0, c);
      second.coefficients(0, e);
      assertArrayEquals(c, e, 1e-8);
      assertEquals(first.signalVariance(0), second.signalVariance(0), 1e-8);
    }
  }

  /** Labels missing at random, or with the first feature and in rows with other missing entries. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("slow")
  void aThirdOfTheLabelsMissingPredictsAsTheLabelledRowsAlone(boolean selected) {
    SplittableRandom random = new SplittableRandom(7);
    double[] w = random.doubles(FEATURES, -1, 1).toArray();
    TrainingData train = survey(9000, w, selected, random);
    TrainingData test = survey(4000, w, selected, random);
    double all = error(train, test);
    double alone = error(labelled(train), test);
    assertEquals(1, all / alone, 0.01, all + " against " + alone);
  }

  private static TrainingData survey(int n, double[] w, boolean selected, SplittableRandom random) {
    double[][] x = new double[n][FEATURES];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      for (int j = 0; j < FEATURES; j++) {
        x[i][j] = a + (j % 4 - 1.5) * b + 1.5 * random.nextGaussian();
        y[i] += w[j] * x[i][j];
      }
      double share = !selected ? 0.66 : x[i][0] > 0 ? 0.4 : 0.93;
      boolean shown = random.nextDouble() < share;
      y[i] = shown ? y[i] + random.nextGaussian() : Double.NaN;
      for (int block = 0; block < FEATURES; block += 5) {
        if (random.nextDouble() < (selected && !shown ? 0.5 : 0.15)) {
          Arrays.fill(x[i], block, block + 5, Double.NaN);
        }
      }
    }
    return new TrainingData(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofColumn(y));
  }

  private static double error(TrainingData train, TrainingData test) {
    SlrmModel model = Slrm.with(AutoConfig.defaults()).fit(train.x(), train.y());
    double[] label = new double[test.x().rows()];
    Arrays.setAll(label, i -> test.label(i, 0));
    return Metrics.mse(label, model.predict(test.x()).mean());
  }
}
