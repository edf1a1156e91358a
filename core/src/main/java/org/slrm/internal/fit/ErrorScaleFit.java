package org.slrm.internal.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.internal.label.ErrorScale;
import org.slrm.internal.label.MeanLoss;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;
import org.slrm.internal.linalg.Vectors;

/**
 * Learns from rows that were not seen what errors depend on (P-6): with surprises r = |error| /
 * standard error, the curves whose sum a minimises
 *
 * <pre>Σ w (a + r e^−a) + ½ λ Σ δ²,   δ the steps of the curves from knot to knot,</pre>
 *
 * which is convex and has r e^−a = 1 on average. They are kept if rows they were not fitted to say
 * so: the loss falls clearly, and intervals that hold as many labels are hardly wider on average.
 *
 * @param scale what was kept
 * @param factor of the variance of each row, by curves fitted to other rows
 */
record ErrorScaleFit(ErrorScale scale, double[] factor) {
  /** Fewer rows say too little about nine steps. */
  private static final int LEAST_ROWS = 100;

  /** Parts of the rows, each judged by the others. */
  private static final int PARTS = 5;

  /** From a knot to the next one e^±½ is what to expect: λ = 1 / ½². */
  private static final double LAMBDA = 4;

  private static final int ROUNDS = 50;
  private static final double SETTLED = 1e-8;

  /** Standard errors by which the loss must fall. */
  private static final double CLEARLY = 2;

  /**
   * Intervals that hold the same share of rows may be so much wider on average: with long tails
   * those that are wide where errors are large are a little wider, and the others hold nearly all.
   */
  private static final double WIDER = 1.1;

  /** Coverage at which widths are compared. */
  private static final double LEVEL = 0.9;

  /** Where the knots of η are, then those of the others. */
  private static final double[][] QUANTILES = {
    {0.02, 0.2, 0.4, 0.6, 0.8, 0.98}, {0.05, 0.5, 0.95}, {0.05, 0.5, 0.95}
  };

  /**
   * Learns from rows.
   *
   * @param eta predictions
   * @param variance their variances, above 0
   * @param observed numbers of known entries
   * @param surprise |error| / standard error
   * @param weight how often rows count
   */
  static ErrorScaleFit of(
      double[] eta, double[] variance, int[] observed, double[] surprise, double[] weight) {
    int n = eta.length;
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    ErrorScaleFit none = new ErrorScaleFit(ErrorScale.NONE, ones);
    if (n < LEAST_ROWS || Arrays.stream(surprise).filter(r -> r > 0).count() < LEAST_ROWS) {
      return none;
    }
    double[][] x = new double[n][];
    Arrays.setAll(x, i -> ErrorScale.inputs(eta[i], variance[i], observed[i]));
    double[] factor = new double[n];
    double[] gain = new double[n];
    for (int part = 0; part < PARTS; part++) {
      int out = part;
      int[] in = IntStream.range(0, n).filter(i -> i % PARTS != out).toArray();
      ErrorScale others = fit(x, surprise, weight, in);
      double plain = Math.log(mean(surprise, weight, in));
      for (int i = part; i < n; i += PARTS) {
        factor[i] = others.factor(eta[i], variance[i], observed[i]);
        double a = plain + Math.log(factor[i]) / 2;
        gain[i] = plain + surprise[i] * Math.exp(-plain) - (a + surprise[i] * Math.exp(-a));
      }
    }
    MeanLoss better = MeanLoss.of(n, i -> gain[i], i -> weight[i]);
    double[] root = Arrays.stream(variance).map(Math::sqrt).toArray();
    boolean clear = better.value() > CLEARLY * better.standardError();
    if (!clear || width(root, surprise, factor) > WIDER * width(root, surprise, ones)) {
      return none;
    }
    return new ErrorScaleFit(fit(x, surprise, weight, IntStream.range(0, n).toArray()), factor);
  }

