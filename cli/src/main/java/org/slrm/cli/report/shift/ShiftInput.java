package org.slrm.cli.report.shift;

import java.util.List;
import java.util.Map;
import org.slrm.cli.report.evaluate.ErrorSections;
import org.slrm.cli.report.section.RunProvenance;
import org.slrm.io.check.DataWarning;
import org.slrm.io.score.Outages;
import org.slrm.io.score.Scores;
import org.slrm.io.shift.ColumnShift;
import org.slrm.io.shift.NewDataCheck;

/**
 * The input of the page of new rows.
 *
 * <pre>{@code
 * String html = HtmlReport.shift(ShiftInput.of("new.csv", check, warnings, provenance));
 * }</pre>
 *
 * @param title title of the page, such as the file's name
 * @param rows number of new rows
 * @param trainingRows number of rows the model was fitted to
 * @param columns the columns then and now
 * @param warnings the differences
 * @param scores scores by target, empty without labels @param outages scores without columns, if
 *     requested
 * @param errors figures of labelled rows, none without labels
 * @param predictions predictions and training labels, none without these
 * @param flags number of rows by the code of their flags, empty where none is flagged
 * @param provenance provenance of the model
 */
public record ShiftInput(
    String title,
    long rows,
    long trainingRows,
    List<ColumnShift> columns,
    List<DataWarning> warnings,
    Map<String, Scores> scores,
    List<Outages.Curve> outages,
    ErrorSections errors,
    List<ColumnShift> predictions,
    Map<String, Integer> flags,
    RunProvenance provenance) {
  /** Copies the lists. */
  public ShiftInput {
    columns = List.copyOf(columns);
    warnings = List.copyOf(warnings);
    outages = List.copyOf(outages);
    predictions = List.copyOf(predictions);
  }

  /** Rows compared with those at training. */
  public static ShiftInput of(
      String title, NewDataCheck check, List<DataWarning> warnings, RunProvenance provenance) {
    return new ShiftInput(
        title,
        check.rows(),
        check.training().rows(),
        check.columns(),
        warnings,
        Map.of(),
        List.of(),
        ErrorSections.NONE,
        check.predictions(),
        Map.of(),
        provenance);
  }

  /** The same for labelled rows. */
  public ShiftInput evaluated(
      Map<String, Scores> found, List<Outages.Curve> hidden, ErrorSections figures) {
    return new ShiftInput(
        title,
        rows,
        trainingRows,
        columns,
        warnings,
        found,
        hidden,
        figures,
        predictions,
        flags,
        provenance);
  }

  /** The same with numbers of flagged rows by code. */
  public ShiftInput flagged(Map<String, Integer> counts) {
    return new ShiftInput(
        title,
        rows,
        trainingRows,
        columns,
        warnings,
        scores,
        outages,
        errors,
        predictions,
        counts,
        provenance);
  }
}
