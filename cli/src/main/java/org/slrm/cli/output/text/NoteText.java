package org.slrm.cli.output.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.result.FitResult;
import org.slrm.result.FitReport;
import org.slrm.result.FitReport.SkipReason;
import org.slrm.result.Missingness;
import org.slrm.result.Note;

/**
 * Sentences for the notes of a fit, with the names of columns.
 *
 * @param features names of the features
 * @param targets names of the targets
 */
public record NoteText(List<String> features, List<String> targets) {
  /** Sentences by code; {@link #filled} fills in the arguments. */
  private static final Map<String, String> SENTENCES =
      """
          features-without-entries: {count feature} without a known entry{list}
          constant-features: {count constant feature}{list}
          rows-without-entries: {rows row} without a known feature
          rows-of-weight-zero: {rows row} of weight 0 not used
          unusual-weights: Weights count rows: together they make {#sum} rows of {rows}. Divide \
          them by their mean if only their proportions matter
          validated-by-time: Time-ordered validation: each block was predicted by a model fitted \
          to earlier rows only
          validated-by-group: Validation by group: no group was on both sides of a split
          validated-by-second-fit: Too wide to cross-validate on the driver: a second fit held \
          out {rows row} for the error and the intervals
          quick-effort: Quick effort: only linear candidates, with one penalty and no variations
          too-few-labels-to-choose: Too few labelled rows to choose: the simplest method was \
          fitted without validation
          no-hold-out: Too few labelled rows to hold some out: evaluated on training rows
          no-candidate-evaluated: No candidate could be evaluated on folds: the simplest was \
          fitted
          factor-model-far-behind: Skipped variations of the factor model: candidates without \
          one are far better
          moments-too-coarse: Pairwise second moments were too coarse to choose by
          indicators-skipped: Missing indicators not tried: missingness is not related to the \
          residuals
          no-indicators: No missing indicators: no feature is missing in some rows only
          chosen-by-split: Chosen by fits to {fitted} of {rows row}, evaluated on {validation} \
          others; the final fit uses all of them
          fitted-by-passes: Fitted by passes over {rows row}; started and tuned on {sample} of \
          them
          fitted-to-sample: Fitted to a sample of {rows row} only: {*candidates}
          stopped-before-tree-count: Stopped before the number of trees was chosen: the best so \
          far is used
          stopped-before-all-folds: Stopped before all folds were evaluated: the choice rests on \
          the earlier ones
          stopped-before-target: Stopped before {@target} was fitted: its mean is predicted
          too-few-labels-of-target: Too few labels of {@target}: its mean is predicted
          auxiliary-targets-not-validated: Auxiliary targets are not used: there are no held-out \
          rows to evaluate them
          components-removed: {removed} of {of} components removed: too few rows
          fewest-components: Fewest components that no others beat by more than a standard error
          component-weights: Weights of the components: {*weights}
          stream-alarms: {alarms drift alarm}, the last at row {lastRow}
          missing-by-value: {count feature} missing because of the value{list} (curves: inspect \
          or --report)
          possible-change: The distribution of the rows may change at row {row}
          rank-lowered: Rank lowered from {requested} to {rank}, the rows of the fit
          rows-below-rank: {rows row} with fewer entries than the rank
          ridged-scores: {rows row} of {@target} had too few entries and needed a small ridge
          mean-imputed-moments: More than {mostFeatures} features: moments use mean imputation, \
          not conditional expectations
          dictionary-unsupervised: No supervised step lowered the error: the dictionary is \
          unsupervised
          maybe-counts: {@target} holds whole numbers from 0 on and was taken as numbers; \
          --label counts fits counts
          quick-effort-few-labels: fewer than 10 labels, or two or three values fitted as \
          numbers: fitted with --effort quick, without nonlinear candidates; --effort normal \
          tries them
          held-out-rows: {choosing row} held out to choose, {validation} others for the error and \
          the intervals
          held-out-rows/2: {validation row} held out for the error and the intervals
          chosen-on-sample: Chosen on {sample} of {rows row}; the final fit uses all of them
          chosen-on-sample/2: Chosen and fitted on all {rows row}
          auxiliary-targets: Auxiliary targets are not used: error on held-out rows would change \
          by {%errorChange}
          auxiliary-targets/2: Auxiliary targets are used: error on held-out rows changes by \
          {%errorChange}
          split-columns: {*columns} split the rows and are no features; --split-features makes \
          them features
          split-columns/2: {*columns} splits the rows and is no feature; --split-features makes \
          it one
          weighted-classes: classes were weighted: scores and probabilities are those of the \
          weighted table, in which a row counts as often as the weight of its class
          """
          .lines()
          .map(line -> line.split(": ", 2))
          .collect(Collectors.toMap(line -> line[0], line -> line[1]));

