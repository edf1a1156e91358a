package org.slrm.paper.internal.mousse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.internal.factor.Canonical;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.ImputedFeatures;
import org.slrm.internal.factor.member.LikelihoodMember;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.mixture.Mixture;
import org.slrm.internal.mixture.MixtureMember;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.regression.LabelNoise;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.family.DenseDesign;
import org.slrm.internal.regression.family.LabelChoice;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.paper.MousseConfig;

/**
 * A regression on the codes of tracked leaves:
 *
 * <ol>
 *   <li>track the leaves (T-10);
 *   <li>compute the probability of each leaf for each row, with its code in each;
 *   <li>regress labels on the common codes, with a deviation for each leaf (T-11).
 * </ol>
 */
public final class TrackedUnion {
  /** Prior scale of a leaf's deviation from the common regression; 0 for none. */
  private static final double[] FREEDOMS = {0, 0.1, 0.3, 1};

  private final TrainingData data;
  private final Mixture leaves;
  private final CommonCodes common;
  private final double[][] codes;
  private final double[][] responsibilities;
  private final int d;

  private TrackedUnion(TrainingData data, Mixture leaves, FitContext context) {
    this.data = data;
    this.leaves = leaves;
    common = new CommonCodes(leaves);
    d = leaves.component(0).d();
    codes = new double[leaves.size()][];
    for (int k = 0; k < codes.length; k++) {
      codes[k] =
          ImputedFeatures.of(leaves.component(k), data.x(), false, context.workers()).scores();
    }
    responsibilities = responsibilities();
  }

  /** The member for labelled rows; a single leaf is a linear model. */
  public static Member fit(
      MousseConfig config, TrainingData data, FitContext context, FitRecord c) {
    Mixture leaves = TrackedLeaves.of(config, data, context, c);
    c.found.put("leaves", leaves.size());
    return new TrackedUnion(data, leaves, context).member();
  }

  private Member member() {
    int targets = data.y().columns();
    List<Regression> all = new ArrayList<>();
    double[] error = new double[targets];
    for (int t = 0; t < targets; t++) {
      all.add(regression(t));
      error[t] = all.get(t).chosen.error();
    }
    double[] noise = LabelNoise.of(with(all, new double[targets]), data, error);
    return with(all, noise);
  }

  /** Labels beside the features of every leaf. */
  private Member with(List<Regression> regressions, double[] noise) {
    int features = data.x().columns();
    int targets = regressions.size();
    List<Factors> out = new ArrayList<>();
    for (int k = 0; k < leaves.size(); k++) {
      double[] b = new double[targets];
      double[] w = new double[targets * d];
      for (int t = 0; t < targets; t++) {
        b[t] = regressions.get(t).intercept(k);
        System.arraycopy(regressions.get(t).coefficients(k), 0, w, t * d, d);
      }
      out.add(leaves.component(k).with(new Factors(d, b, w, noise.clone())));
    }
    return leaves.size() == 1
        ? LikelihoodMember.of(Canonical.of(out.get(0), features), features)
        : MixtureMember.of(new Mixture(leaves.proportions(), out), features);
  }

  /** r_ik of (U-5), by leaf. */
  private double[][] responsibilities() {
    int n = data.x().rows();
    double[][] out = new double[leaves.size()][n];
    if (leaves.size() == 1) {
      Arrays.fill(out[0], 1);
      return out;
    }
    Factors none = new Factors(d, new double[1], new double[d], new double[] {1});
    List<Factors> bare = leaves.components().stream().map(f -> f.with(none)).toList();
    RowSolver solver =
        MixtureMember.of(new Mixture(leaves.proportions(), bare), data.x().columns()).rowSolver();
    for (int i = 0; i < n; i++) {
      int row = i;
      solver.pattern(data.x().row(i).indices(), data.x().observed(i));
      solver.row(
          IntStream.range(0, data.x().observed(i))
              .mapToDouble(e -> data.x().value(data.x().rowStart(row) + e))
              .toArray());
      double[] r = solver.componentShares();
      for (int k = 0; k < r.length; k++) {
        out[k][i] = r[k];
      }
    }
    return out;
  }

  /**
   * A ridge regression on common codes and leaves' own.
   *
   * @param freedom s of (T-11)
   * @param chosen coefficients of the common codes, then (intercept, coefficients) of each leaf
   */
  private final class Regression {
    private final double freedom;
    private final PenaltyChoice chosen;

    Regression(double freedom, PenaltyChoice chosen) {
      this.freedom = freedom;
      this.chosen = chosen;
    }

    /** M_kᵀw₀ + s v_k. */
    double[] coefficients(int k) {
      double[] out = common.coefficients(k, Arrays.copyOf(chosen.w(), common.q));
      if (freedom > 0) {
        Vectors.add(out, 0, freedom, chosen.w(), leafStart(k) + 1, d);
      }
      return out;
    }

    /** b₀ + m_kᵀw₀ + s u_k. */
    double intercept(int k) {
      double of = common.intercept(k, Arrays.copyOf(chosen.w(), common.q));
      return chosen.intercept() + of + (freedom > 0 ? freedom * chosen.w()[leafStart(k)] : 0);
    }
  }

  private int leafStart(int k) {
    return common.q + k * (d + 1);
  }

  /** The scale of least held-out error. */
  private Regression regression(int t) {
    Regression best = null;
    for (double freedom : leaves.size() == 1 ? new double[] {0} : FREEDOMS) {
      Regression one = new Regression(freedom, LabelChoice.ridge(design(freedom), data, t));
      best = best == null || one.chosen.error() < best.chosen.error() ? one : best;
    }
    return java.util.Objects.requireNonNull(best);
  }

  /** Σ_k r_k (M_ka_k + m_k), then s r_k (1, a_k) of every leaf. */
  private DenseDesign design(double freedom) {
    int n = data.x().rows();
    int width = freedom > 0 ? leafStart(leaves.size()) : common.q;
    double[] out = new double[n * width];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < leaves.size(); k++) {
        double r = responsibilities[k][i];
        common.add(k, codes[k], i * d, r, out, i * width);
        if (freedom > 0) {
          out[i * width + leafStart(k)] = freedom * r;
          Vectors.add(out, i * width + leafStart(k) + 1, freedom * r, codes[k], i * d, d);
        }
      }
    }
    return new DenseDesign(out, width);
  }
}
