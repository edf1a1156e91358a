package org.slrm.internal.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.internal.label.Label;
import org.slrm.internal.linalg.LeadingVectors;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.paper.CodeRegression.Regressor;
import org.slrm.internal.paper.SlrmRun.Parameters;
import org.slrm.internal.paper.SlrmRun.Setting;
import org.slrm.internal.paper.label.CodeProblem;
import org.slrm.internal.paper.label.LabelStep;
import org.slrm.internal.predict.Member;
import org.slrm.internal.regression.ProximalStep;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.RowPasses;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.method.SlrmConfig;
import org.slrm.result.FitReport;

/**
 * The paper's Algorithm 1 from start to predictor: rank, starting basis and regressor, search,
 * passes, noise. Codes use the label, so every target has a subspace of its own: targets are fitted
 * one by one, each a member that its target alone uses.
 */
public final class SlrmSolver implements HoldOutSolver {
  private final SlrmConfig config;

  /** A solver with these settings. */
  public SlrmSolver(SlrmConfig config) {
    this.config = config;
  }

  @Override
  public Setup setup() {
    return new Setup(config.method(), config.holdOutFraction(), config.rank());
  }

  @Override
  public Fitted fit(
      HoldOut.Split split, FitRecord record, SplittableRandom seeds, FitContext context) {
    TrainingData rows = split.training();
    int d = record.rank;
    double[] basis = LeadingVectors.of(rows.x(), d, seeds.nextLong());
    boolean squares = rows.kinds().stream().allMatch(Label::quadratic);
    record.criterion = squares ? "hold-out mean squared error" : "hold-out mean deviance";
    if (!split.own()) {
      record.notes.add("too few labelled rows to hold some out: judged on the rows of the fit");
    }
    int targets = rows.y().columns();
    List<Member> members = new ArrayList<>();
    double[][] weights = new double[targets][targets];
    for (int t = 0; t < targets; t++) {
      members.add(fitTarget(split, basis, t, context.withSeed(seeds.nextLong()), record));
      weights[t][t] = 1;
    }
    return new Fitted(members, weights, record, null);
  }

  private Member fitTarget(
      HoldOut.Split split, double[] basis, int t, FitContext context, FitRecord record) {
    TrainingData rows = split.training();
    int d = basis.length / rows.x().columns();
    HoldOut holdOut = new HoldOut(split.held(), t, config.gate());
    Projections start = Projections.of(basis, d, config.gate(), rows.x(), context.workers());
    CodeProblem codes = codes(start, rows, t);
    Setting full = setting(split.passes(), rows, t, holdOut, basis);
    TrainingData some = Subspaces.someRows(rows, config.searchRows(), context.seed());
    Setting few = setting(RowPasses.of(some), some, t, holdOut, basis);
    SlrmSearch search =
        new SlrmSearch(few, codes, context.workers(), context.seed(), context.listener());
    Parameters best = search.best();

    SlrmRun run = new SlrmRun(full, best, search.start(best), context.workers(), context.seed());
    run.run(config.maxPasses(), context.listener(), "slrm");
    double[] U = run.bestBasis();
    Regressor r = config.refit() ? refit(U, d, split, t, best, context) : run.best();
    // Steps would carry the intercept of a single class on for ever.
    r = Subspaces.sayTheSame(rows, t) ? search.start(best) : r;

    describe(record, split, t, run, best, search.candidates(best));
    double[] all = new double[split.training().y().columns() * d];
    System.arraycopy(r.coefficients(), 0, all, t * d, d);
    double[] intercept = new double[split.training().y().columns()];
    intercept[t] = r.intercept();
    return GatedFit.member(U, all, intercept, config.gate(), split.held(), context.workers());
  }

  /** T₀ is one pass over the rows in memory, unless it is given. */
  private Setting setting(
      RowPasses passes, TrainingData rows, int t, HoldOut holdOut, double[] basis) {
    long rounds = config.constantRounds() > 0 ? config.constantRounds() : rows.x().rows();
    return new Setting(config, passes, rounds, t, rows.kind(t), holdOut, basis);
  }

