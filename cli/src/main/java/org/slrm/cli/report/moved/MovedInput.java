package org.slrm.cli.report.moved;

import java.util.List;
import java.util.Map;
import org.slrm.cli.report.section.RunProvenance;
import org.slrm.io.check.DataWarning;
import org.slrm.io.score.Outages;
import org.slrm.io.score.Scores;
import org.slrm.io.shift.ColumnShift;

/**
 * What the page of new rows is made from.
 *
 * <pre>{@code
 * String html = HtmlReport.moved(new MovedInput("new.csv", 200, 1000, columns, warnings, Map.of(), List.of(), provenance));
 * }</pre>
 *
 * @param title title of the page, such as the file's name
 * @param rows number of new rows
 * @param trainingRows number of rows the model was fitted to
 * @param columns the columns then and now
 * @param warnings what differs
 * @param scores how good predictions were by target, empty where labels are not known
 * @param outages what losing columns costs, none where it was not asked for
 * @param provenance where the model comes from
 */
public record MovedInput(
    String title,
    long rows,
    long trainingRows,
    List<ColumnShift> columns,
    List<DataWarning> warnings,
    Map<String, Scores> scores,
    List<Outages.Curve> outages,
    RunProvenance provenance) {
  /** Copies the lists. */
  public MovedInput {
    columns = List.copyOf(columns);
    warnings = List.copyOf(warnings);
    outages = List.copyOf(outages);
  }
}
