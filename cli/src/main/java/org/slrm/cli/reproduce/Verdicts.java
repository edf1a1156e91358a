package org.slrm.cli.reproduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.slrm.cli.reproduce.ClaimVerdict.Outcome;

/**
 * Evaluates claims by stated rules. <i>Clear</i> is a mean paired difference over the data sets of
 * a point of more than two of its standard errors and more than a millionth of the labels'
 * variance.
 */
public record Verdicts(FigurePlan plan, List<Run> runs) {
  /** The common definitions of all rules, as text. */
  public static final String RULES =
      "Methods are compared on the same data sets. At a point, a difference is clear when the mean over data sets of "
          + "the paired differences is more than two of its standard errors away from 0 and larger than a millionth of "
          + "the labels' variance; less than that millionth is too small to count. With five data sets chance alone exceeds two "
          + "standard errors in one case of nine. Every claim ends as held, direction only, "
          + "did not hold or not decidable, by the rule that stands with it. "
          + "Without two data sets at more than half of the points a claim could not be tested.";

  private static final List<ComparedMethod> OTHERS =
      List.of(
          ComparedMethod.PRINTED, ComparedMethod.SLRM, ComparedMethod.SMPCR, ComparedMethod.FADING);

  /** Prefix of our own claims. */
  static final String OURS = "Ours: ";

  /** The verdicts on a figure's claims, the paper's first, then ours. */
  public static List<ClaimVerdict> of(FigurePlan plan, List<Run> runs) {
    Verdicts v = new Verdicts(plan, runs);
    List<ClaimVerdict> out = new ArrayList<>();
    switch (plan.id()) {
      case "fig1a" -> {
        out.addAll(v.below(FailureReasons.NOISE_FREE));
        out.add(
            v.trend(
                "The errors of SLRM, as printed, and of SMPCR fall as n grows",
                -1,
                FailureReasons.EXACT));
      }
      case "fig1b" -> {
        out.addAll(v.below(FailureReasons.NOISY));
        out.add(v.trend("The errors of both rise with σ_x²", 1, ""));
      }
      case "fig1c" -> {
        out.addAll(v.below(FailureReasons.NOISY));
        out.add(v.trend("The errors of both rise with σ_x² = σ_y²", 1, ""));
      }
      case "fig1d" -> {
        out.add(v.trend("The errors of both fall as p grows", -1, ""));
        out.addAll(v.below(FailureReasons.NOISY));
      }
      default -> out.addAll(v.medians());
    }
    out.add(v.ours());
    return out;
  }

  /** Pairs of SLRM and SMPCR that the paper compares, and pairs of our variants with runs. */
  private List<Contest> contests() {
    List<Contest> out = new ArrayList<>();
    out.add(new Contest("", ComparedMethod.PRINTED, ComparedMethod.SMPCR));
    for (ComparedMethod slrm : List.of(ComparedMethod.SLRM, ComparedMethod.PRINTED)) {
      for (ComparedMethod smpcr : List.of(ComparedMethod.SMPCR, ComparedMethod.FADING)) {
        boolean papers = slrm == ComparedMethod.PRINTED && smpcr == ComparedMethod.SMPCR;
        if (!papers && ran(slrm) && ran(smpcr)) {
          out.add(new Contest(OURS, slrm, smpcr));
        }
      }
    }
    return out;
  }

  /** One variant of SLRM against one of SMPCR. */
  private record Contest(String prefix, ComparedMethod slrm, ComparedMethod smpcr) {
    String claim(String kind, String where) {
      return "%s %s error of %s%s is below that of %s%s%s"
          .formatted(
              prefix.isEmpty() ? "The" : prefix + "the",
              kind,
              slrm.title(),
              slrm == ComparedMethod.PRINTED ? "," : "",
              smpcr.title(),
              smpcr == ComparedMethod.FADING ? "," : "",
              where);
    }
  }

  /** SLRM below SMPCR at every point: the paper's two, and the variants with runs. */
  private List<ClaimVerdict> below(String reason) {
    return contests().stream().map(c -> below(c, reason)).toList();
  }

  private ClaimVerdict below(Contest c, String reason) {
    String claim = c.claim("mean", " at every point");
    List<Paired> pairs = pairs(c.slrm(), c.smpcr());
    int points = pairs.size();
    if (2 * points <= plan.points().size()) {
      return untested(claim, ClaimRule.BELOW, points);
    }
    long lower = pairs.stream().filter(Paired::clearlyLower).count();
    long higher = pairs.stream().filter(Paired::clearlyHigher).count();
    long small = pairs.stream().filter(p -> Math.abs(p.difference()) <= p.margin()).count();
    long inMean = pairs.stream().filter(p -> p.difference() > p.margin()).count();
    long counted = points - small;
    boolean mostlyLower = higher == 0 && 2 * inMean > counted;
    Outcome outcome =
        higher == 0 && 2 * small >= points
            ? Outcome.NOT_DECIDABLE
            : inMean == counted && 2 * lower > counted
                ? Outcome.HELD
                : mostlyLower ? Outcome.DIRECTION_ONLY : Outcome.DID_NOT_HOLD;
    String evidence =
        String.format(
            "lower at %s of %s points, clearly at %s; clearly above at %s; too small to count at %s",
            inMean, points, lower, higher, small);
    return verdict(claim, ClaimRule.BELOW, outcome, evidence + missing(points), reason);
  }

