package org.slrm.paper.internal.dictionary;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.internal.check.Checks;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.predict.StateValues;
import org.slrm.paper.DictionaryConfig;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/**
 * η = b + wᵀα*, with α* the sparse code of the row's observed features (Z-5). Scaled units, so
 * features are centred at 0.
 *
 * @param dictionary the atoms
 * @param regressor w of each target, one after the other
 * @param intercept b of each target
 * @param noise ψ, noise variance of each feature around Dα
 * @param spread prior variance of each entry of a code
 * @param labelNoise τ of each target
 */
public record DictionaryMember(
    Dictionary dictionary,
    double[] regressor,
    double[] intercept,
    double[] noise,
    double[] spread,
    double[] labelNoise)
    implements Member {
  /** Kind in model files. */
  public static final String KIND = "dictionary";

  private static final double ROUNDING = 1e-6;

  public DictionaryMember {
    int K = dictionary.atoms();
    Checks.equal("length of regressor", regressor.length, "targets × atoms", intercept.length * K);
    Checks.equal("length of noise", noise.length, "features", dictionary.features());
    Checks.equal("length of spread", spread.length, "atoms", K);
    Checks.equal("length of label_noise", labelNoise.length, "targets", intercept.length);
  }

  /** A member from its parts. */
  public static DictionaryMember of(ModelState state) {
    int features = StateValues.integer(state.values(), "features");
    int atoms = StateValues.integer(state.values(), "atoms");
    Checks.between("atoms", atoms, 1, DictionaryConfig.MAX_ATOMS);
    int targets = StateValues.integer(state.values(), "targets");
    double[] D = StateValues.array(state, "dictionary", features, atoms);
    double l1 = StateValues.number(state.values(), "l1");
    double l2 = StateValues.number(state.values(), "l2");
    ModelRange.moderate("l1", Checks.notNegative("l1", l1));
    ModelRange.within("l2", l2, DictionaryConfig.MIN_L2, ModelRange.LARGEST);
    for (int k = 0; k < atoms; k++) {
      double square = 0;
      for (int j = 0; j < features; j++) {
        square += D[j * atoms + k] * D[j * atoms + k];
      }
      ModelRange.within("square of atom " + k, square, 0, 1 + ROUNDING);
    }
    double[] noise = StateValues.array(state, "noise", features);
    for (int j = 0; j < features; j++) {
      ModelRange.divisor("noise of feature " + j, noise[j]);
    }
    return new DictionaryMember(
        new Dictionary(features, atoms, D, l1, l2),
        StateValues.array(state, "regressor", targets, atoms),
        StateValues.array(state, "intercept", targets),
        noise,
        ModelRange.notNegative("spread", StateValues.array(state, "spread", atoms)),
        ModelRange.notNegative("label_noise", StateValues.array(state, "label_noise", targets)));
  }

  @Override
  public ModelState state() {
    int K = dictionary.atoms();
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("kind", KIND);
    values.put("features", features());
    values.put("atoms", K);
    values.put("targets", targets());
    values.put("l1", dictionary.l1());
    values.put("l2", dictionary.l2());
    Map<String, Array> arrays = new LinkedHashMap<>();
    arrays.put("dictionary", new Array(dictionary.D(), features(), K));
    arrays.put("regressor", new Array(regressor, targets(), K));
    arrays.put("intercept", new Array(intercept, targets()));
    arrays.put("noise", new Array(noise, features()));
    arrays.put("spread", new Array(spread, K));
    arrays.put("label_noise", new Array(labelNoise, targets()));
    return new ModelState(values, arrays);
  }

  @Override
  public int features() {
    return dictionary.features();
  }

  @Override
  public int targets() {
    return intercept.length;
  }

  @Override
  public double intercept(int target) {
    return intercept[target];
  }

  @Override
  public int nonZeros(int target) {
    int K = dictionary.atoms();
    return (int) Arrays.stream(regressor, target * K, (target + 1) * K).filter(v -> v != 0).count();
  }

  /** x = Dα + N(0, ψ) with α ~ N(0, diag(spread)), in codes of variance 1 (Z-7). */
  Factors factors() {
    int K = dictionary.atoms();
    double[] V = dictionary.D().clone();
    for (int e = 0; e < V.length; e++) {
      V[e] *= Math.sqrt(spread[e % K]);
    }
    return new Factors(K, new double[features()], V, noise);
  }

  @Override
  public RowSolver rowSolver() {
    return new DictionaryRows(this);
  }
}
