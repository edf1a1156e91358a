package org.slrm.cli.report.fit;

import org.slrm.cli.report.chart.Page;
import org.slrm.cli.report.section.DataSection;
import org.slrm.cli.report.section.FitSection;
import org.slrm.cli.report.section.Notes;
import org.slrm.cli.report.section.ProvenanceSection;
import org.slrm.result.FitReport;

/** The page of a fit. */
public final class FitPage {
  private FitPage() {}

  public static String html(FitFacts f) {
    FitReport r = f.report();
    int targets = f.targets().size();
    return new Page(f.title(), "Fit report", f.targets().stream().map(TargetFacts::name).toList())
        .header(Headline.of(f))
        .section("notes", "Good to know", FitSection.notes(Notes.named(r.notes(), f.features())))
        .section("data", "Data", DataSection.of(f.columns(), f.map()))
        .perTarget("errors", "Errors", t -> ValidationSection.of(f.targets().get(t), targets))
        .perTarget("intervals", "Intervals", t -> IntervalSection.of(f.targets().get(t)))
        .perTarget("choice", "Choice of model", t -> CandidateSection.of(r, f.targets().get(t)))
        .perTarget("components", "Components", t -> ComponentSection.of(f.targets().get(t)))
        .perTarget("kinds", "Kinds of rows", t -> KindSection.of(f.targets().get(t)))
        .perTarget(
            "features", "Features", t -> FeatureSection.features(f.targets().get(t), f.features()))
        .perTarget("effects", "How features act", t -> EffectSection.of(f.targets().get(t)))
        .section("fit", "Fit", FitSection.of(r))
        .section("provenance", "Provenance", ProvenanceSection.of(f.provenance()))
        .html();
  }
}
