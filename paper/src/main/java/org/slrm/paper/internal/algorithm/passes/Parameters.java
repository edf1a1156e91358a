package org.slrm.paper.internal.algorithm.passes;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One setting of a method of the paper, by its symbols. */
public record Parameters(Map<Symbol, Double> values) {
  /** The setting at these positions of the axes, for passes over the given number of rows. */
  public static Parameters at(List<Symbol.Axis> axes, int[] places, Units units, long rows) {
    Map<Symbol, Double> out = new EnumMap<>(Symbol.class);
    for (int a = 0; a < places.length; a++) {
      Symbol.Axis axis = axes.get(a);
      double unit = axis.inUnits() ? units.of(axis.symbol(), rows) : 1;
      out.put(axis.symbol(), unit * axis.values()[places[a]]);
    }
    return new Parameters(out);
  }

  private double of(Symbol symbol) {
    return values.getOrDefault(symbol, 0.0);
  }

  public double lambda1() {
    return of(Symbol.RECONSTRUCTION_WEIGHT);
  }

  public double lambda2() {
    return of(Symbol.L1);
  }

  public double lambda3() {
    return of(Symbol.L2);
  }

  public double rho() {
    return of(Symbol.STEP_SIZE);
  }

  /** T₀, at least one round. */
  public long constantRounds() {
    return Math.max(1, Math.round(of(Symbol.CONSTANT_ROUNDS)));
  }

  public double delta() {
    return of(Symbol.INITIAL_UNCERTAINTY);
  }

  public boolean randomStart() {
    return of(Symbol.START) != 0;
  }

  /** Its step sizes (S-6). */
  public StepSize stepSize() {
    return new StepSize(rho(), constantRounds());
  }

  /** The values by their public names. */
  public Map<String, Object> found() {
    Map<String, Object> out = new LinkedHashMap<>();
    values.forEach(
        (symbol, value) ->
            out.put(
                symbol.word(),
                switch (symbol) {
                  case CONSTANT_ROUNDS -> constantRounds();
                  case START -> randomStart();
                  default -> value;
                }));
    return out;
  }
}
