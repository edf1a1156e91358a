package org.slrm.internal.selection;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.SelfMasking;
import org.slrm.internal.label.MeanLoss;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.predict.StackSolver;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.RowSplit;
import org.slrm.internal.run.Thinning;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.TrainingRange;
import org.slrm.internal.run.Workers;
import org.slrm.internal.selection.rows.CandidateRows;
import org.slrm.internal.selection.rows.FitLimits;
import org.slrm.internal.selection.rows.MomentRowsOfTable;
import org.slrm.internal.selection.rows.SelectionRules;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.internal.selection.rows.TableRows;
import org.slrm.internal.selection.rows.TunedSettings;
import org.slrm.internal.selection.rows.WarmStarts;
import org.slrm.method.LikelihoodConfig;

/** Evaluates candidates on folds or one part of the rows; candidates share a fold's fits. */
public final class CandidateEvaluation {
  private static final int BLOCK = 256;

  private final TrainingData data;
  private final RowSplit split;
  private final Workers workers;
  private final SharedFits[] sets;
  private final int[][] heldOut;
  private final HeldOutRows heldOutRows;
  private final @Nullable FoldMoments moments;

  private CandidateEvaluation(
      TrainingData data,
      RowSplit split,
      Workers workers,
      SharedFits[] sets,
      HeldOutRows heldOutRows,
      @Nullable FoldMoments moments) {
    this.data = data;
    this.split = split;
    this.workers = workers;
    this.sets = sets;
    this.heldOutRows = heldOutRows;
    this.moments = moments;
    heldOut = new int[sets.length][];
    Arrays.setAll(heldOut, split::evaluated);
  }

  /** Over the rows of a split; the last may be given validation rows that are never fitted. */
  public static CandidateEvaluation of(
      TrainingData data,
      ValidationSplit split,
      int maxIterations,
      MissingIndicators indicators,
      FitContext context) {
    SharedFits[] sets = new SharedFits[split.folds()];
    TunedSettings tunedSettings = TunedSettings.first();
    for (int f = 0; f < sets.length; f++) {
      // The first fold is fitted alone with all threads; the other folds run side by side.
      Workers foldWorkers = f == 0 ? context.workers() : Workers.single();
      FitContext single =
          new FitContext(context.seed() + 1 + f, foldWorkers, context.listener(), null);
      int[] in = split.fitted(f);
      sets[f] =
          new SharedFits(
                  new TableRows(data.rows(in), single),
                  indicators,
                  maxIterations,
                  WarmStarts.none())
              .with(f == 0 ? tunedSettings : tunedSettings.others());
    }
    HeldOutRows heldOutRows = HeldOutRows.of(data, split.split(), sets);
    return new CandidateEvaluation(data, split.split(), context.workers(), sets, heldOutRows, null);
  }

  /**
   * Held-out rows as the model of their fold sees them.
   *
   * @param x the rows, limited to the training range of their fold (P-9)
   * @param thinning observed entries of the fitted rows, by fold (N-5)
   */
  private record HeldOutRows(IncompleteMatrix x, Thinning[] thinning) {
    static HeldOutRows of(TrainingData data, RowSplit split, SharedFits[] sets) {
      IncompleteRow[] rows = new IncompleteRow[data.x().rows()];
      Thinning[] thinning = new Thinning[sets.length];
      boolean changed = false;
      for (int f = 0; f < sets.length; f++) {
        TrainingData fitted = sets[f].data();
        thinning[f] = Thinning.of(fitted.x());
        TrainingRange range =
            TrainingRange.of(
                fitted.x().statistics(), fitted.y().statistics(), data.kinds(), thinning[f]);
        for (int i : split.evaluated(f)) {
          IncompleteRow row = data.x().row(i);
          rows[i] = range.limited(row);
          changed |= rows[i] != row;
        }
      }
      if (!changed) {
        return new HeldOutRows(data.x(), thinning);
      }
      IncompleteMatrix.Builder out = IncompleteMatrix.builder(data.x().columns());
      for (int i = 0; i < rows.length; i++) {
        out.add(rows[i] == null ? data.x().row(i) : rows[i]);
      }
      return new HeldOutRows(out.build(), thinning);
    }
  }

  /** Whether entries may be missing because of their values, by the first fold's factor model. */
  public boolean selfMasking(LikelihoodConfig config, double level) {
    TrainingData fitted = sets[0].data();
    Factors x = sets[0].jointOnce(config).columns(0, fitted.x().columns());
    return SelfMasking.plausible(x, fitted.x(), fitted.weights(), level, workers);
  }

