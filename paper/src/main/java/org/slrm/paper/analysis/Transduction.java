package org.slrm.paper.analysis;

import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.internal.run.HeldOutPredictions;
import org.slrm.internal.run.TrainingData;
import org.slrm.paper.internal.baseline.MatrixCompletion;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitListener;
import org.slrm.result.Folds;

/**
 * Transduction by matrix completion (Goldberg et al. 2010): features and labels side by side are
 * completed to a table of low rank, labels included. It predicts the unlabelled rows of the very
 * table it is given and leaves no model, so it has a separate entry point, not {@code Slrm.with};
 * rows that come later need the whole table to be completed again.
 *
 * <pre>{@code
 * Transduction.Completed done = Transduction.defaults().complete(x, y);   // NaN labels: to predict
 * done.label(17, 0);
 * }</pre>
 */
public final class Transduction {
  /** Penalties tried: largest · HALF^k for k = 1 … POINTS. */
  private static final int POINTS = 12;

  private static final double HALF = 0.5;

  /** Points of the path after the best that still may beat it. */
  private static final int PATIENCE = 2;

  private static final double[] WEIGHTS = {1, 4};

  /** Fraction of the largest penalty with too few labels for a choice. */
  private static final double DEFAULT_FRACTION = 0.125;

  private static final int MIN_LABELLED = 10;

  private final Settings config;
  private final long seed;
  private final FitListener listener;

  private Transduction(Settings config, long seed, FitListener listener) {
    this.config = config;
    this.seed = seed;
    this.listener = listener;
  }

  /** Penalty and label weight chosen by labels held out. */
  public static Transduction defaults() {
    return with(Settings.defaults());
  }

  /** With these settings. */
  public static Transduction with(Settings config) {
    return new Transduction(config, 1, FitListener.NONE);
  }

  /** The rows held out come from this seed; 1 unless set. */
  public Transduction seed(long value) {
    return new Transduction(config, value, listener);
  }

  /**
   * Called before every penalty; may stop; an interrupt of the thread, which stays set, does the
   * same. Labels are then as far as they came: at their mean while settings were still chosen.
   */
  public Transduction listener(FitListener value) {
    return new Transduction(config, seed, value);
  }

  /**
   * The completed labels.
   *
   * @param targets number of targets
   * @param labels rows × targets: as given where known, completed where not
   * @param standardError root of the mean squared error on labels held out, by target; NaN when
   *     none were
   * @param penalty fraction of the largest penalty used
   * @param labelWeight weight of labels used
   * @param rank rank of the completed table
   * @param steps fixed-point steps made for the final table
   * @param converged whether every penalty met the tolerance
   * @param stop why it ended
   */
  public record Completed(
      int targets,
      double[] labels,
      double[] standardError,
      double penalty,
      double labelWeight,
      int rank,
      int steps,
      boolean converged,
      String stop) {
    public Completed {
      labels = labels.clone();
      standardError = standardError.clone();
    }

    /** The labels, a copy. */
    @Override
    public double[] labels() {
      return labels.clone();
    }

    /** Root of the mean squared error on labels held out, by target, a copy. */
    @Override
    public double[] standardError() {
      return standardError.clone();
    }

    /** Root of the mean squared error on labels of a target held out, NaN when none were. */
    public double standardError(int target) {
      return standardError[target];
    }

    /** Label of a row: as given where it was known. */
    public double label(int row, int target) {
      return labels[row * targets + target];
    }
  }

  private record Choice(double fraction, double omega, double[] squares) {}

  /** Completes the labels of one target; NaN labels are predicted. */
  public Completed complete(IncompleteMatrix x, double[] y) {
    return complete(x, IncompleteMatrix.ofColumn(y));
  }

