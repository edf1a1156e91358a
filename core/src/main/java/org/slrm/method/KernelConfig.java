package org.slrm.method;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.slrm.internal.check.Checks;

/**
 * Ridge regression with a kernel, a line plus a bell, on what a label-free fit knows of a row: its
 * code, or its imputed features. For nonlinear labels.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(KernelConfig.defaults().withRank(8)).fit(x, y);
 * }</pre>
 *
 * @param rank number of directions of the label-free fit; 0 lets cross-validation choose
 * @param inputs what the kernel compares rows by
 * @param centres the most rows the function is built on: a fit costs its square for every row
 */
public record KernelConfig(int rank, Inputs inputs, int centres) implements MethodConfig {

  /** What rows are compared by. */
  public enum Inputs {
    /** Expected codes given the known features. */
    CODES,
    /** Features, missing ones at their expectation. */
    COMPLETED,
    /** Whichever does better on folds. */
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

  /** The same with a rank. */
  public KernelConfig withRank(int value) {
    return new KernelConfig(value, inputs, centres);
  }

  /** The same with other inputs. */
  public KernelConfig withInputs(Inputs value) {
    return new KernelConfig(rank, value, centres);
  }

  /** The same with at most the given number of centres. */
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