  /** w anew by elastic net on label-free codes: what prediction will see. */
  private Regressor refit(
      double[] U, int d, HoldOut.Split split, int t, Parameters best, FitContext context) {
    Projections p = Projections.of(U, d, config.gate(), split.training().x(), context.workers());
    Projections held = Projections.of(U, d, config.gate(), split.held().x(), context.workers());
    if (!split.training().kind(t).quadratic()) {
      return CodeRegression.chosenOn(held, split.held(), p, split.training(), t);
    }
    return CodeRegression.chosenOn(
        CodeRegression.moments(held, split.held(), t),
        CodeRegression.moments(p, split.training(), t),
        best.lambda3());
  }

  /** The label on the codes of the starting basis. */
  private static CodeProblem codes(Projections p, TrainingData rows, int t) {
    if (rows.kind(t).quadratic()) {
      return new CodeProblem.Moments(CodeRegression.moments(p, rows, t));
    }
    int[] usable = CodeRegression.usable(p, rows, t);
    double[] y = IntStream.of(usable).mapToDouble(i -> rows.label(i, t)).toArray();
    return new CodeProblem.Rows(rows.kind(t), CodeRegression.codes(p, usable), p.rank(), y);
  }

  private void describe(
      FitRecord record,
      HoldOut.Split split,
      int t,
      SlrmRun run,
      Parameters best,
      List<FitReport.Candidate> candidates) {
    boolean single = split.training().y().columns() == 1;
    String prefix = single ? "" : "target " + t + ": ";
    record.stop += (record.stop.isEmpty() ? "" : "; ") + prefix + run.stop();
    record.iterations += run.passes();
    record.history.addAll(run.history());
    record.candidates.addAll(candidates);
    SlrmSearch.found(best).forEach((k, v) -> record.found.put(prefix + k, v));
    objective(record, prefix, split.training(), t, run, best);
    if (run.algorithm().ridged() > 0) {
      record.notes.add(
          prefix + run.algorithm().ridged() + " codes had too few entries and needed a tiny ridge");
    }
  }

  /** (S-1) term by term, with the codes that minimise it for the final pair. */
  private static void objective(
      FitRecord record, String prefix, TrainingData rows, int t, SlrmRun run, Parameters p) {
    double[] U = run.bestBasis();
    double[] w = run.best().coefficients();
    int d = w.length;
    Label kind = rows.kind(t);
    double b = run.best().intercept();
    LabelStep labelStep = new LabelStep(kind, p.lambda1(), new ProximalStep(0, 0), b);
    CodeStep codeStep = new CodeStep(rows.x().columns(), d);
    double[] alpha = codeStep.alpha();
    double reconstruction = 0;
    double labels = 0;
    int n = rows.x().rows();
    for (int i = 0; i < n; i++) {
      double y = rows.label(i, t);
      codeStep.solve(U, rows.x(), i, w, labelStep, y);
      for (int k = rows.x().rowStart(i); k < rows.x().rowStart(i + 1); k++) {
        double r = rows.x().value(k) - Vectors.dot(U, rows.x().column(k) * d, alpha, 0, d);
        reconstruction += r * r;
      }
      labels += Double.isNaN(y) ? 0 : kind.deviance(y, b + Vectors.dot(w, 0, alpha, 0, d));
    }
    double l1 = 0;
    double l2 = 0;
    for (double v : w) {
      l1 += Math.abs(v);
      l2 += v * v;
    }
    var terms = record.objective;
    terms.put(prefix + "reconstruction", p.lambda1() * reconstruction / n);
    terms.put(prefix + "labels", labels / n);
    terms.put(prefix + "l1", p.lambda2() * l1);
    terms.put(prefix + "l2", p.lambda3() * l2);
    terms.put(
        prefix + "total",
        p.lambda1() * reconstruction / n + labels / n + p.lambda2() * l1 + p.lambda3() * l2);
  }
}
