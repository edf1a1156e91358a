package org.slrm.cli.report.fit;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slrm.SlrmModel;
import org.slrm.cli.report.feature.Contribution;
import org.slrm.cli.report.feature.EffectCurve;
import org.slrm.cli.report.feature.EffectGrid;
import org.slrm.cli.report.feature.FeatureGroup;
import org.slrm.cli.report.feature.FeatureLoss;
import org.slrm.cli.report.label.LabelView;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.Scaling;

/**
 * The features' part of one target's page.
 *
 * @param nonlinear whether the prediction is nonlinear, so that coefficients are slopes near the
 *     mean only
 * @param coefficient of each feature for fully observed rows, in the units of the data
 * @param strength coefficient times the feature's standard deviation, in units of the target
 * @param contributions mean absolute contributions of columns, largest first
 * @param losses cost of losing a column, largest first
 * @param effects effects of the columns with the largest contributions
 */
public record FeatureFacts(
    boolean nonlinear,
    double[] coefficient,
    double[] strength,
    List<Contribution> contributions,
    List<FeatureLoss> losses,
    List<EffectCurve> effects) {

  static FeatureFacts of(FitInput in, int t, LabelView label, ColumnStatistics statistics) {
    SlrmModel model = in.model();
    double[] c = model.featureCoefficients(t);
    double[] strength = new double[c.length];
    // The fit's own scale, which excluded outliers do not enter; a fit without one has 1
    // everywhere.
    Scaling scaling = model.scaling();
    boolean scaled = IntStream.range(0, c.length).anyMatch(j -> scaling.scale(j) != 1);
    for (int j = 0; j < c.length; j++) {
      double spread = statistics.known(j) == 0 ? 0 : Math.sqrt(statistics.variance(j));
      strength[j] = c[j] * (scaled ? scaling.scale(j) : spread);
    }
    List<FeatureGroup> groups = FeatureGroup.of(in.columns(), in.features());
    List<Contribution> all =
        Contribution.of(model, in.x(), t, label.isMulticlass() ? -1 : label.focus(), groups);
    List<FeatureGroup> strongest =
        all.stream().filter(m -> m.size() > 0).map(Contribution::group).toList();
    List<EffectGrid> grids =
        strongest.stream()
            .limit(EffectCurve.MAX_CURVES)
            .map(g -> EffectGrid.of(g, in.x(), in.features()))
            .toList();
    return new FeatureFacts(
        !model.isLinear(t),
        c,
        strength,
        all,
        FeatureLoss.of(model, in.x(), t, besides(in.panels(), strongest)),
        EffectCurve.of(model, in.x(), t, label.focus(), grids));
  }

  private static List<FeatureGroup> besides(List<FeatureGroup> panels, List<FeatureGroup> columns) {
    return Stream.concat(panels.stream(), columns.stream()).toList();
  }
}
