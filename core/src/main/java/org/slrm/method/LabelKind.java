package org.slrm.method;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The kind of a target: its valid labels, the predicted quantity, and the score. Code for all kinds
 * uses these properties and no constants.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(config).labels(LabelKind.CLASSES).fit(x, y);   // y holds 0, 1, 2, …
 * model.predict(row).probability(1);
 * }</pre>
 */
public final class LabelKind implements Serializable {
  /** A number with Gaussian noise. */
  public static final LabelKind NUMERIC = new LabelKind("numeric", Labels.NUMBERS, "mse");

  /** A number whose noise has heavy tails, so that outliers count for little. */
  public static final LabelKind ROBUST = new LabelKind("robust", Labels.NUMBERS, "mae", 0.5);

  /** One of several classes, given as 0, 1, 2, … */
  public static final LabelKind CLASSES = new LabelKind("classes", Labels.CLASSES, "logLoss");

  /** A count: 0, 1, 2, …, Poisson or negative binomial. */
  public static final LabelKind COUNTS = new LabelKind("counts", Labels.COUNTS, "deviance");

  /** A positive amount, fitted on the logarithmic scale. */
  public static final LabelKind POSITIVE =
      new LabelKind("positive", Labels.AMOUNTS, "squaredLogError");

  private static final long serialVersionUID = 1;
  private static final String AUTO = "auto";
  private static final String QUANTILE = "quantile:";

  /** Larger integers are not all doubles. */
  private static final long LARGEST_COUNT = 1L << 53;

  /** Valid labels of a target. */
  private enum Labels {
    NUMBERS,
    CLASSES,
    COUNTS,
    AMOUNTS
  }

  private final String label;
  private final Labels labels;
  private final String scoreName;
  private final double quantile;

  private LabelKind(String label, Labels labels, String scoreName) {
    this(label, labels, scoreName, Double.NaN);
  }

  private LabelKind(String label, Labels labels, String scoreName, double quantile) {
    this.label = label;
    this.labels = labels;
    this.scoreName = scoreName;
    this.quantile = quantile;
  }

  /** The quantile with the given fraction of labels below it, named like quantile:0.9. */
  public static LabelKind quantile(double probability) {
    if (!(probability > 0 && probability < 1)) {
      throw new IllegalArgumentException("quantile must be in (0, 1), got " + probability);
    }
    return new LabelKind(QUANTILE + probability, Labels.NUMBERS, "pinball", probability);
  }

  /** The kinds without a parameter. */
  public static List<LabelKind> all() {
    return List.of(NUMERIC, ROBUST, CLASSES, COUNTS, POSITIVE);
  }

  /** The choices of a user: auto, or the name of a kind. */
  public static List<String> choices() {
    return Stream.concat(Stream.of(AUTO), names().stream()).toList();
  }

  /** The kind of a user's choice; none for auto, where the column decides. */
  public static Optional<LabelKind> parse(String choice) {
    String word = choice.strip().toLowerCase(Locale.ROOT);
    return word.equals(AUTO) ? Optional.empty() : Optional.of(of(word, choices()));
  }

  private static List<String> names() {
    return Stream.concat(all().stream().map(LabelKind::label), Stream.of(QUANTILE + "Q")).toList();
  }

  /** The kind of a name. */
  public static LabelKind of(String label) {
    return of(label, names());
  }

  private static LabelKind of(String label, List<String> choices) {
    for (LabelKind kind : all()) {
      if (kind.label.equals(label)) {
        return kind;
      }
    }
    if (label.matches(QUANTILE + "[0-9.eE-]*[0-9]")) {
      return quantile(Double.parseDouble(label.substring(QUANTILE.length())));
    }
    throw new IllegalArgumentException(
        "label must be one of " + String.join(", ", choices) + ", got " + label);
  }

  /** Its name in files and on the command line. */
  public String label() {
    return label;
  }

  /** Name of its proper score, smaller is better, as in files. */
  public String scoreName() {
    return scoreName;
  }

  /** Whether a target is one of several classes; otherwise it is a number. */
  public boolean isClassification() {
    return labels == Labels.CLASSES;
  }

  /** Whether labels are counts. */
  public boolean isCount() {
    return labels == Labels.COUNTS;
  }

  /** Whether the model is linear in the logarithm of the target: counts and positive amounts. */
  public boolean logScale() {
    return labels == Labels.COUNTS || labels == Labels.AMOUNTS;
  }

  /** Whether the target is numeric and its predicted expectation is scored by squared error. */
  public boolean usesSquaredError() {
    return scoreName.equals("mse");
  }

  /** The predicted quantile, 0.5 for a robust target; NaN for expectations and classes. */
  public double quantile() {
    return quantile;
  }

  /** The rule that a label breaks, null if it breaks none. */
  public @Nullable String broken(double y) {
    return switch (labels) {
      case NUMBERS -> null;
      case CLASSES ->
          y >= 0 && y == Math.rint(y) ? null : "a class must be a whole number from 0 on";
      case COUNTS ->
          y < 0
              ? "a count must not be negative"
              : y != Math.rint(y)
                  ? "a count must be a whole number"
                  : y > LARGEST_COUNT ? "a count must be at most " + LARGEST_COUNT : null;
      case AMOUNTS -> y > 0 ? null : "a positive amount must be above 0";
    };
  }

  /** Score of a numeric prediction that is not on a logarithmic scale. */
  public double loss(double y, double prediction) {
    double r = y - prediction;
    if (scoreName.equals("pinball")) {
      return r * (quantile - (r < 0 ? 1 : 0));
    }
    return Double.isNaN(quantile) ? r * r : Math.abs(r);
  }

  /** The best constant prediction: the mean, the geometric mean of amounts, or a quantile. */
  public double best(double[] y, double[] weight) {
    if (!Double.isNaN(quantile)) {
      return quantile(y, weight);
    }
    boolean log = labels == Labels.AMOUNTS;
    double sum = 0;
    double total = 0;
    for (int i = 0; i < y.length; i++) {
      sum += weight[i] * (log ? Math.log(y[i]) : y[i]);
      total += weight[i];
    }
    return log ? Math.exp(sum / total) : sum / total;
  }

  private double quantile(double[] y, double[] weight) {
    double goal = quantile * Arrays.stream(weight).sum();
    double below = 0;
    int[] order =
        IntStream.range(0, y.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> y[i]))
            .mapToInt(i -> i)
            .toArray();
    for (int i : order) {
      below += weight[i];
      if (below >= goal) {
        return y[i];
      }
    }
    return Double.NaN;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LabelKind kind && label.equals(kind.label);
  }

  @Override
  public int hashCode() {
    return label.hashCode();
  }

  @Override
  public String toString() {
    return label;
  }

  private Object readResolve() {
    return of(label);
  }
}
