package org.slrm.internal.neighbour;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.check.Checks;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.predict.StateValues;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/**
 * Labels as linear functions of features imputed by neighbours: ŷ = b + βᵀx̂.
 *
 * @param rows the stored rows
 * @param count neighbours for each missing entry
 * @param intercept b, by target
 * @param beta coefficients, targets × features
 * @param tau label noises
 */
public record NeighbourMember(
    IncompleteMatrix rows, int count, double[] intercept, double[] beta, double[] tau)
    implements Member {
  /** The kind under which models are stored. */
  public static final String KIND = "neighbours";

  public static NeighbourMember of(ModelState state) {
    Map<String, Object> values = state.values();
    int features = StateValues.integer(values, "features");
    int targets = StateValues.integer(values, "targets");
    int stored = Checks.atLeast("rows", StateValues.integer(values, "rows"), 1);
    int[] known = StateValues.wholes(state, "known", stored, 0, features);
    int total = (int) Math.min(Integer.MAX_VALUE, IntStream.of(known).asLongStream().sum());
    int[] column = StateValues.wholes(state, "column", total, 0, features - 1);
    double[] value = StateValues.array(state, "value", total);
    int[] starts = new int[stored + 1];
    System.arraycopy(known, 0, starts, 1, stored);
    Arrays.parallelPrefix(starts, Integer::sum);
    return new NeighbourMember(
        IncompleteMatrix.ofCsr(features, starts, column, value),
        Checks.atLeast("neighbours", StateValues.integer(values, "neighbours"), 1),
        StateValues.array(state, "intercept", targets),
        StateValues.array(state, "coefficients", targets, features),
        ModelRange.notNegative("label_noise", StateValues.array(state, "label_noise", targets)));
  }

  @Override
  public ModelState state() {
    Map<String, Object> values = StateValues.values(KIND, this);
    values.put("rows", rows.rows());
    values.put("neighbours", count);
    double[] known = new double[rows.rows()];
    Arrays.setAll(known, rows::observed);
    double[] column = new double[rows.known()];
    Arrays.setAll(column, rows::column);
    double[] value = new double[rows.known()];
    Arrays.setAll(value, rows::value);
    Map<String, Array> arrays = new LinkedHashMap<>();
    StateValues.put(arrays, "known", known);
    StateValues.put(arrays, "column", column);
    StateValues.put(arrays, "value", value);
    arrays.put("intercept", new Array(intercept, targets()));
    arrays.put("coefficients", new Array(beta, targets(), features()));
    arrays.put("label_noise", new Array(tau, targets()));
    return new ModelState(values, arrays);
  }

  @Override
  public int features() {
    return rows.columns();
  }

  @Override
  public int targets() {
    return tau.length;
  }

  @Override
  public double intercept(int target) {
    return intercept[target];
  }

  @Override
  public int nonZeros(int target) {
    int p = features();
    return (int) Arrays.stream(beta, target * p, (target + 1) * p).filter(b -> b != 0).count();
  }

  @Override
  public RowSolver rowSolver() {
    return new NeighbourRows(this);
  }
}
