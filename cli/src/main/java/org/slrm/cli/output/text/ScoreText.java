package org.slrm.cli.output.text;

import java.util.Optional;
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
    return switch (kind.scoreName()) {
      case "mse" -> "RMSE";
      case "mae" -> "mean absolute error";
      default -> name(kind.scoreName());
    };
  }

  /**
   * The loss of candidates where that is not the score: robust ones are compared by the loss of the
   * fit.
   */
  public static Optional<String> candidates(LabelKind kind) {
    return kind.scoreName().equals("mae") ? Optional.of("robust loss") : Optional.empty();
  }

  /** The number that goes with it. */
  public static double shown(Scores scores) {
    return scores.kind().isPlain() ? Math.sqrt(scores.score()) : scores.score();
  }

  /** What its share explained is a share of. */
  public static String explained(LabelKind kind) {
    return switch (kind.scoreName()) {
      case "mse" -> "variance";
      case "squaredLogError" -> "variance of the logarithm";
      default -> name(kind.scoreName());
    };
  }

  /** The answer of someone who knows nothing of a row. */
  public static String nothing(LabelKind kind) {
    return switch (kind.scoreName()) {
      case "mse", "deviance" -> "baseline (mean)";
      case "mae" -> "baseline (median)";
      case "logLoss" -> "baseline (class shares)";
      case "squaredLogError" -> "baseline (same amount for all)";
      default -> "baseline (same prediction for all)";
    };
  }
}
