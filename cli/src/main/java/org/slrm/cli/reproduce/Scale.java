package org.slrm.cli.reproduce;

import java.util.List;

/**
 * The scale of the experiments. The code is the same for every scale.
 *
 * @param name its name in files
 * @param dataSets data sets, or splits of real data, per point
 * @param sizes training rows in figure 1a
 * @param variances noise variances in figures 1b and 1c
 * @param observedFractions fractions of observed entries in figure 1d
 * @param rows training rows in figures 1b to 1d
 * @param validationRows validation rows
 * @param testRows test rows
 * @param maxPasses most passes of all methods that make them
 * @param patience passes without improvement before they stop
 * @param searchSettings settings that every searched method tries at first
 * @param searchVisits rows × passes for each of them
 * @param features D
 * @param rank d
 * @param nonzeros non-zero coefficients
 * @param targets targets of each airline data set
 */
public record Scale(
    String name,
    int dataSets,
    List<Integer> sizes,
    List<Double> variances,
    List<Double> observedFractions,
    int rows,
    int validationRows,
    int testRows,
    int maxPasses,
    int patience,
    int searchSettings,
    int searchVisits,
    int features,
    int rank,
    int nonzeros,
    int targets) {
  /** Minutes: fewer points, rows, data sets and passes. */
  public static final Scale QUICK =
      new Scale(
          "quick",
          3,
          List.of(200, 400, 800, 1600),
          List.of(0.25, 1.0),
          List.of(0.5, 0.75, 0.9),
          1600,
          500,
          4000,
          40,
          3,
          32,
          600,
          100,
          30,
          10,
          2);

  /** The paper's sizes: hours. */
  public static final Scale FULL =
      new Scale(
          "full",
          5,
          List.of(200, 400, 800, 1600, 3200, 6400, 12800),
          List.of(0.1, 0.25, 0.5, 1.0),
          List.of(0.4, 0.6, 0.75, 0.9),
          12800,
          1000,
          5000,
          500,
          3,
          32,
          1000,
          100,
          30,
          10,
          6);

  /** Seconds, for tests. */
  public static final Scale TINY =
      new Scale(
          "tiny",
          2,
          List.of(40, 80),
          List.of(0.1, 1.0),
          List.of(0.6, 0.9),
          60,
          40,
          100,
          4,
          2,
          8,
          40,
          12,
          3,
          2,
          1);
}
