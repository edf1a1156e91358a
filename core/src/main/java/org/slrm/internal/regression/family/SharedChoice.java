package org.slrm.internal.regression.family;

import java.util.ArrayList;
import java.util.Arrays;
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
 * Lassos of all targets of a table with cross-validated penalties, and the norm that targets share.
 * Separate lassos and shared norms are compared on the same folds by the mean over targets of error
 * / variance, each fold with the penalties that are best on the others, because the minimum errors
 * would favour separate penalties. Only numeric targets share a norm.
 *
 * @param norm the norm of the numeric targets
 * @param choices by target
 * @param errors by norm in the order of {@link Norm}, NaN where not tried
 */
public record SharedChoice(Norm norm, List<PenaltyChoice> choices, double[] errors) {
  /** The norm that targets share. */
  public enum Norm {
    /** Nothing. */
    NONE,
    /** A common set of non-zero features (E-8). */
    L21,
    /** A low-rank coefficient matrix (E-13). */
    NUCLEAR;

    /** All norms, separate fits first. */
    public static final List<Norm> ALL = List.of(values());

    /** The name in settings and reports. */
    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** The best of some norms, the first among equals; none with fewer than two numeric targets. */
  public static SharedChoice among(
      List<Norm> norms, FoldedProblem.Design design, TrainingData data, FitContext context) {
    Table table = norms.equals(List.of(Norm.NONE)) ? Table.EMPTY : Table.of(design, data, context);
    List<Shared> tried = new ArrayList<>();
    double[] errors = {Double.NaN, Double.NaN, Double.NaN};
    int best = 0;
    for (int k = 0; k < norms.size() && table.numbers.length > 0; k++) {
      tried.add(table.by(norms.get(k), context.workers()));
      errors[norms.get(k).ordinal()] = tried.get(k).error;
      best = tried.get(k).error < tried.get(best).error ? k : best;
    }
    List<PenaltyChoice> choices = new ArrayList<>();
    for (int t = 0; t < data.y().columns(); t++) {
      int a = Arrays.binarySearch(table.numbers, t);
      choices.add(
          a >= 0
              ? tried.get(best).choices.get(a)
              : LabelChoice.elasticNet(design, data, t, 1, context));
    }
    return new SharedChoice(tried.isEmpty() ? Norm.NONE : norms.get(best), choices, errors);
  }

  /** Whether shared norms were tried. */
  public boolean tried() {
    return Arrays.stream(errors).anyMatch(e -> !Double.isNaN(e));
  }

  /** Separate lassos without a comparison. */
  public static SharedChoice separate(List<PenaltyChoice> choices) {
    double[] untried = {Double.NaN, Double.NaN, Double.NaN};
    return new SharedChoice(Norm.NONE, choices, untried);
  }

  /** Choices of the numeric targets, and their cross-validated error. */
  private record Shared(List<PenaltyChoice> choices, double error) {}

  /**
   * The numeric targets with labels in every fold.
   *
   * @param numbers which they are
   * @param each their problems
   */
  private record Table(int[] numbers, List<FoldedProblem> each) {
    static final Table EMPTY = new Table(new int[0], List.of());

    static Table of(FoldedProblem.Design design, TrainingData data, FitContext context) {
      int[] fold = PenaltyChoice.folds(data, context.seed());
      long folds = Arrays.stream(fold).distinct().count();
      List<TargetRows> rows =
          IntStream.range(0, data.y().columns())
              .filter(t -> data.kind(t).quadratic())
              .mapToObj(t -> TargetRows.of(data, t, fold))
              .filter(r -> folds >= 2 && r.folds() == folds)
              .toList();
      return rows.size() < 2
          ? EMPTY
          : new Table(
              rows.stream().mapToInt(TargetRows::target).toArray(),
              rows.stream().map(r -> FoldedProblem.of(design, r)).toList());
    }

    private double variance(int a) {
      return Math.max(each.get(a).all().labelVariance(), 1e-300);
    }

