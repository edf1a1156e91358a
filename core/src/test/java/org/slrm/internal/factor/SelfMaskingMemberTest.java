package org.slrm.internal.factor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.internal.factor.member.ImputedFeaturesMember;
import org.slrm.internal.factor.member.LikelihoodMember;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.masking.MaskingCurve;
import org.slrm.internal.masking.ObservedValues;
import org.slrm.internal.predict.LinearInPattern;
import org.slrm.internal.predict.PatternSolver;
import org.slrm.internal.predict.RowSolver;
import org.slrm.result.ModelState;

/**
 * Members of a self-masking model against the joint Gaussian of scores and missing values, built
 * from the model of all values and inverted.
 */
class SelfMaskingMemberTest {
  private static final int P = 5;
  private static final int D = 2;
  private static final double EXACT = 1e-9;
  private static final double CERTAIN = 1e10;
  private static final double CLOSE = 1e-7;

  private final SplittableRandom random = new SplittableRandom(4);
  private final double[] w = {0.8, -0.5};
  private final double b = 0.3;
  private final double[] beta = {0.4, -0.2, 0.7, 0.1, -0.6};
  private final Factors all = all();
  private final MaskingCurve[] curves = {
    MaskingCurve.of(0.9, 1.2, 0.6),
    MaskingCurve.ignorable(0.3),
    MaskingCurve.of(0.5, -2, 3),
    new MaskingCurve(-2, 0.7, 0),
    MaskingCurve.of(0.8, 0.1, 0.2)
  };
  private final Factors x =
      new SelfMasking(curves, none()).conditional(all.with(label())).columns(0, P);
  private final double[] row = IntStream.range(0, P).mapToDouble(j -> normal()).toArray();

  private double normal() {
    return random.nextGaussian();
  }

  private Factors all() {
    double[] mu = IntStream.range(0, P).mapToDouble(j -> normal()).toArray();
    double[] V = IntStream.range(0, P * D).mapToDouble(k -> normal()).toArray();
    double[] psi = IntStream.range(0, P).mapToDouble(j -> 0.2 + random.nextDouble()).toArray();
    return new Factors(D, mu, V, psi);
  }

  private Factors label() {
    return new Factors(D, new double[] {b}, w, new double[] {0.1});
  }

  private static ObservedValues[] none() {
    return IntStream.range(0, P)
        .mapToObj(j -> new ObservedValues(new double[] {0}, new double[] {1}, 1))
        .toArray(ObservedValues[]::new);
  }

  private LikelihoodMember likelihood() {
    Factors joint = new SelfMasking(curves, none()).conditional(all.with(label()));
    return LikelihoodMember.of(joint, P);
  }

  private ImputedFeaturesMember imputed() {
    double intercept = b;
    for (int j = 0; j < P; j++) {
      intercept += beta[j] * (x.mu()[j] - all.mu()[j]);
    }
    return new ImputedFeaturesMember(x, new double[] {intercept}, beta, new double[] {0.1});
  }

  /** Mean and covariance of (α, x) given the observed entries and which entries are missing. */
  private record Exact(double[] mean, double[][] covariance) {
    double[] covariances(double[] of) {
      return Arrays.stream(covariance).mapToDouble(row -> dot(row, of)).toArray();
    }

    double variance(double[] of) {
      return dot(of, covariances(of));
    }
  }

  private static double dot(double[] a, double[] c) {
    return Vectors.dot(a, 0, c, 0, a.length);
  }

