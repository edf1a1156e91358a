package org.slrm.internal.imputation;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.predict.StackSolver;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.IndicatorGroups;
import org.slrm.internal.run.TrainingData;
import org.slrm.method.LikelihoodConfig;
import org.slrm.result.Folds;
import org.slrm.result.Metrics;

/**
 * Chooses and fits the model that imputes features: column means, factor analysis of rising rank,
 * or probabilistic PCA of the best rank, by squared errors of hidden cells (J-1). Labels are not
 * used.
 *
 * @param rows the rows without the hidden cells
 */
public record ImputationFit(TrainingData rows, HiddenCells hidden, FitContext context) {
  private static final double HIDDEN = 0.1;
  private static final int[] RANKS = {1, 2, 4, 8, 16, 32};

  /** Least gain in error, as a fraction and in standard errors, of a more complex candidate. */
  private static final double GAIN = 0.01;

  private static final double MIN_STANDARD_ERRORS = 2;

  /** The search ends after this many ranks in a row without a gain. */
  private static final int PATIENCE = 2;

  /** Squared errors in scaled units are limited to this, so that one outlier cannot decide. */
  private static final double MAX = 25;

  /** Most observed cells for choosing and for fitting the chosen model, which limits the time. */
  private static final int CELLS = 60_000;

  private static final int FINAL_CELLS = 300_000;

  private static final int ITERATIONS = 12;
  private static final int FINAL_ITERATIONS = 8;

  /** Pseudo-cells of a column whose factor is that over all columns. */
  private static final double PRIOR_CELLS = 20;

  /**
   * The model chosen for some rows.
   *
   * @param raw features in their own units, which identify indicators
   * @param scaled the rows in scaled units
   */
  public static Imputation of(IncompleteMatrix raw, TrainingData scaled, FitContext context) {
    int[] group = IndicatorGroups.of(raw);
    TrainingData choosingRows = sample(scaled, CELLS, context.seed());
    HiddenCells hidden = HiddenCells.of(choosingRows.x(), group, HIDDEN, context.seed());
    ImputationFit fit =
        new ImputationFit(choosingRows.withFeatures(hidden.visible()), hidden, context);
    Candidate best = fit.best();
    double[] factor = fit.factors(best);
    if (best.config == null) {
      return Imputation.of(means(scaled), factor);
    }
    TrainingData finalRows = sample(scaled, FINAL_CELLS, context.seed());
    var solver = new LikelihoodSolver(best.config, FINAL_ITERATIONS);
    return Imputation.of(solver.labelFree(finalRows, best.factors, context).factors(), factor);
  }

  private static TrainingData sample(TrainingData all, int cells, long seed) {
    int n = all.x().rows();
    double each = Math.max(1, (double) all.x().known() / Math.max(1, n));
    int limit = (int) Math.max(50, cells / each);
    return n <= limit
        ? all
        : all.rows(Arrays.stream(Folds.shuffled(n, seed)).limit(limit).sorted().toArray());
  }

  /**
   * A candidate.
   *
   * @param config its settings, null for column means
   * @param factors fitted to the shown cells
   * @param losses limited squared errors of the hidden cells, in scaled units
   */
  private record Candidate(@Nullable LikelihoodConfig config, Factors factors, double[] losses) {}

  /** Whether a candidate lowers the error clearly; cells of one row are dependent. */
  private boolean better(Candidate next, Candidate best) {
    double[] gain = new double[hidden.size()];
    Arrays.setAll(gain, k -> best.losses[k] - next.losses[k]);
    double error = Arrays.stream(best.losses).sum();
    double sum = Arrays.stream(gain).sum();
    double standardError = Metrics.meanStandardError(gain, null, hidden.row());
    return sum > GAIN * error && sum / gain.length > MIN_STANDARD_ERRORS * standardError;
  }

  private Candidate best() {
    Factors means = means(rows);
    Candidate best = new Candidate(null, means, losses(means));
    int limit = Math.min(rows.x().columns() - 1, rows.x().rows() / 4);
    int idleRanks = 0;
    for (int rank : RANKS) {
      if (rank > limit || hidden.size() == 0 || idleRanks == PATIENCE) {
        break;
      }
      Candidate next = candidate(rank, LikelihoodConfig.Noise.PER_FEATURE);
      boolean better = better(next, best);
      idleRanks = better ? 0 : idleRanks + 1;
      best = better ? next : best;
    }
    if (best.config == null) {
      return best;
    }
    Candidate other = candidate(best.config.rank(), LikelihoodConfig.Noise.ISOTROPIC);
    return better(other, best) ? other : best;
  }

  private Candidate candidate(int rank, LikelihoodConfig.Noise noise) {
    LikelihoodConfig config = LikelihoodConfig.defaults().withRank(rank).withNoise(noise);
    Factors x = new LikelihoodSolver(config, ITERATIONS).labelFree(rows, null, context).factors();
    return new Candidate(config, x, losses(x));
  }

  /** Column means: a factor model without loadings. */
  private static Factors means(TrainingData rows) {
    ColumnStatistics s = rows.x().statistics(rows.weights());
    int p = rows.x().columns();
    double[] mu = new double[p];
    double[] psi = new double[p];
    for (int j = 0; j < p; j++) {
      boolean known = s.known(j) > 0;
      mu[j] = known ? s.mean(j) : 0;
      psi[j] = known ? Math.max(s.variance(j), 1e-9) : 1;
    }
    return new Factors(1, mu, new double[p], psi);
  }

  private double[] losses(Factors x) {
    double[] out = new double[hidden.size()];
    forEachCell(
        x,
        false,
        (k, mean, variance) -> {
          double e = hidden.value()[k] - mean;
          out[k] = Math.min(MAX, e * e);
        });
    return out;
  }

  /**
   * f_j = √((K f² + Σ r²) / (K + n_j)) over the n_j hidden cells of column j with standardised
   * errors r, f the same over all columns (J-2).
   */
  private double[] factors(Candidate best) {
    int p = rows.x().columns();
    double[] squares = new double[p];
    int[] count = new int[p];
    forEachCell(
        best.factors,
        true,
        (k, mean, variance) -> {
          double e = hidden.value()[k] - mean;
          int j = hidden.column()[k];
          squares[j] += variance > 0 ? e * e / variance : 1;
          count[j]++;
        });
    double all = hidden.size() == 0 ? 1 : Arrays.stream(squares).sum() / hidden.size();
    double[] out = new double[p];
    Arrays.setAll(out, j -> Math.sqrt((PRIOR_CELLS * all + squares[j]) / (PRIOR_CELLS + count[j])));
    return out;
  }

  private interface CellVisitor {
    void cell(int k, double mean, double variance);
  }

  /** Visits the hidden cells with their predictions from the shown cells of their rows. */
  private void forEachCell(Factors x, boolean variances, CellVisitor visitor) {
    StackSolver solver = new Imputation(Imputation.member(x), new double[0]).solver();
    IncompleteMatrix visible = hidden.visible();
    int p = visible.columns();
    double[] mean = new double[p];
    double[] variance = new double[p];
    for (int k = 0, last = -1; k < hidden.size(); k++) {
      int i = hidden.row()[k];
      if (i != last) {
        IncompleteRow row = visible.row(i);
        solver.pattern(row.indices(), row.observed());
        solver.row(IntStream.range(0, row.observed()).mapToDouble(row::value).toArray());
        if (variances) {
          solver.impute(mean, variance);
        }
        last = i;
      }
      int j = hidden.column()[k];
      visitor.cell(k, variances ? mean[j] : solver.expected(j, p), variance[j]);
    }
  }
}