  /** Mean half width of intervals that hold the level's share of these rows. */
  private static double width(double[] root, double[] surprise, double[] factor) {
    int n = root.length;
    double[] scaled = new double[n];
    Arrays.setAll(scaled, i -> surprise[i] / Math.sqrt(factor[i]));
    Arrays.sort(scaled);
    double q = scaled[Math.min(n - 1, (int) Math.ceil((n + 1) * LEVEL) - 1)];
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += q * root[i] * Math.sqrt(factor[i]);
    }
    return sum / n;
  }

  private static double mean(double[] of, double[] weight, int[] rows) {
    double sum = 0;
    double total = 0;
    for (int i : rows) {
      sum += weight[i] * of[i];
      total += weight[i];
    }
    return sum / total;
  }

  /** Curves fitted to some rows, of factors whose surprises are as large as before on average. */
  private static ErrorScale fit(double[][] x, double[] surprise, double[] weight, int[] rows) {
    double[][] knots = new double[QUANTILES.length][];
    Arrays.setAll(knots, k -> knots(x, rows, k));
    double[][] ramps = new double[rows.length][];
    double[] r = new double[rows.length];
    double[] w = new double[rows.length];
    double size = mean(surprise, weight, rows);
    for (int e = 0; e < rows.length; e++) {
      ramps[e] = ramps(x[rows[e]], knots);
      r[e] = surprise[rows[e]] / size;
      w[e] = weight[rows[e]];
    }
    return curves(knots, steps(ramps, r, w));
  }

  private static double[] knots(double[][] x, int[] rows, int input) {
    double[] sorted = IntStream.of(rows).mapToDouble(i -> x[i][input]).sorted().toArray();
    double[] at =
        Arrays.stream(QUANTILES[input])
            .map(q -> sorted[(int) Math.round(q * (sorted.length - 1))])
            .distinct()
            .toArray();
    double reach = at[at.length - 1] - at[0];
    // Knots that rounding tells apart are one.
    return reach > 1e-9 * Math.max(1, Math.abs(at[0])) ? at : new double[0];
  }

  /** 1, then how far along each step a row is, between 0 and 1. */
  private static double[] ramps(double[] x, double[][] knots) {
    List<Double> out = new ArrayList<>();
    out.add(1.0);
    for (int input = 0; input < knots.length; input++) {
      double[] at = knots[input];
      for (int k = 1; k < at.length; k++) {
        double share = (x[input] - at[k - 1]) / (at[k] - at[k - 1]);
        out.add(Math.max(0, Math.min(1, share)));
      }
    }
    return out.stream().mapToDouble(v -> v).toArray();
  }

  /** Fisher scoring: the expected curvature of a + r e^−a is 1 wherever a is right. */
  private static double[] steps(double[][] ramps, double[] r, double[] w) {
    int p = ramps[0].length;
    double[] H = new double[Packed.length(p)];
    for (int e = 0; e < r.length; e++) {
      Packed.addOuter(H, 0, w[e], ramps[e], 0, p);
    }
    for (int k = 0; k < p; k++) {
      H[Packed.at(k, k)] += k == 0 ? 0 : LAMBDA;
    }
    SpdFactor factor = new SpdFactor(p);
    factor.factorRidged(H, 0);
    double[] theta = new double[p];
    double now = loss(ramps, r, w, theta);
    for (int round = 0; round < ROUNDS; round++) {
      double[] step = new double[p];
      for (int e = 0; e < r.length; e++) {
        double a = Vectors.dot(ramps[e], 0, theta, 0, p);
        Vectors.add(step, 0, w[e] * (r[e] * Math.exp(-a) - 1), ramps[e], 0, p);
      }
      for (int k = 1; k < p; k++) {
        step[k] -= LAMBDA * theta[k];
      }
      factor.solve(step);
      double share = 1;
      double[] next = moved(theta, step, share);
      while (loss(ramps, r, w, next) > now && share > 1e-6) {
        share /= 2;
        next = moved(theta, step, share);
      }
      double lower = loss(ramps, r, w, next);
      if (!(now - lower > SETTLED * r.length)) {
        break;
      }
      theta = next;
      now = lower;
    }
    return theta;
  }

  private static double[] moved(double[] from, double[] step, double share) {
    double[] out = from.clone();
    Vectors.add(out, 0, share, step, 0, out.length);
    return out;
  }

  private static double loss(double[][] ramps, double[] r, double[] w, double[] theta) {
    double sum = 0;
    for (int e = 0; e < r.length; e++) {
      double a = Vectors.dot(ramps[e], 0, theta, 0, theta.length);
      sum += w[e] * (a + r[e] * Math.exp(-a));
    }
    for (int k = 1; k < theta.length; k++) {
      sum += LAMBDA * theta[k] * theta[k] / 2;
    }
    return sum;
  }

  private static ErrorScale curves(double[][] knots, double[] theta) {
    List<ErrorScale.Curve> out = new ArrayList<>();
    int at = 1;
    for (int input = 0; input < knots.length; input++) {
      // What does not vary has one knot; the first curve has the constant.
      double[] from = knots[input].length == 0 ? new double[1] : knots[input];
      double[] to = new double[from.length];
      to[0] = input == 0 ? theta[0] : 0;
      for (int k = 1; k < to.length; k++) {
        to[k] = to[k - 1] + theta[at++];
      }
      out.add(new ErrorScale.Curve(from, to));
    }
    return new ErrorScale(out);
  }
}
