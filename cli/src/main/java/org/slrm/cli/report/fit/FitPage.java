package org.slrm.cli.report.fit;

import java.util.List;
import java.util.function.IntFunction;
import org.slrm.cli.output.text.NoteText;
import org.slrm.cli.report.chart.Page;
import org.slrm.cli.report.example.ExampleSection;
import org.slrm.cli.report.feature.FeatureGroup;
import org.slrm.cli.report.label.LabelView;
import org.slrm.cli.report.label.RobustErrors;
import org.slrm.cli.report.label.ScaledErrors;
import org.slrm.cli.report.section.DataSection;
import org.slrm.cli.report.section.FitSection;
import org.slrm.cli.report.section.HeldOutRows;
import org.slrm.cli.report.section.PageSections;
import org.slrm.io.check.DataWarning;
import org.slrm.result.FitReport;

/** The page of a fit. */
public final class FitPage {
  private FitPage() {}

  public static String html(FitFacts f, List<DataWarning> warnings) {
    FitReport r = f.report();
    int targets = f.targets().size();
    Page page =
        new Page(f.title(), "Fit report", names(f))
            .header(Headline.of(f))
            .section("warnings", "Warnings", PageSections.warnings(warnings))
            .perTarget("errors", "Errors", t -> errors(f.targets().get(t), targets))
            .section("holdout", "Hold-out", PageSections.holdOut(f.holdOut()))
            .perTarget("intervals", intervals(f), t -> IntervalSection.of(f.targets().get(t)))
            .perTarget(
                "features",
                "Features",
                t -> FeatureSection.features(f.targets().get(t), f.features()));
    // With several targets the page would be too long.
    IntFunction<String> effects = t -> EffectSection.of(f.targets().get(t));
    return (targets > 1
            ? page.foldedPerTarget("effects", "Partial dependence", effects)
            : page.perTarget("effects", "Partial dependence", effects))
        .section("missingness", "Missing because of the value", masked(f))
        .section("data", "Data", DataSection.of(f.columns(), f.map(), f.data().missing()))
        .foldedPerTarget("examples", "Examples", t -> examples(f.targets().get(t)))
        .foldedPerTarget("components", "Factors", t -> ComponentSection.of(f.targets().get(t)))
        .foldedPerTarget("kinds", "Mixture components", t -> KindSection.of(f.targets().get(t)))
        .folded("values", "Distributions of the columns", grid(f.data().spreads()))
        .foldedPerTarget("choice", "Candidates", t -> CandidateSection.of(r, f.targets().get(t)))
        .folded("notes", "Notes", PageSections.notes(new NoteText(f.features(), names(f)).lines(r)))
        .folded("fit", "Fit", FitSection.of(r))
        .folded("provenance", "Provenance", PageSections.provenance(f.provenance()))
        .html();
  }

  private static List<String> names(FitFacts f) {
    return f.targets().stream().map(TargetFacts::name).toList();
  }

  private static String examples(TargetFacts t) {
    boolean plain = !t.label().hasClasses() && !t.label().kind().logScale();
    return ExampleSection.of(
        t.examples(), "contribution to " + t.label().contributed(t.name()), plain);
  }

  private static String masked(FitFacts f) {
    List<FeatureGroup> groups = FeatureGroup.of(f.columns(), f.features());
    return MissingnessSection.of(f.report().missingness(), groups, f.features());
  }

  private static String grid(String figures) {
    return "<div class=\"grid2\">" + figures + "</div>";
  }

  /** Predictions against labels, by label kind. */
  private static String errors(TargetFacts t, int targets) {
    LabelView label = t.label();
    if (label.classes() != null && label.losses() != null) {
      return label.classes().errors(label.losses());
    }
    HeldOutRows held = t.held();
    if (held == null) {
      return "";
    }
    if (label.plain()) {
      return ValidationSection.of(t, targets);
    }
    if (label.losses() == null) {
      return "";
    }
    return label.kind().logScale()
        ? ScaledErrors.of(t.name(), held, label.losses())
        : RobustErrors.of(t.name(), held, label.losses(), t.noise());
  }

  private static String intervals(FitFacts f) {
    long classes = f.targets().stream().filter(t -> t.label().hasClasses()).count();
    return classes == 0
        ? "Intervals"
        : classes == f.targets().size() ? "Prediction sets" : "Intervals and sets";
  }
}
