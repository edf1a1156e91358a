package org.slrm.cli.output.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.result.FitResult;
import org.slrm.result.FitReport;
import org.slrm.result.FitReport.SkipReason;
import org.slrm.result.Note;

/**
 * Sentences for the notes of a fit, with the names of columns.
 *
 * <pre>{@code
 * new NoteText(table.featureNames(), table.targetNames()).lines(model.report());
 * }</pre>
 *
 * @param features names of the features
 * @param targets names of the targets
 */
public record NoteText(List<String> features, List<String> targets) {

  /** All notes of a fit: those on targets and options, then those of its report. */
  public List<String> lines(FitResult result) {
    List<String> out = new ArrayList<>(result.notes().stream().map(this::of).toList());
    out.addAll(lines(result.report()));
    return out;
  }

  /** All notes of a report: excluded outliers, notes, then a summary of skipped candidates. */
  public List<String> lines(FitReport report) {
    List<String> out =
        new ArrayList<>(new ExcludedText(report.outliers(), features, targets).lines());
    report.notes().forEach(n -> out.add(of(n)));
    out.addAll(skipped(report));
    return out;
  }

  /** One line for all, and one each for reasons that a user can change. */
  private static List<String> skipped(FitReport report) {
    List<String> out = new ArrayList<>();
    for (SkipReason reason : List.of(SkipReason.TIME_LIMIT, SkipReason.NUMERICAL_FAILURE)) {
      long n = report.skipped().stream().filter(s -> s.reason() == reason).count();
      if (n > 0) {
        out.add("Skipped " + NumberText.count(n, "candidate") + ": " + reason(reason));
      }
    }
    long stopped = report.skipped().stream().filter(s -> s.folds() > 0).count();
    long all = report.skipped().size();
    if (all > 0) {
      out.add(
          "Stopped %s early and skipped %s (list: inspect --candidates)"
              .formatted(NumberText.count(stopped, "candidate"), NumberText.count(all - stopped)));
    }
    return out;
  }

  /** Why a candidate has no full evaluation. */
  public static String reason(SkipReason reason) {
    return switch (reason) {
      case TIME_LIMIT -> "the time budget was used up";
      case NUMERICAL_FAILURE -> "a fit failed numerically";
      case STOPPED_EARLY -> "expected weight in the ensemble 0";
      case OTHER_RANK -> "another rank had a smaller error on the first folds";
      case FAR_BEHIND -> "candidates without a factor model are far better";
      case COST -> "their expected gain was not worth their cost";
      case FAMILY_STOPPED -> "similar candidates were stopped early";
      case FEWER_COMPONENTS -> "mixtures with fewer components were stopped early";
      case NO_NONLINEAR_GAIN -> "no nonlinear candidate so far improved the ensemble";
      case NO_TRANSFORM -> "the feature transform would change no column";
      case CANNOT_WIN -> "simpler candidates showed that they cannot win";
    };
  }

  /** The sentence of a note. */
  public String of(Note n) {
    return switch (n.code()) {
      case Note.TEXT -> String.valueOf(n.arguments().get(Note.TEXT));
      case "features-without-entries" -> columns(n, "feature") + " without a known entry" + list(n);
      case "constant-features" -> columns(n, "constant feature") + list(n);
      case "rows-without-entries" -> rows(n, "rows") + " without a known feature";
      case "rows-of-weight-zero" -> rows(n, "rows") + " of weight 0 not used";
      case "unusual-weights" ->
          "Weights count rows: together they make "
              + number(n, "sum")
              + " rows of "
              + count(n, "rows")
              + ". Divide them by their mean if only their proportions matter";
      case "validated-by-time" ->
          "Time-ordered validation: each block was predicted by a model fitted to earlier rows only";
      case "validated-by-group" -> "Validation by group: no group was on both sides of a split";
      case "held-out-rows" ->
          n.number("choosing") == 0
              ? rows(n, "validation") + " held out for the error and the intervals"
              : "%s held out to choose, %s others for the error and the intervals"
                  .formatted(rows(n, "choosing"), count(n, "validation"));
      case "validated-by-second-fit" ->
          "Too wide to cross-validate on the driver: a second fit held out "
              + rows(n, "rows")
              + " for the error and the intervals";
      case "quick-effort" ->
          "Quick effort: only linear candidates, with one penalty and no variations";
      default -> search(n);
    };
  }

