package org.slrm.cli.command;

import java.util.LinkedHashMap;
import java.util.Map;

/** Errors of one target, added up row by row so that memory stays flat. */
final class Scores {
  private long rows;
  private double squares;
  private double sizes;
  private long covered;
  private long answered;
  private double mean;
  private double spread;
  private boolean bayes;
  private double bayesSquares;
  private double bayesVariances;

  void add(double label, double prediction, boolean inside, boolean wasAnswered) {
    rows++;
    double error = label - prediction;
    squares += error * error;
    sizes += Math.abs(error);
    covered += inside ? 1 : 0;
    answered += wasAnswered ? 1 : 0;
    // Welford's mean and spread of the labels.
    double step = label - mean;
    mean += step / rows;
    spread += step * (label - mean);
  }

  /** The best possible prediction of the label just added. */
  void addBayes(double label, double best, double variance) {
    bayes = true;
    bayesSquares += (label - best) * (label - best);
    bayesVariances += variance;
  }

  boolean bayes() {
    return bayes;
  }

  /** Squared error of the best possible predictor on these rows. */
  double bayesMse() {
    return bayesSquares / rows;
  }

  /** Its expectation given what the rows show. */
  double bayesError() {
    return bayesVariances / rows;
  }

  long rows() {
    return rows;
  }

  double mse() {
    return rows == 0 ? Double.NaN : squares / rows;
  }

  double rmse() {
    return Math.sqrt(mse());
  }

  double mae() {
    return rows == 0 ? Double.NaN : sizes / rows;
  }

  double r2() {
    return spread > 0 ? 1 - squares / spread : Double.NaN;
  }

  double coverage() {
    return rows == 0 ? Double.NaN : (double) covered / rows;
  }

  double answered() {
    return rows == 0 ? Double.NaN : (double) answered / rows;
  }

  Map<String, Object> json() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("rows", rows);
    out.put("mse", mse());
    out.put("rmse", rmse());
    out.put("mae", mae());
    out.put("r2", r2());
    out.put("coverage", coverage());
    out.put("answered", answered());
    if (bayes) {
      out.put("bayesError", bayesError());
      out.put("bayesMse", bayesMse());
    }
    return out;
  }
}