  /** Completes the labels of several targets; missing entries are predicted. */
  public Completed complete(IncompleteMatrix x, IncompleteMatrix y) {
    Checks.equal("rows of the labels", y.rows(), "rows of the features", x.rows());
    Checks.atLeast("rows", x.rows(), 2);
    Checks.atLeast("targets", y.columns(), 1);
    Scaling scaling = Scaling.of(y, Scaling.Kind.STANDARDIZE);
    IncompleteMatrix features = Scaling.of(x, Scaling.Kind.STANDARDIZE).apply(x);
    IncompleteMatrix labels = scaling.apply(y);
    PenaltyPath steps = new PenaltyPath(config, listener);
    Choice c = choice(features, labels, steps);
    MatrixCompletion table = new MatrixCompletion(features.besides(labels), x.columns(), c.omega());
    boolean converged = true;
    double largest = table.largestPenalty();
    for (double fraction = HALF; fraction > c.fraction() * (1 + 1e-9); fraction *= HALF) {
      converged &= steps.fit(table, fraction * largest) && table.converged();
    }
    converged &= steps.fit(table, c.fraction() * largest) && table.converged();
    double[] error = new double[y.columns()];
    double[] out = new double[y.rows() * y.columns()];
    for (int t = 0; t < error.length; t++) {
      error[t] = scaling.scale(t) * Math.sqrt(c.squares()[t]);
      for (int i = 0; i < y.rows(); i++) {
        double given = y.valueAt(i, t);
        out[i * error.length + t] =
            Double.isNaN(given) ? scaling.unscaled(t, table.at(i, x.columns() + t)) : given;
      }
    }
    return new Completed(
        error.length,
        out,
        error,
        c.fraction(),
        c.omega(),
        table.rank(),
        table.steps(),
        converged,
        steps.stopReason(converged));
  }

  /**
   * Every labelled row completed with its own labels hidden, fold by fold: the rows of a fold are
   * in the table, unlabelled.
   */
  public CrossValidated crossValidate(IncompleteMatrix x, IncompleteMatrix y, int folds) {
    int[] fold = Folds.assign(x.rows(), folds, seed);
    HeldOutPredictions out = new HeldOutPredictions(new TrainingData(x, y), fold);
    int targets = y.columns();
    for (int f = 0; f < folds; f++) {
      int[] held = Folds.of(fold, f);
      Completed done = seed(seed + 1 + f).complete(x, hidden(y, held));
      for (int i : held) {
        for (int t = 0; t < targets; t++) {
          boolean labelled = !Double.isNaN(y.valueAt(i, t));
          out.predict(i, t, labelled ? done.label(i, t) : Double.NaN);
          out.standardError(i, t, labelled ? done.standardError(t) : Double.NaN);
        }
      }
    }
    return out.done();
  }

  private Choice choice(IncompleteMatrix x, IncompleteMatrix y, PenaltyPath steps) {
    double[] omegas = config.labelWeight() > 0 ? new double[] {config.labelWeight()} : WEIGHTS;
    int[] labelled = IntStream.range(0, y.rows()).filter(i -> y.observed(i) > 0).toArray();
    int count = (int) Math.round(config.heldOut() * labelled.length);
    double fraction = config.penalty() > 0 ? config.penalty() : DEFAULT_FRACTION;
    double[] unknown = new double[y.columns()];
    java.util.Arrays.fill(unknown, Double.NaN);
    Choice best = new Choice(fraction, omegas[0], unknown);
    if (labelled.length < MIN_LABELLED || count < 1) {
      return best;
    }
    int[] order = Folds.shuffled(labelled.length, seed);
    int[] held = IntStream.range(0, count).map(k -> labelled[order[k]]).toArray();
    double smallest = Double.POSITIVE_INFINITY;
    for (double omega : omegas) {
      Choice found = alongPath(x, y, held, omega, steps);
      double error = total(found.squares());
      if (error < smallest) {
        smallest = error;
        best = found;
      }
    }
    return best;
  }