  private static final String VARIANT = "/2";

  /** Most features named in a note. */
  private static final int NAMED = 8;

  private static final Pattern FIELD = Pattern.compile("\\{([#~%@*]?)(\\w+)(?: ([^}]+))?}");

  /** All notes of a fit: those on targets and options, then those of its report. */
  public List<String> lines(FitResult result) {
    List<String> out = new ArrayList<>(result.notes().stream().map(this::of).toList());
    List<Integer> masked =
        result.report().missingness().features().stream()
            .map(Missingness.Feature::feature)
            .toList();
    if (!masked.isEmpty()) {
      List<Integer> named = masked.stream().limit(NAMED).toList();
      out.add(of(Note.of("missing-by-value", "count", masked.size(), "features", named)));
    }
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
      case "fitted-as-classes" -> fittedAsClasses(n);
      case "single-row-classes" ->
          target(n)
              + ": classes with one row only cannot be both fitted and validated: "
              + ReadableText.some(texts(n, "classes"), 5);
      case "risk-bound" -> riskBound(n);
      default -> {
        String sentence = SENTENCES.get(n.code() + (isVariant(n) ? VARIANT : ""));
        yield sentence != null
            ? filled(sentence, n)
            : n.code() + (n.arguments().isEmpty() ? "" : " " + n.arguments());
      }
    };
  }

  /** Whether a note has the second of two sentences. */
  private static boolean isVariant(Note n) {
    return switch (n.code()) {
      case "held-out-rows" -> n.number("choosing") == 0;
      case "chosen-on-sample" -> n.number("sample") == n.number("rows");
      case "auxiliary-targets" -> Boolean.TRUE.equals(n.arguments().get("used"));
      case "split-columns" -> values(n, "columns").size() == 1;
      default -> false;
    };
  }

  /**
   * Fills in arguments: {x} as a count, {x row} as a count of rows, {#x} as a number, {~x} with
   * four digits, {%x} as a percentage, {@target} as the target's name, {*x} as a list and {list} as
   * names of features.
   */
  private String filled(String sentence, Note n) {
    return FIELD
        .matcher(sentence)
        .replaceAll(m -> Matcher.quoteReplacement(field(n, m.group(1), m.group(2), m.group(3))));
  }

  private String field(Note n, String format, String name, @Nullable String noun) {
    return switch (format) {
      case "#" -> NumberText.shortest(value(n, name));
      case "~" -> String.format(Locale.ROOT, "%.4g", value(n, name));
      case "%" -> String.format(Locale.ROOT, "%+.1f %%", 100 * value(n, name));
      case "@" -> target(n);
      case "*" -> joined(n, name);
      default ->
          name.equals("list")
              ? list(n)
              : noun == null
                  ? NumberText.count(n.number(name))
                  : NumberText.count(n.number(name), noun);
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
    String sentence =
        ": coherence {#coherence} (1 to {#largestCoherence}), %s; risk ≤ {#empiricalRisk} + K"
            + " ({#complexity} complexity + {#confidence} confidence) with probability"
            + " {#probability}, K universal but unknown; |f| ≤ {#predictionBound} as corrected"
            + " ({#printedConfidence} confidence and |f| ≤ {#printedPredictionBound} as printed),"
            + " largest |f| {#largestPrediction}; variance of y {#labelVariance}, so for K = 1 the"
            + " bound is %s";
    String first = targets.size() > 1 ? " (" + targets.get(0) + ")" : "";
    // The name is not part of the template, so that braces in it are only text.
    return "Theorem 1"
        + first
        + filled(sentence.formatted(advice, vacuous ? "vacuous" : "not vacuous"), n);
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

  private static double value(Note n, String name) {
    return n.arguments().get(name) instanceof Number v ? v.doubleValue() : Double.NaN;
  }

  private static String number(Note n, String name) {
    return NumberText.shortest(value(n, name));
  }

  private static String joined(Note n, String name) {
    return values(n, name).stream()
        .map(v -> v instanceof Double d ? NumberText.shortest(d) : String.valueOf(v))
        .collect(Collectors.joining(", "));
  }
}
