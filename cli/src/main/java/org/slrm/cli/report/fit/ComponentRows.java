package org.slrm.cli.report.fit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.output.text.MemberText;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.feature.RowSample;
import org.slrm.result.MemberInfo;

/**
 * The components of a mixture of factor analysers, and the probabilities of the rows.
 *
 * @param origin name of the member
 * @param kinds one per component
 * @param probabilities of sampled rows, by component
 */
public record ComponentRows(String origin, List<Kind> kinds, List<double[]> probabilities) {
  private static final int MAX_ROWS = 1000;
  private static final long MAX_ENTRIES = 3_000_000;

  /**
   * One component.
   *
   * @param name its name
   * @param fraction its fraction of the rows
   * @param label mean label of its rows, weighted by their probability
   * @param deviation standard deviation of these labels
   * @param rank number of its factors
   * @param noise mean variance of the features around the subspace, in standard units
   * @param traits features whose means differ most from those of all rows, as text
   */
  public record Kind(
      String name,
      double fraction,
      double label,
      double deviation,
      int rank,
      double noise,
      String traits) {}

  /**
   * The components of the heaviest mixture of factor analysers in use for a target; null without
   * one.
   */
  static @Nullable ComponentRows of(FitInput in, int t) {
    MemberInfo union =
        in.model().members().stream()
            .filter(p -> p.weight(t) > 0 && !p.components().isEmpty())
            .max(Comparator.comparingDouble(p -> p.weight(t)))
            .orElse(null);
    if (union == null) {
      return null;
    }
    long most = Math.min(MAX_ROWS, MAX_ENTRIES / in.x().columns());
    int[] rows = RowSample.numbers(in.x().rows(), most);
    List<double[]> probabilities = new ArrayList<>();
    double[] label = new double[rows.length];
    for (int s = 0; s < rows.length; s++) {
      probabilities.add(in.model().componentShares(in.x().row(rows[s]), t));
      // Indices of several classes have no mean; for two classes it is the fraction of the second.
      label[s] = in.model().levels(t) > 2 ? Double.NaN : in.y().valueAt(rows[s], t);
    }
    List<Kind> kinds = new ArrayList<>();
    for (int k = 0; k < union.components().size(); k++) {
      kinds.add(kind(union, k, probabilities, label, in.features()));
    }
    String origin = union.kind() + " member with weight " + NumberText.percent(union.weight(t));
    return new ComponentRows(origin, List.copyOf(kinds), List.copyOf(probabilities));
  }

  private static Kind kind(
      MemberInfo union, int k, List<double[]> probabilities, double[] label, List<String> names) {
    MemberInfo part = union.components().get(k);
    double weight = 0;
    double sum = 0;
    double squares = 0;
    for (int s = 0; s < label.length; s++) {
      double r = Double.isNaN(label[s]) ? 0 : probabilities.get(s)[k];
      double y = r > 0 ? label[s] : 0;
      weight += r;
      sum += r * y;
      squares += r * y * y;
    }
    double mean = sum / weight;
    double variance = Math.max(0, squares / weight - mean * mean);
    return new Kind(
        "component " + (k + 1),
        union.share(k),
        mean,
        Math.sqrt(variance),
        part.rank(),
        meanNoise(part),
        MemberText.traits(union, k, names));
  }

  private static double meanNoise(MemberInfo part) {
    MemberInfo.Subspace subspace = part.subspace();
    return subspace == null
        ? Double.NaN
        : IntStream.range(0, subspace.features())
            .mapToDouble(j -> subspace.noise()[j])
            .average()
            .orElse(Double.NaN);
  }
}
