package org.slrm.result;

/**
 * Hears of a fit's progress and may stop it. A stopped fit returns the best it has; so does one
 * whose thread was interrupted.
 *
 * <pre>{@code
 * Slrm.with(config).listener(p -> { System.err.println(p); return true; }).fit(x, y);
 * }</pre>
 */
@FunctionalInterface
public interface FitListener {
  /** A listener that never stops a fit. */
  FitListener NONE = progress -> true;

  /** Called now and then from the fitting thread; false asks the fit to stop. */
  boolean onProgress(Progress progress);

  /**
   * Called from the fitting thread when it turns to another part of the work, which lasts until the
   * next call or the end of the fit. For whoever keeps a clock: core has none in its results. The
   * fits of a cross-validation are one part.
   *
   * @param phase preparing, choosing, final fits, fitting (of a method that chooses nothing), or
   *     calibration
   * @param part what is done in it, such as the candidate that is evaluated or fitted
   */
  default void onPhase(String phase, String part) {}

  /**
   * Where a fit is.
   *
   * @param stage what is being fitted, in words
   * @param done share done of the whole fit, between 0 and 1, or NaN when it cannot be said
   * @param step pass or iteration within the stage
   * @param error the stage's current error, smaller is better; NaN before there is one, and where a
   *     stage watches something else, such as a likelihood
   */
  record Progress(String stage, double done, int step, double error) {}
}
