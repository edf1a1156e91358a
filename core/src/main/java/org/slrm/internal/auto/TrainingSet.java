package org.slrm.internal.auto;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.factor.Completions;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.moments.MomentStart;
import org.slrm.internal.factor.moments.PairMoments;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.regression.FoldedProblem;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.RidgeChoice;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.method.LikelihoodConfig;

/**
 * Rows to fit on, with the fits that several recipes share. A fit goes on from the nearest one
 * there is, and needs the fewer iterations for it. For one thread at a time.
 */
final class TrainingSet {
  /** A label counted many times is overfitted when run to the end. */
  private static final int SUPERVISED = 20;

  private static final int SUPERVISED_AFTER_WARM = 5;

  /** From a fit of the same rows and rank with another noise or prior. */
  private static final int FROM_SIBLING = 8;

  /** From the same fit with labels. */
  private static final int FROM_JOINT = 5;

  /** Beyond as many, a regression on rows kept elsewhere is made on the sample instead. */
  private static final int MOST_REGRESSORS = FoldedProblem.MOST_FEATURES_FOR_GRAM;

  /**
   * A fit by its settings.
   *
   * @param config its settings
   * @param labels whether labels were part of it
   * @param indicators whether "is missing" indicators were
   */
  record Key(LikelihoodConfig config, boolean labels, boolean indicators) {
    // By hand: what Java makes for a record when it is first compared takes as long as a small fit.
    @Override
    public int hashCode() {
      return 4 * config.rank() + (labels ? 2 : 0) + (indicators ? 1 : 0);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key k
          && labels == k.labels
          && indicators == k.indicators
          && config.rank() == k.config.rank()
          && (config == k.config || config.equals(k.config));
    }
  }

  private final TrainingData data;
  private final FitContext context;
  private final int maxIterations;
  private final Map<Key, Factors> fits;
  private final Map<Key, Factors> warm;
  private final boolean indicated;
  private ExpectationMaximization.@Nullable Result last;
  private @Nullable MissingIndicators indicators;
  private @Nullable TrainingSet wider;
  private @Nullable FinalRows elsewhere;
  private @Nullable DenseDesign design;
  private @Nullable MomentFits moments;
  private int polish;
  private int momentIterations;
  private TrainingData polished;

  /** A set whose fits start from those of another, where it has them. */
  TrainingSet(TrainingData data, FitContext context, int maxIterations, Map<Key, Factors> warm) {
    this(data, context, maxIterations, warm, new LinkedHashMap<>(), false);
  }

  private TrainingSet(
      TrainingData data,
      FitContext context,
      int maxIterations,
      Map<Key, Factors> warm,
      Map<Key, Factors> fits,
      boolean indicated) {
    this.data = data;
    polished = data;
    this.context = context;
    this.maxIterations = maxIterations;
    this.warm = warm;
    this.fits = fits;
    this.indicated = indicated;
  }

  /** The set of all rows, kept elsewhere, of which this one's are a sample. */
  TrainingSet over(@Nullable FinalRows all) {
    elsewhere = all;
    return this;
  }

  /** Fits by as many iterations to these rows' moments, then as many over the rows themselves. */
  void by(MomentFits start, int iterations, int overRows) {
    moments = start;
    momentIterations = iterations;
    polish = overRows;
  }

  /** From now on as many iterations over the rows, or the first of them, after one to moments. */
  void polish(int iterations, int rows) {
    polish = iterations;
    polished = rows < data.x().rows() ? data.rows(IntStream.range(0, rows).toArray()) : data;
    fits.clear();
  }

  /** Moments of the rows that show a target's label; null where fits do not go by moments. */
  @Nullable PairMoments pairs(int target) {
    MomentFits by = moments();
    return by == null ? null : by.sums().each()[target];
  }

  /** Whether all rows are kept elsewhere. */
  boolean elsewhere() {
    return elsewhere != null;
  }

  /** The rows, or a sample of them. */
  TrainingData data() {
    return data;
  }

  /** What is known of the features over all rows. */
  ColumnStatistics features() {
    return elsewhere == null ? data.x().statistics() : elsewhere.features();
  }

  /** A lasso of a target on label-free codes, or on the features completed by them. */
  PenaltyChoice lasso(Factors x, boolean completed, int target) {
    if (elsewhere != null && (completed ? x.columns() : x.d()) <= MOST_REGRESSORS) {
      return elsewhere.lasso(x, completed, target);
    }
    return PenaltyChoice.of(design(x, completed, target), data, target, 1, context);
  }

  /** A ridge regression of a target on the completed features. */
  PenaltyChoice ridge(Factors x, int target) {
    if (elsewhere != null && x.columns() <= MOST_REGRESSORS) {
      return elsewhere.ridge(x, target);
    }
    return RidgeChoice.of(design(x, true, target), data, target);
  }

