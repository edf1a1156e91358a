package org.slrm.cli.report.evaluate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Plot;
import org.slrm.cli.report.fit.ValidationSection;
import org.slrm.cli.report.label.ClassRows;
import org.slrm.cli.report.label.RobustErrors;
import org.slrm.cli.report.label.ScaledErrors;
import org.slrm.cli.report.section.HeldOutRows;
import org.slrm.cli.result.RowLosses;
import org.slrm.io.score.LabelScore;
import org.slrm.result.CrossValidated;

/**
 * Figures of labelled new rows, target by target.
 *
 * @param targets names of the targets
 * @param figures by target predictions against labels, coverage of intervals and errors by time;
 *     empty without labels
 */
public record ErrorSections(List<String> targets, List<String> figures) {
  /** For rows without labels. */
  public static final ErrorSections NONE = new ErrorSections(List.of(), List.of());

  public ErrorSections {
    targets = List.copyOf(targets);
    figures = List.copyOf(figures);
  }

  /**
   * Times of rows.
   *
   * @param time a number for each row, in order of time
   * @param text the cells it stands for
   */
  public record RowTimes(double[] time, List<String> text) {
    public RowTimes {
      text = List.copyOf(text);
    }
  }

  /**
   * For labelled rows.
   *
   * @param names names of the targets
   * @param levels names of their classes, none for a number
   * @param times times of the rows, null if unknown
   */
  public static ErrorSections of(
      EvaluatedRows rows, List<String> names, List<List<String>> levels, @Nullable RowTimes times) {
    CrossValidated held = rows.held();
    List<String> figures = new ArrayList<>();
    for (int t = 0; t < names.size(); t++) {
      LabelScore score = LabelScore.of(rows.model(), t);
      RowLosses losses = RowLosses.of(held, t, score);
      boolean any = losses.row().length > 0;
      boolean numbers = any && !score.kind().isClassification();
      figures.add(
          (any ? errors(held, names, t, losses, levels.get(t)) : "")
              + (numbers ? coverage(rows, t, losses.row()) : "")
              + (any && times != null ? TimeFigure.of(rows, t, losses, times) : ""));
    }
    return new ErrorSections(names, figures);
  }

  private static String errors(
      CrossValidated held, List<String> names, int t, RowLosses losses, List<String> levels) {
    if (losses.score().kind().isClassification()) {
      return ClassRows.of(held, t, levels).errors(losses);
    }
    if (losses.score().name().equals("pinball")) {
      return RobustErrors.of(names.get(t), HeldOutRows.of(held, t), losses, List.of());
    }
    return losses.score().kind().logScale()
        ? ScaledErrors.of(names.get(t), HeldOutRows.of(held, t), losses)
        : ValidationSection.of(names.get(t), HeldOutRows.of(held, t), names.size());
  }

  /** Actual coverage of intervals against the nominal one. */
  private static String coverage(EvaluatedRows rows, int target, int[] labelled) {
    double[] level = EvaluatedRows.LEVELS;
    double[] actual = new double[level.length];
    for (int k = 0; k < level.length; k++) {
      int at = k;
      long in = Arrays.stream(labelled).filter(i -> rows.inside(i, target, at)).count();
      actual[k] = (double) in / labelled.length;
    }
    double low = Math.min(0.45, Arrays.stream(actual).min().orElse(0) - 0.02);
    double[] nominal = Arrays.stream(level).map(v -> 100 * v).toArray();
    double[] percent = Arrays.stream(actual).map(v -> 100 * v).toArray();
    Plot plot =
        Plot.ofCoverage(100 * Math.max(0, low), "labels inside, %").line(nominal, percent, "c1");
    DataTable table = new DataTable("#Nominal", "#Inside", "#Standard error");
    for (int k = 0; k < level.length; k++) {
      double error = Math.sqrt(actual[k] * (1 - actual[k]) / labelled.length);
      plot.errorBar(nominal[k], 100 * (actual[k] - error), 100 * (actual[k] + error), "c1");
      table.row(
          NumberText.percent(level[k]), NumberText.percent(actual[k]), NumberText.percent(error));
    }
    plot.points(
        nominal,
        percent,
        k ->
            "nominal %s\nactual %s"
                .formatted(NumberText.percent(level[k]), NumberText.percent(actual[k])),
        "c1 solid");
    return new Figure(
            "Interval calibration",
            "Share of "
                + NumberText.count(labelled.length, "label")
                + " inside the model's intervals of each level; "
                + NumberText.percent(actual[EvaluatedRows.NINETY])
                + " inside those of 90 %.")
        .legend("c1", "new rows")
        .legend("idealkey", "nominal")
        .chart(plot.svg("Actual against nominal coverage of intervals"))
        .table(table)
        .html();
  }
}
