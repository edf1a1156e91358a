package org.slrm.cli.output;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slrm.io.format.TableWriter;
import org.slrm.io.format.TableWriter.OutputColumn;
import org.slrm.io.score.NamedPrediction;
import org.slrm.io.score.PredictOptions;

/**
 * The cells of an answer: what is predicted, and below it probabilities, reasons and suggestions.
 *
 * @param columns which there are
 * @param explain number of contributions
 * @param suggest number of suggestions
 * @param quantiles probabilities of the quantiles
 */
record AnswerCells(AnswerColumns columns, int explain, int suggest, List<Double> quantiles) {
  static AnswerCells of(AnswerColumns columns, PredictOptions question) {
    return new AnswerCells(columns, question.explain(), question.suggest(), question.quantiles());
  }

  /** The columns of predictions, with a prefix. */
  List<OutputColumn> predicted(String prefix) {
    List<OutputColumn> out = new ArrayList<>();
    String prediction = prefix + "prediction";
    out.add(columns.classes() ? OutputColumn.text(prediction) : OutputColumn.number(prediction));
    if (columns.classes()) {
      out.add(OutputColumn.number(prefix + "probability"));
      out.add(OutputColumn.text(prefix + "set"));
    }
    if (columns.numbers()) {
      numbers(out, prefix, List.of("standard_error", "lower", "upper"));
    }
    if (columns.medians()) {
      numbers(out, prefix, List.of("median"));
    }
    if (columns.numbers()) {
      numbers(out, prefix, quantiles.stream().map(p -> "quantile_" + p).toList());
    }
    return out;
  }

  /** The other columns. */
  List<OutputColumn> details(String prefix) {
    List<OutputColumn> out = new ArrayList<>();
    numbers(out, prefix, columns.levels().stream().map(level -> "p:" + level).toList());
    if (explain > 0) {
      numbers(out, prefix, List.of("baseline"));
    }
    for (int k = 1; k <= explain; k++) {
      out.add(OutputColumn.text(prefix + "feature_" + k));
      numbers(out, prefix, List.of("contribution_" + k));
      if (columns.classes()) {
        numbers(out, prefix, List.of("probability_contribution_" + k));
      }
    }
    for (int k = 1; k <= suggest; k++) {
      out.add(OutputColumn.text(prefix + "measure_" + k));
      if (columns.numbers()) {
        numbers(out, prefix, List.of("variance_reduction_" + k));
      }
      if (columns.classes()) {
        numbers(out, prefix, List.of("log_loss_reduction_" + k));
      }
    }
    return out;
  }

  private static void numbers(List<OutputColumn> out, String prefix, List<String> names) {
    names.forEach(name -> out.add(OutputColumn.number(prefix + name)));
  }

  void writePredicted(NamedPrediction a, TableWriter to) {
    NamedPrediction.Classes classes = a.classes();
    if (classes == null) {
      to.number(a.mean());
    } else {
      to.text(classes.level());
    }
    if (columns.classes()) {
      to.number(classes == null ? Double.NaN : classes.probability());
      to.text(classes == null ? "" : set(classes.set()));
    }
    if (columns.numbers()) {
      to.number(a.standardError()).number(a.lower()).number(a.upper());
    }
    if (columns.medians()) {
      to.number(a.median());
    }
    if (columns.numbers()) {
      a.quantiles().forEach(to::number);
    }
  }

  /** Classes joined by |; in a name, | and \\ are escaped by \\. */
  private static String set(List<String> classes) {
    return classes.stream()
        .map(c -> c.replace("\\", "\\\\").replace("|", "\\|"))
        .collect(Collectors.joining("|"));
  }

  void writeDetails(NamedPrediction a, TableWriter to) {
    probabilities(a.classes(), to);
    reasons(a, to);
    measurements(a, to);
  }

  private void probabilities(NamedPrediction.@Nullable Classes classes, TableWriter to) {
    Map<String, Double> of = new HashMap<>();
    if (classes != null) {
      classes.probabilities().forEach(s -> of.put(s.level(), s.probability()));
    }
    columns.levels().forEach(level -> to.number(of.getOrDefault(level, Double.NaN)));
  }

  private void reasons(NamedPrediction a, TableWriter to) {
    if (explain == 0) {
      return;
    }
    to.number(a.explanation().baseline());
    List<NamedPrediction.Contribution> all = a.explanation().contributions();
    for (int k = 0; k < explain; k++) {
      boolean there = k < all.size();
      to.text(there ? all.get(k).column() : "");
      to.number(there ? all.get(k).amount() : Double.NaN);
      if (columns.classes()) {
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
      if (columns.numbers()) {
        to.number(number ? worth : Double.NaN);
      }
      if (columns.classes()) {
        to.number(number ? Double.NaN : worth);
      }
    }
  }
}
