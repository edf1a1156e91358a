package org.slrm.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.Calibration;
import org.slrm.FitReport;
import org.slrm.MethodConfig;
import org.slrm.Predictions;
import org.slrm.SlrmModel;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.select.CrossValidated;

/** What is said of a fit, wherever its rows were. */
public final class Reports {
  /** A mean weight below this, or above its inverse, is worth a word. */
  private static final double UNUSUAL_WEIGHT = 0.1;

  private Reports() {}

  /**
   * What was fitted to.
   *
   * @param rows number of rows
   * @param labelledRows those with a label
   * @param emptyRows those without a known feature
   * @param targets number of targets
   * @param features what is known of the features
   */
  public record Data(
      int rows, int labelledRows, int emptyRows, int targets, ColumnStatistics features) {
    /** Of tables in memory. */
    public static Data of(IncompleteMatrix x, IncompleteMatrix y) {
      int empty = (int) IntStream.range(0, x.rows()).filter(i -> x.observed(i) == 0).count();
      int labelled = new TrainingData(x, y).labelledRows();
      return new Data(x.rows(), labelled, empty, y.columns(), x.statistics());
    }

    private double missingShare() {
      double known = IntStream.of(features.known()).asDoubleStream().sum();
      double cells = (double) rows * features.columns();
      return cells == 0 ? 0 : 1 - known / cells;
    }
  }

  /** What is odd about the features but harmless. */
  public static List<String> notes(ColumnStatistics s, long emptyRows) {
    List<String> notes = new ArrayList<>();
    if (!s.allMissing().isEmpty()) {
      notes.add(
          s.allMissing().size()
              + " feature(s) without a known entry: "
              + shortened(s.allMissing()));
    }
    if (!s.constant().isEmpty()) {
      notes.add(s.constant().size() + " constant feature(s): " + shortened(s.constant()));
    }
    if (emptyRows > 0) {
      notes.add(emptyRows + " row(s) without a known feature");
    }
    return notes;
  }

  private static String shortened(List<Integer> columns) {
    String shown =
        columns.stream().limit(8).map(String::valueOf).reduce((a, b) -> a + ", " + b).orElse("");
    return columns.size() > 8 ? shown + ", …" : shown;
  }

  /** Refuses features of which nothing is known. */
  public static void checkKnown(long rows, int columns, long known) {
    if (known == 0) {
      throw new IllegalArgumentException(
          "at least one feature entry must be known, got "
              + rows
              + " x "
              + columns
              + " missing entries");
    }
  }

  /** Refuses a target without a label, given the number of labels of each. */
  public static void checkLabels(int[] labels, long rows) {
    for (int t = 0; t < labels.length; t++) {
      if (labels[t] == 0) {
        throw new IllegalArgumentException(
            "target " + t + " must have at least one labelled row, got 0 of " + rows);
      }
    }
  }

  /** Refuses weights that leave a target no labelled row. */
  public static void checkWeights(TrainingData data) {
    int[] labels = data.labels();
    for (int t = 0; t < labels.length; t++) {
      if (labels[t] == 0) {
        throw new IllegalArgumentException(
            "weights must leave target " + t + " a labelled row of positive weight, got none");
      }
    }
  }

  /** Weights may be shares of one by habit; then the fit believes that there is but one row. */
  public static void noteWeights(double @Nullable [] weights, Certificate c) {
    if (weights == null) {
      return;
    }
    double sum = Arrays.stream(weights).sum();
    long counting = Arrays.stream(weights).filter(w -> w > 0).count();
    if (sum < UNUSUAL_WEIGHT * counting || sum > counting / UNUSUAL_WEIGHT) {
      c.notes.add(
          "weights say how many times a row counts: together they make "
              + String.format(java.util.Locale.ROOT, "%.4g", sum)
              + " row(s) of "
              + counting
              + "; divide them by their mean if only their proportions matter");
    }
  }

  /** How intervals are adjusted to the errors made on rows left out. */
  public static List<Calibration> calibrations(@Nullable CrossValidated cv, int targets) {
    List<Calibration> out = new ArrayList<>();
    for (int t = 0; t < targets; t++) {
      out.add(cv == null ? Calibration.GAUSSIAN : Calibration.ofScores(cv.scores(t)));
    }
    return out;
  }

  /** What a model says of labelled rows it has not seen. */
  public static CrossValidated judged(SlrmModel model, TrainingData rows, int threads) {
    int[] held = new int[rows.x().rows()];
    HeldOutPredictions out = new HeldOutPredictions(rows.x(), rows.y(), held);
    Predictions p = model.predictAll(rows.x(), 0.9, threads);
    for (int i = 0; i < held.length; i++) {
      for (int t = 0; t < p.targets(); t++) {
        out.predict(i, t, p.mean(i, t));
        out.standardError(i, t, p.standardError(i, t));
      }
    }
    return out.done();
  }

  /** The report of a fit. */
  public static FitReport of(
      MethodConfig config,
      long seed,
      Data data,
      Fitted fitted,
      @Nullable CrossValidated cv,
      Scaling targetScaling) {
    Certificate c = fitted.certificate();
    Map<String, Object> settings = new LinkedHashMap<>(config.settings());
    settings.putAll(c.found);
    List<String> notes = notes(data.features, data.emptyRows);
    notes.addAll(c.notes);
    return new FitReport(
        config.method(),
        c.rank,
        data.rows,
        data.labelledRows,
        data.features.columns(),
        data.targets,
        data.missingShare(),
        seed,
        settings,
        c.criterion,
        c.tolerance,
        c.stop,
        c.iterations,
        c.history,
        c.objective,
        c.candidates.stream().map(k -> unscaled(k, targetScaling)).toList(),
        scores(cv, data.targets),
        cv,
        notes);
  }

  /** Validation result of each target, none without predictions of rows not seen. */
  public static List<FitReport.Score> scores(@Nullable CrossValidated cv, int targets) {
    List<FitReport.Score> scores = new ArrayList<>();
    for (int t = 0; cv != null && t < targets; t++) {
      int rows = cv.scores(t).length;
      scores.add(new FitReport.Score(rows, cv.mse(t), cv.mseStandardError(t), cv.r2(t)));
    }
    return scores;
  }

  /** Solvers judge candidates in scaled units; the report speaks the target's own. */
  public static FitReport.Candidate unscaled(FitReport.Candidate c, Scaling targetScaling) {
    double unit = targetScaling.scale(c.target()) * targetScaling.scale(c.target());
    return new FitReport.Candidate(
        c.name(),
        c.rank(),
        c.target(),
        c.mse() * unit,
        c.standardError() * unit,
        c.weight(),
        c.settings());
  }
}