  /** The penalty with the least error on the labels of the held-out rows. */
  private Choice alongPath(
      IncompleteMatrix x, IncompleteMatrix y, int[] held, double omega, PenaltyPath steps) {
    MatrixCompletion table = new MatrixCompletion(x.besides(hidden(y, held)), x.columns(), omega);
    double largest = table.largestPenalty();
    Choice best = new Choice(1, omega, errors(table, x.columns(), y, held));
    int since = 0;
    for (int k = 1; k <= POINTS && since <= PATIENCE; k++) {
      double fraction = Math.pow(HALF, k);
      boolean last = config.penalty() > 0 && fraction <= config.penalty();
      fraction = last ? config.penalty() : fraction;
      if (!steps.fit(table, fraction * largest)) {
        break;
      }
      double[] squares = errors(table, x.columns(), y, held);
      since++;
      if (config.penalty() > 0 || total(squares) < total(best.squares())) {
        best = new Choice(fraction, omega, squares);
        since = 0;
      }
      if (last) {
        break;
      }
    }
    return best;
  }

  private static double total(double[] squares) {
    double sum = 0;
    for (double s : squares) {
      sum += Double.isNaN(s) ? 0 : s;
    }
    return sum;
  }

  /** Mean squared errors on known labels of the rows held out, by target. */
  private static double[] errors(
      MatrixCompletion table, int features, IncompleteMatrix y, int[] held) {
    double[] sum = new double[y.columns()];
    int[] count = new int[y.columns()];
    for (int i : held) {
      for (int k = y.rowStart(i); k < y.rowStart(i + 1); k++) {
        double e = y.value(k) - table.at(i, features + y.column(k));
        sum[y.column(k)] += e * e;
        count[y.column(k)]++;
      }
    }
    for (int t = 0; t < sum.length; t++) {
      sum[t] = count[t] == 0 ? Double.NaN : sum[t] / count[t];
    }
    return sum;
  }

  /** y without the labels of some rows. */
  private static IncompleteMatrix hidden(IncompleteMatrix y, int[] rows) {
    double[][] out = y.toNaN();
    for (int i : rows) {
      java.util.Arrays.fill(out[i], Double.NaN);
    }
    return y.columns() == 0 ? y : IncompleteMatrix.ofNaN(out);
  }

  /**
   * Settings of {@link Transduction}. Not a {@code MethodConfig}: there is no model for further
   * rows.
   *
   * <pre>{@code
   * var settings = Transduction.Settings.defaults().withLabelWeight(4);
   * }</pre>
   *
   * @param penalty weight of the nuclear norm as a fraction of the largest singular value of the
   *     zero-filled table; 0 chooses it by labels held out
   * @param labelWeight weight of a label entry against a feature entry; 0 chooses 1 or 4
   * @param heldOut fraction of the labelled rows held out for the choice
   * @param tolerance largest relative change of the table at which a penalty is done
   * @param iterations the most fixed-point steps for one penalty
   */
  public record Settings(
      double penalty, double labelWeight, double heldOut, double tolerance, int iterations) {

    public Settings {
      Checks.inHalfOpen("penalty", penalty, 0, 1);
      Checks.notNegative("labelWeight", labelWeight);
      Checks.inHalfOpen("heldOut", heldOut, 0, 1);
      Checks.positive("heldOut", heldOut);
      Checks.positive("tolerance", tolerance);
      Checks.atLeast("iterations", iterations, 1);
    }

    /** Penalty and label weight by a fifth of the labelled rows. */
    public static Settings defaults() {
      return new Settings(0, 0, 0.2, 1e-4, 200);
    }

    public Settings withPenalty(double value) {
      return new Settings(value, labelWeight, heldOut, tolerance, iterations);
    }

    public Settings withLabelWeight(double value) {
      return new Settings(penalty, value, heldOut, tolerance, iterations);
    }

    public Settings withTolerance(double value, int steps) {
      return new Settings(penalty, labelWeight, heldOut, value, steps);
    }
  }
}
