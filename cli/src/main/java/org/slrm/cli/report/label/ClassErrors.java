package org.slrm.cli.report.label;

/** Predictions of unseen rows of a target of classes, against the truth. */
public final class ClassErrors {
  private ClassErrors() {}

  public static String of(ClassRows rows) {
    return ProbabilityFigures.calibration(rows)
        + ProbabilityFigures.distribution(rows)
        + CurveFigures.roc(rows)
        + CurveFigures.precision(rows)
        + ConfusionFigures.confusion(rows)
        + ConfusionFigures.perClass(rows)
        + ConfusionFigures.byObserved(rows)
        + ConfusionFigures.worst(rows);
  }
}
