package org.slrm.internal.predict;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.internal.label.ErrorScale;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Layout;
import org.slrm.internal.label.NumberTarget;
import org.slrm.internal.label.ProbabilityMap;
import org.slrm.internal.label.Target;
import org.slrm.internal.run.Patterns;
import org.slrm.internal.run.TrainingRange;
import org.slrm.internal.run.Workers;
import org.slrm.result.Calibration;
import org.slrm.result.Prediction;
import org.slrm.result.Predictions;
import org.slrm.result.TargetInfo;

/**
 * Weighted members with the scaling of features and label columns and the calibration of intervals,
 * sets and probabilities. A model is an ensemble and the report of its fit. Immutable.
 *
 * @param scaling of the features
 * @param targetScaling of the label columns
 * @param members the members, in scaled units
 * @param weights weight of each member, by column: {@code weights[column][member]}, summing to 1
 * @param calibrations one per target
 * @param layout the columns of each target
 * @param maps calibration of log-odds, one per column
 * @param scales error models of numbers, one per column
 * @param range training range and limits on rows beyond it
 */
public record Ensemble(
    Scaling scaling,
    Scaling targetScaling,
    List<Member> members,
    double[][] weights,
    List<Calibration> calibrations,
    Layout layout,
    List<ProbabilityMap> maps,
    List<ErrorScale> scales,
    TrainingRange range) {
  /** Patterns that a thread takes at a time. */
  private static final int BLOCK = 64;

  /** Copies the lists; adds the features' units to the range. */
  public Ensemble {
    range = range.in(scaling);
    members = List.copyOf(members);
    calibrations = List.copyOf(calibrations);
    maps = List.copyOf(maps);
    scales = List.copyOf(scales);
  }

  /** Without calibration and limits. */
  public Ensemble(
      Scaling scaling,
      Scaling targetScaling,
      List<Member> members,
      double[][] weights,
      Layout layout) {
    this(scaling, targetScaling, members, weights, layout, TrainingRange.NONE);
  }

  /** Without calibration. */
  public Ensemble(
      Scaling scaling,
      Scaling targetScaling,
      List<Member> members,
      double[][] weights,
      Layout layout,
      TrainingRange range) {
    this(
        scaling,
        targetScaling,
        members,
        weights,
        Collections.nCopies(layout.size(), Calibration.GAUSSIAN),
        layout,
        Collections.nCopies(layout.columns(), ProbabilityMap.NONE),
        Collections.nCopies(layout.columns(), ErrorScale.NONE),
        range);
  }

  public int features() {
    return scaling.columns();
  }

  public int targets() {
    return layout.size();
  }

  /** The losses of the columns. */
  public List<Label> labels() {
    return layout.labels();
  }

  /** Whether a member in use for a target is nonlinear for rows of one pattern. */
  public boolean nonlinear(int target) {
    return IntStream.range(layout.first(target), layout.first(target + 1))
        .anyMatch(
            c ->
                IntStream.range(0, members.size())
                    .anyMatch(k -> weights[c][k] > 0 && members.get(k).nonlinear()));
  }

  /** The description of a target under the given name. */
  public TargetInfo info(int target, String name) {
    int first = layout.first(target);
    int next = layout.first(target + 1);
    if (target(target) instanceof NumberTarget number) {
      return new TargetInfo(
          name,
          number.kind(),
          0,
          number.label().name(),
          Arrays.stream(number.label().shape(number.scale())).boxed().toList(),
          number.scale(),
          number.min(),
          number.max(),
          first,
          calibrations.get(target).calibrated() ? "conformal" : "gaussian");
    }
    return new TargetInfo(
        name,
        target(target).kind(),
        target(target).levels(),
        labels().get(first).name(),
        List.of(),
        1,
        Double.NEGATIVE_INFINITY,
        Double.POSITIVE_INFINITY,
        first,
        maps.subList(first, next).stream()
            .map(ProbabilityMap::name)
            .distinct()
            .collect(Collectors.joining(", ")));
  }

  /** With predictions of a target limited to an interval. */
  public Ensemble within(int target, double min, double max) {
    if (!(target(target) instanceof NumberTarget number)) {
      throw new IllegalArgumentException("limits must be those of a number, got classes");
    }
    return with(layout.with(target, number.within(min, max)));
  }

  /** With the first targets only. */
  public Ensemble ofFirst(int count) {
    return with(layout.ofFirst(count));
  }

  private Ensemble with(Layout other) {
    return new Ensemble(
        scaling, targetScaling, members, weights, calibrations, other, maps, scales, range);
  }

  /** With other calibrations of its targets. */
  public Ensemble calibrated(List<Calibration> others) {
    return new Ensemble(
        scaling, targetScaling, members, weights, others, layout, maps, scales, range);
  }

  /** With limits that are reported and not applied. */
  public Ensemble extrapolating() {
    TrainingRange other = range.extrapolated();
    return new Ensemble(
        scaling, targetScaling, members, weights, calibrations, layout, maps, scales, other);
  }

  /** Without calibration. */
  public Ensemble uncalibrated() {
    return new Ensemble(scaling, targetScaling, members, weights, layout, range);
  }

  /** A solver for scaled rows, for one thread. */
  public StackSolver solver() {
    return new StackSolver(members, weights, labels(), range.thinning());
  }

  /** The means of one target, a number, by row. */
  public double[] means(IncompleteMatrix x, int t, Workers workers) {
    NumberTarget number = (NumberTarget) target(t);
    double[] out = new double[x.rows()];
    forEachRow(range.limited(x), workers, (i, prediction) -> out[i] = prediction.mean(t, number));
    return out;
  }

  /** Predicts every target of every row, with intervals and sets of the given coverage. */
  public Predictions predict(IncompleteMatrix x, double level, Workers workers) {
    return predict(x, level, new double[0], workers);
  }

  /** Predicts every target of every row, with quantiles of the given probabilities. */
  public Predictions predict(
      IncompleteMatrix x, double level, double[] probability, Workers workers) {
    int[] levels = new int[targets()];
    double[][] smallest = new double[targets()][];
    for (int t = 0; t < levels.length; t++) {
      Calibration calibration = calibrations.get(t);
      levels[t] = layout.target(t).levels();
      smallest[t] = new double[levels[t]];
      Arrays.setAll(smallest[t], k -> calibration.leastProbability(k, level));
    }
    Predictions.Builder out = Predictions.builder(x.rows(), levels, smallest, probability);
    double[] factor = new double[targets()];
    double[][] z = new double[targets()][probability.length];
    for (int t = 0; t < factor.length; t++) {
      Calibration calibration = calibrations.get(t);
      factor[t] = calibration.factor(level);
      Arrays.setAll(z[t], k -> calibration.quantile(probability[k]));
    }
    double[][] rangeEffect = rangeEffect(x, workers);
    IncompleteMatrix limited = range.limited(x);
    forEachRow(
        limited,
        workers,
        (i, prediction) -> {
          prediction.rangeEffect(rangeEffect[i]);
          EnumSet<Prediction.Flag> flags = EnumSet.noneOf(Prediction.Flag.class);
          for (int t = 0; t < factor.length; t++) {
            prediction.evaluate(t);
            prediction.write(out, i, t, factor[t]);
            prediction.quantiles(out, i, t, z[t]);
            flags.addAll(flags(prediction));
          }
          out.row(i, limited.observed(i), prediction.predicts(), flags);
        });
    return out.build();
  }

  /** Flags of the current row and the target last evaluated. */
  public EnumSet<Prediction.Flag> flags(TargetPrediction prediction) {
    EnumSet<Prediction.Flag> out = EnumSet.noneOf(Prediction.Flag.class);
    if (prediction.outOfRange()) {
      out.add(Prediction.Flag.OUT_OF_RANGE);
    }
    if (prediction.solver().thinned()) {
      out.add(Prediction.Flag.THINNED);
    }
    if (prediction.solver().few()) {
      out.add(Prediction.Flag.FEW_OBSERVED);
    }
    return out;
  }

  /** Change of η by row and column if entries out of range are clamped and not missing (P-9). */
  public double[][] rangeEffect(IncompleteMatrix x, Workers workers) {
    double[][] out = new double[x.rows()][];
    Arrays.fill(out, new double[0]);
    int[] outside = range.outside(x);
    if (outside.length > 0) {
      IncompleteMatrix rows = x.selectRows(outside);
      double[][] clamped = etas(range.treated(rows, TrainingRange.Treatment.CLAMP), workers);
      double[][] dropped = etas(range.treated(rows, TrainingRange.Treatment.DROP), workers);
      for (int r = 0; r < outside.length; r++) {
        double[] with = clamped[r];
        double[] without = dropped[r];
        out[outside[r]] = new double[with.length];
        Arrays.setAll(out[outside[r]], c -> with[c] - without[c]);
      }
    }
    return out;
  }

  private double[][] etas(IncompleteMatrix x, Workers workers) {
    double[][] out = new double[x.rows()][layout.columns()];
    forEachRow(
        x,
        workers,
        (i, prediction) ->
            Arrays.setAll(
                out[i],
                c -> {
                  prediction.column(c);
                  return prediction.eta();
                }));
    return out;
  }

  /** Receives the predictions of each row. */
  public interface RowVisitor {
    /** Receives the predictions of row i, which change with the next row. */
    void row(int i, TargetPrediction prediction);
  }

  /** Passes every row to the members, pattern by pattern. */
  public void forEachRow(IncompleteMatrix x, Workers workers, RowVisitor visitor) {
    Checks.equal("columns", x.columns(), "number of features", features());
    Patterns patterns = Patterns.of(x);
    TargetPrediction[] predictions = new TargetPrediction[workers.threads()];
    workers.run(
        (patterns.groups() + BLOCK - 1) / BLOCK,
        (worker, block) -> {
          if (predictions[worker] == null) {
            predictions[worker] = new TargetPrediction(this);
          }
          int last = Math.min(patterns.groups(), (block + 1) * BLOCK);
          for (int g = block * BLOCK; g < last; g++) {
            group(x, patterns, g, predictions[worker], visitor);
          }
        });
  }

  private void group(
      IncompleteMatrix x,
      Patterns patterns,
      int group,
      TargetPrediction prediction,
      RowVisitor visitor) {
    int first = patterns.row(patterns.start(group));
    int m = x.observed(first);
    int[] observed = new int[m];
    Arrays.setAll(observed, e -> x.column(x.rowStart(first) + e));
    prediction.solver().pattern(observed, m);
    double[] z = new double[m];
    for (int at = patterns.start(group); at < patterns.start(group + 1); at++) {
      int i = patterns.row(at);
      for (int e = 0; e < m; e++) {
        z[e] = scaling.scaled(observed[e], x.value(x.rowStart(i) + e));
      }
      prediction.solver().row(z);
      visitor.row(i, prediction);
    }
  }

  public Target target(int t) {
    return layout.target(t);
  }
}
