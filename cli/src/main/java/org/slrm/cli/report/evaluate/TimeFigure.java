package org.slrm.cli.report.evaluate;

import static org.slrm.cli.report.chart.Html.capital;
import static org.slrm.cli.report.chart.NumberText.count;
import static org.slrm.cli.report.chart.NumberText.number;
import static org.slrm.cli.report.chart.NumberText.percent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.cli.output.text.ScoreText;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.Html;
import org.slrm.cli.report.chart.Plot;
import org.slrm.cli.report.evaluate.ErrorSections.RowTimes;
import org.slrm.cli.result.RowLosses;
import org.slrm.result.Folds;
import org.slrm.result.Metrics;

/** Errors of new rows by blocks of time. */
final class TimeFigure {
  /** Characters of a time under the axis. */
  private static final int SHOWN = 16;

  private TimeFigure() {}

  static String of(EvaluatedRows rows, int target, RowLosses losses, RowTimes times) {
    List<Block> blocks = blocks(rows, target, losses, times);
    if (blocks.size() < 2) {
      return "";
    }
    String name = ScoreText.shown(losses.score().kind());
    double[] at = IntStream.range(0, blocks.size()).mapToDouble(b -> b + 1).toArray();
    double[] mean = blocks.stream().mapToDouble(Block::error).toArray();
    Plot plot =
        new Plot(
                Axis.exact(0.5, blocks.size() + 0.5, 4),
                "blocks of time, by their first row",
                Axis.withZero(0, Arrays.stream(mean).max().orElse(1), 5),
                name)
            .line(at, mean, "c1")
            .points(at, mean, b -> blocks.get(b).tip(name), "c1 solid");
    ticks(plot, blocks);
    return new Figure(
            "Errors by time",
            "Rows in order of time, in "
                + blocks.size()
                + " blocks. A rising error is a sign of drift: refit the model.")
        .chart(plot.svg(name + " by time"))
        .table(table(blocks, name, losses.score().kind().isClassification()))
        .html();
  }

  /**
   * A block of time.
   *
   * @param from time of its first row
   * @param to time of its last row
   * @param rows number of rows
   * @param error their error
   * @param inside coverage of 90 % intervals
   */
  private record Block(String from, String to, int rows, double error, double inside) {
    String tip(String name) {
      return "%s to %s\n%s %s\n%s".formatted(from, to, name, number(error), count(rows, "row"));
    }
  }

  private static List<Block> blocks(
      EvaluatedRows rows, int target, RowLosses losses, RowTimes times) {
    double[] time = Arrays.stream(losses.row()).mapToDouble(i -> times.time()[i]).toArray();
    int[] block = Folds.blocks(time, Metrics.TIME_BLOCKS);
    Comparator<Integer> byTime = Comparator.comparingDouble(k -> time[k]);
    List<Block> out = new ArrayList<>();
    for (int b = 0; b <= Arrays.stream(block).max().orElse(0); b++) {
      List<Integer> of = Arrays.stream(Folds.of(block, b)).boxed().sorted(byTime).toList();
      double mean = of.stream().mapToDouble(k -> losses.loss()[k]).average().orElse(0);
      double inside =
          of.stream()
              .mapToDouble(k -> rows.inside(losses.row()[k], target, EvaluatedRows.NINETY) ? 1 : 0)
              .average()
              .orElse(0);
      out.add(
          new Block(
              times.text().get(losses.row()[of.get(0)]),
              times.text().get(losses.row()[of.get(of.size() - 1)]),
              of.size(),
              losses.shown(mean),
              inside));
    }
    return out;
  }

  private static DataTable table(List<Block> blocks, String name, boolean classes) {
    String error = "#" + capital(name);
    DataTable table =
        classes
            ? new DataTable("From", "To", "#Rows", error)
            : new DataTable("From", "To", "#Rows", error, "#Inside 90 %");
    for (Block b : blocks) {
      List<String> cells = List.of(b.from, b.to, count(b.rows), number(b.error), percent(b.inside));
      table.row((classes ? cells.subList(0, 4) : cells).toArray(String[]::new));
    }
    return table;
  }

  /** The first, a middle and the last block are labelled. */
  private static void ticks(Plot plot, List<Block> blocks) {
    int last = blocks.size() - 1;
    int[] shown = IntStream.of(0, last / 2, last).distinct().toArray();
    plot.xTicks(
        Arrays.stream(shown).mapToDouble(b -> b + 1).toArray(),
        Arrays.stream(shown).mapToObj(b -> Html.shorten(blocks.get(b).from, SHOWN)).toList());
  }
}
