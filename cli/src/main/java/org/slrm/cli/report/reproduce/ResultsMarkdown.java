package org.slrm.cli.report.reproduce;

import java.util.ArrayList;
import java.util.List;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.reproduce.ReproduceInput.FigureRuns;
import org.slrm.cli.reproduce.ClaimVerdict;
import org.slrm.cli.reproduce.FigurePlan;

/** The tables of a reproduction as Markdown, from the runs alone: equal runs give equal bytes. */
public final class ResultsMarkdown {
  private final ReproduceInput in;
  private final StringBuilder out = new StringBuilder();

  private ResultsMarkdown(ReproduceInput in) {
    this.in = in;
  }

  /** All tables of the requested figures. */
  public static String of(ReproduceInput in) {
    ResultsMarkdown text = new ResultsMarkdown(in);
    text.head();
    text.verdicts("Verdicts on the paper's claims", true);
    text.verdicts("Verdicts on claims of our own", false);
    text.budgets();
    text.numbers();
    text.settings();
    text.seconds();
    text.notRun();
    return text.out.toString();
  }

  private void head() {
    out.append("# The paper's figures, run again\n\n");
    paragraph(
        "Written by `slrm reproduce` from the runs in the CSV files of this folder; with `--report-only` it writes this file again without a fit. "
            + "The [page](index.html) has the same with plots, rules and reasons.");
    paragraph(in.claims("**", "**") + " " + in.spent());
  }

  private void verdicts(String heading, boolean ofThePaper) {
    heading(heading);
    DataTable table = new DataTable("Figure", "Claim", "Verdict", "Evidence");
    for (FigureRuns f : in.figures()) {
      for (ClaimVerdict v :
          f.verdicts().stream().filter(v -> v.ofThePaper() == ofThePaper).toList()) {
        table.row(f.number(), v.claim(), "**" + v.outcome().label() + "**", v.evidence());
      }
    }
    add(table);
  }

  private void budgets() {
    heading("Budgets, from the runs");
    paragraph(
        "Least to most over all runs of the figures above; the page has the same per figure. "
            + BudgetTable.LEGEND);
    add(BudgetTable.overall(in));
  }

  private void numbers() {
    heading("Numbers");
    paragraph(NumbersTable.LEGEND);
    for (FigureRuns f : in.figures()) {
      FigurePlan plan = f.plan();
      out.append("### ").append(f.number()).append(": ").append(plan.title()).append("\n\n");
      if (f.runs().isEmpty()) {
        paragraph("Not run.");
      } else {
        paragraph(
            NumbersTable.kind(plan.tasks())
                + String.format(" [Runs](%s.csv), [plot](%s.svg).", plan.id(), plan.id()));
        add(new NumbersTable(f, in.scale().dataSets()).table());
      }
    }
  }

  private void settings() {
    heading("Chosen settings");
    paragraph(
        "On a point's first data set, by the search on the validation rows; used for all of its data sets.");
    add(SettingsTable.of(in));
  }

  private void seconds() {
    heading("Seconds");
    paragraph(SecondsTable.LEGEND);
    add(SecondsTable.of(in));
  }

  private void notRun() {
    heading("Not run");
    List<String[]> rows = new ArrayList<>();
    for (FigureRuns f : in.figures()) {
      if (f.runs().isEmpty() && !f.plan().points().isEmpty()) {
        rows.add(new String[] {f.number(), "all", "not run"});
      } else {
        NotRun.of(f, in.scale().dataSets())
            .forEach(n -> rows.add(new String[] {f.number(), n.method().title(), n.where()}));
      }
      f.plan().absent().forEach(a -> rows.add(new String[] {f.number(), "all", a.why()}));
    }
    if (rows.isEmpty()) {
      paragraph("Every run that was planned has been made.");
    } else {
      DataTable table = new DataTable("Figure", "Method", "Missing runs");
      rows.forEach(table::row);
      add(table);
      paragraph("The same command without `--report-only` goes on from the CSV files.");
    }
    // One newline at the end of the file.
    out.setLength(out.length() - 1);
  }

  private void heading(String text) {
    out.append("## ").append(text).append("\n\n");
  }

  private void paragraph(String text) {
    out.append(text).append("\n\n");
  }

  private void add(DataTable table) {
    out.append(table.markdown()).append("\n");
  }
}