  private String search(Note n) {
    return switch (n.code()) {
      case "too-few-labels-to-choose" ->
          "Too few labelled rows to choose: the simplest method was fitted without validation";
      case "no-hold-out" -> "Too few labelled rows to hold some out: evaluated on training rows";
      case "no-candidate-evaluated" ->
          "No candidate could be evaluated on folds: the simplest was fitted";
      case "factor-model-far-behind" ->
          "Skipped variations of the factor model: candidates without one are far better";
      case "moments-too-coarse" -> "Pairwise second moments were too coarse to choose by";
      case "indicators-skipped" ->
          "Missing indicators not tried: missingness is not related to the residuals";
      case "no-indicators" -> "No missing indicators: no feature is missing in some rows only";
      case "chosen-on-sample" ->
          n.number("sample") == n.number("rows")
              ? "Chosen and fitted on all " + rows(n, "rows")
              : "Chosen on %s of %s; the final fit uses all of them"
                  .formatted(count(n, "sample"), rows(n, "rows"));
      case "chosen-by-split" ->
          "Chosen by fits to %s of %s, evaluated on %s others; the final fit uses all of them"
              .formatted(count(n, "fitted"), rows(n, "rows"), count(n, "validation"));
      case "fitted-by-passes" ->
          "Fitted by passes over %s; started and tuned on %s of them"
              .formatted(rows(n, "rows"), count(n, "sample"));
      case "fitted-to-sample" ->
          "Fitted to a sample of " + rows(n, "rows") + " only: " + joined(n, "candidates");
      default -> stopped(n);
    };
  }

  private String stopped(Note n) {
    return switch (n.code()) {
      case "stopped-before-tree-count" ->
          "Stopped before the number of trees was chosen: the best so far is used";
      case "stopped-before-all-folds" ->
          "Stopped before all folds were evaluated: the choice rests on the earlier ones";
      case "stopped-before-target" ->
          "Stopped before " + target(n) + " was fitted: its mean is predicted";
      case "too-few-labels-of-target" ->
          "Too few labels of " + target(n) + ": its mean is predicted";
      default -> method(n);
    };
  }

  private String method(Note n) {
    return switch (n.code()) {
      case "auxiliary-targets" ->
          Boolean.TRUE.equals(n.arguments().get("used"))
              ? "Auxiliary targets are used: error on held-out rows changes by " + change(n)
              : "Auxiliary targets are not used: error on held-out rows would change by "
                  + change(n);
      case "auxiliary-targets-not-validated" ->
          "Auxiliary targets are not used: there are no held-out rows to evaluate them";
      case "components-removed" ->
          count(n, "removed") + " of " + count(n, "of") + " components removed: too few rows";
      case "fewest-components" ->
          "Fewest components that no others beat by more than a standard error";
      case "component-weights" -> "Weights of the components: " + joined(n, "weights");
      case "stream-alarms" ->
          NumberText.count(n.number("alarms"), "drift alarm")
              + ", the last at row "
              + count(n, "lastRow");
      case "possible-change" -> "The distribution of the rows may change at row " + count(n, "row");
      case "rank-lowered" ->
          "Rank lowered from %s to %s, the rows of the fit"
              .formatted(count(n, "asked"), count(n, "rank"));
      case "rows-below-rank" -> rows(n, "rows") + " with fewer entries than the rank";
      case "ridged-scores" ->
          rows(n, "rows") + " of " + target(n) + " had too few entries and needed a small ridge";
      case "mean-imputed-moments" ->
          "More than "
              + count(n, "mostFeatures")
              + " features: moments use mean imputation, not conditional expectations";
      case "dictionary-unsupervised" ->
          "No supervised step lowered the error: the dictionary is unsupervised";
      case "risk-bound" -> riskBound(n);
      default -> targets(n);
    };
  }

