package org.slrm.cli.report.reproduce;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.reproduce.ClaimVerdict;
import org.slrm.cli.reproduce.ClaimVerdict.Outcome;
import org.slrm.cli.reproduce.ComparedMethod;
import org.slrm.cli.reproduce.FigurePlan;
import org.slrm.cli.reproduce.Run;
import org.slrm.cli.reproduce.Scale;
import org.slrm.cli.reproduce.Verdicts;
import org.slrm.io.model.ModelFile;

/**
 * The input of the page of a reproduction.
 *
 * @param scale the scale
 * @param figures all figures, including those without runs
 * @param provenance its provenance
 */
public record ReproduceInput(
    Scale scale, List<FigureRuns> figures, ModelFile.Provenance provenance) {
  public ReproduceInput {
    figures = List.copyOf(figures);
  }

  public List<ClaimVerdict> verdicts() {
    return figures.stream().flatMap(f -> f.verdicts().stream()).toList();
  }

  /** The counts of the paper's claims by outcome, in one sentence with emphasis. */
  String claims(String from, String to) {
    List<ClaimVerdict> paper = verdicts().stream().filter(ClaimVerdict::ofThePaper).toList();
    Map<Outcome, Long> counts =
        paper.stream().collect(Collectors.groupingBy(ClaimVerdict::outcome, Collectors.counting()));
    return String.format(
        "Of %s%s%s of the paper %s%s held%s, of %s only the direction did, %s%s did not hold%s,"
            + " %s cannot be decided and %s could not be tested.",
        from,
        NumberText.count(paper.size(), "claim"),
        to,
        from,
        counts.getOrDefault(Outcome.HELD, 0L),
        to,
        counts.getOrDefault(Outcome.DIRECTION_ONLY, 0L),
        from,
        counts.getOrDefault(Outcome.DID_NOT_HOLD, 0L),
        to,
        counts.getOrDefault(Outcome.NOT_DECIDABLE, 0L),
        counts.getOrDefault(Outcome.NOT_TESTED, 0L));
  }

  /** The number of runs and their time, in one sentence. */
  public String spent() {
    long runs = figures.stream().mapToLong(f -> f.runs().size()).sum();
    return "%s at the %s scale took %s seconds of one thread in total."
        .formatted(NumberText.count(runs, "run"), scale.name(), NumberText.number(seconds()));
  }

  private double seconds() {
    return figures.stream().flatMap(f -> f.runs().stream()).mapToDouble(Run::seconds).sum();
  }

  /**
   * A figure and its runs so far.
   *
   * @param plan its definition
   * @param runs its runs
   */
  public record FigureRuns(FigurePlan plan, List<Run> runs) {
    public FigureRuns {
      runs = List.copyOf(runs);
    }

    List<ClaimVerdict> verdicts() {
      return Verdicts.of(plan, runs);
    }

    /** The figure's name in the paper: 1a. */
    String number() {
      return plan.id().replaceFirst("^fig", "");
    }

    /** Whether a method has runs here. */
    boolean ran(ComparedMethod method) {
      return runs.stream().anyMatch(r -> r.method() == method);
    }

    /** A method's runs at a point. */
    List<Run> at(String point, ComparedMethod method) {
      return runs.stream().filter(r -> r.point().equals(point) && r.method() == method).toList();
    }
  }
}
