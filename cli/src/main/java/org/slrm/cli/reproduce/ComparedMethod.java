package org.slrm.cli.reproduce;

import java.util.Arrays;
import java.util.List;

/** A method in an experiment. */
public enum ComparedMethod {
  /** The paper's Algorithm 1 as printed, except for γ, which would reject every row. */
  PRINTED("slrm-printed", "SLRM, as printed", true),
  /** Algorithm 1 with the best options: {@code --method slrm}. */
  SLRM("slrm", "SLRM", true),
  /** Algorithm 1 with ±1 taken as two classes instead of numbers: our extension. */
  LOGISTIC("slrm-logistic", "SLRM, logistic", true),
  /**
   * The method the paper compares with: PETRELS with a random start and without forgetting, then
   * stochastic lasso on the codes.
   */
  SMPCR("smpcr", "SMPCR", true),
  /**
   * Our variant of it: earlier rows fade, so that PETRELS remembers about one pass, and it may use
   * SLRM's start.
   */
  FADING("smpcr-fading", "SMPCR, fading", true),
  /** Batch alternating least squares, then lasso on the codes. */
  MPCR("mpcr", "MPCR", true),
  /** Our default. */
  AUTO("auto", "default (auto)", false),
  /** The Bayes predictor, which knows the true parameters. */
  BAYES("bayes", "Bayes", false);

  private final String id;
  private final String title;
  private final boolean searched;

  ComparedMethod(String id, String title, boolean searched) {
    this.id = id;
    this.title = title;
    this.searched = searched;
  }

  /** The method with this name. */
  public static ComparedMethod of(String id) {
    return Arrays.stream(values())
        .filter(c -> c.id.equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "method must be one of " + String.join(", ", ids()) + "; got " + id));
  }

  public static List<String> ids() {
    return Arrays.stream(values()).map(ComparedMethod::id).toList();
  }

  /** Name on the command line and in files. */
  public String id() {
    return id;
  }

  public String title() {
    return title;
  }

  /** Whether parameters found on a point's first data set are used for its others. */
  public boolean searched() {
    return searched;
  }
}
