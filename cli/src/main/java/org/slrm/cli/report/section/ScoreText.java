package org.slrm.cli.report.section;

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
}
