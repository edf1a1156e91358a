package org.slrm.io.score;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.method.LabelKind;

/**
 * The proper score of a numeric prediction, by its kind of label; smaller is better. The squared
 * error of a plain number, the absolute error of a number with outliers, the deviance of a count,
 * the squared error of the logarithm of a positive amount. Classes are evaluated by {@link
 * org.slrm.result.ClassMetrics}.
 *
 * <pre>{@code
 * LabelScore score = LabelScore.of(model, 0);
 * score.name();                 // deviance
 * score.of(3, 2.5, 1.6);        // of the count 3, where 2.5 was expected
 * }</pre>
 */
public final class LabelScore {
  private final LabelKind kind;
  private final double size;

  private LabelScore(LabelKind kind, double size) {
    this.kind = kind;
    this.size = size;
  }

  /** The score of a target of a model. */
  public static LabelScore of(SlrmModel model, int target) {
    LabelKind kind = model.labelKind(target);
    double[] shape = kind == LabelKind.COUNTS ? shape(model, target) : new double[0];
    return new LabelScore(kind, shape.length == 0 ? Double.POSITIVE_INFINITY : shape[0]);
  }

  /** The score of a kind of label; counts are taken as Poisson. */
  public static LabelScore of(LabelKind kind) {
    return new LabelScore(kind, Double.POSITIVE_INFINITY);
  }

  /** What shapes a target's label: of counts the size r of their scatter, of robust ones ν, τ. */
  static double[] shape(SlrmModel model, int target) {
    boolean told =
        model.state().values().get("labels") instanceof List<?> all
            && all.get(target) instanceof Map<?, ?> label
            && label.get("shape") instanceof List<?>;
    if (!told) {
      return new double[0];
    }
    List<?> all = (List<?>) model.state().values().get("labels");
    List<?> shape = (List<?>) ((Map<?, ?>) all.get(target)).get("shape");
    return shape.stream().mapToDouble(v -> ((Number) v).doubleValue()).toArray();
  }

  /** What kind of label it is for. */
  public LabelKind kind() {
    return kind;
  }

  /** Its name: mse, mae, deviance, squaredLogError. */
  public String name() {
    return switch (kind) {
      case ROBUST -> "mae";
      case COUNTS -> "deviance";
      case POSITIVE -> "squaredLogError";
      case CLASSES -> "logLoss";
      case NUMERIC -> "mse";
    };
  }

  /** The score of a prediction with its standard error. */
  public double of(double label, double mean, double standardError) {
    return switch (kind) {
      case ROBUST -> Math.abs(label - mean);
      case COUNTS -> deviance(label, mean);
      case POSITIVE -> {
        double cv = standardError / mean;
        // The mean of a log-normal number is e^(η + v/2), its squared coefficient of variation e^v
        // − 1.
        double off = Math.log(label) - Math.log(mean) + Math.log1p(cv * cv) / 2;
        yield off * off;
      }
      case CLASSES, NUMERIC -> (label - mean) * (label - mean);
    };
  }

  private double deviance(double y, double mean) {
    double first = y > 0 ? y * Math.log(y / mean) : 0;
    boolean poisson = size == Double.POSITIVE_INFINITY;
    double rest = poisson ? y - mean : (y + size) * Math.log((y + size) / (mean + size));
    return 2 * (first - rest);
  }

  /** Mean score of the best constant prediction; null weights are 1. */
  public double ofNothing(double[] labels, double @Nullable [] weights) {
    double[] w = weights == null ? new double[labels.length] : weights;
    if (weights == null) {
      Arrays.fill(w, 1);
    }
    double best = best(labels, w);
    double sum = 0;
    double total = 0;
    for (int i = 0; i < labels.length; i++) {
      sum += w[i] * of(labels[i], best, 0);
      total += w[i];
    }
    return sum / total;
  }

  private double best(double[] y, double[] w) {
    if (kind == LabelKind.ROBUST) {
      return median(y, w);
    }
    boolean log = kind == LabelKind.POSITIVE;
    double sum = 0;
    double total = 0;
    for (int i = 0; i < y.length; i++) {
      sum += w[i] * (log ? Math.log(y[i]) : y[i]);
      total += w[i];
    }
    return log ? Math.exp(sum / total) : sum / total;
  }

  private static double median(double[] y, double[] w) {
    int[] order =
        IntStream.range(0, y.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> y[i]))
            .mapToInt(i -> i)
            .toArray();
    double half = Arrays.stream(w).sum() / 2;
    double below = 0;
    for (int i : order) {
      below += w[i];
      if (below >= half) {
        return y[i];
      }
    }
    return Double.NaN;
  }
}
