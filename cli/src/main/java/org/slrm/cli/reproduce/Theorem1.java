package org.slrm.cli.reproduce;

import java.util.ArrayList;
import java.util.List;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.Scaling;
import org.slrm.paper.MpcrConfig;
import org.slrm.paper.Simulation;
import org.slrm.paper.analysis.RiskBound;
import org.slrm.result.Metrics;
import org.slrm.result.Predictions;

/**
 * Theorem 1 on simulated tables: the bound of fits and their error on new rows, over rows n,
 * observed entries m and gate γ. The tables are easier than the paper's: rank 3.
 *
 * @param rows values of n
 * @param draws tables for each n and m
 * @param seed the seed
 */
public record Theorem1(List<Integer> rows, int draws, long seed) {
  /** n. */
  public static final List<Integer> ROWS = List.of(200, 800, 3200, 12800);

  /** Fractions of observed entries, m/D. */
  public static final List<Double> OBSERVED_FRACTIONS = List.of(0.5, 0.75, 1.0);

  /** γ; the last is the default of our fits. */
  public static final List<Double> GATES = List.of(0.5, 0.9, 0.999);

  private static final int FEATURES = 100;
  private static final int RANK = 3;
  private static final int TEST_ROWS = 2000;
  private static final double FAILURE = 0.05;

  /**
   * A fit.
   *
   * @param rows n
   * @param keep m/D
   * @param gate γ
   * @param draw number of the table, from 1
   * @param risk error on new rows
   * @param labelVariance variance of their labels
   * @param refused fraction of new rows refused
   * @param bound the theorem's bound for K = 1, with the corrected b
   * @param printed the same with b as printed
   * @param complexity its complexity term
   */
  public record Draw(
      int rows,
      double keep,
      double gate,
      int draw,
      double risk,
      double labelVariance,
      double refused,
      double bound,
      double printed,
      double complexity) {
    /** Whether the bound holds. */
    public boolean covered() {
      return risk <= bound;
    }
  }

  public Theorem1 {
    rows = List.copyOf(rows);
  }

  /** All fits, by n, m, γ and table. */
  public List<Draw> run() {
    List<Draw> out = new ArrayList<>();
    for (int n : rows) {
      for (double keep : OBSERVED_FRACTIONS) {
        Simulation simulation =
            Simulation.builder()
                .rows(n)
                .features(FEATURES)
                .rank(RANK)
                .nonzeros(2)
                .keep(keep)
                .noise(0.1)
                .seed(seed)
                .build();
        for (double gate : GATES) {
          for (int k = 1; k <= draws; k++) {
            out.add(draw(simulation.dataSet(k), n, keep, gate, k));
          }
        }
      }
    }
    return out;
  }

  private Draw draw(Simulation simulation, int n, double keep, double gate, int number) {
    Simulation.Sample train = simulation.train();
    Simulation.Sample test = simulation.test(TEST_ROWS);
    MpcrConfig config =
        MpcrConfig.defaults()
            .withRank(RANK)
            .withL1(0.001)
            .withGate(gate)
            .withPasses(500, 1e-6)
            .withScaling(Scaling.Kind.NONE);
    SlrmModel model = Slrm.with(config).seed(seed).threads(1).folds(0).fit(train.x(), train.y());
    RiskBound bound = RiskBound.of(model, train.x(), train.y(), FAILURE);
    Predictions predictions = model.predict(test.x());
    return new Draw(
        n,
        keep,
        gate,
        number,
        Metrics.mse(test.y(), predictions.mean()),
        Fit.variance(test.y()),
        Fit.refused(predictions),
        bound.bound(1),
        bound.empiricalRisk() + bound.complexityTerm() + bound.printedConfidenceTerm(),
        bound.complexityTerm());
  }

  /** Mean over the tables of a point. */
  public static double mean(
      List<Draw> draws,
      int rows,
      double keep,
      double gate,
      java.util.function.ToDoubleFunction<Draw> of) {
    return draws.stream()
        .filter(d -> d.rows() == rows && d.keep() == keep && d.gate() == gate)
        .mapToDouble(of)
        .average()
        .orElse(Double.NaN);
  }
}
