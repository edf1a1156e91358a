package org.slrm.result;

/**
 * Receives a fit's progress and may stop it. A stopped fit, or one whose thread was interrupted,
 * returns the best model so far.
 *
 * <pre>{@code
 * Slrm.with(config).listener(p -> { System.err.println(p); return true; }).fit(x, y);
 * }</pre>
 */
@FunctionalInterface
public interface FitListener {
  /** A listener that never stops a fit. */
  FitListener NONE = progress -> true;

  /** Called from time to time from the fitting thread; false asks the fit to stop. */
  boolean onProgress(Progress progress);

  /**
   * Called from the fitting thread at the start of each phase, which lasts until the next call or
   * the end of the fit. For callers that measure time, since core's results contain none. The fits
   * of a cross-validation are one phase.
   *
   * @param phase preparing, choosing, final fits, fitting (without a choice), or calibration
   * @param part the part of the phase, such as the candidate that is evaluated or fitted
   */
  default void onPhase(String phase, String part) {}

  /**
   * The progress of a fit.
   *
   * @param stage description of what is being fitted
   * @param done fraction of the whole fit that is done, between 0 and 1, or NaN if unknown
   * @param step pass or iteration within the stage
   * @param error the stage's current error, smaller is better; NaN before there is one, and where a
   *     stage has another criterion, such as a likelihood
   */
  record Progress(String stage, double done, int step, double error) {}
}
