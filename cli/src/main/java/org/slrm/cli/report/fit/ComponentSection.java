package org.slrm.cli.report.fit;

import static org.slrm.cli.report.chart.NumberText.number;

import java.util.Comparator;
import java.util.List;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Plot;
import org.slrm.cli.report.chart.RowChart;
import org.slrm.cli.report.fit.TargetFacts.ComponentFacts;

/** The subspace and the prediction by component. */
final class ComponentSection {
  private static final int MAX_SHOWN = 20;

  private ComponentSection() {}

  static String of(TargetFacts t) {
    if (t.components().isEmpty()) {
      return "";
    }
    // Several classes have several binary columns, each with its own coefficients.
    return scree(t) + (t.label().isMulticlass() ? "" : weights(t));
  }

  private static String scree(TargetFacts t) {
    List<ComponentFacts> parts = t.components();
    double largest = parts.stream().mapToDouble(ComponentFacts::variance).max().orElse(1);
    double total = parts.stream().mapToDouble(ComponentFacts::variance).sum();
    Plot plot =
        new Plot(
            Axis.exact(0.3, parts.size() + 0.7, Math.min(6, parts.size())).whole(),
            "component",
            Axis.withZero(0, largest, 5),
            "variance");
    DataTable table = new DataTable("Component", "#Variance", "#Share", "#Share so far");
    double sum = 0;
    for (int k = 0; k < parts.size(); k++) {
      ComponentFacts p = parts.get(k);
      sum += p.variance();
      String fraction = NumberText.percent(p.variance() / total);
      String tip =
          "%s\nvariance %s\n%s of the subspace".formatted(p.name(), number(p.variance()), fraction);
      plot.box(k + 0.65, 0, k + 1.35, p.variance(), "c1", tip);
      table.row(p.name(), p.variance(), fraction, NumberText.percent(sum / total));
    }
    return new Figure(
            "Scree",
            "Variance of the features along each component of the " + t.componentsOf() + ".")
        .chart(plot.svg("Variance of each component"))
        .table(table)
        .html();
  }

  private static String weights(TargetFacts t) {
    List<ComponentFacts> parts =
        t.components().stream()
            .sorted(Comparator.comparingDouble(c -> -Math.abs(c.coefficient())))
            .toList();
    long used = parts.stream().filter(c -> c.coefficient() != 0).count();
    List<ComponentFacts> shown =
        parts.stream().filter(c -> c.coefficient() != 0).limit(MAX_SHOWN).toList();
    RowChart chart =
        FeatureSection.signed(
            shown.stream().mapToDouble(ComponentFacts::coefficient).toArray(),
            t.label().plain() ? "change of the prediction" : t.label().effectOn(t.name()));
    DataTable table = new DataTable("Component", "#Coefficient", "#Variance", "Strongest features");
    for (ComponentFacts c : shown) {
      chart.bar(
          c.name(),
          c.coefficient(),
          number(c.coefficient()),
          FeatureSection.sign(c.coefficient()),
          "%s\none standard deviation adds %s\n%s"
              .formatted(c.name(), number(c.coefficient()), c.strongest()));
    }
    parts.forEach(c -> table.row(c.name(), c.coefficient(), c.variance(), c.strongest()));
    return new Figure(
            "Factor effects",
            "%s of %s used. What one standard deviation of each adds to the prediction%s"
                .formatted(
                    NumberText.count(used),
                    NumberText.count(parts.size(), "component"),
                    t.label().plain() ? "." : ", on the scale below."))
        .chart(chart.html("Coefficients of the components"))
        .table(table)
        .html();
  }
}