  private ClaimVerdict trend(String claim, int sign, String reason) {
    List<Trend> trends = new ArrayList<>();
    int fewest = Integer.MAX_VALUE;
    for (ComparedMethod method : List.of(ComparedMethod.PRINTED, ComparedMethod.SMPCR)) {
      List<double[]> means = means(method);
      fewest = Math.min(fewest, means.size());
      if (means.size() >= 2) {
        trends.add(trend(method, means, sign));
      }
    }
    if (2 * fewest <= plan.points().size() || fewest < 2) {
      return untested(claim, ClaimRule.TREND, fewest);
    }
    Outcome outcome =
        trends.stream().anyMatch(Trend::against)
            ? Outcome.DID_NOT_HOLD
            : trends.stream().anyMatch(t -> t.whole == 0)
                ? Outcome.NOT_DECIDABLE
                : trends.stream().allMatch(t -> t.whole > Paired.CLEAR)
                    ? Outcome.HELD
                    : trends.stream().allMatch(t -> t.whole > 0)
                        ? Outcome.DIRECTION_ONLY
                        : Outcome.DID_NOT_HOLD;
    String evidence = String.join("; ", trends.stream().map(Trend::evidence).toList());
    return verdict(claim, ClaimRule.TREND, outcome, evidence + missing(fewest), reason);
  }

  /**
   * The trend of a method's errors along the axis.
   *
   * @param whole change from first to last in standard errors, above 0 as claimed, 0 if negligible
   * @param worst the largest step against the claim
   * @param evidence the numbers
   */
  private record Trend(double whole, double worst, String evidence) {
    boolean against() {
      return whole < -Paired.CLEAR || worst < -Paired.CLEAR;
    }
  }

  private static Trend trend(ComparedMethod method, List<double[]> means, int sign) {
    int last = means.size() - 1;
    double whole = sign * standardErrors(means.get(0), means.get(last));
    double worst = 0;
    for (int k = 0; k < last; k++) {
      worst = Math.min(worst, sign * standardErrors(means.get(k), means.get(k + 1)));
    }
    String size =
        whole == 0
            ? "too small to count"
            : String.format(Locale.ROOT, "%.1f standard errors", sign * whole);
    String evidence =
        String.format(
            Locale.ROOT,
            "%s from %.4g to %.4g (%s)%s",
            method.title(),
            means.get(0)[0],
            means.get(last)[0],
            size,
            worst < -Paired.CLEAR ? ", with a clear step the other way" : "");
    return new Trend(whole, worst, evidence);
  }

  /** Change from one point to the next in standard errors; 0 if negligible. */
  private static double standardErrors(double[] from, double[] to) {
    double change = to[0] - from[0];
    return Math.abs(change) <= from[2] ? 0 : change / Math.hypot(from[1], to[1]);
  }

  /** Mean, standard error and negligible difference of a method at each of its points. */
  private List<double[]> means(ComparedMethod method) {
    List<double[]> out = new ArrayList<>();
    for (String point : plan.pointNames()) {
      Run[] at = at(point, method);
      if (at.length >= 2) {
        double[] errors = Arrays.stream(at).mapToDouble(Run::mse).toArray();
        double variance = Arrays.stream(at).mapToDouble(Run::variance).average().orElseThrow();
        out.add(
            new double[] {
              Paired.mean(errors), Paired.standardError(errors), Paired.NEGLIGIBLE * variance
            });
      }
    }
    return out;
  }

  private List<ClaimVerdict> medians() {
    return contests().stream().map(this::medians).toList();
  }

  private ClaimVerdict medians(Contest c) {
    String claim = c.claim("median", " on every task");
    List<Paired> pairs = pairs(c.slrm(), c.smpcr());
    int tasks = pairs.size();
    if (tasks == 0 || 2 * tasks <= plan.points().size()) {
      return untested(claim, ClaimRule.MEDIANS, tasks);
    }
    List<String> not = new ArrayList<>();
    int small = 0;
    for (Paired p : pairs) {
      double gain = median(p.point(), c.smpcr()) - median(p.point(), c.slrm());
      small += Math.abs(gain) <= p.margin() ? 1 : 0;
      if (gain <= 0) {
        not.add(p.point());
      }
    }
    List<String> lower = named(pairs, Paired::clearlyLower);
    List<String> higher = named(pairs, Paired::clearlyHigher);
    Outcome outcome =
        2 * small >= tasks
            ? Outcome.NOT_DECIDABLE
            : not.isEmpty() ? Outcome.HELD : mostly(tasks - not.size(), tasks, higher.isEmpty());
    String evidence =
        String.format(
            "lower on %s of %s tasks%s; pair by pair clearly lower on %s, clearly higher on %s",
            tasks - not.size(),
            tasks,
            not.isEmpty() ? "" : ", not on " + String.join(", ", not),
            some(lower),
            some(higher));
    return verdict(
        claim, ClaimRule.MEDIANS, outcome, evidence + missing(tasks), FailureReasons.REAL);
  }

