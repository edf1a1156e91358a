package org.slrm.paper;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.internal.check.Checks;
import org.slrm.method.MethodConfig;

/**
 * A mixture of factor analysers tracked row by row in the order of the rows (MOUSSE: a tree of
 * PETRELS that splits and merges), with a regression on the codes of each leaf, shrunk to a common
 * one. For rows near a curved surface, or of several kinds, that move slowly.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(MousseConfig.defaults().withRank(3)).fit(x, y);
 * }</pre>
 *
 * @param rank number of directions of every leaf; 0 lets cross-validation choose
 * @param leaves the most leaves; 0 lets cross-validation choose
 * @param tolerance mean squared residual per free entry of standardised features that a leaf may
 *     have without splitting; 0 lets it split wherever that is nearer to rows
 * @param forgetting weight of a row after one more has come, in (0, 1]; 0 is 1 − 1/n for n rows
 */
public record MousseConfig(int rank, int leaves, double tolerance, double forgetting)
    implements MethodConfig {

  public MousseConfig {
    Checks.atLeast("rank", rank, 0);
    Checks.between("leaves", leaves, 0, 64);
    Checks.notNegative("tolerance", tolerance);
    if (forgetting != 0) {
      Checks.inUpperClosed("forgetting", forgetting, 0, 1);
    }
  }

  /** Rank and leaves by cross-validation. */
  public static MousseConfig defaults() {
    return new MousseConfig(0, 0, 0, 0);
  }

  public MousseConfig withRank(int value) {
    return new MousseConfig(value, leaves, tolerance, forgetting);
  }

  public MousseConfig withLeaves(int value) {
    return new MousseConfig(rank, value, tolerance, forgetting);
  }

  public MousseConfig withTolerance(double value) {
    return new MousseConfig(rank, leaves, value, forgetting);
  }

  public MousseConfig withForgetting(double value) {
    return new MousseConfig(rank, leaves, tolerance, value);
  }

  /** The forgetting factor for rows that count the given number of times together. */
  public double forgettingFor(double rows) {
    return forgetting == 0 ? 1 - 1.0 / Math.max(2, rows) : forgetting;
  }

  @Override
  public String method() {
    return "mousse";
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>();
    s.put("rank", rank == 0 ? "auto" : (Object) rank);
    s.put("leaves", leaves == 0 ? "auto" : (Object) leaves);
    s.put("tolerance", tolerance);
    s.put("forgetting", forgetting == 0 ? "auto" : (Object) forgetting);
    return s;
  }
}
