package org.slrm.cli.reproduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.slrm.cli.reproduce.ClaimVerdict.Outcome;

/**
 * Judges claims by stated rules. <i>Clear</i> is a mean paired difference over the data sets of a
 * point of more than two of its standard errors and more than a millionth of the labels' variance.
 *
 * <pre>{@code
 * List<ClaimVerdict> verdicts = Verdicts.of(plan, log.all());
 * }</pre>
 */
public final class Verdicts {
  /** The rules, for people. */
  public static final String RULES =
      "Methods are compared on the same data sets. At a point, a difference is clear when the mean over data sets of "
          + "the paired differences is more than two of its standard errors away from 0 and larger than a millionth of "
          + "the labels' variance. \"A below B at every point\" held when A is clearly below B at more than half of the "
          + "points and clearly above at none. \"Falls\" or \"rises\" held when the last point clearly differs from the "
          + "first in that direction and no step between neighbours clearly goes the other way, standard errors of the two points "
          + "combined. A claim about medians held when the median over splits is lower on every task that was run. "
          + "Without two data sets at more than half of the points a claim could not be tested.";

  private final FigurePlan plan;
  private final List<Run> runs;

  private Verdicts(FigurePlan plan, List<Run> runs) {
    this.plan = plan;
    this.runs = runs;
  }

  /** The verdicts on a figure's claims, the paper's first, then ours. */
  public static List<ClaimVerdict> of(FigurePlan plan, List<Run> runs) {
    Verdicts v = new Verdicts(plan, runs);
    List<ClaimVerdict> out = new ArrayList<>();
    switch (plan.id()) {
      case "fig1a" -> {
        out.add(v.below(Reasons.NOISE_FREE));
        out.add(v.trend("The errors of SLRM and of SMPCR fall as n grows", -1, Reasons.EXACT));
      }
      case "fig1b" -> {
        out.add(v.below(Reasons.NOISY));
        out.add(v.trend("The errors of both rise with σ_x²", 1, ""));
      }
      case "fig1c" -> {
        out.add(v.below(Reasons.NOISY));
        out.add(v.trend("The errors of both rise with σ_x² = σ_y²", 1, ""));
      }
      case "fig1d" -> {
        out.add(v.trend("The errors of both fall as p grows", -1, ""));
        out.add(v.below(Reasons.NOISY));
      }
      default -> out.add(v.medians());
    }
    out.add(v.ours());
    return out;
  }

  /** SLRM below SMPCR at every point. */
  private ClaimVerdict below(String reason) {
    String claim = "SLRM's mean error is below SMPCR's at every point";
    List<Paired> pairs = pairs(Contestant.SLRM, Contestant.SMPCR);
    if (2 * pairs.size() <= plan.points().size()) {
      return untested(claim, pairs.size());
    }
    long lower = pairs.stream().filter(Paired::clearlyLower).count();
    long higher = pairs.stream().filter(Paired::clearlyHigher).count();
    boolean held = higher == 0 && 2 * lower > pairs.size();
    String evidence =
        String.format(
            Locale.ROOT,
            "SLRM clearly below at %d of %d points, clearly above at %d, no clear difference at %d",
            lower,
            pairs.size(),
            higher,
            pairs.size() - lower - higher);
    return verdict(claim, held, evidence + missing(pairs.size()), held ? "" : reason);
  }

  private ClaimVerdict trend(String claim, int sign, String reason) {
    boolean held = true;
    List<String> evidence = new ArrayList<>();
    int fewest = Integer.MAX_VALUE;
    for (Contestant who : List.of(Contestant.SLRM, Contestant.SMPCR)) {
      List<double[]> means = means(who);
      fewest = Math.min(fewest, means.size());
      if (means.size() < 2) {
        continue;
      }
      int last = means.size() - 1;
      double whole = sign * standardErrors(means.get(0), means.get(last));
      double worst = 0;
      for (int k = 0; k < last; k++) {
        worst = Math.min(worst, sign * standardErrors(means.get(k), means.get(k + 1)));
      }
      held &= whole > Paired.CLEAR && worst >= -Paired.CLEAR;
      evidence.add(
          String.format(
              Locale.ROOT,
              "%s from %.4g to %.4g (%.1f standard errors)%s",
              who.title(),
              means.get(0)[0],
              means.get(last)[0],
              sign * whole,
              worst < -Paired.CLEAR ? ", with a clear step the other way" : ""));
    }
    if (2 * fewest <= plan.points().size() || fewest < 2) {
      return untested(claim, fewest);
    }
    return verdict(claim, held, String.join("; ", evidence) + missing(fewest), held ? "" : reason);
  }

  /** Change from one point to the next in standard errors; 0 when too small to count. */
  private static double standardErrors(double[] from, double[] to) {
    double change = to[0] - from[0];
    return Math.abs(change) <= from[2] ? 0 : change / Math.hypot(from[1], to[1]);
  }

