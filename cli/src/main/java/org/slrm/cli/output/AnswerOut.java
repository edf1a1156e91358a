package org.slrm.cli.output;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slrm.io.score.Answer;
import org.slrm.io.score.NamedModel;
import org.slrm.io.score.Question;
import org.slrm.method.LabelKind;

/**
 * Answers as lines of CSV: the columns of every prediction, then those of --explain and --suggest.
 * Targets of several kinds have the columns of all of them, empty where they do not apply.
 */
public final class AnswerOut {
  private final CsvOut csv;
  private final Columns columns;
  private final int explain;
  private final int suggest;

  private AnswerOut(CsvOut csv, Columns columns, int explain, int suggest) {
    this.csv = csv;
    this.columns = columns;
    this.explain = explain;
    this.suggest = suggest;
  }

  /**
   * Which columns there are.
   *
   * @param numbers whether a target is a number
   * @param medians whether one has a median beside the mean: counts and positive amounts
   * @param levels all classes of all targets, none where no target has any
   */
  public record Columns(boolean numbers, boolean medians, List<String> levels) {
    /** Those of numbers alone. */
    public static final Columns PLAIN = new Columns(true, false, List.of());

    /** Those of targets of these kinds, with these classes each. */
    public static Columns of(List<LabelKind> kinds, List<List<String>> levels) {
      Set<String> all = new LinkedHashSet<>();
      levels.forEach(all::addAll);
      return new Columns(
          kinds.stream().anyMatch(k -> k != LabelKind.CLASSES),
          kinds.stream().anyMatch(k -> k == LabelKind.COUNTS || k == LabelKind.POSITIVE),
          List.copyOf(all));
    }

    /** Those of a model. */
    public static Columns of(NamedModel model) {
      List<LabelKind> kinds = new ArrayList<>();
      List<List<String>> levels = new ArrayList<>();
      for (int t = 0; t < model.targets().size(); t++) {
        kinds.add(model.kind(t));
        levels.add(model.levels(t));
      }
      return of(kinds, levels);
    }

    boolean classes() {
      return !levels.isEmpty();
    }
  }

  /** Predictions alone. */
  public static AnswerOut plain(CsvOut csv, Columns columns) {
    return new AnswerOut(csv, columns, 0, 0);
  }

  /** All that is asked for. */
  public static AnswerOut to(Question question, CsvOut csv, Columns columns) {
    return new AnswerOut(csv, columns, question.explain(), question.suggest());
  }

  public void header() throws IOException {
    csv.text("row").text("target").text("prediction");
    if (columns.classes()) {
      csv.text("probability").text("set");
    }
    if (columns.numbers) {
      csv.text("standard_error").text("lower").text("upper");
    }
    if (columns.medians) {
      csv.text("median");
    }
    csv.text("observed").text("answered");
    columns.levels.forEach(level -> csv.text("p:" + level));
    if (explain > 0) {
      csv.text("baseline");
    }
    for (int k = 1; k <= explain; k++) {
      csv.text("feature_" + k).text("contribution_" + k);
      if (columns.classes()) {
        csv.text("probability_contribution_" + k);
      }
    }
    for (int k = 1; k <= suggest; k++) {
      csv.text("measure_" + k);
      if (columns.numbers) {
        csv.text("variance_reduction_" + k);
      }
      if (columns.classes()) {
        csv.text("log_loss_reduction_" + k);
      }
    }
    csv.endRow();
  }

  public void write(Answer a) throws IOException {
    Answer.Classes classes = a.classes();
    csv.number(a.row()).text(a.target());
    if (classes == null) {
      csv.number(a.mean());
    } else {
      csv.text(classes.level());
    }
    if (columns.classes()) {
      csv.number(classes == null ? Double.NaN : classes.probability());
      csv.text(classes == null ? "" : String.join("|", classes.set()));
    }
    if (columns.numbers) {
      csv.number(a.standardError()).number(a.lower()).number(a.upper());
    }
    if (columns.medians) {
      csv.number(a.median());
    }
    csv.number(a.observed()).text(a.answered() ? "true" : "false");
    probabilities(classes);
    reasons(a);
    measurements(a);
    csv.endRow();
  }

  private void probabilities(Answer.@Nullable Classes classes) {
    Map<String, Double> of = new HashMap<>();
    if (classes != null) {
      classes.shares().forEach(s -> of.put(s.level(), s.probability()));
    }
    columns.levels.forEach(level -> csv.number(of.getOrDefault(level, Double.NaN)));
  }

  private void reasons(Answer a) {
    if (explain == 0) {
      return;
    }
    csv.number(a.reasons().baseline());
    List<Answer.Contribution> all = a.reasons().contributions();
    for (int k = 0; k < explain; k++) {
      boolean there = k < all.size();
      csv.text(there ? all.get(k).feature() : "");
      csv.number(there ? all.get(k).amount() : Double.NaN);
      if (columns.classes()) {
        csv.number(there ? all.get(k).probability() : Double.NaN);
      }
    }
  }

  private void measurements(Answer a) {
    boolean number = a.classes() == null;
    for (int k = 0; k < suggest; k++) {
      boolean there = k < a.measurements().size();
      double worth = there ? a.measurements().get(k).varianceReduction() : Double.NaN;
      csv.text(there ? a.measurements().get(k).column() : "");
      if (columns.numbers) {
        csv.number(number ? worth : Double.NaN);
      }
      if (columns.classes()) {
        csv.number(number ? Double.NaN : worth);
      }
    }
  }
}
