package org.slrm.cli.output;

import java.io.IOException;
import java.util.List;
import org.slrm.io.score.Answer;
import org.slrm.io.score.Question;

/**
 * Answers as lines of CSV: the columns of every prediction, then those of --explain and --suggest.
 */
public record AnswerOut(CsvOut csv, int explain, int suggest) {
  private static final List<String> COLUMNS =
      List.of(
          "row",
          "target",
          "prediction",
          "standard_error",
          "lower",
          "upper",
          "observed",
          "answered");

  public static AnswerOut plain(CsvOut csv) {
    return new AnswerOut(csv, 0, 0);
  }

  public static AnswerOut to(Question question, CsvOut csv) {
    return new AnswerOut(csv, question.explain(), question.suggest());
  }

  public void header() throws IOException {
    COLUMNS.forEach(csv::text);
    if (explain > 0) {
      csv.text("baseline");
    }
    for (int k = 1; k <= explain; k++) {
      csv.text("feature_" + k).text("contribution_" + k);
    }
    for (int k = 1; k <= suggest; k++) {
      csv.text("measure_" + k).text("variance_reduction_" + k);
    }
    csv.endRow();
  }

  public void write(Answer a) throws IOException {
    csv.number(a.row()).text(a.target());
    csv.number(a.mean()).number(a.standardError()).number(a.lower()).number(a.upper());
    csv.number(a.observed()).text(a.answered() ? "true" : "false");
    if (explain > 0) {
      csv.number(a.reasons().baseline());
      List<Answer.Contribution> all = a.reasons().contributions();
      for (int k = 0; k < explain; k++) {
        boolean there = k < all.size();
        csv.text(there ? all.get(k).feature() : "");
        csv.number(there ? all.get(k).amount() : Double.NaN);
      }
    }
    for (int k = 0; k < suggest; k++) {
      boolean there = k < a.measurements().size();
      csv.text(there ? a.measurements().get(k).column() : "");
      csv.number(there ? a.measurements().get(k).varianceReduction() : Double.NaN);
    }
    csv.endRow();
  }
}
