package org.slrm.cli.output.text;

import java.util.Optional;
import org.slrm.io.score.Scores;
import org.slrm.method.LabelKind;

/** Names of scores. */
public final class ScoreText {
  private ScoreText() {}

  /** The name of a score in text, given its name in files. */
  public static String name(String score) {
    return switch (score) {
      case "logLoss" -> "log loss";
      case "mae" -> "absolute error";
      case "squaredLogError" -> "squared log error";
      case "mse" -> "squared error";
      case "pinball" -> "pinball loss";
      default -> score;
    };
  }

  /** The name of the shown error of a label kind. */
  public static String shown(LabelKind kind) {
    return switch (kind.scoreName()) {
      case "mse" -> "RMSE";
      case "mae" -> "mean absolute error";
      default -> name(kind.scoreName());
    };
  }

  /**
   * The loss of candidates where it is not the score: robust ones are compared by the loss of the
   * fit.
   */
  public static Optional<String> candidates(LabelKind kind) {
    return kind.scoreName().equals("mae") ? Optional.of("robust loss") : Optional.empty();
  }

  /** The value of that error. */
  public static double shown(Scores scores) {
    return scores.kind().usesSquaredError() ? Math.sqrt(scores.score()) : scores.score();
  }

  /** The quantity of which a fraction is explained. */
  public static String explained(LabelKind kind) {
    return switch (kind.scoreName()) {
      case "mse" -> "variance";
      case "squaredLogError" -> "variance of the logarithm";
      default -> name(kind.scoreName());
    };
  }

  /** The baseline prediction. */
  public static String baseline(LabelKind kind) {
    return switch (kind.scoreName()) {
      case "mse", "deviance" -> "baseline (mean)";
      case "mae" -> "baseline (median)";
      case "logLoss" -> "baseline (class shares)";
      case "squaredLogError" -> "baseline (same amount for all)";
      case "pinball" -> "baseline (training quantile)";
      default -> "baseline (constant prediction)";
    };
  }
}
