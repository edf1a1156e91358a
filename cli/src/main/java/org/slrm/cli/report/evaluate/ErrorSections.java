package org.slrm.cli.report.evaluate;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
  public record RowTimes(double[] time, List<String> text) {}

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
              + (numbers ? CoverageFigure.of(rows, t, losses.row()) : "")
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
}