  /** Mean, standard error and negligible difference of a method at each point it was run at. */
  private List<double[]> means(Contestant who) {
    List<double[]> out = new ArrayList<>();
    for (String point : plan.pointNames()) {
      Run[] at = at(point, who);
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

  private ClaimVerdict medians() {
    String claim = "SLRM's median error is below SMPCR's on every task";
    List<Paired> pairs = pairs(Contestant.SLRM, Contestant.SMPCR);
    if (pairs.isEmpty() || 2 * pairs.size() <= plan.points().size()) {
      return untested(claim, pairs.size());
    }
    List<String> not = new ArrayList<>();
    for (Paired p : pairs) {
      if (median(p.point(), Contestant.SLRM) >= median(p.point(), Contestant.SMPCR)) {
        not.add(p.point());
      }
    }
    long lower = pairs.stream().filter(Paired::clearlyLower).count();
    long higher = pairs.stream().filter(Paired::clearlyHigher).count();
    String evidence =
        String.format(
            Locale.ROOT,
            "lower on %d of %d tasks%s; pair by pair clearly lower on %d, clearly higher on %d",
            pairs.size() - not.size(),
            pairs.size(),
            not.isEmpty() ? "" : ", not on " + String.join(", ", not),
            lower,
            higher);
    return verdict(
        claim, not.isEmpty(), evidence + missing(pairs.size()), not.isEmpty() ? "" : Reasons.REAL);
  }

  /** Our default against both of the paper's methods. */
  private ClaimVerdict ours() {
    String claim =
        plan.tasks()
            ? "Ours: the default's median error is at or below SLRM's and SMPCR's on every task"
            : "Ours: the default's mean error is at or below SLRM's and SMPCR's at every point";
    List<Paired> slrm = pairs(Contestant.AUTO, Contestant.SLRM);
    List<Paired> smpcr = pairs(Contestant.AUTO, Contestant.SMPCR);
    int points = Math.min(slrm.size(), smpcr.size());
    if (points == 0 || 2 * points <= plan.points().size()) {
      return untested(claim, points);
    }
    List<String> above = new ArrayList<>();
    List<String> clear = new ArrayList<>();
    for (String point : plan.pointNames()) {
      boolean over = false;
      boolean clearly = false;
      for (List<Paired> rivals : List.of(slrm, smpcr)) {
        for (Paired p : rivals) {
          if (p.point().equals(point)) {
            over |= above(p, rivals == slrm ? Contestant.SLRM : Contestant.SMPCR);
            clearly |= p.clearlyHigher();
          }
        }
      }
      if (over) {
        above.add(point);
      }
      if (clearly) {
        clear.add(point);
      }
    }
    String evidence =
        (points - above.size())
            + " of "
            + points
            + (above.isEmpty() ? "" : "; above at " + String.join(", ", above))
            + (above.isEmpty()
                ? ""
                : clear.isEmpty()
                    ? ", nowhere clearly"
                    : ", clearly at " + String.join(", ", clear));
    String reason = above.isEmpty() ? "" : plan.id().equals("fig2a") ? Reasons.GENES : "";
    return verdict(claim, above.isEmpty(), evidence + missing(points), reason);
  }

  private boolean above(Paired p, Contestant rival) {
    return plan.tasks()
        ? median(p.point(), Contestant.AUTO) > median(p.point(), rival)
        : -p.difference() > p.margin();
  }

  private double median(String point, Contestant who) {
    double[] errors = Arrays.stream(at(point, who)).mapToDouble(Run::mse).sorted().toArray();
    int n = errors.length;
    return n == 0 ? Double.NaN : (errors[(n - 1) / 2] + errors[n / 2]) / 2;
  }

  private Run[] at(String point, Contestant who) {
    return runs.stream()
        .filter(r -> r.point().equals(point) && r.method() == who)
        .toArray(Run[]::new);
  }

  private List<Paired> pairs(Contestant first, Contestant second) {
    return plan.pointNames().stream()
        .map(p -> Paired.of(runs, p, first, second))
        .filter(Paired::testable)
        .toList();
  }

  private String missing(int points) {
    int lacking = plan.points().size() + plan.absent().size() - points;
    return lacking <= 0 ? "" : " (" + lacking + " not run)";
  }

  private ClaimVerdict verdict(String claim, boolean held, String evidence, String reason) {
    return new ClaimVerdict(
        plan.id(), claim, held ? Outcome.HELD : Outcome.DID_NOT_HOLD, evidence, reason);
  }

  private ClaimVerdict untested(String claim, int points) {
    String evidence =
        points + " of " + (plan.points().size() + plan.absent().size()) + " points have the runs";
    String reason = plan.absent().isEmpty() ? "" : "Data are missing, see below.";
    return new ClaimVerdict(plan.id(), claim, Outcome.NOT_TESTED, evidence, reason);
  }
}