  /**
   * By the precision of (α, x) under the model of all values, to which a missing entry adds its
   * curve and an observed one a measurement with hardly any noise.
   */
  private Exact exact(boolean[] observed) {
    int n = D + P;
    double[] a = new double[Packed.length(n)];
    double[] h = new double[n];
    for (int k = 0; k < D; k++) {
      a[Packed.at(k, k)] = 1;
    }
    for (int j = 0; j < P; j++) {
      double[] r = new double[n];
      for (int k = 0; k < D; k++) {
        r[k] = -all.V()[j * D + k];
      }
      r[D + j] = 1;
      Packed.addOuter(a, 0, 1 / all.psi()[j], r, 0, n);
      Vectors.add(h, 0, all.mu()[j] / all.psi()[j], r, 0, n);
      a[Packed.at(D + j, D + j)] += observed[j] ? CERTAIN : curves[j].precision();
      h[D + j] += observed[j] ? CERTAIN * row[j] : curves[j].c1();
    }
    double[] root = new double[n * n];
    Packed.unpack(a, 0, root, n);
    Cholesky.factor(root, n, 0);
    Cholesky.solve(root, n, h);
    double[][] covariance = new double[n][n];
    for (int k = 0; k < n; k++) {
      covariance[k][k] = 1;
      Cholesky.solve(root, n, covariance[k]);
    }
    return new Exact(h, covariance);
  }

  private double[] label(boolean imputed) {
    double[] out = new double[D + P];
    System.arraycopy(imputed ? beta : w, 0, out, imputed ? D : 0, imputed ? P : D);
    return out;
  }

  private double constant(boolean imputed) {
    double mean = b;
    for (int j = 0; j < P && imputed; j++) {
      mean -= beta[j] * all.mu()[j];
    }
    return mean;
  }

  private interface Check {
    void run(LinearInPattern member, boolean imputed, boolean[] observed);
  }

  private void forEachPattern(Check check) {
    for (int bits = 0; bits < 1 << P; bits++) {
      boolean[] observed = new boolean[P];
      for (int j = 0; j < P; j++) {
        observed[j] = (bits >> j & 1) == 1;
      }
      check.run(likelihood(), false, observed);
      check.run(imputed(), true, observed);
    }
  }

  private static int[] indices(boolean[] observed) {
    return IntStream.range(0, P).filter(j -> observed[j]).toArray();
  }

  private RowSolver solver(LinearInPattern member, boolean[] observed) {
    RowSolver solver = member.rowSolver();
    int[] pattern = indices(observed);
    solver.pattern(pattern, pattern.length);
    solver.row(Arrays.stream(pattern).mapToDouble(j -> row[j]).toArray());
    return solver;
  }

  @Test
  void predictionsAndVariancesAreThoseOfTheJointGaussian() {
    forEachPattern(
        (member, imputed, observed) -> {
          Exact exact = exact(observed);
          RowSolver solver = solver(member, observed);
          double[] label = label(imputed);
          double expected = constant(imputed) + dot(label, exact.mean());
          assertEquals(expected, solver.mean(0), CLOSE);
          assertEquals(exact.variance(label), solver.signalVariance(0), CLOSE);
        });
  }

  @Test
  void observingAFeatureReplacesItsPseudoObservation() {
    forEachPattern(
        (member, imputed, observed) -> {
          double[] reductions = new double[P];
          solver(member, observed).varianceReductions(0, reductions);
          double[] label = label(imputed);
          double before = exact(observed).variance(label);
          for (int j = 0; j < P; j++) {
            boolean[] more = observed.clone();
            more[j] = true;
            double after = exact(more).variance(label);
            assertEquals(before - after, reductions[j], CLOSE);
          }
        });
  }

  @Test
  void theEffectOfMissingnessIsThatOfThePseudoObservationsAboutTheMeanOfAllValues() {
    double[] atMean = all.mu();
    System.arraycopy(atMean, 0, row, 0, P);
    forEachPattern(
        (member, imputed, observed) -> {
          // Values at their means leave the effect of missingness alone.
          RowSolver solver = solver(member, observed);
          double[] contributions = new double[P];
          solver.addContributions(0, 1, contributions);
          assertArrayEquals(new double[P], contributions, EXACT);
          assertEquals(b, member.intercept(0), EXACT);
          assertEquals(solver.mean(0) - b, solver.missingness(0), EXACT);
          double[] effects = new double[P];
          solver.addMissingEffects(0, 1, effects);
          assertEquals(solver.missingness(0), Arrays.stream(effects).sum(), EXACT);
          double[] label = label(imputed);
          Exact exact = exact(observed);
          for (int j = 0; j < P; j++) {
            double pull = observed[j] ? 0 : curves[j].c1() - curves[j].precision() * all.mu()[j];
            assertEquals(pull * exact.covariances(label)[D + j], effects[j], CLOSE);
          }
        });
  }

