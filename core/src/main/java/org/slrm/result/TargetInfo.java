package org.slrm.result;

import java.util.List;
import org.slrm.method.LabelKind;

/**
 * The description of a target. Outputs and scores use its properties, so that a new label kind
 * needs no new case.
 *
 * <pre>{@code
 * TargetInfo target = model.target(0);
 * target.scoreName();                 // deviance
 * target.loss(3, 2.5, 1.6);           // of the count 3, where 2.5 was expected
 * }</pre>
 *
 * @param name its name, empty where the fit was given none
 * @param kind its kind
 * @param classes number of classes, 0 for a number
 * @param distribution name of the distribution of its labels, as in model files
 * @param shape parameters of the distribution, in units of the target: for counts the size of the
 *     negative binomial, none for Poisson; for robust labels degrees of freedom and scale of the
 *     Student-t
 * @param unit unit of the encoded label, in units of the target
 * @param min smallest prediction
 * @param max largest prediction
 * @param firstColumn the first of its label columns: classes have one column less than there are
 *     classes, a number has one
 * @param calibration how its predictions are calibrated: none, temperature or isotonic for classes,
 *     conformal or gaussian for the intervals of a number
 */
public record TargetInfo(
    String name,
    LabelKind kind,
    int classes,
    String distribution,
    List<Double> shape,
    double unit,
    double min,
    double max,
    int firstColumn,
    String calibration) {
  /** Copies the list. */
  public TargetInfo {
    shape = List.copyOf(shape);
  }

  /** A target of this kind before a fit. */
  public static TargetInfo of(LabelKind kind) {
    return new TargetInfo(
        "",
        kind,
        0,
        "",
        List.of(),
        1,
        Double.NEGATIVE_INFINITY,
        Double.POSITIVE_INFINITY,
        0,
        "none");
  }

  /** Whether it is one of several classes; otherwise it is a number. */
  public boolean isClassification() {
    return kind.isClassification();
  }

  /** Whether it is a count. */
  public boolean isCount() {
    return kind.isCount();
  }

  /** Whether the model is linear in its logarithm. */
  public boolean logScale() {
    return kind.logScale();
  }

  /** Whether the target is numeric and its predicted expectation is scored by squared error. */
  public boolean usesSquaredError() {
    return kind.usesSquaredError();
  }

  /** Whether outlying labels have less weight, by the Student-t distribution of {@link #shape}. */
  public boolean downweightsOutliers() {
    return distribution.equals("student");
  }

  /** Name of its proper score, smaller is better. */
  public String scoreName() {
    return kind.scoreName();
  }

  /** The score of a prediction of a number with its standard error. */
  public double loss(double label, double mean, double standardError) {
    if (isCount()) {
      return deviance(label, mean);
    }
    if (logScale()) {
      // The mean of a log-normal number is e^(η + v/2), its squared coefficient of variation e^v −
      // 1.
      double cv = standardError / mean;
      double off = Math.log(label) - Math.log(mean) + Math.log1p(cv * cv) / 2;
      return off * off;
    }
    return kind.loss(label, mean);
  }

  /** 2 (y log(y/μ) − (y + r) log((y + r)/(μ + r))), for Poisson 2 (y log(y/μ) − (y − μ)). */
  private double deviance(double y, double mean) {
    double first = y > 0 ? y * Math.log(y / mean) : 0;
    double rest = y - mean;
    if (!shape.isEmpty()) {
      double size = shape.get(0);
      rest = (y + size) * Math.log((y + size) / (mean + size));
    }
    return 2 * (first - rest);
  }

  /** Mean score of the best constant prediction of a number. */
  public double baselineLoss(double[] labels, double[] weights) {
    double best = kind.best(labels, weights);
    double sum = 0;
    double total = 0;
    for (int i = 0; i < labels.length; i++) {
      sum += weights[i] * loss(labels[i], best, 0);
      total += weights[i];
    }
    return sum / total;
  }
}
