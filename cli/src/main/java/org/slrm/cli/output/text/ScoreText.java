package org.slrm.cli.output.text;

import org.slrm.io.score.Scores;
import org.slrm.method.LabelKind;

/** Scores in words. */
public final class ScoreText {
  private ScoreText() {}

  /** What a score is called by people, of its name in files. */
  public static String name(String score) {
    return switch (score) {
      case "logLoss" -> "log loss";
      case "mae" -> "absolute error";
      case "squaredLogError" -> "squared log error";
      case "mse" -> "squared error";
      default -> score;
    };
  }

  /** What predictions of a kind of label are shown to be off by. */
  public static String shown(LabelKind kind) {
    return switch (kind) {
      case NUMERIC -> "RMSE";
      case ROBUST -> "mean absolute error";
      case CLASSES -> "log loss";
      case COUNTS -> "deviance";
      case POSITIVE -> "squared log error";
    };
  }

  /** The number that goes with it. */
  public static double shown(Scores scores) {
    return scores.kind() == LabelKind.NUMERIC ? Math.sqrt(scores.score()) : scores.score();
  }

  /** What its share explained is a share of. */
  public static String explained(LabelKind kind) {
    return switch (kind) {
      case NUMERIC -> "variance";
      case ROBUST -> "absolute error";
      case CLASSES -> "log loss";
      case COUNTS -> "deviance";
      case POSITIVE -> "variance of the logarithm";
    };
  }

  /** The answer of someone who knows nothing of a row. */
  public static String nothing(LabelKind kind) {
    return switch (kind) {
      case NUMERIC, COUNTS -> "baseline (mean)";
      case ROBUST -> "baseline (median)";
      case CLASSES -> "baseline (class shares)";
      case POSITIVE -> "baseline (same amount for all)";
    };
  }
}
