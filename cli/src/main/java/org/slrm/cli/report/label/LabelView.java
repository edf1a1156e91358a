package org.slrm.cli.report.label;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.report.chart.Html;
import org.slrm.cli.result.RowLosses;
import org.slrm.io.score.LabelScore;
import org.slrm.method.LabelKind;
import org.slrm.result.CrossValidated;

/**
 * The label kind of a target and its evaluation.
 *
 * @param kind its label kind
 * @param levels names of its classes, none for a number
 * @param focus the class whose curves are drawn: the second of two, otherwise the most frequent; −1
 *     for a number
 * @param losses scores of held-out rows; null when validation was switched off
 * @param classes the same rows with their probabilities; null for a number
 */
public record LabelView(
    LabelKind kind,
    List<String> levels,
    int focus,
    @Nullable RowLosses losses,
    @Nullable ClassRows classes) {
  /** A plain number. */
  public static final LabelView NUMBER =
      new LabelView(LabelKind.NUMERIC, List.of(), -1, null, null);

  /** The view of a target whose labels and class counts are known. */
  public static LabelView of(
      LabelScore score, List<String> levels, double[] labels, @Nullable CrossValidated cv, int t) {
    boolean classes = score.kind().isClassification();
    boolean evaluated = cv != null && (!classes || cv.probabilities() != null);
    RowLosses losses = evaluated ? RowLosses.of(cv, t, score) : null;
    boolean any = losses != null && losses.row().length > 0;
    return new LabelView(
        score.kind(),
        levels,
        classes ? focus(levels.size(), labels) : -1,
        any ? losses : null,
        any && classes ? ClassRows.of(cv, t, levels) : null);
  }

  /** This view with identifiers of the rows. */
  public LabelView named(List<String> ids) {
    return classes == null ? this : new LabelView(kind, levels, focus, losses, classes.named(ids));
  }

  private static int focus(int levels, double[] labels) {
    if (levels == 2) {
      return 1;
    }
    int[] rows = new int[levels];
    for (double v : labels) {
      if (!Double.isNaN(v)) {
        rows[(int) v]++;
      }
    }
    int best = 0;
    for (int k = 1; k < levels; k++) {
      best = rows[k] > rows[best] ? k : best;
    }
    return best;
  }

  /** Whether it is a number evaluated by squared error. */
  public boolean plain() {
    return kind.usesSquaredError();
  }

  public boolean hasClasses() {
    return kind.isClassification();
  }

  /** Whether it has more than two classes. */
  public boolean isMulticlass() {
    return levels.size() > 2;
  }

  private String focused() {
    return Html.shorten(levels.get(focus), 24);
  }

  /** The quantity of coefficients and components. */
  public String effectOn(String target) {
    String name = Html.shorten(target, 30);
    if (hasClasses()) {
      return "change of the log-odds of " + focused();
    }
    return "change of " + (kind.logScale() ? "the logarithm of " : "") + name;
  }

  /** The quantity of contributions. */
  public String contributed(String target) {
    String name = Html.shorten(target, 30);
    if (hasClasses()) {
      return isMulticlass()
          ? "the log-odds of the predicted class"
          : "the log-odds of " + focused();
    }
    return (kind.logScale() ? "the logarithm of " : "") + name;
  }

  /** The quantity of effect curves. */
  public String effect(String target) {
    return "change of "
        + (hasClasses() ? "the probability of " + focused() : Html.shorten(target, 30));
  }
}
