package org.slrm.cli.report.label;

/** Held-out predictions of a class target. */
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
