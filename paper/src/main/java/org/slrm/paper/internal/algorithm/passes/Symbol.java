package org.slrm.paper.internal.algorithm.passes;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * What the paper leaves to be chosen: a symbol of Algorithm 1 or of SMPCR, its name in settings,
 * and the values that are tried where the user gives none, in {@link Units}.
 */
public enum Symbol {
  /** λ1, in the labels' mean square over that of a code's entries; the last is two-stage. */
  RECONSTRUCTION_WEIGHT("reconstructionWeight", 1e-4, 1e-3, 0.01, 0.1, 1, 10, 100, 1e6),
  /** λ2, in the root of both mean squares. */
  L1("l1", 0, 0.001, 0.003, 0.01, 0.03, 0.1),
  /** λ3, in the mean square of a code's entries. */
  L2("l2", 0, 0.01, 0.1, 1),
  /** ρ, in the largest stable step 1 / mean c‖α‖². */
  STEP_SIZE("stepSize", 0.003, 0.01, 0.03, 0.1, 0.3),
  /** T₀, in passes. */
  CONSTANT_ROUNDS("constantRounds", 0.25, 1, 4, 16),
  /** δ, in 1 over the sum of squares of a code's entry over a pass. */
  INITIAL_UNCERTAINTY("initialUncertainty", 0.1, 1, 10, 100, 1e3, 1e4, 1e5, 1e6),
  /** Where the subspace starts: 0 singular vectors of the zero-filled table, 1 at random. */
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

  /** The values given, or those that are tried where none is. */
  public Axis axis(List<Double> given) {
    return given.isEmpty()
        ? new Axis(this, tried, true)
        : new Axis(this, given.stream().mapToDouble(Double::doubleValue).toArray(), false);
  }

  /** The value given, 0 for those that are tried. */
  public Axis axis(double given) {
    return axis(given == 0 ? List.of() : List.of(given));
  }

  /** One value, not searched. */
  public Axis fixed(double value) {
    return new Axis(this, DoubleStream.of(value).toArray(), false);
  }

  /**
   * An axis of the search.
   *
   * @param symbol what is searched
   * @param values what is tried, in order
   * @param inUnits whether the values count in {@link Units}
   */
  public record Axis(Symbol symbol, double[] values, boolean inUnits) {
    /** Where one would begin: without a penalty or at singular vectors, else in the middle. */
    int plain() {
      return values[0] == 0 ? 0 : values.length / 2;
    }
  }
}
