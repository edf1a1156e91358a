package org.slrm.internal.mechanism;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.masking.CurveInformation;
import org.slrm.internal.masking.MaskingCurve;
import org.slrm.internal.masking.ObservedValues;
import org.slrm.internal.predict.Ensemble;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.run.Workers;
import org.slrm.result.Missingness;
import org.slrm.result.Missingness.Curve;
import org.slrm.result.Missingness.Feature;

/**
 * The curves of a model's self-masking members with their bands, and the part of the predictions'
 * variance that is due to missing entries. The curve of a feature is that of the member with the
 * largest weight among those with a curve for it.
 */
public final class MissingnessEstimate {
  /** Rows that estimate bands and variances. */
  private static final int ROWS = 2000;

  private final Ensemble model;
  private final IncompleteMatrix x;
  private final double @Nullable [] weights;

  private MissingnessEstimate(Ensemble model, IncompleteMatrix x, double @Nullable [] weights) {
    this.model = model;
    this.x = x;
    this.weights = weights;
  }

  /**
   * The mechanism of a model.
   *
   * @param rows training rows
   * @param weights their weights, null for 1
   */
  public static Missingness of(Ensemble model, IncompleteMatrix rows, double @Nullable [] weights) {
    List<Member> members = masked(model);
    if (members.isEmpty() || rows.rows() == 0) {
      return Missingness.NONE;
    }
    ObservedValues[] observed = ObservedValues.of(model.scaling().apply(rows), weights);
    int n = rows.rows();
    int[] some = IntStream.range(0, Math.min(n, ROWS)).map(k -> at(k, n)).toArray();
    double[] w = weights == null ? null : IntStream.of(some).mapToDouble(i -> weights[i]).toArray();
    var estimate = new MissingnessEstimate(model, rows.selectRows(some), w);
    return estimate.result(members, rows, observed);
  }

  private static int at(int k, int n) {
    return n <= ROWS ? k : (int) ((long) k * n / ROWS);
  }

  /** Members with curves, by decreasing weight. */
  private static List<Member> masked(Ensemble model) {
    Comparator<Integer> byWeight =
        Comparator.comparingDouble(
            k -> -Arrays.stream(model.weights()).mapToDouble(v -> v[k]).sum());
    return IntStream.range(0, model.members().size())
        .boxed()
        .sorted(byWeight)
        .map(model.members()::get)
        .filter(m -> m.curves().stream().anyMatch(MaskingCurve::selective))
        .toList();
  }

  private Missingness result(
      List<Member> members, IncompleteMatrix rows, ObservedValues[] observed) {
    VarianceParts variance = VarianceParts.of(model, x, weights);
    double[] low = rows.statistics().min();
    double[] high = rows.statistics().max();
    var features = new TreeMap<Integer, Feature>();
    for (Member member : members) {
      var found = new TreeMap<Integer, CurveInformation>();
      for (int j = 0; j < member.curves().size(); j++) {
        MaskingCurve curve = member.curves().get(j);
        if (curve.selective() && !features.containsKey(j)) {
          found.put(j, new CurveInformation(curve, observed[j]));
        }
      }
      addMissing(member, found);
      found.forEach(
          (j, information) -> {
            double missing = observed[j].missing();
            features.put(
                j,
                new Feature(
                    j,
                    missing / (missing + observed[j].total()),
                    low[j],
                    high[j],
                    curve(j, information),
                    variance.of(j)));
          });
    }
    return new Missingness(new ArrayList<>(features.values()), variance.all());
  }

  private Curve curve(int j, CurveInformation information) {
    MaskingCurve c = information.curve();
    return new Curve(
        model.scaling().center(j),
        model.scaling().scale(j),
        List.of(c.c0(), c.c1(), c.c2()),
        Arrays.stream(information.covariance()).boxed().toList());
  }

  /** Adds the moments of the missing entries under a member. */
  private void addMissing(Member member, TreeMap<Integer, CurveInformation> of) {
    RowSolver solver = member.rowSolver();
    double[] mean = new double[x.columns()];
    double[] variance = new double[x.columns()];
    for (int i = 0; i < x.rows() && !of.isEmpty(); i++) {
      int[] observed = x.row(i).indices();
      double[] z = new double[observed.length];
      for (int e = 0; e < z.length; e++) {
        z[e] = model.scaling().scaled(observed[e], x.value(x.rowStart(i) + e));
      }
      solver.pattern(observed, z.length);
      solver.row(z);
      solver.impute(mean, variance);
      double w = weights == null ? 1 : weights[i];
      int row = i;
      of.forEach(
          (j, information) -> {
            if (Double.isNaN(x.valueAt(row, j))) {
              information.add(w, mean[j], variance[j]);
            }
          });
    }
  }

  /** Covariances of η with the effects of missing entries, and the variance of η, by column. */
  private static final class VarianceParts {
    private final Ensemble model;
    private final int features;
    private final double[][] effect;
    private final double[][] product;
    private final double[] eta;
    private final double[] square;
    private final double[] all;
    private final double[] allProduct;
    private double total;

    private VarianceParts(Ensemble model) {
      this.model = model;
      features = model.features();
      int columns = model.layout().columns();
      effect = new double[columns][features];
      product = new double[columns][features];
      eta = new double[columns];
      square = new double[columns];
      all = new double[columns];
      allProduct = new double[columns];
    }

    static VarianceParts of(Ensemble model, IncompleteMatrix x, double @Nullable [] weights) {
      VarianceParts out = new VarianceParts(model);
      model.forEachRow(
          x,
          Workers.single(),
          (i, prediction) -> {
            double w = weights == null ? 1 : weights[i];
            out.total += w;
            for (int c = 0; c < out.eta.length; c++) {
              prediction.column(c);
              double missingness = prediction.solver().missingness(c);
              double value = prediction.solver().mean();
              out.eta[c] += w * value;
              out.square[c] += w * value * value;
              out.all[c] += w * missingness;
              out.allProduct[c] += w * missingness * value;
              double[] one = prediction.solver().missingEffects(c, out.features);
              for (int j = 0; j < one.length; j++) {
                out.effect[c][j] += w * one[j];
                out.product[c][j] += w * one[j] * value;
              }
            }
          });
      return out;
    }

    /** Cov(effect of missing x_j, η) / Var(η), by target (N-10). */
    List<Double> of(int j) {
      return perTarget(c -> effect[c][j], c -> product[c][j]);
    }

    /** Cov(effect of all missing entries, η) / Var(η), by target. */
    List<Double> all() {
      return perTarget(c -> all[c], c -> allProduct[c]);
    }

    private interface ByColumn {
      double at(int column);
    }

    private List<Double> perTarget(ByColumn sum, ByColumn products) {
      List<Double> out = new ArrayList<>();
      for (int t = 0; t < model.targets(); t++) {
        double covariance = 0;
        double variance = 0;
        for (int c = model.layout().first(t); c < model.layout().first(t + 1); c++) {
          covariance += products.at(c) - sum.at(c) * eta[c] / total;
          variance += square[c] - eta[c] * eta[c] / total;
        }
        out.add(variance > 0 ? covariance / variance : 0);
      }
      return out;
    }
  }
}
