package org.slrm.internal.kernel;

import java.util.Arrays;
import java.util.function.DoubleFunction;
import org.slrm.internal.kernel.LeaveOneOut.Choice;
import org.slrm.internal.linalg.SpdFactor;
import org.slrm.internal.run.Workers;
import org.slrm.result.Folds;

/**
 * Kernel ridge regression on the labelled rows. Kernel, penalty and input scales are chosen on a
 * sample by leave-one-out errors, or by leaving out folds of grouped rows (H-3). The penalty is
 * chosen again on all rows, then the weights of the centres are computed (H-4); centres are all
 * rows or some.
 */
final class KernelFit {
  static final int CHOOSING = KernelMembers.CHOOSING;

  /** Rows that estimate the error: intervals need it more precisely than a choice does. */
  private static final int MEASURING = 1500;

  /** Factor between successive penalties on all rows. */
  private static final double STEP = Math.sqrt(10);

  /** Steps of the penalty on all rows. */
  private static final int STEPS = 4;

  /** Most successive problems where each costs a sum over all rows. */
  private static final int FEW_ROUNDS = 10;

  /** Change of η that ends them. */
  private static final double TOLERANCE = 1e-3;

  private final KernelRows rows;
  private final int centres;
  private final long seed;
  private final Workers workers;
  private final double mean;

  /** A fit with at most the given number of centres. */
  KernelFit(KernelRows rows, int centres, long seed, Workers workers) {
    this.rows = rows;
    this.centres = centres;
    this.seed = seed;
    this.workers = workers;
    mean = rows.mean();
  }

  /**
   * The result of a fit.
   *
   * @param ridge the function
   * @param scales of the inputs
   * @param choice kernel, λ, and mean deviance of held-out rows; for numbers the squared error
   */
  record Chosen(KernelRidge ridge, double[] scales, Choice choice) {
    double error() {
      return choice.error();
    }

    double penalty() {
      return choice.penalty();
    }
  }

  /** A fit with settings chosen on other rows of the table, where there are labels to fit. */
  Chosen like(Chosen other) {
    if (rows.count() == 0 || rows.noFiniteOptimum() || other.choice.kernel().height() == 0) {
      return run();
    }
    KernelRows in = rows.scaled(other.scales);
    if (rows.count() <= centres) {
      return exactly(other.choice, other.scales, in, new LeaveOneOut(in, mean));
    }
    KernelRows at = centres(in, Folds.shuffled(rows.count(), seed));
    Near near = near(in, at, other.choice, start(in));
    double[] alpha = near.landmarks.solved(other.choice.penalty());
    return chosen(other.choice, other.scales, at, alpha);
  }

  Chosen run() {
    if (rows.count() == 0) {
      // A target without labels in these rows: only its scale is known.
      return constant(1);
    }
    if (rows.noFiniteOptimum()) {
      return constant(rows.kind().deviance(rows.y()[0], mean));
    }
    int[] order = Folds.shuffled(rows.count(), seed);
    double[] plain = Relevance.varying(rows);
    KernelRows sample = rows.of(Arrays.copyOf(order, Math.min(order.length, CHOOSING)));
    double line = 1 / Math.max(1, Arrays.stream(plain).sum());
    Choice first = new LeaveOneOut(sample.scaled(plain), mean).choose(line, workers);
    double[] scales = Relevance.scales(sample, plain, mean, first);
    Choice then = new LeaveOneOut(sample.scaled(scales), mean).choose(line, workers);
    return then.error() < first.error() ? fitted(then, scales, order) : fitted(first, plain, order);
  }

  private Chosen constant(double error) {
    KernelRidge ridge = KernelRidge.constant(mean, rows.q());
    return new Chosen(ridge, new double[rows.q()], new Choice(new Kernel(0, 0, 1), 1, error));
  }

  private Chosen fitted(Choice choice, double[] scales, int[] order) {
    KernelRows in = rows.scaled(scales);
    return rows.count() <= centres ? exact(choice, scales, in) : some(choice, scales, in, order);
  }

