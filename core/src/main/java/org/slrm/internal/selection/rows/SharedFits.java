package org.slrm.internal.selection.rows;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.label.ClassScores;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.rows.TunedSettings.LabelView;
import org.slrm.internal.transform.FeatureTransforms;
import org.slrm.internal.transform.Shape;
import org.slrm.method.LikelihoodConfig;

/**
 * Rows to fit on, with the fits that several candidates share. A fit starts from the nearest
 * existing one, which saves iterations. For one thread at a time.
 */
public final class SharedFits {
  /**
   * A fit by its settings.
   *
   * @param config its settings
   * @param labels whether it used labels
   * @param view how features are represented
   */
  public record Key(LikelihoodConfig config, boolean labels, View view) {
    // Written by hand: the generated method of a record takes as long on first use as a small fit.
    @Override
    public int hashCode() {
      return 8 * config.rank() + 2 * view.ordinal() + (labels ? 1 : 0);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key k
          && labels == k.labels
          && view == k.view
          && config.rank() == k.config.rank()
          && (config == k.config || config.equals(k.config));
    }
  }

  /** How features are represented: as they are, with indicators, or transformed. */
  public enum View {
    PLAIN,
    INDICATED,
    NORMAL,
    LOG;

    static View of(Shape shape) {
      return shape == Shape.LOG ? LOG : NORMAL;
    }
  }

  private final CandidateRows rows;
  private final MissingIndicators indicators;
  private final View view;
  private final FitLimits limits;
  private final WarmStarts warm;
  private final Map<Key, Factors> fits;
  private final TunedSettings tuned;
  private ExpectationMaximization.@Nullable Result last;
  private final Map<View, SharedFits> views = new EnumMap<>(View.class);
  private @Nullable FeatureTransforms transforms;
  private final Map<LabelView, SharedFits> labelViews = new EnumMap<>(LabelView.class);
  private @Nullable SharedFits fewer;

  /**
   * Fits to rows, of at most the given number of iterations each.
   *
   * @param indicators those that candidates with indicators use
   * @param warm fits of other rows to start from
   */
  public SharedFits(
      CandidateRows rows, MissingIndicators indicators, int maxIterations, WarmStarts warm) {
    this(
        rows,
        indicators,
        View.PLAIN,
        FitLimits.full(maxIterations),
        warm,
        new LinkedHashMap<>(),
        TunedSettings.first());
  }

  private SharedFits(
      CandidateRows rows,
      MissingIndicators indicators,
      View view,
      FitLimits limits,
      WarmStarts warm,
      Map<Key, Factors> fits,
      TunedSettings tuned) {
    this.rows = rows;
    this.indicators = indicators;
    this.view = view;
    this.limits = limits;
    this.warm = warm;
    this.fits = fits;
    this.tuned = tuned;
  }

  /** These rows without fits, with the settings found in another fold. */
  public SharedFits with(TunedSettings others) {
    return new SharedFits(rows, indicators, view, limits, warm, fits, others);
  }

  /** These rows without fits, with other limits. */
  public SharedFits at(FitLimits other) {
    return new SharedFits(rows, indicators, view, other, warm, fits, tuned);
  }

  /** Limits on the effort of a fit. */
  public FitLimits limits() {
    return limits;
  }

  /** These rows without fits, with other fits to start from. */
  public SharedFits from(WarmStarts others) {
    return new SharedFits(rows, indicators, view, limits, others, fits, tuned);
  }

  /** These settings for other rows. */
  public SharedFits over(CandidateRows others) {
    return new SharedFits(others, indicators, view, limits, warm, new LinkedHashMap<>(), tuned);
  }

  /** The settings that the first fold found best for a candidate, null in the first fold. */
  public <T> @Nullable T known(Object candidate, Class<T> type) {
    return tuned.known(List.of(candidate, view), type);
  }

  /** The settings that the first fold found best, also for the final fit. */
  public <T> @Nullable T tunedByFolds(Object candidate, Class<T> type) {
    return tuned.tunedByFolds(List.of(candidate, view), type);
  }

  /** The settings found in the folds, for the final fit. */
  public TunedSettings lastFindings() {
    return tuned.last();
  }

  /** Stores the best settings of a candidate for the other folds. */
  public void store(Object candidate, Object found) {
    tuned.store(List.of(candidate, view), found);
  }

  /** Where the rows are. */
  public CandidateRows rows() {
    return rows;
  }

  /** The rows in memory. */
  public TrainingData data() {
    return rows.data();
  }

  /** "Is missing" indicators, the same in every fold. */
  public MissingIndicators indicators() {
    return indicators;
  }

  /** These rows with their indicators as further features. */
  public SharedFits withIndicators() {
    return views.computeIfAbsent(View.INDICATED, v -> seen(rows.with(indicators), v));
  }

  /** These rows with features transformed by their quantiles. */
  public SharedFits transformed(Shape shape) {
    return views.computeIfAbsent(View.of(shape), v -> transformed(shape, v));
  }

