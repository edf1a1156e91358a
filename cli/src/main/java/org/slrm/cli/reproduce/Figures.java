package org.slrm.cli.reproduce;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slrm.data.Scaling;
import org.slrm.paper.Simulation;

/**
 * The paper's figures. All synthetic data have the same true parameters: the same subspace and
 * regressor at every point, new codes, noise and missing entries in every data set.
 */
public record Figures(Scale scale, long seed) {
  /** All names, in the paper's order. */
  public static final List<String> IDS =
      List.of("fig1a", "fig1b", "fig1c", "fig1d", "fig2a", "fig2b", "fig2c");

  /** Fraction of observed entries where the paper does not state it. */
  static final double OBSERVED = 0.75;

  /**
   * The plan of a figure; real data come from the folder, null for none.
   *
   * @throws IllegalArgumentException for a name that is not one of {@link #IDS}
   */
  public static FigurePlan plan(String id, Scale scale, long seed, @Nullable Path data) {
    Figures f = new Figures(scale, seed);
    return switch (id) {
      case "fig1a" -> f.sizes();
      case "fig1b" -> f.noise(id, false);
      case "fig1c" -> f.noise(id, true);
      case "fig1d" -> f.observedEntries();
      case "fig2a", "fig2b", "fig2c" -> new RealFigures(scale, seed, data).plan(id);
      default ->
          throw new IllegalArgumentException(
              "figure must be one of " + String.join(", ", IDS) + " or all; got " + id);
    };
  }

  private FigurePlan sizes() {
    List<Point> points = new ArrayList<>();
    for (int n : scale.sizes()) {
      points.add(point("fig1a", "n=" + n, n, setUp().rows(n)));
    }
    return plan("fig1a", "Without noise: error against rows", "no noise", "rows n", true, points);
  }

  private FigurePlan noise(String id, boolean labels) {
    List<Point> points = new ArrayList<>();
    for (double v : scale.variances()) {
      double deviation = Math.sqrt(v);
      Simulation.Builder b = labels ? setUp().noise(deviation) : setUp().noiseX(deviation);
      points.add(point(id, "var=" + text(v), v, b));
    }
    String title = labels ? "Noisy features and labels" : "Noisy features, exact labels";
    String axis = labels ? "noise variance σ_x² = σ_y²" : "noise variance σ_x²";
    return plan(id, title, rows() + (labels ? ", σ_y = σ_x" : ", σ_y = 0"), axis, false, points);
  }

  private FigurePlan observedEntries() {
    List<Point> points = new ArrayList<>();
    for (double p : scale.observedFractions()) {
      points.add(point("fig1d", "p=" + text(p), p, setUp().noise(1).keep(p).keepTest(OBSERVED)));
    }
    return plan(
        "fig1d",
        "Error against the fraction of entries observed in training",
        rows() + ", σ_x = σ_y = 1",
        "share p of training entries shown",
        false,
        points);
  }

  private String rows() {
    return String.format(Locale.ROOT, "n = %,d", scale.rows());
  }

  private FigurePlan plan(
      String id, String title, String more, String xTitle, boolean logX, List<Point> points) {
    String text =
        String.format(
            Locale.ROOT,
            "D = %s, d = %s, %s non-zeros, %s; %.0f %% of the entries shown in validation and test%s; "
                + "%s data sets a point, %,d validation and %,d test rows each.",
            scale.features(),
            scale.rank(),
            scale.nonzeros(),
            more,
            100 * OBSERVED,
            id.equals("fig1d") ? "" : " as in training",
            scale.dataSets(),
            scale.validationRows(),
            scale.testRows());
    return new FigurePlan(id, title, text, xTitle, logX, points, List.of());
  }

  private Simulation.Builder setUp() {
    return Simulation.builder()
        .rows(scale.rows())
        .features(scale.features())
        .rank(scale.rank())
        .nonzeros(scale.nonzeros())
        .keep(OBSERVED)
        .seed(seed);
  }

  private Point point(String figure, String name, double x, Simulation.Builder b) {
    Simulation simulation = b.build();
    return new Point(figure, name, x, true, n -> taskData(simulation.dataSet(n)));
  }

  private TaskData taskData(Simulation s) {
    return new TaskData(
        s.train(),
        s.validation(scale.validationRows()),
        s.test(scale.testRows()),
        scale.rank(),
        // Means are 0 in this model, which the paper's methods may use.
        Scaling.Kind.NONE,
        0,
        s.truth());
  }

  private static String text(double v) {
    return v == Math.rint(v) ? Long.toString((long) v) : Double.toString(v);
  }
}
