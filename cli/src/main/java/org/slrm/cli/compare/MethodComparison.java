package org.slrm.cli.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.slrm.CrossValidation;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.cli.option.MethodOptions;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.result.MethodResult;
import org.slrm.cli.result.RowLosses;
import org.slrm.io.Table;
import org.slrm.io.check.DataWarning;
import org.slrm.io.score.FitWarnings;
import org.slrm.io.score.LabelScore;
import org.slrm.io.train.FewLabels;
import org.slrm.io.train.SplitColumns;
import org.slrm.method.AutoConfig;
import org.slrm.method.LabelKind;
import org.slrm.method.MethodConfig;
import org.slrm.paper.analysis.Transduction;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitListener;

/**
 * Evaluates methods one after another on the same folds of a table. A time budget is for all of
 * them: each may use an equal part of the remaining time.
 */
public final class MethodComparison {
  private final Table table;
  private final Setup setup;
  private final LongSupplier clock;
  private final long end;
  private List<LabelScore> scores;
  private List<DataWarning> warnings = List.of();

  /**
   * What is the same for every method.
   *
   * @param kinds what the targets are
   * @param split what rows are split by
   * @param folds number of folds
   * @param seed the seed
   * @param threads number of threads
   * @param budgetSeconds time for all methods together, 0 without a limit
   * @param fewLabels whether labels are too few for nonlinear candidates of auto
   */
  public record Setup(
      List<LabelKind> kinds,
      SplitColumns split,
      int folds,
      long seed,
      int threads,
      double budgetSeconds,
      boolean fewLabels) {
    public Setup {
      kinds = List.copyOf(kinds);
    }
  }

  /** A comparison that starts now, with a clock in nanoseconds. */
  public MethodComparison(Table table, Setup setup, LongSupplier clock) {
    this.table = table;
    this.setup = setup;
    this.clock = clock;
    this.end = clock.getAsLong() + (long) (setup.budgetSeconds * 1e9);
    this.scores = setup.kinds.stream().map(LabelScore::of).toList();
  }

  /** Warnings of the fit of auto to all rows, if it was compared. */
  public List<DataWarning> warnings() {
    return warnings;
  }

  /** The score of each target. */
  public List<LabelScore> scores() {
    return scores;
  }

  /**
   * Evaluates a method. A failure is part of the result and does not end the comparison.
   *
   * @param left remaining methods, including this one
   */
  public MethodResult evaluate(String name, int left, FitListener listener) {
    long start = clock.getAsLong();
    long limit = setup.budgetSeconds > 0 ? Math.max(0, (end - start) / left) : Long.MAX_VALUE;
    try {
      if (limit == 0) {
        throw new OutOfTime("no time was left for it");
      }
      return name.equals(MethodOptions.TRANSDUCTION)
          ? transduce(name, start)
          : fit(name, start, limit, listener);
    } catch (IllegalArgumentException | IllegalStateException | ArithmeticException e) {
      return new MethodResult(
          name, null, seconds(start), List.of(), String.valueOf(e.getMessage()));
    }
  }

  private MethodResult fit(String name, long start, long limit, FitListener listener) {
    boolean limited = limit < Long.MAX_VALUE;
    // The last fit, after the folds, uses all rows.
    double each = limited ? limit / 1e9 / (setup.folds + 1) : 0;
    MethodConfig config = FewLabels.effort(MethodOptions.defaults(name, each), setup.fewLabels);
    // auto limits its own time and must not be stopped in its final fit.
    boolean limitsItself = name.equals("auto");
    FitListener watch =
        limited && !limitsItself ? p -> inTime(start, limit) && listener.onProgress(p) : listener;
    CrossValidated cv =
        setup
            .split
            .in(CrossValidation.of(config))
            .folds(setup.folds)
            .seed(setup.seed)
            .threads(setup.threads)
            .labels(setup.kinds)
            .listener(watch)
            .run(table.features(), table.labels());
    double seconds = seconds(start);
    return new MethodResult(name, cv, seconds, nonZeros(config, cv, watch), "");
  }

  /** Non-zero coefficients of a fit to all rows; none if time ran out. */
  private List<Integer> nonZeros(MethodConfig config, CrossValidated cv, FitListener listener) {
    List<Integer> out = new ArrayList<>();
    List<LabelScore> fitted = new ArrayList<>();
    try {
      SlrmModel all =
          setup
              .split
              .in(Slrm.with(config))
              .folds(0)
              .seed(setup.seed)
              .threads(setup.threads)
              .labels(setup.kinds)
              .listener(listener)
              .fit(table.features(), table.labels());
      for (int t = 0; t < all.targets(); t++) {
        out.add(all.nonZeros(t));
        fitted.add(LabelScore.of(all, t));
      }
      if (config instanceof AutoConfig) {
        warnings = FitWarnings.of(all, table.schema(), table.features(), explained(cv, fitted));
      }
    } catch (OutOfTime e) {
      return List.of();
    }
    // The dispersion of counts is estimated before the fits, so it is the same for every method.
    scores = fitted;
    return out;
  }

  private static final double MEDIAN = 0.5;

  private static List<Double> explained(CrossValidated cv, List<LabelScore> scores) {
    return IntStream.range(0, cv.targets())
        .mapToObj(t -> RowLosses.of(cv, t, scores.get(t)).explained())
        .toList();
  }

  /** The rows of a fold are in the completed table, without their labels. */
  private MethodResult transduce(String name, long start) {
    if (setup.split.given()) {
      throw new IllegalArgumentException(
          "it imputes rows of all times and groups together, without a split by them");
    }
    for (LabelKind kind : setup.kinds) {
      if (!kind.usesSquaredError() && kind.quantile() != MEDIAN) {
        throw new IllegalArgumentException(
            "it completes plain numbers, and the target is " + kind.label());
      }
    }
    CrossValidated cv =
        Transduction.defaults()
            .seed(setup.seed)
            .crossValidate(table.features(), table.labels(), setup.folds);
    return new MethodResult(name, cv, seconds(start), List.of(), "");
  }

  /** An incomplete fit would be unfair to a method, so it has no result. */
  private boolean inTime(long start, long limit) {
    if (clock.getAsLong() - start > limit) {
      throw new OutOfTime(
          "not finished in its part of the time, " + ReadableText.duration(limit / 1e9));
    }
    return true;
  }

  private double seconds(long start) {
    return (clock.getAsLong() - start) / 1e9;
  }

  /** A method has used its part of the time. */
  private static final class OutOfTime extends IllegalStateException {
    private static final long serialVersionUID = 1;

    OutOfTime(String message) {
      super(message);
    }
  }
}
