package org.slrm.cli.result;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.result.CrossValidated;

/**
 * The result of one method.
 *
 * @param name the method
 * @param validation its out-of-fold predictions, null when it failed
 * @param seconds time taken, shown in a marked place of the page
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
  public MethodResult {
    nonZeros = List.copyOf(nonZeros);
  }
}
