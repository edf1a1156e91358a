package org.slrm.cli.report.compare;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.result.MethodResult;
import org.slrm.cli.result.RowLosses;
import org.slrm.io.score.LabelScore;
import org.slrm.method.LabelKind;

/**
 * The methods on one target, best first.
 *
 * @param target name of the target
 * @param entries the methods that have a result
 * @param ours ours among them, null when it failed or was not compared
 * @param requested whether ours was among the requested methods
 */
record Ranking(
    String target, List<RankedMethod> entries, @Nullable RankedMethod ours, boolean requested) {

  /**
   * One method's result.
   *
   * @param name the method
   * @param losses losses of its held-out predictions
   * @param score mean of them
   * @param standardError standard error of that mean
   * @param nonZeros non-zero coefficients, −1 when unknown
   */
  record RankedMethod(
      String name, RowLosses losses, double score, double standardError, int nonZeros) {
    double error() {
      return losses.shown(score);
    }

    double low() {
      return losses.shown(score - spread());
    }

    double high() {
      return losses.shown(score + spread());
    }

    double explained() {
      return 1 - score / losses.baseline();
    }

    /** Error of the best constant prediction. */
    double baseline() {
      return losses.shown(losses.baseline());
    }

    int rows() {
      return losses.row().length;
    }

    private double spread() {
      return Double.isNaN(standardError) ? 0 : standardError;
    }
  }

  static Ranking of(CompareInput in, int target) {
    List<RankedMethod> entries =
        in.results().stream()
            .map(r -> entry(r, target, in.scores().get(target)))
            .filter(e -> e != null)
            .sorted(
                Comparator.comparingDouble(RankedMethod::score).thenComparing(RankedMethod::name))
            .toList();
    RankedMethod ours =
        entries.stream().filter(e -> e.name().equals(in.ours())).findFirst().orElse(null);
    return new Ranking(in.targets().get(target), entries, ours, in.requested());
  }

  RankedMethod winner() {
    return entries.get(0);
  }

  boolean won() {
    return ours != null && ours == winner();
  }

  /** The label kind of the target. */
  LabelKind kind() {
    return winner().losses().score().kind();
  }

  /** The difference of a and b in standard errors, paired by row. */
  static double standardErrors(RankedMethod a, RankedMethod b) {
    return a.losses().standardErrorsWorse(b.losses());
  }

  private static @Nullable RankedMethod entry(MethodResult r, int target, LabelScore score) {
    if (r.validation() == null) {
      return null;
    }
    RowLosses losses = RowLosses.of(r.validation(), target, score);
    double mean = losses.mean();
    int nonZeros = target < r.nonZeros().size() ? r.nonZeros().get(target) : -1;
    return Double.isFinite(mean)
        ? new RankedMethod(r.name(), losses, mean, losses.standardError(), nonZeros)
        : null;
  }
}
