package org.slrm.cli.report.fit;

import java.util.List;
import org.slrm.SlrmModel;
import org.slrm.cli.report.feature.FeatureGroup;
import org.slrm.cli.report.section.ColumnSummary;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.check.Checks;
import org.slrm.io.model.ModelFile;
import org.slrm.io.train.HoldOutScores;

/**
 * The input of a fit's report.
 *
 * @param title title of the page, such as the file's name
 * @param provenance provenance of the model
 * @param columns the columns as read
 * @param features names of the columns of x
 * @param targets names of the columns of y
 * @param levels names of the classes of each target, none for a number
 * @param x the features
 * @param y the labels
 * @param model the model, with its report
 * @param holdOut scores on held-out rows
 * @param ids identifiers of the rows, empty for row numbers
 * @param panels features that are measured together
 */
public record FitInput(
    String title,
    ModelFile.Provenance provenance,
    List<ColumnSummary> columns,
    List<String> features,
    List<String> targets,
    List<List<String>> levels,
    IncompleteMatrix x,
    IncompleteMatrix y,
    SlrmModel model,
    HoldOutScores holdOut,
    List<String> ids,
    List<FeatureGroup> panels) {
  public FitInput {
    Checks.equal("names of features", features.size(), "columns of x", x.columns());
    Checks.equal("names of targets", targets.size(), "columns of y", y.columns());
    Checks.equal("rows of y", y.rows(), "rows of x", x.rows());
    Checks.equal("lists of classes", levels.size(), "targets", targets.size());
    features = List.copyOf(features);
    targets = List.copyOf(targets);
    levels = List.copyOf(levels);
    panels = List.copyOf(panels);
    ids = List.copyOf(ids);
    columns = List.copyOf(columns);
  }
}
