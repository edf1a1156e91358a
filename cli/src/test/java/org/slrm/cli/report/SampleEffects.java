package org.slrm.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.cli.report.feature.EffectCurve;
import org.slrm.cli.report.feature.EffectGrid;
import org.slrm.cli.report.feature.FeatureGroup;
import org.slrm.cli.report.feature.Spread;
import org.slrm.cli.report.fit.ComponentRows;

/** Made-up effects of columns and kinds of rows. */
final class SampleEffects {
  private SampleEffects() {}

  /**
   * A number with a nonlinear effect, one with missing entries, and a category with a long level.
   */
  static List<EffectCurve> curves(int columns) {
    List<String> names = Samples.names(columns);
    List<String> levels = List.of("north", Samples.EVIL, "a level with a name that does not fit");
    return List.of(
        curve(new FeatureGroup(names.get(0), new int[] {0}), 20, List.of(), 0),
        curve(new FeatureGroup(names.get(3), new int[] {3}), 20, List.of(), 0.3),
        curve(new FeatureGroup("Neighbourhood", new int[] {4, 5, 6}), 3, levels, 0.1));
  }

  private static EffectCurve curve(
      FeatureGroup group, int values, List<String> levels, double missing) {
    double[] at = IntStream.range(0, values).mapToDouble(k -> k * k).toArray();
    int[] counts = IntStream.range(0, values).map(k -> 1 + 3 * (values - k)).toArray();
    List<Spread> effect =
        Arrays.stream(at)
            .map(v -> 9000 * Math.sin(v / 120))
            .mapToObj(m -> new Spread(m, m - 2000, m + 3000))
            .toList();
    EffectGrid grid = new EffectGrid(group, at, levels, counts, missing);
    return new EffectCurve(grid, effect, missing > 0 ? new Spread(500, -900, 1500) : null, 200);
  }

  static ComponentRows kinds() {
    List<double[]> shares = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      double a = (i * 0.6180339887) % 1;
      shares.add(new double[] {a, (1 - a) * 0.9, (1 - a) * 0.1});
    }
    return new ComponentRows(
        "mixture member with weight 30 %",
        List.of(
            new ComponentRows.Kind("kind 1", 0.5, 190000, 40000, 3, 0.2, "Lot area +1.20"),
            new ComponentRows.Kind("kind 2", 0.4, 150000, 30000, 2, 0.3, Samples.EVIL + " −0.80"),
            new ComponentRows.Kind("kind 3", 0.1, Double.NaN, Double.NaN, 2, 0.3, "")),
        shares);
  }
}