  private static List<String> named(List<Paired> pairs, Predicate<Paired> which) {
    return pairs.stream().filter(which).map(Paired::point).toList();
  }

  private static String some(List<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }

  private static Outcome mostly(int inFavour, int all, boolean nothingAgainst) {
    return nothingAgainst && 2 * inFavour > all ? Outcome.DIRECTION_ONLY : Outcome.DID_NOT_HOLD;
  }

  /** Our default against the paper's methods, with the variant of SMPCR that has runs. */
  private ClaimVerdict ours() {
    String claim =
        plan.tasks()
            ? OURS + "the default's median error is at or below SLRM's and SMPCR's on every task"
            : OURS + "the default's mean error is at or below SLRM's and SMPCR's at every point";
    List<ComparedMethod> others = OTHERS.stream().filter(this::ran).toList();
    int points =
        others.size() < 2
            ? 0
            : others.stream().mapToInt(r -> pairs(ComparedMethod.AUTO, r).size()).min().orElse(0);
    if (points == 0 || 2 * points <= plan.points().size()) {
      return untested(claim, ClaimRule.OURS, points);
    }
    Set<String> above = new LinkedHashSet<>();
    Set<String> clear = new LinkedHashSet<>();
    for (String point : plan.pointNames()) {
      for (ComparedMethod other : others) {
        Paired p = Paired.of(runs, point, ComparedMethod.AUTO, other);
        if (p.testable() && above(p, other)) {
          above.add(point);
        }
        if (p.clearlyHigher()) {
          clear.add(point);
        }
      }
    }
    Outcome outcome =
        above.isEmpty() ? Outcome.HELD : mostly(points - above.size(), points, clear.isEmpty());
    String where =
        clear.isEmpty() ? ", nowhere clearly" : ", clearly at " + String.join(", ", clear);
    String evidence =
        String.format(
            "%s of %s%s; against %s",
            points - above.size(),
            points,
            above.isEmpty() ? "" : "; above at " + String.join(", ", above) + where,
            String.join("; ", others.stream().map(ComparedMethod::title).toList()));
    String reason = plan.id().equals("fig2a") ? FailureReasons.GENES : "";
    return verdict(claim, ClaimRule.OURS, outcome, evidence + missing(points), reason);
  }

  private boolean ran(ComparedMethod method) {
    return runs.stream().anyMatch(r -> r.method() == method);
  }

  private boolean above(Paired p, ComparedMethod other) {
    return plan.tasks()
        ? median(p.point(), ComparedMethod.AUTO) > median(p.point(), other)
        : -p.difference() > p.margin();
  }

  private double median(String point, ComparedMethod method) {
    double[] errors = Arrays.stream(at(point, method)).mapToDouble(Run::mse).sorted().toArray();
    int n = errors.length;
    return n == 0 ? Double.NaN : (errors[(n - 1) / 2] + errors[n / 2]) / 2;
  }

  private Run[] at(String point, ComparedMethod method) {
    return runs.stream()
        .filter(r -> r.point().equals(point) && r.method() == method)
        .toArray(Run[]::new);
  }

  private List<Paired> pairs(ComparedMethod first, ComparedMethod second) {
    return plan.pointNames().stream()
        .map(p -> Paired.of(runs, p, first, second))
        .filter(Paired::testable)
        .toList();
  }

  private String missing(int points) {
    int lacking = plan.points().size() + plan.absent().size() - points;
    return lacking <= 0 ? "" : " (" + lacking + " not run)";
  }

  /** FailureReasons are given only for claims that did not hold. */
  private ClaimVerdict verdict(
      String claim, ClaimRule rule, Outcome outcome, String evidence, String reason) {
    String why = outcome == Outcome.HELD ? "" : reason;
    return new ClaimVerdict(plan.id(), claim, rule, outcome, evidence, why);
  }

  private ClaimVerdict untested(String claim, ClaimRule rule, int points) {
    String evidence =
        points + " of " + (plan.points().size() + plan.absent().size()) + " points have the runs";
    String reason = plan.absent().isEmpty() ? "" : "Data are missing, see below.";
    return new ClaimVerdict(plan.id(), claim, rule, Outcome.NOT_TESTED, evidence, reason);
  }
}