  /** These rows with one class against the others at a time; fits of the features are shared. */
  public SharedFits relabelled(ClassScores scores) {
    return labelViews.computeIfAbsent(
        LabelView.CLASSES,
        v -> labelled(data().withLabels(scores.relabelled(data().y()), scores.kinds()), v));
  }

  /** These rows with transformed labels; fits of the features are shared. */
  public SharedFits relabelled(FeatureTransforms labels) {
    return labelViews.computeIfAbsent(
        LabelView.LOG,
        v -> labelled(data().withLabels(labels.apply(data().y()), data().kinds()), v));
  }

  private SharedFits labelled(TrainingData other, LabelView labels) {
    TableRows table = new TableRows(other, rows.context());
    CandidateRows others = rows.inMemory() ? table : new SubsetRows(rows, table);
    return new SharedFits(others, indicators, view, limits, warm, fits, tuned.of(labels));
  }

  /** These fits of the features with at most the rows that a slow learner may use. */
  public SharedFits fewer() {
    SharedFits found = fewer;
    if (found == null) {
      TrainingData data = data();
      FitContext context = rows.context();
      found =
          data.x().rows() <= limits.rows()
              ? this
              : seen(
                  new SubsetRows(
                      rows, new TableRows(data.labelled(limits.rows(), context.seed()), context)),
                  view);
      fewer = found;
    }
    return found;
  }

  private SharedFits transformed(Shape shape, View target) {
    TrainingData subset = evenSubset(data(), SelectionRules.ROWS_FOR_TRANSFORMS);
    FeatureTransforms fitted = FeatureTransforms.of(subset.x(), subset.weights(), shape);
    SharedFits out = seen(rows.transformed(fitted), target);
    out.transforms = fitted;
    return out;
  }

  /** At most this number of rows, spread over the table. */
  private static TrainingData evenSubset(TrainingData data, int limit) {
    int n = data.x().rows();
    return n <= limit
        ? data
        : data.rows(IntStream.range(0, limit).map(k -> (int) ((long) k * n / limit)).toArray());
  }

  private SharedFits seen(CandidateRows others, View target) {
    return new SharedFits(others, indicators, target, limits, warm, fits, tuned);
  }

  /** The feature transforms of these rows. */
  public FeatureTransforms transforms() {
    return Objects.requireNonNull(transforms, "features must be transformed");
  }

  /** Factors of the features alone. */
  public Factors labelFree(LikelihoodConfig config) {
    Key key = key(config, false);
    Factors found = fits.get(key);
    if (found == null && config.selfMasking()) {
      found = rows.labelFree(config, limits.iterations(), labelFree(config.ignorable()));
      fits.put(key, found);
    }
    if (found == null) {
      Factors start = warm.features(key);
      Factors joint = start == null ? fits.get(key(config, true)) : null;
      found =
          joint == null
              ? rows.labelFree(config, warm.iterations(start, limits.iterations()), start)
              : rows.labelFree(
                  config,
                  atMost(SelectionRules.FROM_JOINT),
                  joint.columns(0, data().x().columns()));
      fits.put(key, found);
    }
    return found;
  }

  /** Factors of features and labels together. */
  public Factors joint(LikelihoodConfig config) {
    Key key = key(config, true);
    if (config.selfMasking()) {
      return stored(key, rows.joint(config, limits.iterations(), jointOnce(config.ignorable())));
    }
    Factors start = warm.joint(key, data().x().columns());
    int limit = warm.iterations(start, limits.iterations());
    if (config.supervision() != 1) {
      limit =
          start == null
              ? SelectionRules.SUPERVISED_ITERATIONS
              : SelectionRules.SUPERVISED_ITERATIONS_AFTER_WARM;
    } else if (start == null) {
      start = sibling(config);
      limit = start == null ? limits.iterations() : SelectionRules.FROM_SIBLING;
    }
    return stored(key, rows.joint(config, atMost(limit), start));
  }

  private Factors stored(Key key, CandidateRows.Joint fit) {
    fits.put(key, fit.result().factors());
    last = fit.overRows() ? fit.result() : last;
    return fit.result().factors();
  }

  /** The fit of an earlier candidate with these settings, or a new one. */
  public Factors jointOnce(LikelihoodConfig config) {
    Factors found = fits.get(key(config, true));
    return found == null ? joint(config) : found;
  }

  private int atMost(int iterations) {
    return Math.min(limits.iterations(), iterations);
  }

  /** The latest joint fit of the same rank with another noise model or prior, null without one. */
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
    return new Key(config, labels, view);
  }

  /** Every fit made so far, to start others from. */
  public Map<Key, Factors> fits() {
    return fits;
  }

  /** The latest joint fit over rows. */
  public Optional<ExpectationMaximization.Result> latest() {
    return Optional.ofNullable(last);
  }
}
