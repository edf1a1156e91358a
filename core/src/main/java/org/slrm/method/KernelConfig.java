package org.slrm.method;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.slrm.internal.check.Checks;

/**
 * Linear + RBF kernel ridge regression on a row's factor scores or imputed features from a
 * label-free fit. For nonlinear labels.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(KernelConfig.defaults().withRank(8)).fit(x, y);
 * }</pre>
 *
 * @param rank rank of the label-free fit; 0 lets cross-validation choose
 * @param inputs inputs of the kernel
 * @param centres most centres: a fit costs their square for every row
 */
public record KernelConfig(int rank, Inputs inputs, int centres) implements MethodConfig {

  /** Inputs of the kernel. */
  public enum Inputs {
    /** Factor scores given the observed features. */
    CODES,
    /** Imputed features. */
    COMPLETED,
    /** The better of both by cross-validation. */
    BOTH
  }

  /** Checks every setting. */
  public KernelConfig {
    Checks.atLeast("rank", rank, 0);
    Checks.between("centres", centres, 2, 5000);
  }

  /** Rank and inputs by cross-validation, up to 600 centres. */
  public static KernelConfig defaults() {
    return new KernelConfig(0, Inputs.BOTH, 600);
  }

  /** With a rank. */
  public KernelConfig withRank(int value) {
    return new KernelConfig(value, inputs, centres);
  }

  /** With other inputs. */
  public KernelConfig withInputs(Inputs value) {
    return new KernelConfig(rank, value, centres);
  }

  /** With at most the given number of centres. */
  public KernelConfig withCentres(int value) {
    return new KernelConfig(rank, inputs, value);
  }

  @Override
  public String method() {
    return "kernel";
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>();
    s.put("rank", rank == 0 ? "auto" : (Object) rank);
    s.put("inputs", inputs.name().toLowerCase(Locale.ROOT));
    s.put("centres", centres);
    return s;
  }
}
