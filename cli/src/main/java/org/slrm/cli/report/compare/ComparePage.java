package org.slrm.cli.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.cli.report.chart.MissingnessMap;
import org.slrm.cli.report.chart.Page;
import org.slrm.cli.report.section.DataSection;
import org.slrm.cli.report.section.PageSections;
import org.slrm.cli.result.MethodResult;
import org.slrm.io.check.DataWarning;

/** The page of a comparison. */
public final class ComparePage {
  private ComparePage() {}

  public static String html(CompareInput in, List<DataWarning> warnings) {
    List<Ranking> rankings =
        IntStream.range(0, in.targets().size())
            .mapToObj(t -> Ranking.of(in, t))
            .filter(r -> !r.entries().isEmpty())
            .toList();
    List<String> names = rankings.stream().map(Ranking::target).toList();
    return new Page(in.title(), "Comparison", names)
        .header("<p class=\"headline\">" + CompareVerdict.headline(in, rankings) + "</p>\n")
        .header(rankings.size() > 1 ? CompareVerdict.summary(rankings) : "")
        .section("warnings", "Warnings", PageSections.warnings(warnings))
        .perTarget("errors", "Errors", t -> CompareErrors.of(rankings.get(t)))
        .foldedPerTarget("numbers", "All numbers", t -> CompareErrors.numbers(rankings.get(t)))
        .section("cost", "Time and size", CompareCost.of(in))
        .section(
            "data",
            "Data",
            DataSection.of(in.columns(), MissingnessMap.of(in.x(), in.features()), ""))
        .folded("notes", "Notes", PageSections.notes(failures(in)))
        .folded("provenance", "Provenance", PageSections.provenance(in.provenance()))
        .html();
  }

  private static List<String> failures(CompareInput in) {
    List<String> out = new ArrayList<>();
    for (MethodResult r : in.results()) {
      if (!r.failure().isEmpty()) {
        out.add(r.name() + " gave no result: " + r.failure());
      }
    }
    return out;
  }
}
