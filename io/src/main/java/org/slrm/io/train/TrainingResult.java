package org.slrm.io.train;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.io.Table;
import org.slrm.io.check.DataWarning;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.NamedModel;
import org.slrm.result.FitReport;

/**
 * A fitted model with column names, warnings, label kinds and scores on held-out rows.
 *
 * <pre>{@code
 * TrainingResult result = new TableTrainer(TrainingSettings.of("price")).fit("houses.csv");
 * NamedModel model = result.named();
 * double r2 = result.report().scores().get(0).r2();
 * boolean quick = result.quickEffort();
 * }</pre>
 *
 * @param file the model as it is saved; {@link ModelFile#with} adds its provenance
 * @param model the fitted model, with the full report
 * @param table the rows of the fit without auxiliary columns; null if rows were not in memory
 * @param dataWarnings warnings about the rows
 * @param fitWarnings warnings that require the fitted model
 * @param targets the label kind of each target
 * @param quickEffort whether effort was lowered to quick because labels are few
 * @param holdOut scores on held-out rows
 */
public record TrainingResult(
    ModelFile file,
    SlrmModel model,
    @Nullable Table table,
    List<DataWarning> dataWarnings,
    List<DataWarning> fitWarnings,
    List<TargetChoice> targets,
    boolean quickEffort,
    HoldOutScores holdOut) {
  public TrainingResult {
    dataWarnings = List.copyOf(dataWarnings);
    fitWarnings = List.copyOf(fitWarnings);
    targets = List.copyOf(targets);
  }

  /** All warnings, the most serious first. */
  public List<DataWarning> warnings() {
    List<DataWarning> all = new ArrayList<>(fitWarnings);
    all.addAll(dataWarnings);
    return all;
  }

  /** The report of the fit. */
  public FitReport report() {
    return model.report();
  }

  /** The model with the names of its columns, as it is saved. */
  public NamedModel named() {
    return NamedModel.of(file);
  }
}
