package org.slrm.cli.report.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.reproduce.ReproduceInput.FigureRuns;
import org.slrm.cli.reproduce.ComparedMethod;
import org.slrm.cli.reproduce.Paired;

/** Errors of a figure's methods at its points, and the paired differences behind the verdicts. */
final class NumbersTable {
  /** The definition of the cells, as text. */
  static final String LEGEND =
      "A number in brackets is the number of data sets where fewer than planned were run; an empty cell was not run. "
          + "Differences are paired by data set and in standard errors (s.e.): above 2 the second one named is clearly lower, "
          + "below −2 clearly higher; 0 is less than a millionth of the labels' variance, – has too few data sets.";

  /** Squared errors below this are rounding errors. */
  private static final double ROUNDING = 1e-20;

  /** Pairs compared, SLRM's variant second. */
  private static final List<ComparedMethod[]> PAIRS =
      List.of(
          new ComparedMethod[] {ComparedMethod.SMPCR, ComparedMethod.PRINTED},
          new ComparedMethod[] {ComparedMethod.SMPCR, ComparedMethod.SLRM},
          new ComparedMethod[] {ComparedMethod.FADING, ComparedMethod.SLRM});

  private record Column(String header, Function<String, String> cell) {}

  private final FigureRuns figure;
  private final int planned;
  private final List<Column> errors = new ArrayList<>();
  private final List<Column> differences = new ArrayList<>();

  /** The table of a figure, given the planned number of data sets per point. */
  NumbersTable(FigureRuns figure, int planned) {
    this.figure = figure;
    this.planned = planned;
    Stream.of(ComparedMethod.values()).filter(figure::ran).forEach(this::errors);
    PAIRS.stream()
        .filter(p -> figure.ran(p[0]) && figure.ran(p[1]))
        .forEach(p -> difference(p[0], p[1]));
  }

  /** The definition of its errors, as text. */
  static String kind(boolean tasks) {
    return tasks
        ? "Median squared error over splits, in the label's own units."
        : "Mean squared error ± standard error over data sets.";
  }

  /** Errors and differences side by side. */
  DataTable table() {
    List<Column> all = new ArrayList<>(errors);
    all.addAll(differences);
    return table(all);
  }

  /** Errors alone. */
  DataTable errors() {
    return table(errors);
  }

  /** Differences alone, including those of the default to the best variants of SLRM and SMPCR. */
  DataTable differences() {
    List<Column> all = new ArrayList<>(differences);
    all.add(new Column("#Best of SLRM and SMPCR − default, s.e.", point -> z(toBest(point))));
    return table(all);
  }

  private DataTable table(List<Column> columns) {
    List<Column> all = new ArrayList<>(columns);
    all.add(0, new Column(figure.plan().tasks() ? "Task" : "Point", point -> point));
    DataTable table = new DataTable(all.stream().map(Column::header).toArray(String[]::new));
    for (String point : figure.plan().pointNames()) {
      table.row(all.stream().map(c -> c.cell().apply(point)).toArray(String[]::new));
    }
    return table;
  }

  private void errors(ComparedMethod method) {
    errors.add(
        new Column(
            "#" + method.title(),
            point -> cell(ErrorSummary.of(figure.runs(), point, method, false))));
  }

  private void difference(ComparedMethod smpcr, ComparedMethod slrm) {
    differences.add(
        new Column(
            "#" + smpcr.title() + " − " + slrm.title() + ", s.e.",
            point -> z(Paired.of(figure.runs(), point, slrm, smpcr))));
  }

  private String cell(ErrorSummary s) {
    if (s.size() == 0) {
      return "";
    }
    boolean median = figure.plan().tasks();
    boolean exact = s.mean() < ROUNDING;
    return (exact ? "0" : error(median ? s.median() : s.mean()))
        + (median || exact || s.size() < 2 ? "" : " ± " + NumberText.plain(s.standardError(), 2))
        + (s.size() < planned ? " (" + s.size() + ")" : "");
  }

  /** Four digits, two for negligible numbers. */
  private static String error(double v) {
    return NumberText.plain(v, Math.abs(v) < 1e-3 ? 2 : 4);
  }

  private static String z(Paired p) {
    if (!p.testable()) {
      return p.dataSets() == 0 ? "" : "–";
    }
    double z = p.standardErrors();
    return z == 0 ? "0" : (z > 0 ? "+" : "") + NumberText.standardErrors(z);
  }

  private Paired toBest(String point) {
    Paired best = Paired.of(figure.runs(), point, ComparedMethod.AUTO, ComparedMethod.SLRM);
    for (ComparedMethod c :
        List.of(ComparedMethod.PRINTED, ComparedMethod.SMPCR, ComparedMethod.FADING)) {
      Paired other = Paired.of(figure.runs(), point, ComparedMethod.AUTO, c);
      best =
          other.testable() && (other.second() < best.second() || !best.testable()) ? other : best;
    }
    return best;
  }
}
