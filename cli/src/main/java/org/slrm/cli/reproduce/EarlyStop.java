package org.slrm.cli.reproduce;

import java.util.ArrayList;
import java.util.List;
import org.slrm.result.FitListener;

/**
 * Ends the passes of SLRM and SMPCR where more of them change nothing that counts: when the error
 * they watch is as good as 0, and for SLRM, whose error without noise falls for ever by less and
 * less, when 20 passes lowered it by less than a tenth.
 */
final class EarlyStop implements FitListener {
  private static final int WINDOW = 20;
  private static final double SHARE = 0.1;

  /** Error, as a share of the labels' variance, that counts as 0. */
  private static final double SOLVED = 1e-8;

  /** Mean squared residual of an entry at which a subspace counts as found. */
  private static final double FOUND = 1e-12;

  private final double variance;
  private final List<Double> errors = new ArrayList<>();

  EarlyStop(double labelVariance) {
    variance = labelVariance;
  }

  @Override
  public boolean onProgress(Progress progress) {
    return switch (progress.stage()) {
      case "slrm" -> goOn(progress.error());
      case "subspace" -> !(progress.error() < FOUND);
      default -> true;
    };
  }

  private boolean goOn(double error) {
    errors.add(error);
    int last = errors.size() - 1;
    boolean falls = last < WINDOW || error < (1 - SHARE) * errors.get(last - WINDOW);
    return falls && error > SOLVED * variance;
  }
}