  private String targets(Note n) {
    return switch (n.code()) {
      case "fitted-as-classes" -> fittedAsClasses(n);
      case "single-row-classes" ->
          target(n)
              + ": classes with one row only cannot be both fitted and validated: "
              + ReadableText.some(texts(n, "classes"), 5);
      case "maybe-counts" ->
          target(n)
              + " holds whole numbers from 0 on and was taken as numbers; --label counts fits"
              + " counts";
      case "logarithm-chosen" ->
          String.format(
              Locale.ROOT,
              "%s is positive and skewed: a ridge regression has an RMSE of %.4g on its logarithm,"
                  + " of %.4g otherwise: it was taken as a positive amount; --label numeric fits"
                  + " the numbers themselves",
              target(n),
              value(n, "logarithm"),
              value(n, "plain"));
      case "quick-effort-few-labels" ->
          "fewer than 10 labels, or two or three values fitted as numbers: fitted with --effort"
              + " quick, without nonlinear candidates; --effort normal tries them";
      case "weighted-classes" ->
          "classes were weighted: scores and probabilities are those of the weighted table, in"
              + " which a row counts as often as the weight of its class";
      case "split-columns" -> {
        String names = joined(n, "columns");
        yield values(n, "columns").size() == 1
            ? names + " splits the rows and is no feature; --split-features makes it one"
            : names + " split the rows and are no features; --split-features makes them features";
      }
      default -> n.code() + (n.arguments().isEmpty() ? "" : " " + n.arguments());
    };
  }

  private String fittedAsClasses(Note n) {
    List<String> levels = texts(n, "levels");
    return target(n)
        + switch (String.valueOf(n.arguments().get("holds"))) {
          case "booleans" ->
              " holds "
                  + String.join(" and ", levels)
                  + ", so it was taken as two classes; --label numeric fits them as 0 and 1";
          case "numbers" ->
              " has two values, so it was taken as two classes; --label numeric fits them as"
                  + " numbers";
          default ->
              " holds text, so it was taken as "
                  + (levels.size() == 2 ? "two" : levels.size())
                  + " classes";
        };
  }

  private static List<String> texts(Note n, String name) {
    return values(n, name).stream().map(String::valueOf).toList();
  }

  private String riskBound(Note n) {
    double gate = value(n, "theoreticalGate");
    String advice =
        gate < 1
            ? "gate of at least " + NumberText.shortest(gate)
            : "no advice for the gate (γ₁ = " + number(n, "theoreticalGate") + " ≥ 1)";
    boolean vacuous = Boolean.TRUE.equals(n.arguments().get("vacuous"));
    return "Theorem 1"
        + (targets.size() > 1 ? " (" + targets.get(0) + ")" : "")
        + ": coherence "
        + number(n, "coherence")
        + " (1 to "
        + number(n, "largestCoherence")
        + "), "
        + advice
        + "; risk ≤ "
        + number(n, "empiricalRisk")
        + " + K ("
        + number(n, "complexity")
        + " complexity + "
        + number(n, "confidence")
        + " confidence) with probability "
        + number(n, "probability")
        + ", K universal but unknown; |f| ≤ "
        + number(n, "predictionBound")
        + " as corrected ("
        + number(n, "printedConfidence")
        + " confidence and |f| ≤ "
        + number(n, "printedPredictionBound")
        + " as printed), largest |f| "
        + number(n, "largestPrediction")
        + "; variance of y "
        + number(n, "labelVariance")
        + ", so for K = 1 the bound is "
        + (vacuous ? "vacuous" : "not vacuous");
  }

  private String columns(Note n, String what) {
    return NumberText.count(n.number("count"), what);
  }

  private String list(Note n) {
    List<?> shown = values(n, "features");
    String names =
        shown.stream()
            .map(j -> j instanceof Number k ? name(features, k.longValue()) : String.valueOf(j))
            .collect(Collectors.joining(", "));
    return ": " + names + (shown.size() < n.number("count") ? ", …" : "");
  }

  private String target(Note n) {
    return n.arguments().get("target") instanceof String name
        ? name
        : name(targets, n.number("target"));
  }

  /** The name at an index, which a file may choose freely. */
  private static String name(List<String> names, long at) {
    return at >= 0 && at < names.size() ? names.get((int) at) : String.valueOf(at);
  }

  private static List<?> values(Note n, String name) {
    return n.arguments().get(name) instanceof List<?> list ? list : List.of();
  }

  private static String rows(Note n, String name) {
    return NumberText.count(n.number(name), "row");
  }

  private static String count(Note n, String name) {
    return NumberText.count(n.number(name));
  }

  private static double value(Note n, String name) {
    return n.arguments().get(name) instanceof Number v ? v.doubleValue() : Double.NaN;
  }

  private static String number(Note n, String name) {
    return NumberText.shortest(value(n, name));
  }

  private static String change(Note n) {
    return String.format(Locale.ROOT, "%+.1f %%", 100 * value(n, "errorChange"));
  }

  private static String joined(Note n, String name) {
    return values(n, name).stream()
        .map(v -> v instanceof Double d ? NumberText.shortest(d) : String.valueOf(v))
        .collect(Collectors.joining(", "));
  }
}
