package org.slrm.internal.trees;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.ClassScores;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.LabelSteps;
import org.slrm.internal.label.MeanLoss;
import org.slrm.internal.predict.ClassScoresMember;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.regression.MeanImputed;
import org.slrm.internal.regression.TargetRows;
import org.slrm.internal.run.CategoricalColumns;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.HeldOutPredictions;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.Solver;
import org.slrm.method.TreesConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitReport;
import org.slrm.result.Folds;

/**
 * Boosted trees:
 *
 * <ol>
 *   <li>bin the features;
 *   <li>choose the number of trees by held-out error (F-6);
 *   <li>grow this many on all rows;
 *   <li>compute the variance added by missing features (F-8), and the noise from held-out errors.
 * </ol>
 */
public record TreesSolver(TreesConfig config, int folds) implements Solver {
  /** Least noise as a fraction of the held-out error. */
  private static final double MIN_NOISE = 0.1;

  /** Parts of the rows of which some are held out to decide the number of trees. */
  private static final int PARTS = 5;

  /** Held-out rows that are enough for this decision. */
  private static final int ROWS_TO_COUNT = 1000;

  /** Chooses by the given number of folds; by the default number if fewer than two. */
  public TreesSolver {
    folds = Folds.orDefault(folds);
  }

  @Override
  public Fitted fit(TrainingData data, FitContext context) {
    return ClassScores.of(data.kinds())
        .map(scores -> byScores(data, scores, context))
        .orElseGet(() -> byColumn(data, context));
  }

  private Fitted byColumn(TrainingData data, FitContext context) {
    int columns = data.y().columns();
    List<int[]> alone = IntStream.range(0, columns).mapToObj(t -> new int[] {t}).toList();
    GroupFits grown = fitGroups(data, alone, context);
    return fitted(data, grown.member, grown.cv, grown.evaluated);
  }

  /** Targets of three or more classes by scores per class (F-11), converted to their columns. */
  private Fitted byScores(TrainingData data, ClassScores scores, FitContext context) {
    IncompleteMatrix y = scores.relabelled(data.y());
    TrainingData columns = data.withLabels(y, scores.kinds());
    GroupFits grown = fitGroups(columns, scores.together(), context);
    CrossValidated by = grown.cv.done();
    HeldOutPredictions cv = new HeldOutPredictions(data, by.fold());
    List<FoldedBoosting.FoldedFit> evaluated = new ArrayList<>();
    for (int c = 0; c < data.y().columns(); c++) {
      evaluated.add(grown.evaluated.get(scores.first(c)));
      for (int i = 0; i < by.rows(); i++) {
        int row = i;
        cv.predict(i, c, scores.eta(c, k -> by.prediction(row, k)));
      }
    }
    return fitted(data, new ClassScoresMember(grown.member, scores), cv, evaluated);
  }

  private Fitted fitted(
      TrainingData data,
      Member member,
      HeldOutPredictions cv,
      List<FoldedBoosting.FoldedFit> evaluated) {
    standardErrors(data, member, cv);
    return Fitted.of(member, record(data, evaluated, cv.done())).with(cv.done());
  }

  /** Trees, their held-out predictions and the choice of their number, by column. */
  private record GroupFits(
      TreesMember member, HeldOutPredictions cv, List<FoldedBoosting.FoldedFit> evaluated) {}

  private GroupFits fitGroups(TrainingData data, List<int[]> groups, FitContext context) {
    int[] fold = TargetRows.folds(data, folds, context.seed());
    HeldOutPredictions cv = new HeldOutPredictions(data, fold);
    List<FoldedBoosting.FoldedFit> evaluated = new ArrayList<>();
    MemberParts parts = new MemberParts(data, fold, context);
    Bins bins = Bins.of(parts.x, parts.categories, data.weights(), context.workers());
    FitContext current = context;
    for (int[] group : groups) {
      List<BoostedColumn> columns =
          IntStream.of(group).mapToObj(t -> new BoostedColumn(bins, target(data, t))).toList();
      FoldedBoosting.FoldedFit j = FoldedBoosting.evaluate(columns, fold, config, current);
      // The listener is not called again after a stop.
      current = j.stopped() ? context.with(progress -> false) : context;
      double[] error = new double[group.length];
      for (int k = 0; k < group.length; k++) {
        evaluated.add(j);
        double[] eta = j.eta(group.length, k);
        for (int i = 0; i < eta.length; i++) {
          cv.predict(i, group[k], eta[i]);
        }
        error[k] = error(columns.get(k).target(), eta, cv.done().mse(group[k]));
      }
      parts.add(group, columns, j.trees(), error);
    }
    return new GroupFits(parts.member(), cv, evaluated);
  }