  private Chosen exact(Choice sampled, double[] scales, KernelRows in) {
    LeaveOneOut all = new LeaveOneOut(in, mean);
    Choice best =
        rows.count() <= CHOOSING
            ? sampled
            : walk(sampled.penalty(), p -> all.best(sampled.kernel(), p));
    return exactly(best, scales, in, all);
  }

  private Chosen exactly(Choice best, double[] scales, KernelRows in, LeaveOneOut all) {
    double[] K = all.matrix(best.kernel());
    return chosen(best, scales, in, all.solved(K, best.penalty(), new SpdFactor(rows.count())));
  }

  private KernelRows centres(KernelRows in, int[] order) {
    int[] picked = Arrays.copyOf(order, centres);
    Arrays.sort(picked);
    return in.of(picked);
  }

  private double[] start(KernelRows in) {
    double[] start = new double[in.count()];
    Arrays.fill(start, mean);
    return start;
  }

  private Chosen some(Choice sampled, double[] scales, KernelRows in, int[] order) {
    KernelRows at = centres(in, order);
    Near first = near(in, at, sampled, start(in));
    int[] evaluates = Landmarks.spread(order, CHOOSING);
    Choice best = walk(sampled.penalty(), evaluate(first, in, at, sampled.kernel(), evaluates));
    Near last = rows.kind().quadratic() ? first : near(in, at, best, first.eta);
    int[] more = Landmarks.spread(order, MEASURING);
    Choice measured = evaluate(last, in, at, best.kernel(), more).apply(best.penalty());
    return chosen(measured, scales, at, last.landmarks.solved(best.penalty()));
  }

  /**
   * The working labels at the end of a fit.
   *
   * @param rows rows with working labels
   * @param landmarks their problem
   * @param eta the η of the working labels
   */
  private record Near(KernelRows rows, Landmarks landmarks, double[] eta) {}

  /** Held-out error of a penalty. */
  private DoubleFunction<Choice> evaluate(
      Near now, KernelRows in, KernelRows at, Kernel kernel, int[] evaluates) {
    if (in.parts() != null) {
      FoldedLandmarks folds =
          new FoldedLandmarks(
              now.rows, in, evaluates, r -> new Landmarks(r, at, kernel, mean, workers));
      return p -> new Choice(kernel, p, folds.error(p));
    }
    KernelRows near = now.rows.of(evaluates);
    KernelRows heldOut = in.of(evaluates);
    double[] k = now.landmarks.with(heldOut);
    return p -> now.landmarks.evaluated(p, near, heldOut, k, workers);
  }

  /** One problem for numbers, otherwise as many as it takes until η converges (H-6). */
  private Near near(KernelRows in, KernelRows at, Choice choice, double[] from) {
    Near now = near(in, at, choice.kernel(), from);
    double change = rows.kind().quadratic() ? 0 : Double.POSITIVE_INFINITY;
    for (int round = 1; round < FEW_ROUNDS && change > TOLERANCE; round++) {
      double[] next = now.landmarks.values(now.landmarks.solved(choice.penalty()), workers);
      change = 0;
      for (int i = 0; i < next.length; i++) {
        change = Math.max(change, Math.abs(next[i] - now.eta[i]));
      }
      now = near(in, at, choice.kernel(), next);
    }
    return now;
  }

  private Near near(KernelRows in, KernelRows at, Kernel kernel, double[] eta) {
    KernelRows numbers = in.near(eta);
    return new Near(numbers, new Landmarks(numbers, at, kernel, mean, workers), eta);
  }

  private Chosen chosen(Choice best, double[] scales, KernelRows at, double[] alpha) {
    KernelRidge ridge = KernelRidge.of(best.kernel(), scales, at, mean, alpha);
    return new Chosen(ridge, scales, best);
  }

  /** Descends from a penalty in steps, first to smaller ones: more rows need less shrinkage. */
  private static Choice walk(double from, DoubleFunction<Choice> evaluate) {
    Choice best = evaluate.apply(from);
    for (double step : new double[] {1 / STEP, STEP}) {
      Choice before = best;
      for (int s = 0; s < STEPS; s++) {
        Choice next = evaluate.apply(best.penalty() * step);
        if (next.error() >= best.error()) {
          break;
        }
        best = next;
      }
      if (best != before) {
        break;
      }
    }
    return best;
  }
}
