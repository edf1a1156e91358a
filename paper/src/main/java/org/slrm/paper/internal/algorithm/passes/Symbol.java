package org.slrm.paper.internal.algorithm.passes;

import java.util.List;

/**
 * A setting that the paper leaves open: a symbol of Algorithm 1 or of SMPCR, its name in settings,
 * and the default values of its search, in {@link Units}.
 */
public enum Symbol {
  /**
   * λ1, in units of the labels' mean square over that of a code's entries; the last value is
   * two-stage.
   */
  RECONSTRUCTION_WEIGHT("reconstructionWeight", 1e-4, 1e-3, 0.01, 0.1, 1, 10, 100, 1e6),
  /** λ2, in units of the root of both mean squares. */
  L1("l1", 0, 0.001, 0.003, 0.01, 0.03, 0.1),
  /** λ3, in units of the mean square of a code's entries. */
  L2("l2", 0, 0.01, 0.1, 1),
  /** ρ, in units of the largest stable step 1 / mean c‖α‖². */
  STEP_SIZE("stepSize", 0.003, 0.01, 0.03, 0.1, 0.3),
  /** T₀, in passes. */
  CONSTANT_ROUNDS("constantRounds", 0.25, 1, 4, 16),
  /** δ, in units of 1 over the sum of squares of a code's entry over a pass. */
  INITIAL_UNCERTAINTY("initialUncertainty", 0.1, 1, 10, 100, 1e3, 1e4, 1e5, 1e6),
  /** The starting subspace: 0 for singular vectors of the zero-filled table, 1 for random. */
  START("randomStart", 0, 1);

  private final String word;
  private final double[] tried;

  Symbol(String word, double... tried) {
    this.word = word;
    this.tried = tried;
  }

  /** Its name in settings and reports. */
  public String word() {
    return word;
  }

  /** The given values, or the default ones. */
  public Axis axis(List<Double> given) {
    return given.isEmpty()
        ? new Axis(this, tried, true)
        : new Axis(this, given.stream().mapToDouble(Double::doubleValue).toArray(), false);
  }

  /** The given value, 0 for the default ones. */
  public Axis axis(double given) {
    return axis(given == 0 ? List.of() : List.of(given));
  }

  /**
   * An axis of the search.
   *
   * @param symbol the symbol
   * @param values its values, in order
   * @param inUnits whether the values are in {@link Units}
   */
  public record Axis(Symbol symbol, double[] values, boolean inUnits) {
    /** The plain value: no penalty, singular vectors, otherwise the middle. */
    int plain() {
      return values[0] == 0 ? 0 : values.length / 2;
    }
  }
}