  /** The parts of a member while its trees are grown, one group of columns after another. */
  private final class MemberParts {
    private final TrainingData data;
    private final int[] fold;
    private final FitContext context;
    private final CategoricalColumns categories;
    private final IncompleteMatrix x;
    private final List<Forest> forests = new ArrayList<>();
    private final double[] noise;
    private final double[] spread;

    MemberParts(TrainingData data, int[] fold, FitContext context) {
      this.data = data;
      categories = CategoricalColumns.of(data.x());
      x = categories.encoded(data.x());
      this.fold = fold;
      this.context = context;
      noise = new double[data.y().columns()];
      spread = new double[noise.length * data.x().columns()];
    }

    /** Grows the trees of a group; their noise follows from the held-out errors. */
    void add(int[] group, List<BoostedColumn> columns, int trees, double[] error) {
      forests.addAll(JointBoosting.fit(columns, trees, config, context));
      for (int k = 0; k < group.length; k++) {
        int t = group[k];
        double[] variance =
            MissingFeatureVariance.of(
                forests.get(t), x, columns.get(k).target(), context.workers());
        noise[t] = uncertainty(TargetRows.labelled(data, t, fold), data, variance, error[k]);
        System.arraycopy(variance, 0, spread, t * variance.length, variance.length);
      }
    }

    TreesMember member() {
      MeanImputed imputed = MeanImputed.of(data);
      return new TreesMember(
          forests, categories, imputed.mean(), imputed.variance(), noise, spread);
    }
  }

  /**
   * A member and its numbers of trees.
   *
   * @param counts by group
   */
  public record CandidateFit(TreesMember member, List<TreeCount> counts) {}

  /**
   * A fit as a member of an ensemble: held-out parts of the rows decide the number of trees.
   *
   * @param fine whether to use the most bins; candidates that are only compared have fewer
   * @param groups columns by groups: the classes of one target with a softmax (F-11), any other
   *     alone
   * @param known numbers of trees from other rows of the table; empty to search
   */
  public CandidateFit fitCandidate(
      TrainingData data,
      boolean fine,
      List<int[]> groups,
      List<TreeCount> known,
      FitContext context) {
    int[] fold = heldOut(data, TargetRows.labelled(data.y()), context);
    MemberParts parts = new MemberParts(data, fold, context);
    Bins bins =
        fine
            ? Bins.of(parts.x, parts.categories, data.weights(), context.workers())
            : Bins.fewer(parts.x, parts.categories, data.weights(), context.workers());
    List<TreeCount> counts = new ArrayList<>();
    for (int[] group : groups) {
      List<BoostedColumn> columns =
          IntStream.of(group).mapToObj(t -> new BoostedColumn(bins, target(data, t))).toList();
      TreeCount count = known.isEmpty() ? count(columns, fold, context) : known.get(counts.size());
      counts.add(count);
      double[] error = Arrays.stream(count.error()).map(e -> Double.isNaN(e) ? 1 : e).toArray();
      parts.add(group, columns, count.trees(), error);
    }
    return new CandidateFit(parts.member(), counts);
  }

  private TreeCount count(List<BoostedColumn> columns, int[] fold, FitContext context) {
    FoldedBoosting.FoldedFit evaluated = FoldedBoosting.evaluate(columns, fold, config, context);
    double[] errors = new double[columns.size()];
    for (int k = 0; k < errors.length; k++) {
      TreeTarget target = columns.get(k).target();
      double[] eta = evaluated.eta(errors.length, k);
      double squares =
          MeanLoss.of(
                  eta.length, i -> Math.pow(target.y()[i] - eta[i], 2), i -> target.weights()[i])
              .value();
      errors[k] = error(target, eta, squares);
    }
    return new TreeCount(evaluated.trees(), errors);
  }

  /**
   * Folds that decide the number of trees: as many of five as hold out enough labelled rows, −1 for
   * rows that are never held out.
   */
  public static int[] heldOut(TrainingData data, int[] labelled, FitContext context) {
    int[] out = new int[data.y().rows()];
    Arrays.fill(out, -1);
    if (labelled.length < 2) {
      return out;
    }
    int parts = Math.min(PARTS, labelled.length);
    int[] fold = data.units().folds(labelled, parts, context.seed());
    int latest = IntStream.of(fold).max().orElse(0);
    // As many parts as hold out enough rows together.
    double used = Math.ceil((double) ROWS_TO_COUNT * parts / labelled.length);
    for (int r = 0; r < labelled.length; r++) {
      out[labelled[r]] =
          data.units().ordered() ? (fold[r] == latest ? 0 : -1) : fold[r] < used ? fold[r] : -1;
    }
    return out;
  }

