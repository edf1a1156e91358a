package org.slrm.paper;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;
import org.slrm.method.MethodConfig;

/**
 * Dictionary learning without labels (Mairal et al. 2009) over observed entries, then lasso on the
 * codes: every row is a sparse combination of a few of the atoms, of which there may be more than
 * features.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(DictionaryConfig.defaults().withAtoms(20)).fit(x, y);
 * }</pre>
 *
 * @param atoms number of atoms; 0 lets held-out rows choose
 * @param l1 λ1, penalty of codes in units of features of variance 1; null lets held-out rows choose
 * @param l2 λ2, squared penalty of codes, positive so that codes are unique
 * @param maxPasses the most passes over the rows
 * @param tolerance least relative decrease of the objective in a pass
 */
public record DictionaryConfig(
    int atoms, @Nullable Double l1, double l2, int maxPasses, double tolerance)
    implements MethodConfig {

  /** The most atoms. */
  public static final int MAX_ATOMS = 2000;

  /** The least squared penalty of codes. */
  public static final double MIN_L2 = 1e-9;

  /** The most: codes are 0 long before. */
  private static final double MAX_L2 = 1e30;

  public DictionaryConfig {
    Checks.between("atoms", atoms, 0, MAX_ATOMS);
    Checks.notNegative("l1", l1 == null ? 0 : l1);
    if (!(Checks.finite("l2", l2) >= MIN_L2)) {
      throw new IllegalArgumentException("l2 must be at least " + MIN_L2 + ", got " + l2);
    }
    if (l2 > MAX_L2) {
      throw new IllegalArgumentException("l2 must be at most " + MAX_L2 + ", got " + l2);
    }
    Checks.atLeast("maxPasses", maxPasses, 1);
    Checks.positive("tolerance", tolerance);
  }

  /** Atoms and λ1 by held-out rows, up to 100 passes. */
  public static DictionaryConfig defaults() {
    return new DictionaryConfig(0, null, 0.01, 100, 1e-4);
  }

  public DictionaryConfig withAtoms(int value) {
    return new DictionaryConfig(value, l1, l2, maxPasses, tolerance);
  }

  public DictionaryConfig withL1(double value) {
    return new DictionaryConfig(atoms, value, l2, maxPasses, tolerance);
  }

  public DictionaryConfig withL2(double value) {
    return new DictionaryConfig(atoms, l1, value, maxPasses, tolerance);
  }

  public DictionaryConfig withPasses(int limit, double newTolerance) {
    return new DictionaryConfig(atoms, l1, l2, limit, newTolerance);
  }

  @Override
  public String method() {
    return "dictionary";
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("atoms", atoms == 0 ? "auto" : (Object) atoms);
    out.put("codeL1", l1 == null ? "auto" : (Object) l1);
    out.put("codeL2", l2);
    out.put("maxPasses", maxPasses);
    out.put("tolerance", tolerance);
    return out;
  }
}