  /** This evaluation without fits, with the limits for comparing candidates. */
  public CandidateEvaluation withFastLimits() {
    SharedFits[] others = sets.clone();
    Arrays.setAll(others, f -> sets[f].at(FitLimits.rough(sets[f].limits().iterations())));
    return new CandidateEvaluation(data, split, workers, others, heldOutRows, moments);
  }

  /**
   * This evaluation with folds that start from the first fold's fits of the features, with enough
   * rows. For comparing candidates: the choice between equal ones may then depend on the first
   * fold.
   */
  public CandidateEvaluation warmStarted() {
    if (data.x().rows() < SelectionRules.ROWS_PER_FEATURE_FOR_WARM_FOLDS * data.x().columns()) {
      return this;
    }
    SharedFits[] others = sets.clone();
    for (int f = 1; f < others.length; f++) {
      others[f] = sets[f].from(WarmStarts.ofFold(sets[0].fits()));
    }
    return new CandidateEvaluation(data, split, workers, others, heldOutRows, moments);
  }

  /** This evaluation without fits, started from fits of some of these rows. */
  public CandidateEvaluation from(WarmStarts starts) {
    SharedFits[] others = sets.clone();
    Arrays.setAll(others, f -> sets[f].from(starts));
    return new CandidateEvaluation(data, split, workers, others, heldOutRows, moments);
  }

  /** This evaluation with fits by second moments, and starting directions up to a rank. */
  public CandidateEvaluation byMoments(int maxRank) {
    return over(FoldMoments.of(data, split, maxRank, workers), 0, data.x().rows());
  }

  /** With this number of iterations over the rows, or the first of them, after moments. */
  public CandidateEvaluation polished(int iterations, int rows) {
    return over(moments(), iterations, rows);
  }

  private CandidateEvaluation over(FoldMoments moments, int polish, int rows) {
    SharedFits[] others = new SharedFits[sets.length];
    for (int f = 0; f < others.length; f++) {
      SharedFits set = sets[f];
      TableRows table = new TableRows(set.data(), set.rows().context());
      others[f] =
          set.over(
              new MomentRowsOfTable(table, moments.fitted()[f], moments.iterations())
                  .polished(polish, rows));
    }
    return new CandidateEvaluation(data, split, workers, others, heldOutRows, moments);
  }

  private FoldMoments moments() {
    return Objects.requireNonNull(moments, "fits must use moments");
  }

  /**
   * Whether some target's lasso on mean-imputed features could clearly beat ridge: on the first
   * fold, with the penalty that is best for the held-out rows themselves.
   */
  public boolean lassoMayHelp(CandidateResult ridge) {
    for (int t = 0; t < data.y().columns(); t++) {
      double lasso = moments().minLassoError(data.x().columns(), t, workers);
      if (lasso < (1 - SelectionRules.LASSO_GAIN) * error(ridge, heldOut[0], t)) {
        return true;
      }
    }
    return false;
  }

  private double error(CandidateResult evaluated, int[] rows, int target) {
    int targets = data.y().columns();
    double mean =
        MeanLoss.of(
                rows.length,
                r ->
                    data.kind(target)
                        .deviance(
                            data.label(rows[r], target),
                            evaluated.mean()[rows[r] * targets + target]),
                r -> data.weight(rows[r]))
            .value();
    return Double.isNaN(mean) ? 0 : mean;
  }

  /** All rows, fitted by moments and then this number of iterations over them. */
  public CandidateRows byMoments(CandidateRows all, int maxRank, int polish) {
    FoldMoments moments = moments();
    int rows = all.data().x().rows();
    return moments
        .of(all, maxRank)
        .<CandidateRows>map(
            found -> new MomentRowsOfTable(all, found, moments.iterations()).polished(polish, rows))
        .orElse(all);
  }

  /** The settings found in the folds, for the final fit. */
  public TunedSettings tunedSettings() {
    return sets[0].lastFindings();
  }

  /** Fits of the first fold, from which those of all rows start. */
  public WarmStarts warmStarts() {
    return WarmStarts.ofPart(sets[0].fits());
  }

  public TrainingData data() {
    return data;
  }

  public int[] fold() {
    return split.fold();
  }

