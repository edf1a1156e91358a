package org.slrm.result;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One member of a model for inspection: kind, weight and parameters, in the units of scaled
 * features and targets. A copy of the model's data.
 *
 * <pre>{@code
 * for (MemberInfo part : model.members()) {
 *   System.out.println(part.kind() + ", weight " + part.weight(0));
 *   if (part.subspace() != null) {
 *     System.out.println("coherence " + part.subspace().coherence());
 *   }
 * }
 * }</pre>
 *
 * @param kind its kind, listed in docs/model-format.md
 * @param settings its plain values by name, including kind and sizes
 * @param weights its weight, by target
 * @param centre of each feature, empty for a member that does not centre features
 * @param subspace its subspace, null for a member without one
 * @param regression its linear model, null if the inner member predicts
 * @param inner the inner member of one that adds missing indicators, transforms features or shrinks
 *     predictions; else null
 * @param components the components of a mixture, each weighted by its proportion of the member's
 *     weight; empty for other members
 * @param shapes the dimensions of all its arrays, by name
 */
public record MemberInfo(
    String kind,
    Map<String, Object> settings,
    double[] weights,
    double[] centre,
    @Nullable Subspace subspace,
    @Nullable Regression regression,
    @Nullable MemberInfo inner,
    List<MemberInfo> components,
    Map<String, List<Integer>> shapes) {
  /** Copies the maps, keeping their order, and the arrays. */
  public MemberInfo {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    shapes = Collections.unmodifiableMap(new LinkedHashMap<>(shapes));
    components = List.copyOf(components);
    weights = weights.clone();
    centre = centre.clone();
  }

  /** Its weight, by target, a copy. */
  @Override
  public double[] weights() {
    return weights.clone();
  }

  /** Its weight for a target. */
  public double weight(int target) {
    return weights[target];
  }

  /** Mixing proportion of component k of a mixture. */
  public double share(int k) {
    double sum = Arrays.stream(components.get(k).weights).sum();
    double all = components.stream().flatMapToDouble(c -> Arrays.stream(c.weights)).sum();
    return all > 0 ? sum / all : 0;
  }

  /** The centre of each feature, a copy. */
  @Override
  public double[] centre() {
    return centre.clone();
  }

  /** Number of its components, 0 without a subspace. */
  public int rank() {
    return subspace == null ? 0 : subspace.rank();
  }

  /**
   * A subspace of the features.
   *
   * @param directions features × rank, row-major: orthonormal columns, or loadings of factors of
   *     variance one
   * @param rank number of directions
   * @param orthonormal whether they are orthonormal
   * @param noise variance of each feature around the subspace
   * @param coherence μ = (D/d)·max_j‖U_j‖² (G-3): 1 when all features have equal weight, D/d when
   *     one direction is one feature
   */
  public record Subspace(
      double[] directions, int rank, boolean orthonormal, double[] noise, double coherence) {
    /** Copies the arrays. */
    public Subspace {
      directions = directions.clone();
      noise = noise.clone();
    }

    /** The directions, features × rank, a copy. */
    @Override
    public double[] directions() {
      return directions.clone();
    }

    /** Entry of a feature in a direction. */
    public double direction(int feature, int component) {
      return directions[feature * rank + component];
    }

    /** Number of features. */
    public int features() {
      return noise.length;
    }

    /** Variance of each feature around the subspace, a copy. */
    @Override
    public double[] noise() {
      return noise.clone();
    }
  }

  /**
   * A linear model, by component of the subspace or by feature.
   *
   * @param coefficients targets × width, row-major
   * @param intercept by target
   * @param noise residual variance of each target
   * @param byComponent whether a coefficient belongs to a component; else to a feature
   */
  public record Regression(
      double[] coefficients, double[] intercept, double[] noise, boolean byComponent) {
    /** Copies the arrays. */
    public Regression {
      coefficients = coefficients.clone();
      intercept = intercept.clone();
      noise = noise.clone();
    }

    /** The coefficients, targets × width, a copy. */
    @Override
    public double[] coefficients() {
      return coefficients.clone();
    }

    /** The coefficients of a target. */
    public double[] coefficients(int target) {
      int width = intercept.length == 0 ? 0 : coefficients.length / intercept.length;
      return java.util.Arrays.copyOfRange(coefficients, target * width, (target + 1) * width);
    }

    /** The intercepts, by target, a copy. */
    @Override
    public double[] intercept() {
      return intercept.clone();
    }

    /** Residual variance of each target, a copy. */
    @Override
    public double[] noise() {
      return noise.clone();
    }
  }
}
