package org.slrm.cli.report.reproduce;

import java.util.List;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.section.RunProvenance;
import org.slrm.cli.reproduce.ClaimVerdict;
import org.slrm.cli.reproduce.Contestant;
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
    return figures.stream().flatMap(f -> f.verdicts().stream()).toList();
  }

  /** How many runs there are and the time they took, in one sentence. */
  public String spent() {
    long runs = figures.stream().mapToLong(f -> f.runs().size()).sum();
    return NumberText.count(runs)
        + (runs == 1 ? " run" : " runs")
        + " at the "
        + scale.name()
        + " scale took "
        + NumberText.of(seconds())
        + " seconds of one thread in total.";
  }

  private double seconds() {
    return figures.stream().flatMap(f -> f.runs().stream()).mapToDouble(Run::seconds).sum();
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

    /** The verdicts on its claims. */
    List<ClaimVerdict> verdicts() {
      return Verdicts.of(plan, runs);
    }

    /** The figure as the paper calls it: 1a. */
    String number() {
      return plan.id().replaceFirst("^fig", "");
    }

    /** Whether a method has any run here. */
    boolean ran(Contestant who) {
      return runs.stream().anyMatch(r -> r.method() == who);
    }

    /** A method's runs at a point. */
    List<Run> at(String point, Contestant who) {
      return runs.stream().filter(r -> r.point().equals(point) && r.method() == who).toList();
    }
  }
}
