package org.slrm.paper.internal.algorithm.label;

import org.slrm.internal.label.Label;
import org.slrm.internal.label.LabelSteps;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.ElasticNetPath;
import org.slrm.internal.regression.GramProblem;
import org.slrm.internal.regression.Penalties;
import org.slrm.internal.regression.family.LabelNet;
import org.slrm.internal.regression.family.LabelProblem;

/**
 * The label on the starting codes of Algorithm 1: by second moments for a quadratic loss, otherwise
 * by its rows.
 */
public sealed interface CodeProblem {
  /** Without standardising: penalties are in the units of the codes, as in (S-1). */
  ElasticNet.Settings SETTINGS = new ElasticNet.Settings(false, 1e-9, 10_000);

  /** Entries of a code. */
  int rank();

  /** Mean c‖α‖² with the label's curvature c at the start: it limits step sizes. */
  double size();

  /** w₀ and b₀, the elastic net of the label on the codes. */
  ElasticNetPath start(double l1, double l2);

  /**
   * A quadratic loss.
   *
   * @param problem second moments without centring: there is no intercept
   */
  record OfMoments(GramProblem problem) implements CodeProblem {
    @Override
    public int rank() {
      return problem.features();
    }

    @Override
    public double size() {
      double size = 0;
      for (int c = 0; c < problem.features(); c++) {
        size += problem.variance(c);
      }
      return size;
    }

    @Override
    public ElasticNetPath start(double l1, double l2) {
      return ElasticNet.path(problem, Penalties.of(l1, l2), SETTINGS);
    }
  }

  /**
   * Any other loss.
   *
   * @param kind the loss
   * @param codes one after the other
   * @param rank d
   * @param y labels
   * @param weight row weights
   */
  record OfRows(Label kind, double[] codes, int rank, double[] y, double[] weight)
      implements CodeProblem {
    @Override
    public double size() {
      double b = LabelSteps.constant(kind, y.length, i -> y[i], i -> weight[i]);
      double sum = 0;
      double total = 0;
      for (int i = 0; i < y.length; i++) {
        double c = LabelSteps.curvature(kind, y[i], b);
        sum += weight[i] * (c * Vectors.dot(codes, i * rank, codes, i * rank, rank));
        total += weight[i];
      }
      return sum / total;
    }

    @Override
    public ElasticNetPath start(double l1, double l2) {
      LabelProblem problem = LabelProblem.ofRows(kind, codes, rank, y, weight);
      return LabelNet.path(problem, Penalties.of(l1, l2), SETTINGS);
    }
  }
}
