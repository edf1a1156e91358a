package org.slrm.internal.regression.family;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.FoldErrors;
import org.slrm.internal.regression.FoldedProblem;
import org.slrm.internal.regression.Penalties;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.RegressionProblem;
import org.slrm.internal.regression.TargetRows;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;

/**
 * Lassos of all targets of a table whose penalties were chosen by folds, and what they share. A
 * lasso for each target stands beside the norms that targets share, judged on the same folds by the
 * mean over targets of error / variance; separate ones are taken among equals. Targets that are not
 * numbers share nothing.
 *
 * @param norm what the targets that are numbers share
 * @param choices by target
 * @param errors by norm in the order of {@link Norm}, NaN where not tried
 */
public record SharedChoice(Norm norm, List<PenaltyChoice> choices, double[] errors) {
  /** What targets share. */
  public enum Norm {
    /** Nothing. */
    NONE,
    /** Which features matter (E-8). */
    L21,
    /** Few directions (E-13). */
    NUCLEAR;

    /** As settings and reports call it. */
    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** Fits by one norm, chosen among all. */
  public static SharedChoice of(
      FoldedProblem.Design design, TrainingData data, FitContext context) {
    List<PenaltyChoice> separate = separate(design, data, context);
    double[] errors = {Double.NaN, Double.NaN, Double.NaN};
    SharedChoice best = new SharedChoice(Norm.NONE, separate, errors);
    Table table = Table.of(design, data, context);
    if (table.numbers.length < 2) {
      return best;
    }
    errors[0] = table.error(separate);
    for (Norm norm : List.of(Norm.L21, Norm.NUCLEAR)) {
      List<PenaltyChoice> found = table.choose(norm, separate, context.workers());
      errors[norm.ordinal()] = table.error(found);
      if (errors[norm.ordinal()] < errors[best.norm.ordinal()]) {
        best = new SharedChoice(norm, found, errors);
      }
    }
    return best;
  }

  /** Fits by a given norm, where at least two targets are numbers; else separate ones. */
  public static SharedChoice with(
      Norm norm, FoldedProblem.Design design, TrainingData data, FitContext context) {
    double[] errors = {Double.NaN, Double.NaN, Double.NaN};
    List<PenaltyChoice> separate = separate(design, data, context);
    Table table = Table.of(design, data, context);
    if (norm == Norm.NONE || table.numbers.length < 2) {
      return new SharedChoice(Norm.NONE, separate, errors);
    }
    List<PenaltyChoice> found = table.choose(norm, separate, context.workers());
    errors[norm.ordinal()] = table.error(found);
    return new SharedChoice(norm, found, errors);
  }

  private static List<PenaltyChoice> separate(
      FoldedProblem.Design design, TrainingData data, FitContext context) {
    List<PenaltyChoice> out = new ArrayList<>();
    for (int t = 0; t < data.y().columns(); t++) {
      out.add(LabelChoice.elasticNet(design, data, t, 1, context));
    }
    return out;
  }

  /**
   * The targets that are numbers and have labels in every fold.
   *
   * @param numbers which they are
   * @param each their problems
   */
  private record Table(int[] numbers, List<FoldedProblem> each) {
    static Table of(FoldedProblem.Design design, TrainingData data, FitContext context) {
      int[] fold = PenaltyChoice.folds(data.x().rows(), context.seed());
      int folds = Math.min(PenaltyChoice.FOLDS, data.x().rows());
      List<TargetRows> rows =
          IntStream.range(0, data.y().columns())
              .filter(t -> data.kind(t).quadratic())
              .mapToObj(t -> TargetRows.of(data, t, fold))
              .filter(r -> folds >= 2 && r.folds() == folds)
              .toList();
      return new Table(
          rows.stream().mapToInt(TargetRows::target).toArray(),
          rows.size() < 2
              ? List.of()
              : rows.stream().map(r -> FoldedProblem.of(design, r)).toList());
    }

