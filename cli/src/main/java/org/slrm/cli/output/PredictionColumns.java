package org.slrm.cli.output;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.io.format.TableWriter;
import org.slrm.io.format.TableWriter.OutputColumn;
import org.slrm.io.score.NamedModel;
import org.slrm.io.score.NamedPrediction;
import org.slrm.io.score.PredictOptions;
import org.slrm.method.LabelKind;

/**
 * The columns of predictions, and below them probabilities, contributions and suggestions. Targets
 * of several kinds have the columns of all of them, empty where they do not apply.
 *
 * @param numbers whether a target is a number
 * @param medians whether a target's median differs from its mean: counts and positive amounts
 * @param levels all classes of all targets, none without class targets
 * @param explain number of contributions
 * @param suggest number of suggestions
 * @param quantiles probabilities of the quantiles
 */
public record PredictionColumns(
    boolean numbers,
    boolean medians,
    List<String> levels,
    int explain,
    int suggest,
    List<Double> quantiles) {

  /** For targets of these kinds, with these classes each. */
  public static PredictionColumns of(
      List<LabelKind> kinds, List<List<String>> levels, PredictOptions options) {
    return new PredictionColumns(
        kinds.stream().anyMatch(k -> !k.isClassification()),
        kinds.stream().anyMatch(LabelKind::logScale),
        levels.stream().flatMap(List::stream).distinct().toList(),
        options.explain(),
        options.suggest(),
        options.quantiles());
  }

  /** For each of these targets of a model. */
  static PredictionColumns of(NamedModel model, IntStream targets, PredictOptions options) {
    int[] t = targets.toArray();
    return of(
        IntStream.of(t).mapToObj(model::kind).toList(),
        IntStream.of(t).mapToObj(model::levels).toList(),
        options);
  }

  private boolean classes() {
    return !levels.isEmpty();
  }

  /** The columns of predictions, with a prefix. */
  List<OutputColumn> predicted(String prefix) {
    List<OutputColumn> out = new ArrayList<>();
    String prediction = prefix + "prediction";
    out.add(classes() ? OutputColumn.text(prediction) : OutputColumn.number(prediction));
    if (classes()) {
      out.add(OutputColumn.number(prefix + "probability"));
      out.add(OutputColumn.text(prefix + "set"));
    }
    if (numbers()) {
      numbers(out, prefix, List.of("standard_error", "lower", "upper"));
    }
    if (medians()) {
      numbers(out, prefix, List.of("median"));
    }
    if (numbers()) {
      numbers(out, prefix, quantiles.stream().map(p -> "quantile_" + p).toList());
    }
    return out;
  }

  /** The other */
  List<OutputColumn> details(String prefix) {
    List<OutputColumn> out = new ArrayList<>();
    numbers(out, prefix, levels().stream().map(level -> "p:" + level).toList());
    if (explain > 0) {
      numbers(out, prefix, List.of("baseline"));
    }
    for (int k = 1; k <= explain; k++) {
      out.add(OutputColumn.text(prefix + "feature_" + k));
      numbers(out, prefix, List.of("contribution_" + k));
      if (classes()) {
        numbers(out, prefix, List.of("probability_contribution_" + k));
      }
    }
    for (int k = 1; k <= suggest; k++) {
      out.add(OutputColumn.text(prefix + "measure_" + k));
      if (numbers()) {
        numbers(out, prefix, List.of("variance_reduction_" + k));
      }
      if (classes()) {
        numbers(out, prefix, List.of("log_loss_reduction_" + k));
      }
    }
    return out;
  }

  private static void numbers(List<OutputColumn> out, String prefix, List<String> names) {
    names.forEach(name -> out.add(OutputColumn.number(prefix + name)));
  }

  /** Writes the cells of {@link #predicted}. */
  void writePredicted(NamedPrediction a, TableWriter to) {
    NamedPrediction.Classes classes = a.classes();
    if (classes == null) {
      to.number(a.mean());
    } else {
      to.text(classes.level());
    }
    if (classes()) {
      to.number(classes == null ? Double.NaN : classes.probability());
      to.text(classes == null ? "" : set(classes.set()));
    }
    if (numbers()) {
      to.number(a.standardError()).number(a.lower()).number(a.upper());
    }
    if (medians()) {
      to.number(a.median());
    }
    if (numbers()) {
      a.quantiles().forEach(to::number);
    }
  }

  /** Classes joined by |; in a name, | and \\ are escaped by \\. */
  private static String set(List<String> classes) {
    return classes.stream()
        .map(c -> c.replace("\\", "\\\\").replace("|", "\\|"))
        .collect(Collectors.joining("|"));
  }

  /** Writes the cells of {@link #details}. */
  void writeDetails(NamedPrediction a, TableWriter to) {
    probabilities(a.classes(), to);
    contributions(a, to);
    measurements(a, to);
  }

  private void probabilities(NamedPrediction.@Nullable Classes classes, TableWriter to) {
    Map<String, Double> probabilities = new HashMap<>();
    if (classes != null) {
      classes.probabilities().forEach(s -> probabilities.put(s.level(), s.probability()));
    }
    levels().forEach(level -> to.number(probabilities.getOrDefault(level, Double.NaN)));
  }

  private void contributions(NamedPrediction a, TableWriter to) {
    if (explain == 0) {
      return;
    }
    to.number(a.explanation().baseline());
    List<NamedPrediction.Contribution> all = a.explanation().contributions();
    for (int k = 0; k < explain; k++) {
      boolean there = k < all.size();
      to.text(there ? all.get(k).column() : "");
      to.number(there ? all.get(k).amount() : Double.NaN);
      if (classes()) {
        to.number(there ? all.get(k).probability() : Double.NaN);
      }
    }
  }

  private void measurements(NamedPrediction a, TableWriter to) {
    boolean number = a.classes() == null;
    for (int k = 0; k < suggest; k++) {
      boolean there = k < a.measurements().size();
      double worth = there ? a.measurements().get(k).varianceReduction() : Double.NaN;
      to.text(there ? a.measurements().get(k).column() : "");
      if (numbers()) {
        to.number(number ? worth : Double.NaN);
      }
      if (classes()) {
        to.number(number ? Double.NaN : worth);
      }
    }
  }
}
