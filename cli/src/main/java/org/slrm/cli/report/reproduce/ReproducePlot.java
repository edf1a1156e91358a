package org.slrm.cli.report.reproduce;

import java.util.ArrayList;
import java.util.List;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Plot;
import org.slrm.cli.reproduce.ComparedMethod;
import org.slrm.cli.reproduce.FigurePlan;
import org.slrm.cli.reproduce.Run;

/** A figure of the paper: means with error bars along an axis, or box plots by task. */
public final class ReproducePlot {
  /** Least error on the logarithmic axis: without noise some errors are zero up to rounding. */
  private static final double MIN = 1e-9;

  private final FigurePlan plan;
  private final List<Run> runs;
  private final List<ComparedMethod> methods = new ArrayList<>();

  public ReproducePlot(ReproduceInput.FigureRuns figure) {
    plan = figure.plan();
    runs = figure.runs();
    for (ComparedMethod c : ComparedMethod.values()) {
      boolean ran = runs.stream().anyMatch(r -> r.method() == c);
      boolean shown = c != ComparedMethod.BAYES || runs.stream().anyMatch(r -> bayes(r) > MIN);
      if (ran && shown) {
        methods.add(c);
      }
    }
  }

  private static double bayes(Run r) {
    return r.method() == ComparedMethod.BAYES ? r.mse() : 0;
  }

  /** The methods that are drawn. */
  List<ComparedMethod> shown() {
    return methods;
  }

  static String style(ComparedMethod c) {
    return switch (c) {
      case PRINTED -> "c7";
      case SLRM -> "c2";
      case LOGISTIC -> "c5";
      case SMPCR -> "c1";
      case FADING -> "c6";
      case MPCR -> "c4";
      case AUTO -> "c3";
      case BAYES -> "ideal";
    };
  }

  /** Both variants of SMPCR are dashed, as in the paper. */
  static boolean dashed(ComparedMethod c) {
    return c == ComparedMethod.SMPCR || c == ComparedMethod.FADING;
  }

  String svg() {
    return plan.tasks() ? boxes() : lines();
  }

  private String lines() {
    boolean logY = plan.id().equals("fig1a");
    double[] range = range(logY);
    double[] xs = plan.points().stream().mapToDouble(p -> p.x()).toArray();
    Axis x =
        plan.logX()
            ? Axis.logarithmic(xs[0], xs[xs.length - 1])
            : Axis.linear(xs[0], xs[xs.length - 1], 6);
    Axis y = logY ? Axis.logarithmic(range[0], range[1]) : Axis.linear(range[0], range[1], 5);
    String title = "mean squared error" + (range[0] <= MIN ? " (less than 1e−9 drawn there)" : "");
    Plot plot = new Plot(x, plan.xTitle(), y, title);
    if (plan.logX()) {
      plot.xTicks(xs, plan.points().stream().map(p -> NumberText.count((long) p.x())).toList());
    }
    for (ComparedMethod c : methods) {
      line(plot, c);
    }
    return plot.svg(plan.title());
  }

  private void line(Plot plot, ComparedMethod c) {
    List<double[]> marks = new ArrayList<>();
    List<String> tips = new ArrayList<>();
    // Slightly displaced, so that error bars do not overlap.
    double shift = (c.ordinal() - 2) * 0.006;
    double span = plan.points().get(plan.points().size() - 1).x() - plan.points().get(0).x();
    for (var point : plan.points()) {
      ErrorSummary s = ErrorSummary.of(runs, point.name(), c, false);
      if (s.size() > 0) {
        double at =
            c == ComparedMethod.BAYES
                ? point.x()
                : plan.logX() ? point.x() * (1 + 4 * shift) : point.x() + shift * span;
        double mean = Math.max(MIN, s.mean());
        marks.add(new double[] {at, mean});
        tips.add(c.title() + ", " + point.name() + "\n" + text(s));
        if (c != ComparedMethod.BAYES && s.mean() > MIN && s.size() > 1) {
          double e = s.standardError();
          plot.errorBar(at, s.mean() - e, s.mean() + e, style(c));
        }
      }
    }
    double[] px = marks.stream().mapToDouble(m -> m[0]).toArray();
    double[] py = marks.stream().mapToDouble(m -> m[1]).toArray();
    boolean dashed = dashed(c);
    plot.line(px, py, style(c) + (dashed ? " dashed" : ""));
    plot.points(px, py, tips::get, c == ComparedMethod.BAYES ? "ghost" : style(c) + " solid");
  }

  private static String text(ErrorSummary s) {
    return NumberText.number(s.mean())
        + (s.size() > 1 ? " ± " + NumberText.number(s.standardError()) : "")
        + "\n"
        + NumberText.count(s.size(), "data set");
  }

  private double[] range(boolean logY) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (ComparedMethod c : methods) {
      for (String p : plan.pointNames()) {
        ErrorSummary s = ErrorSummary.of(runs, p, c, false);
        if (s.size() > 0) {
          double e = s.size() > 1 ? s.standardError() : 0;
          low = Math.min(low, logY ? s.mean() : s.mean() - e);
          high = Math.max(high, s.mean() + e);
        }
      }
    }
    return logY
        ? new double[] {Math.max(MIN, low), Math.max(10 * MIN, high)}
        : new double[] {low, high};
  }

  /** Box from quartile to quartile with the median, and whiskers to the extremes. */
  private String boxes() {
    double low = Double.POSITIVE_INFINITY;
    double high = 0;
    for (Run r : runs) {
      low = Math.min(low, r.relative());
      high = Math.max(high, r.relative());
    }
    int tasks = plan.points().size();
    Axis x = Axis.exact(0.5, tasks + 0.5, tasks);
    Plot plot =
        new Plot(
            x,
            "task",
            Axis.logarithmic(low, high),
            "squared error, fraction of the labels' variance");
    double[] at = new double[tasks];
    java.util.Arrays.setAll(at, k -> k + 1);
    plot.xTicks(at, plan.pointNames());
    double width = 0.8 / Math.max(1, methods.size());
    for (int k = 0; k < tasks; k++) {
      for (int m = 0; m < methods.size(); m++) {
        String point = plan.pointNames().get(k);
        ErrorSummary s = ErrorSummary.of(runs, point, methods.get(m), true);
        if (s.size() > 0) {
          box(plot, s, k + 0.6 + (m + 0.5) * width, 0.38 * width, methods.get(m), point);
        }
      }
    }
    return plot.svg(plan.title());
  }

  private static void box(
      Plot plot, ErrorSummary s, double at, double half, ComparedMethod c, String point) {
    String tip =
        "%s, %s\nmedian %s, from %s to %s\n%s"
            .formatted(
                c.title(),
                point,
                NumberText.number(s.median()),
                NumberText.number(s.quantile(0)),
                NumberText.number(s.quantile(1)),
                NumberText.count(s.size(), "split"));
    String style = style(c);
    plot.segment(at, s.quantile(0), at, s.quantile(1), "bar " + style, tip);
    plot.box(at - half, s.quantile(0.25), at + half, s.quantile(0.75), "soft " + style, tip);
    plot.segment(at - half, s.median(), at + half, s.median(), "median " + style, tip);
  }
}
