package org.slrm.cli.report.reproduce;

import java.util.List;
import org.slrm.cli.report.section.RunProvenance;
import org.slrm.cli.reproduce.ClaimVerdict;
import org.slrm.cli.reproduce.FigurePlan;
import org.slrm.cli.reproduce.Run;
import org.slrm.cli.reproduce.Scale;
import org.slrm.cli.reproduce.Verdicts;

/**
 * What the page of a reproduction is made of.
 *
 * <pre>{@code
 * HtmlReport.reproduce(new ReproduceInput(Scale.QUICK, figures, provenance));
 * }</pre>
 *
 * @param scale how much was run
 * @param figures all figures, those without runs included
 * @param provenance where the page comes from
 */
public record ReproduceInput(Scale scale, List<FigureRuns> figures, RunProvenance provenance) {
  /** Copies the list. */
  public ReproduceInput {
    figures = List.copyOf(figures);
  }

  /** The verdicts on all claims. */
  public List<ClaimVerdict> verdicts() {
    return figures.stream().flatMap(f -> Verdicts.of(f.plan(), f.runs()).stream()).toList();
  }

  /**
   * A figure and its runs so far.
   *
   * @param plan what was to be run
   * @param runs what was
   */
  public record FigureRuns(FigurePlan plan, List<Run> runs) {
    /** Copies the list. */
    public FigureRuns {
      runs = List.copyOf(runs);
    }
  }
}
