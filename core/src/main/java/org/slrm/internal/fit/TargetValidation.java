package org.slrm.internal.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.slrm.internal.label.ClassTarget;
import org.slrm.internal.label.ErrorScale;
import org.slrm.internal.label.Layout;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.label.MeanLoss;
import org.slrm.internal.label.NumberTarget;
import org.slrm.internal.label.ProbabilityFit;
import org.slrm.internal.label.ProbabilityMap;
import org.slrm.internal.label.Quantile;
import org.slrm.internal.label.Target;
import org.slrm.result.Calibration;
import org.slrm.result.ClassProbabilities;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitReport;

/**
 * Validation of the targets from out-of-fold predictions. These come by column, in the units of
 * encoded labels: η and its standard error; here they become predictions in the targets' own units,
 * evaluated by the score of each target's kind.
 */
final class TargetValidation {
  /** Probabilities are limited so that one error costs at most this many rows. */
  private static final double SMALLEST = 1e-15;

  private final CrossValidated columns;
  private Layout layout;
  private final boolean forward;
  private final CrossValidated targets;
  private final List<ProbabilityMap> maps = new ArrayList<>();
  private final List<ErrorScale> scales = new ArrayList<>();
  private final double[] eta;
  private final double[] variance;

  /**
   * Evaluates predictions by column.
   *
   * @param forward whether folds are blocks of time, each predicted by fits to earlier ones
   */
  TargetValidation(CrossValidated columns, Layout layout, boolean forward) {
    this.columns = columns;
    this.layout = layout;
    this.forward = forward;
    variance = new double[columns.rows() * layout.columns()];
    eta = new double[variance.length];
    targets = decoded();
  }

  /** The predictions by target, in the targets' own units. */
  CrossValidated targets() {
    return targets;
  }

  /** The targets, with quantiles shifted to their nominal coverage. */
  Layout layout() {
    return layout;
  }

  /** Calibration of log-odds, by column. */
  List<ProbabilityMap> maps() {
    return maps;
  }

  /** Error models of numbers, by column. */
  List<ErrorScale> scales() {
    return scales;
  }

  private CrossValidated decoded() {
    int n = columns.rows();
    int width = layout.size();
    int[] levels = layout.targets().stream().mapToInt(Target::levels).toArray();
    double[] label = new double[n * width];
    double[] mean = new double[n * width];
    double[] error = new double[n * width];
    ClassProbabilities p = new ClassProbabilities(n, levels);
    for (int t = 0; t < width; t++) {
      if (layout.target(t) instanceof NumberTarget given) {
        maps.add(ProbabilityMap.NONE);
        double shift = shift(layout.first(t), given);
        layout = layout.with(t, given.shifted(shift));
        scales.add(scaled(layout.first(t), given, shift));
        number(t, given, label, mean, error);
      } else {
        classes(t, (ClassTarget) layout.target(t), label, mean, p);
        scales.addAll(Collections.nCopies(layout.target(t).columns(), ErrorScale.NONE));
        for (int i = 0; i < n; i++) {
          error[i * width + t] = Double.NaN;
        }
      }
    }
    return new CrossValidated(
        width,
        columns.fold(),
        label,
        mean,
        error,
        columns.observed(),
        columns.weights(),
        p.rows() == 0 ? null : p,
        columns.clusters());
  }

  private void number(int t, NumberTarget given, double[] label, double[] mean, double[] error) {
    int c = layout.first(t);
    NumberTarget number = (NumberTarget) layout.target(t);
    for (int i = 0; i < columns.rows(); i++) {
      int at = i * layout.size() + t;
      label[at] = given.decoded(columns.label(i, c));
      mean[at] = number.mean(eta(i, c), variance(i, c));
      error[at] = number.standardError(eta(i, c), variance(i, c));
    }
  }

  /**
   * By how much the η of a quantile must be larger to have its nominal coverage on held-out rows
   * (Y-16). Rows are evaluated by the shift of the rows of other folds.
   */
  private double shift(int c, NumberTarget number) {
    for (int i = 0; i < columns.rows(); i++) {
      eta[i * layout.columns() + c] = columns.prediction(i, c);
    }
    if (!(number.label() instanceof Quantile q)) {
      return 0;
    }
    int[] rows = predicted(c);
    double shift = shift(c, q.level(), rows);
    for (int f : IntStream.of(rows).map(columns::fold).distinct().toArray()) {
      int[] others = IntStream.of(rows).filter(i -> columns.fold(i) != f).toArray();
      double difference = others.length == 0 ? 0 : shift(c, q.level(), others) - shift;
      IntStream.of(rows)
          .filter(i -> columns.fold(i) == f)
          .forEach(i -> eta[i * layout.columns() + c] += difference);
    }
    return shift;
  }

