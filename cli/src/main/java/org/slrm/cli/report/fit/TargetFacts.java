package org.slrm.cli.report.fit;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.cli.report.example.ExampleRow;
import org.slrm.cli.report.feature.FeatureGroup;
import org.slrm.cli.report.label.LabelView;
import org.slrm.cli.report.section.HeldOutRows;
import org.slrm.data.ColumnStatistics;
import org.slrm.io.score.LabelScore;
import org.slrm.method.LabelKind;
import org.slrm.result.CrossValidated;

/**
 * Content of the page for one target.
 *
 * @param name its name
 * @param number its number
 * @param label what it is and how it is evaluated
 * @param held rows predicted unseen; null when validation was switched off, and for classes
 * @param deviation standard deviation of its labels
 * @param features the prediction in terms of features
 * @param components components the prediction is made of; empty for a method without
 * @param componentsOf name of the components' member
 * @param kinds components of a mixture of factor analysers; null without one
 * @param noise for robust labels degrees of freedom and scale of their noise; else empty
 * @param examples rows with contributions to their predictions; none for classes
 * @param scores for counts the standardised scores that calibrate intervals; else empty
 */
public record TargetFacts(
    String name,
    int number,
    LabelView label,
    @Nullable HeldOutRows held,
    double deviation,
    FeatureFacts features,
    List<ComponentFacts> components,
    String componentsOf,
    @Nullable ComponentRows kinds,
    List<Double> noise,
    List<ExampleRow> examples,
    double[] scores) {

  /**
   * One component of the subspace.
   *
   * @param name its name
   * @param variance its variance in scaled units
   * @param coefficient effect of one standard deviation of it on the prediction, in units of the
   *     target
   * @param strongest the features with the largest loadings, as text
   */
  public record ComponentFacts(
      String name, double variance, double coefficient, String strongest) {}

  static TargetFacts of(FitInput in, int t, ColumnStatistics features, ColumnStatistics labels) {
    SlrmModel model = in.model();
    CrossValidated cv = validation(in);
    Components components = Components.of(model, t);
    LabelKind kind = model.labelKind(t);
    List<String> ids = cv != null && cv.rows() == in.ids().size() ? in.ids() : List.of();
    HeldOutRows held =
        cv == null || kind.isClassification() ? null : HeldOutRows.of(cv, t).named(ids);
    LabelView label = view(in, t, cv).named(ids);
    return new TargetFacts(
        in.targets().get(t),
        t,
        label,
        held == null || held.size() == 0 ? null : held,
        Math.sqrt(labels.variance(t)),
        FeatureFacts.of(in, t, label, features),
        components == null ? List.of() : components.facts(model, in.x(), in.features(), t),
        components == null ? "" : components.origin(),
        ComponentRows.of(in, t),
        model.target(t).downweightsOutliers() ? model.target(t).shape() : List.of(),
        held == null || held.size() == 0
            ? List.of()
            : ExampleRow.of(
                model,
                in.x(),
                t,
                held,
                FeatureGroup.of(in.columns(), in.features()),
                in.features()),
        kind.isCount() ? model.calibration(t).scores() : new double[0]);
  }

  /** Held-out predictions with the observed features of each row, not their indicators. */
  private static @Nullable CrossValidated validation(FitInput in) {
    CrossValidated cv = in.model().report().validation();
    if (cv == null || cv.rows() != in.x().rows()) {
      return cv;
    }
    int[] known = new int[cv.rows()];
    for (FeatureGroup column : FeatureGroup.of(in.columns(), in.features())) {
      for (int i = 0; i < known.length; i++) {
        known[i] += Double.isNaN(in.x().valueAt(i, column.features()[0])) ? 0 : 1;
      }
    }
    return cv.withObserved(known);
  }

  private static LabelView view(FitInput in, int t, @Nullable CrossValidated cv) {
    if (in.model().labelKind(t).usesSquaredError()) {
      return LabelView.NUMBER;
    }
    double[] labels =
        IntStream.range(0, in.y().rows()).mapToDouble(i -> in.y().valueAt(i, t)).toArray();
    return LabelView.of(LabelScore.of(in.model(), t), in.levels().get(t), labels, cv, t);
  }
}
