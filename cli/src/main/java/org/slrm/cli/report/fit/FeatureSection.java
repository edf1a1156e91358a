package org.slrm.cli.report.fit;

import java.util.Arrays;
import java.util.List;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Order;
import org.slrm.cli.report.chart.RowChart;

/** Coefficients, contributions and the cost of losing a column. */
final class FeatureSection {
  private static final int MAX_SHOWN = 20;

  private FeatureSection() {}

  static String features(TargetFacts t, List<String> names) {
    FeatureFacts f = t.features();
    String slopes =
        f.nonlinear() || t.label().isMulticlass()
            ? ""
            : coefficients(f, t.label().effectOn(t.name()), t.label().plain(), names);
    return ContributionFigure.of(f.contributions(), t.label().contributed(t.name()), f.nonlinear())
        + slopes
        + LossFigures.columns(f.losses(), t.label().hasClasses())
        + LossFigures.panels(f.losses(), t.label().hasClasses());
  }

  private static String coefficients(
      FeatureFacts f, String title, boolean plain, List<String> names) {
    double[] s = f.strength();
    int[] order = Order.by(s.length, j -> -Math.abs(s[j]));
    int[] shown = Arrays.stream(order).filter(j -> s[j] != 0).limit(MAX_SHOWN).toArray();
    if (shown.length == 0) {
      return "";
    }
    RowChart chart = signed(Arrays.stream(shown).mapToDouble(j -> s[j]).toArray(), title);
    DataTable table =
        new DataTable("Feature", "#Per standard deviation", "#Per unit of the feature");
    for (int j : shown) {
      chart.bar(
          names.get(j),
          s[j],
          NumberText.number(s[j]),
          sign(s[j]),
          "%s\none standard deviation more adds %s\none unit more adds %s"
              .formatted(
                  names.get(j), NumberText.number(s[j]), NumberText.number(f.coefficient()[j])));
    }
    for (int j : order) {
      table.row(names.get(j), s[j], f.coefficient()[j]);
    }
    return new Figure("Coefficients", coefficientLead(s, shown.length, plain))
        .legend("pos", "raises")
        .legend("neg", "lowers")
        .chart(chart.html("Coefficients of the features"))
        .table(table)
        .html();
  }

  private static String coefficientLead(double[] s, int shown, boolean plain) {
    long used = Arrays.stream(s).filter(v -> v != 0).count();
    double all = Arrays.stream(s).map(Math::abs).sum();
    double top = Arrays.stream(s).map(Math::abs).sorted().skip(s.length - shown).sum();
    String rest =
        used > shown
            ? " The %s not drawn carry %s of the sum of sizes."
                .formatted(NumberText.count(used - shown), NumberText.percent(1 - top / all))
            : "";
    return ("Change of the prediction of a complete row per standard deviation of a feature%s"
            + " %s of %s used.%s")
        .formatted(
            plain ? "." : ", on the scale below.",
            NumberText.count(used),
            NumberText.count(s.length, "feature"),
            rest);
  }

  /** A chart of signed bars. */
  static RowChart signed(double[] values, String title) {
    double low = Arrays.stream(values).min().orElse(0);
    double high = Arrays.stream(values).max().orElse(1);
    return new RowChart(Axis.withZero(low, high, 4), title);
  }

  static String sign(double v) {
    return v > 0 ? "pos" : "neg";
  }
}