  /** Evaluates a candidate; none when it failed numerically on some fold. */
  public Optional<CandidateResult> run(Candidate candidate) {
    return new PartialEvaluation(this, candidate).finish(null).result();
  }

  public int folds() {
    return sets.length;
  }

  /** Number of rows that the first folds hold out. */
  public int rows(int folds) {
    return Arrays.stream(heldOut, 0, folds).mapToInt(h -> h.length).sum();
  }

  /** Smallest number of labels of a target among the rows that the first folds hold out. */
  public int labels(int folds) {
    int fewest = Integer.MAX_VALUE;
    for (int t = 0; t < data.y().columns(); t++) {
      int target = t;
      long known =
          Arrays.stream(heldOut, 0, folds)
              .flatMapToInt(Arrays::stream)
              .filter(i -> !Double.isNaN(data.label(i, target)))
              .count();
      fewest = (int) Math.min(fewest, known);
    }
    return fewest;
  }

  /** The result of a candidate on its first folds alone. */
  public CandidateResult firstFolds(CandidateResult whole, int folds) {
    double[] mean = whole.mean().clone();
    int targets = data.y().columns();
    for (int f = folds; f < sets.length; f++) {
      for (int i : heldOut[f]) {
        Arrays.fill(mean, i * targets, (i + 1) * targets, Double.NaN);
      }
    }
    return result(whole.candidate(), mean, whole.variance()).orElse(whole);
  }

  /** A candidate with the errors of its predictions; none when they are not finite. */
  public Optional<CandidateResult> result(Candidate candidate, double[] mean, double[] variance) {
    int targets = data.y().columns();
    double[] mse = new double[targets];
    double[] error = new double[targets];
    int[] clusters = data.units().clusters(fold());
    for (int t = 0; t < targets; t++) {
      int target = t;
      MeanLoss d =
          MeanLoss.of(
              data.x().rows(),
              i -> data.kind(target).deviance(data.label(i, target), mean[i * targets + target]),
              data::weight,
              clusters);
      mse[t] = d.value();
      error[t] = d.standardError();
    }
    return Arrays.stream(mse).allMatch(Double::isFinite)
        ? Optional.of(new CandidateResult(candidate, mean, variance, mse, error))
        : Optional.empty();
  }

  /** Variances of the held-out rows by a member fitted on all rows; they depend on no label. */
  public double[] variances(Member member) {
    double[] variance = new double[data.x().rows() * data.y().columns()];
    Arrays.fill(variance, Double.NaN);
    for (int f = 0; f < heldOut.length; f++) {
      predict(member, f, workers, new double[variance.length], variance);
    }
    return variance;
  }

  /** Predicts the rows of some folds, from one up to another. */
  public void predict(Candidate candidate, int from, int to, double[] mean, double[] variance) {
    if (to - from == 1) {
      // A single fold gets all threads.
      predictFold(candidate, from, mean, variance);
    } else {
      workers.run(to - from, (worker, f) -> predictFold(candidate, from + f, mean, variance));
    }
  }

  private void predictFold(Candidate candidate, int f, double[] mean, double[] variance) {
    Member member = candidate.fit(candidate.nonlinear() ? sets[f].fewer() : sets[f]);
    predict(member, f, sets[f].rows().context().workers(), mean, variance);
  }

  private void predict(Member member, int f, Workers with, double[] mean, double[] variance) {
    int[] rows = heldOut[f];
    with.run(
        (rows.length + BLOCK - 1) / BLOCK,
        (worker, b) -> {
          int to = Math.min(rows.length, (b + 1) * BLOCK);
          StackSolver solver = StackSolver.of(member, data.kinds(), heldOutRows.thinning()[f]);
          predict(solver, Arrays.copyOfRange(rows, b * BLOCK, to), mean, variance);
        });
  }

  private void predict(StackSolver solver, int[] rows, double[] mean, double[] variance) {
    int targets = data.y().columns();
    IncompleteMatrix x = heldOutRows.x();
    double[] z = new double[x.columns()];
    for (int i : rows) {
      solver.pattern(x.row(i).indices(), x.observed(i));
      for (int e = 0; e < x.observed(i); e++) {
        z[e] = x.value(x.rowStart(i) + e);
      }
      solver.row(z);
      for (int t = 0; t < targets; t++) {
        solver.evaluate(t);
        mean[i * targets + t] = solver.mean();
        variance[i * targets + t] = solver.variance();
      }
    }
  }
}