    /** Mean over targets of error / variance. */
    double error(List<PenaltyChoice> of) {
      double sum = 0;
      for (int a = 0; a < numbers.length; a++) {
        sum += of.get(numbers[a]).error() / variance(a) / numbers.length;
      }
      return sum;
    }

    private double variance(int a) {
      return Math.max(each.get(a).all().labelVariance(), 1e-300);
    }

    /** What all targets know of one side of a fold. */
    private List<RegressionProblem> side(Function<FoldedProblem, RegressionProblem> of) {
      return each.stream().map(of).toList();
    }

    List<PenaltyChoice> choose(Norm norm, List<PenaltyChoice> separate, Workers workers) {
      ElasticNet.Settings settings = PenaltyChoice.settings();
      List<RegressionProblem> all = side(FoldedProblem::all);
      boolean standardize = settings.standardize();
      double largest =
          norm == Norm.L21
              ? SharedNet.largestPenalty(all, standardize)
              : NuclearNet.largestPenalty(all, standardize);
      double down = PenaltyChoice.down(all.get(0).weight(), all.get(0).features());
      Penalties penalties = Penalties.path(largest, 1, PenaltyChoice.POINTS, down, 1);
      int folds = each.get(0).heldOut().size();
      double[][][] errors = new double[folds][penalties.size()][numbers.length];
      List<FoldErrors.Fold> walks = new ArrayList<>();
      for (int f = 0; f < folds; f++) {
        int number = f;
        Walk walk = Walk.of(norm, side(e -> e.training().get(number)), penalties, settings);
        walks.add(
            FoldErrors.fold(
                weight(number), k -> judge(walk.point(k), k, number, errors[number][k])));
      }
      int best = FoldErrors.walk(walks, penalties.size(), settings.patience(), workers).best();
      Walk last = Walk.of(norm, all, penalties, settings);
      SharedPath path = last.point(0);
      for (int k = 1; k <= best; k++) {
        path = last.point(k);
      }
      return choices(path, best, errors, separate);
    }

    private double weight(int fold) {
      return each.stream().mapToDouble(e -> e.heldOut().get(fold).weight()).sum();
    }

    private double judge(SharedPath path, int k, int fold, double[] out) {
      double sum = 0;
      for (int a = 0; a < numbers.length; a++) {
        RegressionProblem held = each.get(a).heldOut().get(fold);
        out[a] = held.error(path.intercepts()[k][a], path.column(k, a));
        sum += out[a] / variance(a) / numbers.length;
      }
      return sum;
    }

    private List<PenaltyChoice> choices(
        SharedPath path, int k, double[][][] errors, List<PenaltyChoice> separate) {
      List<PenaltyChoice> out = new ArrayList<>(separate);
      for (int a = 0; a < numbers.length; a++) {
        double sum = 0;
        double total = 0;
        for (int f = 0; f < errors.length; f++) {
          double weight = each.get(a).heldOut().get(f).weight();
          sum += weight * errors[f][k][a];
          total += weight;
        }
        double l1 = path.penalties().l1()[k];
        out.set(
            numbers[a],
            new PenaltyChoice(path.intercepts()[k][a], path.column(k, a), sum / total, l1, 0));
      }
      return out;
    }
  }

  /** A path on the way. */
  private interface Walk {
    /** Goes on to point k. */
    SharedPath point(int k);

    static Walk of(
        Norm norm,
        List<RegressionProblem> problems,
        Penalties penalties,
        ElasticNet.Settings settings) {
      SharedPath found = SharedPath.empty(penalties, problems.get(0).features());
      if (norm == Norm.L21) {
        SharedNet net = SharedNet.of(new Targets(problems), settings);
        return k -> {
          net.point(penalties, k, found);
          return found;
        };
      }
      NuclearNet net = NuclearNet.of(problems, settings);
      return k -> {
        net.point(penalties, k, found);
        return found;
      };
    }
  }
}
