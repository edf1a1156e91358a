package org.slrm.internal.factor;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.label.Label;
import org.slrm.internal.masking.MaskingCurve;

/**
 * Parameters of x_j = μ_j + V_jᵀα + N(0, ψ_j), α ~ N(0, I), for all columns j: first the features,
 * then the labels (M-2).
 *
 * @param d rank
 * @param mu column means
 * @param V loadings, row-major columns × d
 * @param psi noise variances; 1 for a label without noise
 * @param labels the losses of the last columns; the columns before them are numbers
 * @param curves how missingness depends on the value of each feature, if the parameters are those
 *     given which entries are missing (N-6); empty where missingness is ignorable
 */
public record Factors(
    int d, double[] mu, double[] V, double[] psi, List<Label> labels, List<MaskingCurve> curves)
    implements Serializable {
  /** Copies the lists. */
  public Factors {
    labels = List.copyOf(labels);
    curves = List.copyOf(curves);
  }

  /** Parameters of columns with ignorable missingness. */
  public Factors(int d, double[] mu, double[] V, double[] psi, List<Label> labels) {
    this(d, mu, V, psi, labels, List.of());
  }

  /** Parameters whose columns are all numbers. */
  public Factors(int d, double[] mu, double[] V, double[] psi) {
    this(d, mu, V, psi, List.of());
  }

  public int columns() {
    return mu.length;
  }

  /** These parameters with these label losses in the last columns. */
  public Factors of(List<Label> kinds) {
    return new Factors(d, mu, V, psi, kinds, curves);
  }

  /** These parameters with other curves of missingness. */
  public Factors masked(List<MaskingCurve> by) {
    return new Factors(d, mu, V, psi, labels, by);
  }

  /** The loss of a column. */
  public Label label(int j) {
    int at = j - (columns() - labels.size());
    return at < 0 ? Gaussian.LABEL : labels.get(at);
  }

  /** Whether some label has no Gaussian noise. */
  public boolean bounded() {
    return labels.stream().anyMatch(l -> !l.quadratic());
  }

  /** The columns from {@code from} to {@code to}, the latter not included. */
  public Factors columns(int from, int to) {
    return new Factors(
        d,
        Arrays.copyOfRange(mu, from, to),
        Arrays.copyOfRange(V, from * d, to * d),
        Arrays.copyOfRange(psi, from, to),
        labels(from, to),
        from == 0 ? curves.subList(0, Math.min(to, curves.size())) : List.of());
  }

  private List<Label> labels(int from, int to) {
    int first = Math.max(from, columns() - labels.size());
    List<Label> out = new ArrayList<>();
    for (int j = first; j < to; j++) {
      out.add(label(j));
    }
    return out;
  }

  /** These columns followed by those of other factors of the same rank. */
  public Factors with(Factors more) {
    List<Label> all = new ArrayList<>(labels);
    for (int j = labels.isEmpty() ? more.columns() - more.labels.size() : 0;
        j < more.columns();
        j++) {
      all.add(more.label(j));
    }
    return new Factors(
        d, joined(mu, more.mu), joined(V, more.V), joined(psi, more.psi), all, curves);
  }

  /** This model in scores α' = R⁻¹(α − ν): V ← V R, μ ← μ + V ν, for row-major d×d R. */
  public Factors transformed(double[] R, double[] nu) {
    int p = columns();
    double[] m = new double[p];
    double[] v = new double[p * d];
    for (int j = 0; j < p; j++) {
      double shift = 0;
      for (int k = 0; k < d; k++) {
        double f = V[j * d + k];
        shift += f * nu[k];
        for (int l = 0; l < d; l++) {
          v[j * d + l] += f * R[k * d + l];
        }
      }
      m[j] = mu[j] + shift;
    }
    return new Factors(d, m, v, psi, labels, curves);
  }

  /** A convex combination with other parameters. */
  public Factors towards(Factors to, double fraction) {
    return new Factors(
        d,
        between(mu, to.mu, fraction),
        between(V, to.V, fraction),
        between(psi, to.psi, fraction),
        labels);
  }

  private static double[] between(double[] from, double[] to, double fraction) {
    double[] out = new double[from.length];
    Arrays.setAll(out, k -> from[k] + fraction * (to[k] - from[k]));
    return out;
  }

  /** Whether every M step is an ascent: all label entries are bounds. */
  public boolean ascends() {
    return labels.stream().allMatch(Label::bounded);
  }

  private static double[] joined(double[] a, double[] b) {
    double[] out = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, out, a.length, b.length);
    return out;
  }
}
