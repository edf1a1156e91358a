package org.slrm.cli.reproduce;

import java.util.Map;

/**
 * One fit and its error on test rows: a line of a figure's CSV.
 *
 * @param figure the figure
 * @param point the point's name
 * @param x position of the point
 * @param dataSet number of the data set, from 1
 * @param method the method
 * @param mse mean squared error on the test rows, in the label's units
 * @param variance variance of the test labels
 * @param refused fraction of test rows the gate refused
 * @param rank rank of the subspace, 0 where there is none
 * @param passes passes or iterations made
 * @param seconds time of the fit on one thread
 * @param seed seed of the fit
 * @param scale name of the scale
 * @param searched whether the parameters were searched in this run, not taken from the first
 * @param budget budget of the fit
 * @param parameters the chosen parameters, by name
 * @param stop why the fit ended
 */
public record Run(
    String figure,
    String point,
    double x,
    int dataSet,
    ComparedMethod method,
    double mse,
    double variance,
    double refused,
    int rank,
    int passes,
    double seconds,
    long seed,
    String scale,
    boolean searched,
    Budget budget,
    Map<String, Double> parameters,
    String stop) {
  /**
   * What a fit had and spent.
   *
   * @param trainingRows rows to fit
   * @param validationRows rows to choose by
   * @param settings settings tried in the search, 0 without one
   * @param visits rows × passes spent on them
   */
  public record Budget(int trainingRows, int validationRows, int settings, long visits) {
    /** Unknown, as in files of earlier versions. */
    public static final Budget UNKNOWN = new Budget(0, 0, 0, 0);
  }

  public Run {
    parameters = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(parameters));
  }

  /** Error relative to the labels' variance: 1 is that of their mean. */
  public double relative() {
    return mse / variance;
  }

  String key() {
    return point + "|" + dataSet + "|" + method.id();
  }
}
