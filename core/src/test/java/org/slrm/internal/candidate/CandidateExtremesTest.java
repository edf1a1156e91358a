package org.slrm.internal.candidate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.auto.Portfolio;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.internal.selection.rows.TableRows;
import org.slrm.internal.selection.rows.WarmStarts;
import org.slrm.method.AutoConfig;
import org.slrm.method.MixtureConfig;

/** Every candidate of {@code auto} answers or refuses what is hardly a table. */
class CandidateExtremesTest {
  private static final int FEATURES = 6;

  static Stream<Candidate> candidates() {
    Portfolio family = new Portfolio(60, FEATURES, false);
    List<Candidate> all = new ArrayList<>(family.simple());
    all.addAll(family.variations(FactorCandidate.plain(2, true), true));
    all.addAll(Portfolio.indicated(2, AutoConfig.Indicators.TRY));
    all.add(new MixtureCandidate(MixtureConfig.defaults().with(2, 1)));
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("candidates")
  void labelsThatAreAllEqualArePredicted(Candidate candidate) {
    double[] y = new double[50];
    Member member = fit(candidate, table(50, FEATURES, 0.7), y, null);
    assertEquals(0, answered(member, new double[] {1, Double.NaN, -1, 2, Double.NaN, 0}), 1e-6);
  }

  @ParameterizedTest
  @MethodSource("candidates")
  void rowsWithoutAnyKnownEntryAreHandled(Candidate candidate) {
    IncompleteMatrix x = table(50, FEATURES, 0.7);
    IncompleteMatrix.Builder missing = IncompleteMatrix.builder(FEATURES);
    for (int i = 0; i < 10; i++) {
      missing.endRow();
    }
    IncompleteMatrix rows = IncompleteMatrix.stacked(FEATURES, List.of(x, missing.build()));
    assertHandled(candidate, rows, labels(60), null);
  }

  @ParameterizedTest
  @MethodSource("candidates")
  void aTableWithoutAnyKnownEntryIsHandledOrRefused(Candidate candidate) {
    IncompleteMatrix.Builder missing = IncompleteMatrix.builder(FEATURES);
    for (int i = 0; i < 30; i++) {
      missing.endRow();
    }
    assertHandledOrRefused(candidate, missing.build(), labels(30), null);
  }

  @ParameterizedTest
  @MethodSource("candidates")
  void oneRowIsHandledOrRefused(Candidate candidate) {
    assertHandledOrRefused(candidate, table(1, FEATURES, 1), labels(1), null);
  }

  @ParameterizedTest
  @MethodSource("candidates")
  void unevenWeightsAreHandled(Candidate candidate) {
    double[] weights = new double[50];
    Arrays.setAll(weights, i -> i % 3 == 0 ? 1e-3 : 1 + i);
    assertHandled(candidate, table(50, FEATURES, 0.7), labels(50), weights);
  }

  @ParameterizedTest
  @MethodSource("candidates")
  void tenThousandFeaturesAreHandled(Candidate candidate) {
    assertHandled(candidate, table(20, 10_000, 0.2), labels(20), null);
  }

  private static void assertHandledOrRefused(
      Candidate candidate, IncompleteMatrix x, double[] y, double[] weights) {
    try {
      assertHandled(candidate, x, y, weights);
    } catch (ArithmeticException | IllegalArgumentException e) {
      assertTrue(e.getMessage() != null && !e.getMessage().isBlank(), "a refusal must say why");
    }
  }

  private static void assertHandled(
      Candidate candidate, IncompleteMatrix x, double[] y, double[] weights) {
    Member member = fit(candidate, x, y, weights);
    double[] row = new double[x.columns()];
    Arrays.setAll(row, j -> j % 3 == 1 ? Double.NaN : (j % 5) - 2);
    assertTrue(Double.isFinite(answered(member, row)), "a prediction must be finite");
    Arrays.fill(row, Double.NaN);
    assertTrue(Double.isFinite(answered(member, row)), "so must one of nothing");
  }

  private static Member fit(Candidate candidate, IncompleteMatrix x, double[] y, double[] weights) {
    TrainingData data = new TrainingData(x, IncompleteMatrix.ofColumn(y), weights);
    return candidate.fit(
        new SharedFits(
            new TableRows(data, FitContext.of(1)),
            MissingIndicators.of(data.x(), weights),
            4,
            WarmStarts.none()));
  }

  /** The prediction of a row, after its contributions were added up. */
  private static double answered(Member member, double[] row) {
    IncompleteMatrix x = IncompleteMatrix.ofNaN(new double[][] {row});
    double[] z = new double[x.observed(0)];
    Arrays.setAll(z, x::value);
    RowSolver solver = member.rowSolver();
    solver.pattern(x.row(0).indices(), z.length);
    solver.row(z);
    double[] c = new double[z.length];
    solver.addContributions(0, 1, c);
    double sum = member.intercept(0) + solver.missingness(0) + Arrays.stream(c).sum();
    assertEquals(solver.mean(0), sum, 1e-9 * Math.max(1, Math.abs(sum)));
    return solver.mean(0);
  }

  private static IncompleteMatrix table(int rows, int features, double keep) {
    SplittableRandom random = new SplittableRandom(7);
    double[][] x = new double[rows][features];
    for (double[] row : x) {
      double common = random.nextGaussian();
      Arrays.setAll(
          row, j -> random.nextDouble() < keep ? common + random.nextGaussian() : Double.NaN);
    }
    return IncompleteMatrix.ofNaN(x);
  }

  private static double[] labels(int rows) {
    SplittableRandom random = new SplittableRandom(9);
    return random.doubles(rows).map(v -> random.nextGaussian()).toArray();
  }
}