  private static TreeTarget target(TrainingData data, int t) {
    double[] y = new double[data.y().rows()];
    double[] w = new double[y.length];
    Arrays.setAll(y, i -> data.label(i, t));
    Arrays.setAll(w, data::weight);
    return new TreeTarget(data.kind(t), y, w);
  }

  /** Squared error of η on held-out rows, less the label's own variance without a noise. */
  private static double error(TreeTarget target, double[] eta, double squares) {
    Label kind = target.kind();
    if (kind.quadratic()) {
      return squares;
    }
    if (!kind.noisy()) {
      return LabelSteps.excessVariance(
          kind, eta.length, i -> target.y()[i], i -> eta[i], i -> target.weights()[i]);
    }
    return MeanLoss.of(
            eta.length,
            i -> kind.curvature(target.y()[i], eta[i]) * Math.pow(target.y()[i] - eta[i], 2),
            i -> target.weights()[i])
        .value();
  }

  /**
   * The held-out error is noise plus the mean variance from missing features; the latter is shrunk
   * where it leaves too little noise. For a loss without noise it is the whole error. At least a
   * tenth of it stays, because the ranking of features depends on it.
   */
  private static double uncertainty(
      TargetRows rows, TrainingData data, double[] spread, double error) {
    double missing = 0;
    for (int j = 0; j < spread.length; j++) {
      missing += spread[j] > 0 ? spread[j] * rows.missingFraction(data.x(), j) : 0;
    }
    boolean noisy = data.kind(rows.target()).noisy();
    double largest = noisy ? (1 - MIN_NOISE) * error : Math.max(error, MIN_NOISE * missing);
    double factor = missing > 0 ? Math.min(1, largest / missing) : 1;
    for (int j = 0; j < spread.length; j++) {
      spread[j] *= factor;
    }
    return noisy ? Math.max(0, error - factor * missing) : 0;
  }

  private static void standardErrors(TrainingData data, Member member, HeldOutPredictions cv) {
    RowSolver solver = member.rowSolver();
    for (int i = 0; i < data.y().rows(); i++) {
      solver.pattern(data.x().row(i).indices(), data.x().observed(i));
      for (int k = data.y().rowStart(i); k < data.y().rowStart(i + 1); k++) {
        int t = data.y().column(k);
        double v = solver.signalVariance(t) + solver.noiseVariance(t);
        cv.standardError(i, t, Math.sqrt(v));
      }
    }
  }

  private FitRecord record(
      TrainingData data, List<FoldedBoosting.FoldedFit> evaluated, CrossValidated cv) {
    FitRecord out = new FitRecord();
    out.criterion = "mean deviance on held-out rows";
    out.history.addAll(evaluated.get(0).error());
    out.iterations = evaluated.stream().distinct().mapToInt(j -> j.error().size() - 1).sum();
    List<String> trees = evaluated.stream().distinct().map(j -> String.valueOf(j.trees())).toList();
    out.found.put(
        "trees", trees.size() == 1 ? (Object) evaluated.get(0).trees() : String.join(", ", trees));
    boolean stopped = evaluated.stream().anyMatch(FoldedBoosting.FoldedFit::stopped);
    out.stop = stopped ? FitRecord.STOPPED : stopReasons(evaluated);
    if (stopped) {
      out.note("stopped-before-tree-count");
    }
    for (int t = 0; t < evaluated.size(); t++) {
      MeanLoss loss = loss(data, t, cv);
      out.candidates.add(
          new FitReport.CandidateScore(
              "trees",
              0,
              t,
              loss.value(),
              loss.standardError(),
              1,
              Map.of("trees", evaluated.get(t).trees())));
    }
    return out;
  }

  /** Mean deviance on held-out rows. */
  private static MeanLoss loss(TrainingData data, int t, CrossValidated cv) {
    Label kind = data.kind(t);
    return kind.quadratic()
        ? new MeanLoss(cv.mse(t), cv.mseStandardError(t))
        : MeanLoss.of(
            cv.rows(),
            i -> kind.deviance(data.label(i, t), cv.prediction(i, t)),
            data::weight,
            cv.clusters());
  }

  private String stopReasons(List<FoldedBoosting.FoldedFit> evaluated) {
    if (config.trees() > 0) {
      return "given number of trees grown";
    }
    return evaluated.stream()
        .map(
            j ->
                j.error().size() > config.search().most()
                    ? "limit of " + config.search().most() + " trees reached"
                    : "no smaller error in " + config.search().patience() + " trees")
        .distinct()
        .collect(Collectors.joining("; "));
  }
}
