package org.slrm.cli.report.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.cli.report.chart.Html;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Order;
import org.slrm.cli.report.fit.TargetFacts.ComponentFacts;
import org.slrm.data.IncompleteMatrix;
import org.slrm.result.Folds;
import org.slrm.result.MemberInfo;

/**
 * The components of a model's heaviest member that has any: either loadings of factors with
 * variance one, or an orthonormal basis; with the coefficients of a target.
 *
 * @param directions features × rank, row-major, in scaled units
 * @param rank number of components
 * @param coefficients of one target, by component, in scaled units
 * @param origin name of the member
 * @param orthonormal whether the directions are a basis, so that variances must be measured
 */
public record Components(
    double[] directions, int rank, double[] coefficients, String origin, boolean orthonormal) {
  private static final int MAX_ROWS = 200;
  private static final int STRONGEST = 4;
  private static final int NAMED = 2;

  /** The components of a target's heaviest member that has any; null when none has. */
  public static @Nullable Components of(SlrmModel model, int target) {
    return of(model.members(), target, model.target(target).firstColumn());
  }

  public static @Nullable Components of(List<MemberInfo> parts, int target, int column) {
    return parts.stream()
        .filter(part -> part.weight(target) > 0)
        .sorted(Comparator.comparingDouble(part -> -part.weight(target)))
        .map(part -> ofPart(part, target, column))
        .filter(c -> c != null)
        .findFirst()
        .orElse(null);
  }

  private static @Nullable Components ofPart(MemberInfo part, int target, int column) {
    MemberInfo.Subspace subspace = part.subspace();
    MemberInfo.Regression regression = part.regression();
    // A member that regresses on imputed features has a subspace, but no coefficients on it.
    if (subspace == null
        || regression == null
        || subspace.rank() == 0
        || !regression.byComponent()) {
      return null;
    }
    return new Components(
        subspace.directions(),
        subspace.rank(),
        regression.coefficients(column),
        part.kind() + " member with weight " + NumberText.percent(part.weight(target)),
        subspace.orthonormal());
  }

  /** Their descriptions, by decreasing variance. */
  List<ComponentFacts> facts(SlrmModel model, IncompleteMatrix x, List<String> names, int target) {
    double[] variance = orthonormal ? measured(model, x) : squaredNorms();
    int column = model.target(target).firstColumn();
    double unit = model.targetScaling().scale(column) * model.target(target).unit();
    List<ComponentFacts> out = new ArrayList<>();
    for (int k : Order.by(rank, k -> -variance[k])) {
      double effect = coefficients[k] * unit * (orthonormal ? Math.sqrt(variance[k]) : 1);
      String name = "component " + (out.size() + 1) + ": " + named(k, names);
      out.add(
          new ComponentFacts(
              name, variance[k], effect, strongest(k, Math.sqrt(squaredNorms()[k]), names)));
    }
    return out;
  }

  private double[] squaredNorms() {
    double[] out = new double[rank];
    for (int e = 0; e < directions.length; e++) {
      out[e % rank] += directions[e] * directions[e];
    }
    return out;
  }

  /** Variance along each direction over imputed rows, scaled. */
  private double[] measured(SlrmModel model, IncompleteMatrix x) {
    int[] rows = Arrays.stream(Folds.shuffled(x.rows(), 1)).limit(MAX_ROWS).toArray();
    double[] sum = new double[rank];
    double[] squares = new double[rank];
    for (int i : rows) {
      double[] value = model.impute(x.row(i)).value();
      double[] code = new double[rank];
      for (int j = 0; j < value.length; j++) {
        double z = model.scaling().scaled(j, value[j]);
        for (int k = 0; k < rank; k++) {
          code[k] += directions[j * rank + k] * z;
        }
      }
      for (int k = 0; k < rank; k++) {
        sum[k] += code[k];
        squares[k] += code[k] * code[k];
      }
    }
    int n = rows.length;
    return IntStream.range(0, rank)
        .mapToDouble(k -> Math.max(0, squares[k] / n - (sum[k] / n) * (sum[k] / n)))
        .toArray();
  }

  /** Names of the features with the largest loadings. */
  private String named(int k, List<String> names) {
    return loading(k)
        .limit(NAMED)
        .mapToObj(j -> Html.shorten(names.get(j), 24))
        .collect(Collectors.joining(", "));
  }

  private String strongest(int k, double norm, List<String> names) {
    return loading(k)
        .limit(STRONGEST)
        .mapToObj(
            j -> {
              double loading = norm > 0 ? directions[j * rank + k] / norm : 0;
              return Html.shorten(names.get(j), 40)
                  + (loading < 0 ? " " : " +")
                  + NumberText.number(loading);
            })
        .collect(Collectors.joining(", "));
  }

  /** The features by decreasing absolute loading on a component. */
  private IntStream loading(int k) {
    return Arrays.stream(
        Order.by(directions.length / rank, j -> -Math.abs(directions[j * rank + k])));
  }
}