  @Test
  void withCurvesThatIgnoreTheValueMembersAreThoseOfTheOrdinaryModel() {
    MaskingCurve[] flat =
        IntStream.range(0, P)
            .mapToObj(j -> MaskingCurve.ignorable(0.4))
            .toArray(MaskingCurve[]::new);
    Factors joint = all.with(label());
    LikelihoodMember masked =
        LikelihoodMember.of(new SelfMasking(flat, none()).conditional(joint), P);
    LikelihoodMember plain = LikelihoodMember.of(joint, P);
    forEachPattern(
        (member, imputed, observed) -> {
          RowSolver a = solver(masked, observed);
          RowSolver c = solver(plain, observed);
          assertEquals(c.mean(0), a.mean(0), EXACT);
          assertEquals(c.signalVariance(0), a.signalVariance(0), EXACT);
          assertEquals(0, a.missingness(0), EXACT);
        });
  }

  @Test
  void theModelOfAllValuesIsRecoveredUpToARotationOfTheScores() {
    Factors back = SelfMasking.allValues(x);
    assertArrayEquals(all.mu(), back.mu(), EXACT);
    assertArrayEquals(all.psi(), back.psi(), EXACT);
    assertArrayEquals(gram(all), gram(back), EXACT);
  }

  /** VVᵀ. */
  private static double[] gram(Factors f) {
    double[] out = new double[P * P];
    for (int i = 0; i < P * P; i++) {
      out[i] = Vectors.dot(f.V(), i / P * D, f.V(), i % P * D, D);
    }
    return out;
  }

  @Test
  void aMemberReadFromItsStatePredictsTheSame() {
    LikelihoodMember read = LikelihoodMember.of(likelihood().state());
    forEachPattern(
        (member, imputed, observed) -> {
          RowSolver a = solver(likelihood(), observed);
          RowSolver c = solver(read, observed);
          assertEquals(a.mean(0), c.mean(0), EXACT);
          assertEquals(a.missingness(0), c.missingness(0), EXACT);
        });
    assertEquals(P, read.curves().size());
  }

  @Test
  void impossibleCurvesOfAModelFileAreRejected() {
    assertThrows(IllegalArgumentException.class, reading(2, 1));
    assertThrows(IllegalArgumentException.class, reading(2, -1e6));
  }

  /** Reads a member whose array of curves has another number. */
  private org.junit.jupiter.api.function.Executable reading(int at, double value) {
    Supplier<ModelState> changed =
        () -> {
          ModelState state = likelihood().state();
          Map<String, ModelState.Array> arrays = new LinkedHashMap<>(state.arrays());
          double[] c = arrays.get("missingness").data().clone();
          c[at] = value;
          arrays.put("missingness", new ModelState.Array(c, P, 3));
          return new ModelState(state.values(), arrays);
        };
    return () -> LikelihoodMember.of(changed.get());
  }

  @Test
  void imputedValuesDoNotDependOnTheReferenceOfContributions() {
    LikelihoodMember member = likelihood();
    PatternSolver solver = member.patternSolver();
    int[] observed = {1, 4};
    solver.pattern(observed, 2);
    double[] difference = {row[1] - member.center(1), row[4] - member.center(4)};
    double[] mean = new double[P];
    double[] variance = new double[P];
    solver.impute(difference, mean, variance);
    boolean[] known = {false, true, false, false, true};
    Exact exact = exact(known);
    for (int j = 0; j < P; j++) {
      if (!known[j]) {
        assertEquals(exact.mean()[D + j], mean[j], CLOSE);
        assertEquals(exact.covariance()[D + j][D + j], variance[j], CLOSE);
      }
    }
  }
}