  private double shift(int c, double level, int[] rows) {
    Calibration errors =
        ofErrors(of(rows, i -> columns.label(i, c) - columns.prediction(i, c)), rows);
    return errors.calibrated() ? errors.quantile(level) : 0;
  }

  private Calibration ofErrors(double[] errors, int[] rows) {
    return columns.weights() == null
        ? Calibration.ofErrors(errors)
        : Calibration.ofErrors(errors, of(rows, columns::weight));
  }

  /** Held-out rows with a label in a column. */
  private int[] predicted(int c) {
    return IntStream.range(0, columns.rows())
        .filter(i -> columns.weight(i) > 0)
        .filter(i -> !Double.isNaN(columns.label(i, c)))
        .filter(i -> !Double.isNaN(columns.prediction(i, c)))
        .toArray();
  }

  /** Variances adjusted by error models of the other rows. */
  private ErrorScale scaled(int c, NumberTarget number, double shift) {
    int width = layout.columns();
    for (int i = 0; i < columns.rows(); i++) {
      double e = columns.standardError(i, c);
      variance[i * width + c] = e * e;
    }
    if (!number.label().noisy()) {
      return ErrorScale.NONE;
    }
    int[] rows = IntStream.of(predicted(c)).filter(i -> columns.standardError(i, c) > 0).toArray();
    ErrorScaleFit fit =
        ErrorScaleFit.of(
            of(rows, i -> eta(i, c)),
            of(rows, i -> variance(i, c)),
            IntStream.of(rows).map(columns::observed).toArray(),
            of(
                rows,
                i ->
                    Math.abs(columns.label(i, c) - shift - eta(i, c))
                        / columns.standardError(i, c)),
            of(rows, columns::weight),
            IntStream.of(rows).map(columns::fold).toArray());
    for (int i = 0; i < columns.rows(); i++) {
      variance[i * width + c] *= fit.scale().factor(eta(i, c), variance(i, c), columns.observed(i));
    }
    for (int r = 0; r < rows.length; r++) {
      double e = columns.standardError(rows[r], c);
      variance[rows[r] * width + c] = e * e * fit.factor()[r];
    }
    return fit.scale();
  }

  private double eta(int i, int c) {
    return eta[i * layout.columns() + c];
  }

  private double variance(int i, int c) {
    return variance[i * layout.columns() + c];
  }

  /** Log-odds calibrated by maps of the other folds. */
  private void classes(
      int t, ClassTarget classes, double[] label, double[] mean, ClassProbabilities out) {
    int first = layout.first(t);
    int n = columns.rows();
    double[][] second = new double[n][classes.columns()];
    for (int node = 0; node < classes.columns(); node++) {
      double[] eta = calibrated(first + node);
      for (int i = 0; i < n; i++) {
        second[i][node] = Logistic.LABEL.mean(eta[i]);
      }
    }
    double[] code = new double[classes.columns()];
    double[] p = new double[classes.levels()];
    for (int i = 0; i < n; i++) {
      int row = i;
      Arrays.setAll(code, node -> columns.label(row, first + node));
      label[i * layout.size() + t] = classes.decoded(code);
      classes.tree().probabilities(second[i], p);
      out.set(i, t, p);
      int predicted = out.mostProbable(i, t);
      mean[i * layout.size() + t] = predicted < 0 ? Double.NaN : predicted;
    }
  }

  /** η of a column of two classes calibrated by maps of the other folds; adds the final map. */
  private double[] calibrated(int c) {
    int[] rows = IntStream.of(predicted(c)).filter(i -> columns.fold(i) >= 0).toArray();
    ProbabilityFit fit =
        ProbabilityFit.of(
            of(rows, i -> columns.prediction(i, c)),
            of(rows, i -> columns.label(i, c)),
            of(rows, columns::weight),
            IntStream.of(rows).map(columns::fold).toArray());
    maps.add(fit.map());
    double[] out = new double[columns.rows()];
    Arrays.setAll(out, i -> fit.map().apply(columns.prediction(i, c)));
    for (int r = 0; r < rows.length; r++) {
      out[rows[r]] = fit.eta()[r];
    }
    return out;
  }

