package org.slrm.cli.report.fit;

import static java.util.stream.Collectors.joining;
import static org.slrm.cli.report.chart.Html.esc;
import static org.slrm.cli.report.chart.NumberText.number;
import static org.slrm.cli.report.chart.Page.tile;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.label.LabelHeadline;
import org.slrm.cli.report.section.FitSection;
import org.slrm.cli.report.section.HeldOutRows;
import org.slrm.cli.result.TimeBlocks;
import org.slrm.io.score.LabelScore;
import org.slrm.method.LabelKind;
import org.slrm.result.FitReport;

/** The result as a sentence and tiles. */
final class Headline {
  private Headline() {}

  static String of(FitFacts f) {
    FitReport r = f.report();
    StringBuilder out = new StringBuilder("<p class=\"headline\">");
    TargetFacts first = f.targets().get(0);
    boolean plain = f.targets().stream().allMatch(t -> t.label().plain());
    if (f.targets().size() == 1) {
      out.append(sentence(first));
    } else {
      out.append(plain ? summary(f.targets()) : LabelHeadline.summary(scores(f)));
    }
    out.append(' ').append(missing(f)).append("</p>\n<div class=\"tiles\">");
    HeldOutRows held = first.held();
    if (f.targets().size() == 1 && !first.label().plain()) {
      out.append(LabelHeadline.tiles(first.label()));
    } else if (f.targets().size() == 1 && held != null) {
      out.append(errors(r, held));
    }
    out.append(tile("Cells missing", NumberText.percent(r.missingShare()), "of the features"));
    out.append(
        tile(
            "Data",
            NumberText.count(r.rows()) + " × " + NumberText.count(r.features()),
            "rows × features, " + NumberText.count(r.labelledRows()) + " labelled"));
    String rank = r.rank() > 0 ? "rank " + r.rank() : FitSection.steps(r);
    out.append(tile("Method", r.method().replace('-', '\u2011'), rank)).append("</div>\n");
    if (f.targets().size() == 1) {
      return out.toString();
    }
    return out + (plain ? table(f.targets()) : LabelHeadline.table(scores(f)));
  }

  /** The errors of a number by name. */
  private static String errors(FitReport r, HeldOutRows held) {
    StringBuilder out = new StringBuilder();
    double error = Math.sqrt(held.mse());
    double mean = Math.sqrt(held.meanMse());
    double spread = r.scores().isEmpty() ? Double.NaN : r.scores().get(0).standardError();
    String give = Double.isNaN(spread) ? "" : "± " + number(spread / (2 * error));
    out.append(
        tile(
            "RMSE",
            number(error),
            "root of the mean squared error" + (give.isEmpty() ? "" : ", " + give)));
    out.append(
        tile(
            "Median absolute error",
            number(held.medianError()),
            "half of the rows are off by less"));
    out.append(tile("Variance explained", NumberText.percent(r2(held)), "R², cross-validated"));
    String change = (error <= mean ? "−" : "+") + NumberText.percent(Math.abs(1 - error / mean));
    out.append(tile("Against the mean", change, "error of predicting the mean: " + number(mean)));
    TimeBlocks blocks = TimeBlocks.of(r, 0, LabelScore.of(LabelKind.NUMERIC));
    if (blocks.any()) {
      out.append(errorsByTime(blocks.shown()));
    }
    return out.toString();
  }

  /** Variation of errors over time. */
  private static String errorsByTime(double[] errors) {
    double[] sorted = Arrays.stream(errors).sorted().toArray();
    String range = number(sorted[0]) + " to " + number(sorted[sorted.length - 1]);
    String each = Arrays.stream(errors).mapToObj(NumberText::number).collect(joining(", "));
    return tile("RMSE by stretch of time", range, "in order: " + each);
  }

  private static Map<String, FitReport.Score> scores(FitFacts f) {
    Map<String, FitReport.Score> out = new LinkedHashMap<>();
    for (int t = 0; t < f.report().scores().size(); t++) {
      out.put(f.targets().get(t).name(), f.report().scores().get(t));
    }
    return out;
  }

  private static String sentence(TargetFacts t) {
    String name = "<b>" + esc(t.name()) + "</b>";
    if (!t.label().plain()) {
      return LabelHeadline.sentence(name, t.label());
    }
    HeldOutRows held = t.held();
    if (held == null) {
      return LabelHeadline.NO_VALIDATION + " of " + name + ".";
    }
    double error = Math.sqrt(held.mse());
    double mean = Math.sqrt(held.meanMse());
    String off =
        String.format(
            "On held-out rows, predictions of %s have an RMSE (root mean squared error) of"
                + " <b>%s</b>. The baseline, the mean, has %s",
            name, number(error), number(mean));
    if (error >= mean) {
      return off + ": <b>the model is no better than the baseline</b>. Do not rely on it.";
    }
    return "%s: the model removes <b>%s</b> of that error and explains %s of the variance."
        .formatted(off, NumberText.percent(1 - error / mean), NumberText.percent(r2(held)));
  }

  private static String summary(List<TargetFacts> targets) {
    List<HeldOutRows> held =
        targets.stream().map(TargetFacts::held).filter(h -> h != null).toList();
    if (held.isEmpty()) {
      return LabelHeadline.NO_VALIDATION + ".";
    }
    long better = held.stream().filter(h -> h.mse() < h.meanMse()).count();
    double[] r2 = held.stream().mapToDouble(Headline::r2).sorted().toArray();
    return String.format(
        "On held-out rows, it beats the baseline (mean) for <b>%s of %s targets</b> and"
            + " explains between %s and %s of their variance.",
        better, held.size(), NumberText.percent(r2[0]), NumberText.percent(r2[r2.length - 1]));
  }

  private static String missing(FitFacts f) {
    FitReport r = f.report();
    String cells = NumberText.count((long) r.rows() * r.features());
    return r.missingShare() == 0
        ? "None of the " + cells + " feature cells is missing."
        : "<b>%s</b> of the %s feature cells are missing."
            .formatted(NumberText.percent(r.missingShare()), cells);
  }

  private static String table(List<TargetFacts> targets) {
    DataTable table =
        new DataTable(
            "Target",
            "#RMSE",
            "#Median absolute error",
            "#RMSE of the mean",
            "#Variance explained",
            "#Rows");
    for (TargetFacts t : targets) {
      HeldOutRows h = t.held();
      table.row(
          t.name(),
          h == null ? Double.NaN : Math.sqrt(h.mse()),
          h == null ? Double.NaN : h.medianError(),
          h == null ? Double.NaN : Math.sqrt(h.meanMse()),
          NumberText.percent(h == null ? Double.NaN : r2(h)),
          h == null ? 0 : h.size());
    }
    return "<div class=\"card\">" + table.html() + "</div>\n";
  }

  private static double r2(HeldOutRows held) {
    return 1 - held.mse() / held.meanMse();
  }
}