  /** Made for the first target, forgotten after the last: it is large. */
  private DenseDesign design(Factors x, boolean completed, int target) {
    DenseDesign made = design;
    if (target == 0 || made == null) {
      Completions c = Completions.of(x, data.x(), completed, context.workers());
      made =
          completed
              ? new DenseDesign(c.features(), x.columns())
              : new DenseDesign(c.codes(), x.d());
    }
    design = target == data.y().columns() - 1 ? null : made;
    return made;
  }

  FitContext context() {
    return context;
  }

  /** Takes the indicators of other rows, so that fits to both have the same features. */
  void indicate(MissingIndicators of) {
    indicators = of;
  }

  /** "Is missing" indicators of these rows, or those it was given. */
  MissingIndicators indicators() {
    MissingIndicators found = indicators;
    if (found == null) {
      found = MissingIndicators.of(data.x());
      indicators = found;
    }
    return found;
  }

  /** The same rows with their indicators as further features. */
  TrainingSet withIndicators() {
    TrainingSet found = wider;
    if (found == null) {
      TrainingData more = new TrainingData(indicators().beside(data.x()), data.y(), data.weights());
      found = new TrainingSet(more, context, maxIterations, warm, fits, true);
      found.over(elsewhere == null ? null : elsewhere.with(indicators()));
      wider = found;
    }
    return found;
  }

  /** Factors of the features alone. */
  Factors labelFree(LikelihoodConfig config) {
    Key key = key(config, false);
    Factors found = fits.get(key);
    MomentFits to = moments();
    MomentStart by = to == null ? null : to.labelFree(config.rank());
    if (found == null && by != null) {
      found =
          new LikelihoodSolver(config, momentIterations)
              .labelFree(by.rows().labelFree(), by.labelFree(config.rank()), context.listener())
              .factors();
      if (polish > 0) {
        found = solver(config, polish).labelFree(polished, found, context).factors();
      }
      fits.put(key, found);
    }
    if (found == null) {
      Factors start = warm.get(key);
      Factors joint = start == null ? fits.get(key(config, true)) : null;
      int most = joint == null ? maxIterations : FROM_JOINT;
      found = labelFree(solver(config, most), joint == null ? start : features(joint)).factors();
      fits.put(key, found);
    }
    return found;
  }

  /** Null when fits go over the rows from the start. */
  private @Nullable MomentFits moments() {
    return elsewhere == null ? moments : null;
  }

  private ExpectationMaximization.Result joint(LikelihoodConfig config, MomentStart by) {
    int targets = data.y().columns();
    Factors start = by.joint(config.rank());
    ExpectationMaximization.Result result =
        new LikelihoodSolver(config, momentIterations)
            .joint(by.rows(), targets, start, context.listener());
    return polish == 0 ? result : solver(config, polish).joint(polished, result.factors(), context);
  }

  private ExpectationMaximization.Result labelFree(
      LikelihoodSolver solver, @Nullable Factors start) {
    return elsewhere == null
        ? solver.labelFree(data, start, context)
        : elsewhere.labelFree(solver, start, context.listener());
  }

  /** Factors of features and labels together. */
  ExpectationMaximization.Result joint(LikelihoodConfig config) {
    Key key = key(config, true);
    MomentFits to = moments();
    MomentStart by = to == null ? null : to.joint(config.rank());
    if (by != null) {
      ExpectationMaximization.Result result = joint(config, by);
      fits.put(key, result.factors());
      // The objective of moments is not that of the rows.
      last = polish == 0 ? last : result;
      return result;
    }
    Factors start = warm.get(key);
    int most = maxIterations;
    if (config.supervision() != 1) {
      most = start == null ? SUPERVISED : SUPERVISED_AFTER_WARM;
    } else if (start == null) {
      start = sibling(config);
      most = start == null ? maxIterations : FROM_SIBLING;
    }
    LikelihoodSolver solver = solver(config, most);
    ExpectationMaximization.Result result =
        elsewhere == null
            ? solver.joint(data, start, context)
            : elsewhere.joint(solver, start, context.listener());
    fits.put(key, result.factors());
    last = result;
    return result;
  }

  /** The latest joint fit of the same rank with another noise or prior, null without one. */
  private @Nullable Factors sibling(LikelihoodConfig config) {
    Factors found = null;
    for (Map.Entry<Key, Factors> fit : fits.entrySet()) {
      LikelihoodConfig other = fit.getKey().config();
      if (fit.getKey().equals(key(other, true))
          && other.rank() == config.rank()
          && other.supervision() == 1) {
        found = fit.getValue();
      }
    }
    return found;
  }

  private Key key(LikelihoodConfig config, boolean labels) {
    return new Key(config, labels, indicated);
  }

  private Factors features(Factors joint) {
    return joint.columns(0, data.x().columns());
  }

  /** Every fit made so far, for sets that start from this one. */
  Map<Key, Factors> fits() {
    return fits;
  }

  /** The latest joint fit, null before the first. */
  ExpectationMaximization.@Nullable Result latest() {
    return last;
  }

  private LikelihoodSolver solver(LikelihoodConfig config, int iterations) {
    return new LikelihoodSolver(config, Math.min(maxIterations, iterations));
  }
}
