package org.slrm.internal.label;

import org.jspecify.annotations.Nullable;
import org.slrm.internal.special.Normal;
import org.slrm.method.LabelKind;

/**
 * A numeric target in one column: unchanged, centred and scaled (robust), or its logarithm
 * (positive).
 *
 * @param kind its label kind
 * @param label the loss of its column
 * @param center the centre
 * @param scale the scale
 * @param min smallest prediction
 * @param max largest prediction
 * @param reach the largest positive amount at training, the limit of expected amounts, because a
 *     linear model of logarithms extrapolates exponentially
 */
public record NumberTarget(
    LabelKind kind, Label label, double center, double scale, double min, double max, double reach)
    implements Target {
  /** Logarithm of the largest amount, and of the largest square of one. */
  private static final double MAX_LOG = 200;

  /** A number with Gaussian noise. */
  public static final NumberTarget NUMERIC = new NumberTarget(LabelKind.NUMERIC, Gaussian.LABEL);

  /** A positive amount, whose logarithm has Gaussian noise. */
  public static final NumberTarget POSITIVE = new NumberTarget(LabelKind.POSITIVE, Gaussian.LABEL);

  /** Checks the limits. */
  public NumberTarget {
    if (!(min < max)) {
      throw new IllegalArgumentException("min must be below max, got " + min + " and " + max);
    }
  }

  /** A number without encoding. */
  public NumberTarget(LabelKind kind, Label label) {
    this(kind, label, 0, 1);
  }

  /** A number without limits. */
  public NumberTarget(LabelKind kind, Label label, double center, double scale) {
    this(
        kind,
        label,
        center,
        scale,
        Double.NEGATIVE_INFINITY,
        Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY);
  }

  /** With limits. */
  public NumberTarget within(double smallest, double largest) {
    return new NumberTarget(kind, label, center, scale, smallest, largest, reach);
  }

  /** With a largest amount at training. */
  public NumberTarget reaching(double largest) {
    return new NumberTarget(kind, label, center, scale, min, max, largest);
  }

  /** With predictions shifted by this η. */
  public NumberTarget shifted(double eta) {
    return new NumberTarget(kind, label, center + scale * eta, scale, min, max, reach);
  }

  /** Unit of the deviance in units of the score, for a column with the given scale; 1 if robust. */
  public double lossUnit(double columnScale) {
    if (label instanceof Quantile q) {
      return scale / (2 * q.unit());
    }
    return Double.isNaN(kind.quantile()) ? columnScale * columnScale : 1;
  }

  /** Without limits. */
  public NumberTarget unlimited() {
    return new NumberTarget(kind, label, center, scale);
  }

  /** η limited so that the expected amount, e^(η + v/2), is within reach. */
  private double reached(double eta, double variance) {
    return log() ? Math.min(eta, Math.log(reach) - variance / 2) : eta;
  }

  private double limited(double v) {
    return Math.max(min, Math.min(max, v));
  }

  @Override
  public int columns() {
    return 1;
  }

  @Override
  public Label label(int column) {
    return label;
  }

  @Override
  public int levels() {
    return 0;
  }

  /** Whether its labels are not encoded and may be any number. */
  boolean asGiven() {
    return kind.equals(LabelKind.NUMERIC) && center == 0 && scale == 1;
  }

  /** Whether its column is its logarithm. */
  public boolean log() {
    return kind.logScale() && !kind.isCount();
  }

  @Override
  public void encode(double y, double[] out, int at) {
    out[at] = encoded(y);
  }

  private double encoded(double y) {
    return log() ? Math.log(y) : (y - center) / scale;
  }

  /** The label of a code. */
  public double decoded(double code) {
    return log() ? Math.exp(code) : center + scale * code;
  }

  /** The best constant η for weighted labels. */
  public double best(double[] y, double[] weight) {
    if (!Double.isNaN(kind.quantile())) {
      return encoded(kind.best(y, weight));
    }
    double sum = 0;
    double total = 0;
    for (int r = 0; r < y.length; r++) {
      sum += weight[r] * encoded(y[r]);
      total += weight[r];
    }
    return label.link(sum / total);
  }

  @Override
  public @Nullable String broken(double y) {
    return kind.broken(y);
  }

  private Counts counts() {
    return (Counts) label;
  }

  /** Expected label. */
  public double mean(double eta, double variance) {
    if (kind.isCount()) {
      // η is the logarithm of the expectation already.
      return limited(label.mean(eta));
    }
    return limited(log() ? exp(reached(eta, variance) + variance / 2) : center + scale * eta);
  }

  public double standardError(double eta, double variance) {
    double mean = mean(eta, variance);
    if (kind.isCount()) {
      double dispersion = counts().poisson() ? 0 : 1 / counts().size();
      // Var y = E μ + Var μ (1 + 1/r) + (E μ)²/r
      return Math.sqrt(mean + mean * mean * (spread(variance) * (1 + dispersion) + dispersion));
    }
    return log() ? mean * Math.sqrt(spread(variance)) : scale * Math.sqrt(variance);
  }

  /** The quantile of the label at probability Φ(z). */
  public double quantile(double z, double eta, double variance) {
    double at = reached(eta, variance) + z * Math.sqrt(variance);
    if (kind.isCount()) {
      var counts = new CountDistribution(counts(), eta, variance);
      return limited(counts.quantile(Normal.cumulative(z)));
    }
    return limited(log() ? exp(at) : center + scale * at);
  }

  /** Largest amount, to avoid overflow. */
  private static double exp(double log) {
    return Math.exp(Math.min(log, MAX_LOG));
  }

  /** Squared coefficient of variation of a number whose logarithm has this variance. */
  static double spread(double variance) {
    return Math.expm1(Math.min(variance, MAX_LOG));
  }

  /** The standardised label relative to η, on the scale of a normal distribution. */
  public double error(double y, double eta, double variance) {
    if (kind.isCount()) {
      return new CountDistribution(counts(), eta, variance).normalScore(y);
    }
    return (encoded(y) - reached(eta, variance)) / Math.sqrt(variance);
  }

  /** Score of a prediction, smaller is better. */
  public double score(double y, double eta, double variance) {
    return kind.logScale()
        ? label.deviance(encoded(y), reached(eta, variance))
        : kind.loss(y, mean(eta, variance));
  }
}
