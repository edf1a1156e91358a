package org.slrm.io.score;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.method.LabelKind;
import org.slrm.result.TargetInfo;

/**
 * The loss of predictions of a numeric target: the proper scoring rule of its label kind.
 * Classification targets are evaluated by {@link org.slrm.result.ClassMetrics}.
 *
 * <pre>{@code
 * LabelScore score = LabelScore.of(model, 0);
 * score.name();                 // deviance
 * score.of(3, 2.5, 1.6);        // label 3, prediction 2.5, standard error 1.6
 * }</pre>
 *
 * @param target description of the target
 */
public record LabelScore(TargetInfo target) {
  /** The loss for a target of a model. */
  public static LabelScore of(SlrmModel model, int target) {
    return new LabelScore(model.target(target));
  }

  /** The loss for a label kind; counts are Poisson. */
  public static LabelScore of(LabelKind kind) {
    return new LabelScore(TargetInfo.of(kind));
  }

  /** The label kind. */
  public LabelKind kind() {
    return target.kind();
  }

  /** The name of the loss: mse, mae, deviance, squaredLogError, … */
  public String name() {
    return target.scoreName();
  }

  /** The loss of a prediction with its standard error. */
  public double of(double label, double mean, double standardError) {
    return target.loss(label, mean, standardError);
  }

  /** Mean loss of the best constant prediction; null weights are 1. */
  public double baselineScore(double[] labels, double @Nullable [] weights) {
    double[] w = weights == null ? new double[labels.length] : weights;
    if (weights == null) {
      Arrays.fill(w, 1);
    }
    return target.baselineLoss(labels, w);
  }
}