  private static double[] of(int[] rows, IntToDoubleFunction what) {
    return IntStream.of(rows).mapToDouble(what).toArray();
  }

  /** Rows that can evaluate a target's predictions. */
  private int[] rows(int t) {
    return IntStream.range(0, targets.rows())
        .filter(i -> targets.weight(i) > 0)
        .filter(i -> !Double.isNaN(targets.label(i, t)) && !Double.isNaN(targets.prediction(i, t)))
        .toArray();
  }

  /** Calibration of intervals by standardised errors, of sets by class probabilities. */
  Calibration calibration(int t) {
    if (layout.target(t) instanceof ClassTarget classes) {
      return classCalibration(t, classes.levels());
    }
    NumberTarget number = (NumberTarget) layout.target(t);
    int c = layout.first(t);
    int[] rows = IntStream.of(rows(t)).filter(i -> columns.standardError(i, c) > 0).toArray();
    double[] error = of(rows, i -> number.error(targets.label(i, t), eta(i, c), variance(i, c)));
    if (forward) {
      error = BlockWidening.of(error, IntStream.of(rows).map(columns::fold).toArray());
    }
    return ofErrors(error, rows);
  }

  private Calibration classCalibration(int t, int levels) {
    double[][] scores = new double[levels][];
    Arrays.setAll(
        scores,
        level ->
            IntStream.of(rows(t))
                .filter(i -> targets.label(i, t) == level)
                .mapToDouble(i -> 1 - probability(i, t))
                .toArray());
    return Calibration.ofClasses(scores);
  }

  /** Predicted probability of a row's class. */
  private double probability(int i, int t) {
    ClassProbabilities p = Objects.requireNonNull(targets.probabilities());
    return p.of(i, t, (int) targets.label(i, t));
  }

  /** Mean score of the target, and the explained fraction. */
  FitReport.Score score(int t) {
    Target target = layout.target(t);
    MeanLoss loss =
        MeanLoss.of(targets.rows(), i -> loss(i, t), targets::weight, targets.clusters());
    if (target.kind().usesSquaredError()) {
      return new FitReport.Score(scored(t), loss.value(), loss.standardError(), targets.r2(t));
    }
    boolean classes = target.levels() > 0;
    return new FitReport.Score(
        scored(t),
        classes ? Double.NaN : targets.mse(t),
        classes ? Double.NaN : targets.mseStandardError(t),
        classes ? Double.NaN : targets.r2(t),
        target.kind().scoreName(),
        loss.value(),
        loss.standardError(),
        1 - loss.value() / baseline(t));
  }

  private int scored(int t) {
    int c = layout.first(t);
    boolean classes = layout.target(t).levels() > 0;
    return (int)
        IntStream.of(rows(t)).filter(i -> classes || columns.standardError(i, c) > 0).count();
  }

  private double loss(int i, int t) {
    double y = targets.label(i, t);
    if (Double.isNaN(y) || Double.isNaN(targets.prediction(i, t))) {
      return Double.NaN;
    }
    if (layout.target(t) instanceof NumberTarget number) {
      int c = layout.first(t);
      return number.score(y, eta(i, c), variance(i, c));
    }
    return -Math.log(Math.max(SMALLEST, probability(i, t)));
  }

  /** The score of a constant prediction. */
  private double baseline(int t) {
    int[] rows = rows(t);
    double total = IntStream.of(rows).mapToDouble(targets::weight).sum();
    if (layout.target(t) instanceof ClassTarget classes) {
      double[] weight = new double[classes.levels()];
      IntStream.of(rows).forEach(i -> weight[(int) targets.label(i, t)] += targets.weight(i));
      double sum = 0;
      for (double w : weight) {
        sum -= w > 0 ? w / total * Math.log(w / total) : 0;
      }
      return sum;
    }
    NumberTarget number = (NumberTarget) layout.target(t);
    double[] y = of(rows, i -> targets.label(i, t));
    double eta = number.best(y, of(rows, targets::weight));
    return MeanLoss.of(y.length, r -> number.score(y[r], eta, 0), r -> targets.weight(rows[r]))
        .value();
  }
}
