package org.slrm.cli.result;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.result.CrossValidated;

/**
 * How one method did.
 *
 * @param name the method
 * @param validation its out-of-fold predictions, null when it failed
 * @param seconds time taken; shown in the one place of the page that a clock may touch
 * @param nonZeros non-zero coefficients by target of the model fitted to all rows; empty when
 *     unknown
 * @param failure why it failed; empty when it did not
 */
public record MethodResult(
    String name,
    @Nullable CrossValidated validation,
    double seconds,
    List<Integer> nonZeros,
    String failure) {
  /** Copies the list. */
  public MethodResult {
    nonZeros = List.copyOf(nonZeros);
  }
}
