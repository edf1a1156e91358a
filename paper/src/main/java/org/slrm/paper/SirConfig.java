package org.slrm.paper;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.slrm.internal.check.Checks;
import org.slrm.method.KernelConfig;
import org.slrm.method.MethodConfig;

/**
 * Sufficient dimension reduction of rows with missing entries: the few directions of a row that its
 * label depends on, whatever the link, then linear + RBF kernel ridge on these.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(SirConfig.defaults().withEstimator(SirConfig.Estimator.SAVE)).fit(x, y);
 * }</pre>
 *
 * @param rank rank of the label-free fit of incomplete rows; 0 lets cross-validation choose
 * @param estimator how directions are found
 * @param directions number of directions; 0 lets cross-validation choose
 * @param slices the most slices that rows are cut into by their label
 * @param inputs what directions are sought in
 */
public record SirConfig(
    int rank, Estimator estimator, int directions, int slices, KernelConfig.Inputs inputs)
    implements MethodConfig {

  /** How directions are found. */
  public enum Estimator {
    /** Sliced inverse regression: means of slices differ. Blind to symmetric links. */
    SIR,
    /** Sliced average variance estimation: covariances of slices differ. Needs more rows. */
    SAVE,
    /** Least-squares mutual information: any dependence, on a few hundred rows. */
    LSMI,
    /** Whichever does best on folds, mutual information on small tables only. */
    AUTO
  }

  public SirConfig {
    Checks.atLeast("rank", rank, 0);
    Checks.atLeast("directions", directions, 0);
    Checks.between("slices", slices, 2, 1000);
  }

  /** Everything by cross-validation, from at most 8 slices. */
  public static SirConfig defaults() {
    return new SirConfig(0, Estimator.AUTO, 0, 8, KernelConfig.Inputs.BOTH);
  }

  public SirConfig withRank(int value) {
    return new SirConfig(value, estimator, directions, slices, inputs);
  }

  public SirConfig withEstimator(Estimator value) {
    return new SirConfig(rank, value, directions, slices, inputs);
  }

  public SirConfig withDirections(int value) {
    return new SirConfig(rank, estimator, value, slices, inputs);
  }

  public SirConfig withSlices(int value) {
    return new SirConfig(rank, estimator, directions, value, inputs);
  }

  public SirConfig withInputs(KernelConfig.Inputs value) {
    return new SirConfig(rank, estimator, directions, slices, value);
  }

  @Override
  public String method() {
    return "sir";
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>();
    s.put("rank", rank == 0 ? "auto" : (Object) rank);
    s.put("estimator", estimator.name().toLowerCase(Locale.ROOT));
    s.put("directions", directions == 0 ? "auto" : (Object) directions);
    s.put("slices", slices);
    s.put("inputs", inputs.name().toLowerCase(Locale.ROOT));
    return s;
  }
}
