package org.slrm.cli.report.shift;

import java.util.List;
import java.util.Map;
import org.slrm.cli.report.evaluate.ErrorSections;
import org.slrm.io.check.DataWarning;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.MissingColumnCurves;
import org.slrm.io.score.Scores;
import org.slrm.io.shift.NewDataCheck;

/**
 * The input of the page of new rows.
 *
 * @param title title of the page, such as the file's name
 * @param check the new rows compared with the training rows
 * @param warnings the differences
 * @param flags number of rows by the code of their flags, empty where none is flagged
 * @param scores scores by target, empty without labels
 * @param outages scores without columns, if requested
 * @param errors figures of labelled rows, none without labels
 * @param provenance provenance of the model
 */
public record ShiftInput(
    String title,
    NewDataCheck check,
    List<DataWarning> warnings,
    Map<String, Integer> flags,
    Map<String, Scores> scores,
    List<MissingColumnCurves.Curve> outages,
    ErrorSections errors,
    ModelFile.Provenance provenance) {}