    Shared by(Norm norm, Workers workers) {
      return norm == Norm.NONE ? separate(workers) : shared(norm, workers);
    }

    /** A lasso for each target. */
    private Shared separate(Workers workers) {
      List<PenaltyChoice> out = new ArrayList<>();
      double error = 0;
      for (int a = 0; a < numbers.length; a++) {
        PenaltyChoice.Evaluated lasso = PenaltyChoice.evaluated(each.get(a), 1, workers);
        out.add(lasso.choice());
        error += lasso.errors().choosing() / variance(a) / numbers.length;
      }
      return new Shared(out, error);
    }

    /** The problems of all targets on one side of a fold. */
    private List<RegressionProblem> side(Function<FoldedProblem, RegressionProblem> of) {
      return each.stream().map(of).toList();
    }

    /** All targets with a shared norm. */
    private Shared shared(Norm norm, Workers workers) {
      ElasticNet.Settings settings = PenaltyChoice.settings();
      List<RegressionProblem> all = side(FoldedProblem::all);
      Penalties penalties = penalties(norm, all);
      int folds = each.get(0).heldOut().size();
      double[][][] errors = new double[folds][penalties.size()][numbers.length];
      List<FoldErrors.Fold> walks = new ArrayList<>();
      for (int f = 0; f < folds; f++) {
        int fold = f;
        SharedPath.PathSolver net = net(norm, side(e -> e.training().get(fold)), settings);
        SharedPath found = SharedPath.empty(penalties, all.get(0).features());
        walks.add(
            new FoldErrors.Fold(
                weight(fold),
                k -> {
                  net.point(penalties, k, found);
                  return evaluate(found, k, fold, errors[fold][k]);
                }));
      }
      FoldErrors evaluated = FoldErrors.walk(walks, penalties.size(), settings.patience(), workers);
      int best = evaluated.best();
      SharedPath path = net(norm, all, settings).path(penalties.upTo(best), all.get(0).features());
      return new Shared(choices(path, best, errors), evaluated.choosing());
    }

    private static SharedPath.PathSolver net(
        Norm norm, List<RegressionProblem> problems, ElasticNet.Settings settings) {
      return norm == Norm.L21
          ? SharedNet.of(new JointTargets(problems), settings)
          : NuclearNet.of(problems, settings);
    }

    private static Penalties penalties(Norm norm, List<RegressionProblem> all) {
      double largest =
          norm == Norm.L21
              ? SharedNet.largestPenalty(all, false)
              : NuclearNet.largestPenalty(all, false);
      double down = PenaltyChoice.down(all.get(0).weight(), all.get(0).features());
      return Penalties.path(largest, 1, PenaltyChoice.POINTS, down, 1);
    }

    private double weight(int fold) {
      return each.stream().mapToDouble(e -> e.heldOut().get(fold).weight()).sum();
    }

    private double evaluate(SharedPath path, int k, int fold, double[] out) {
      double sum = 0;
      for (int a = 0; a < numbers.length; a++) {
        RegressionProblem held = each.get(a).heldOut().get(fold);
        out[a] = held.error(path.intercepts()[k][a], path.column(k, a));
        sum += out[a] / variance(a) / numbers.length;
      }
      return sum;
    }

    private List<PenaltyChoice> choices(SharedPath path, int k, double[][][] errors) {
      List<PenaltyChoice> out = new ArrayList<>();
      for (int a = 0; a < numbers.length; a++) {
        double sum = 0;
        double total = 0;
        for (int f = 0; f < errors.length; f++) {
          double weight = each.get(a).heldOut().get(f).weight();
          sum += weight * errors[f][k][a];
          total += weight;
        }
        double[] w = path.column(k, a);
        double l1 = path.penalties().l1()[k];
        out.add(new PenaltyChoice(path.intercepts()[k][a], w, sum / total, l1, 0));
      }
      return out;
    }
  }
}
