package org.slrm.cli.report.fit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.report.section.HeldOutRows;
import org.slrm.data.ColumnStatistics;
import org.slrm.result.CrossValidated;

/**
 * What the page says of one target.
 *
 * @param name its name
 * @param number its number
 * @param held rows predicted unseen; null when validation was switched off
 * @param deviation standard deviation of its labels
 * @param coefficient of each feature for fully observed rows, in the units of the data
 * @param strength coefficient times the feature's standard deviation, in units of the target
 * @param components components the prediction is made of; empty for a method without
 * @param componentsOf which member the components are of, in words
 * @param losses what losing a column would cost, largest first
 */
public record TargetFacts(
    String name,
    int number,
    @Nullable HeldOutRows held,
    double deviation,
    double[] coefficient,
    double[] strength,
    List<ComponentFacts> components,
    String componentsOf,
    List<FeatureLoss> losses) {

  /**
   * One component of the subspace.
   *
   * @param name its name
   * @param variance its variance in scaled units
   * @param coefficient what one standard deviation of it adds to the prediction, in units of the
   *     target
   * @param strongest the features that load on it most, in words
   */
  public record ComponentFacts(
      String name, double variance, double coefficient, String strongest) {}

  /** Computes them. */
  static TargetFacts of(FitInput in, int t, ColumnStatistics features, ColumnStatistics labels) {
    CrossValidated cv = in.model().report().validation();
    double[] c = in.model().featureCoefficients(t);
    double[] strength = new double[c.length];
    for (int j = 0; j < c.length; j++) {
      double spread = features.known(j) == 0 ? 0 : Math.sqrt(features.variance(j));
      strength[j] = c[j] * spread;
    }
    Components components = Components.of(in.model().parts(), t);
    HeldOutRows held = cv == null ? null : HeldOutRows.of(cv, t);
    return new TargetFacts(
        in.targets().get(t),
        t,
        held == null || held.size() == 0 ? null : held,
        Math.sqrt(labels.variance(t)),
        c,
        strength,
        components == null ? List.of() : components.facts(in.model(), in.x(), in.features(), t),
        components == null ? "" : components.origin(),
        FeatureLoss.of(
            in.model(), in.x(), t, strength, FeatureGroup.of(in.columns(), in.features())));
  }
}
