package org.slrm.io.train;

import java.util.List;
import org.slrm.SlrmModel;
import org.slrm.Trainer;
import org.slrm.io.Table;
import org.slrm.io.check.CheckedTable;
import org.slrm.io.check.DataWarning;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.FitWarnings;
import org.slrm.io.score.NamedModel;
import org.slrm.io.shift.HiddenEntries;
import org.slrm.io.shift.TrainingProfile;
import org.slrm.method.LabelKind;
import org.slrm.method.MethodConfig;
import org.slrm.result.FitListener;

/**
 * A checked table with its label kinds, splits and settings, ready to fit. Immutable.
 *
 * <pre>{@code
 * PreparedTable prepared = new TableTrainer(TrainingSettings.of("price")).prepare("houses.csv");
 * prepared.warnings().forEach(w -> System.err.println(w.message()));
 * TrainingResult result = prepared.fit();
 * }</pre>
 */
public final class PreparedTable {
  private final TrainingSettings settings;
  private final AuxiliaryColumns auxiliary;
  private final String name;
  private final CheckedTable checked;
  private final ReadOptions options;
  private final SplitColumns split;
  private final TrainingRows rows;

  PreparedTable(
      TrainingSettings settings,
      String name,
      CheckedTable checked,
      ReadOptions options,
      SplitColumns split,
      TrainingRows rows) {
    this.settings = settings;
    this.auxiliary = new AuxiliaryColumns(settings.targets().auxiliary());
    this.name = name;
    this.checked = checked;
    this.options = options;
    this.split = split;
    this.rows = rows;
  }

  /** All rows, including held-out rows, without identifiers. */
  public Table table() {
    return checked.table();
  }

  /** Warnings about the rows, the most serious first. */
  public List<DataWarning> warnings() {
    return checked.warnings();
  }

  /** Groups or times of {@link #table}. */
  public SplitColumns split() {
    return split;
  }

  /** Label kinds of the targets of {@link #table}, including auxiliary targets. */
  public List<LabelKind> kinds() {
    return table().schema().labelKinds(options);
  }

  /** The chosen label kinds of {@link #table}, with reasons. */
  public List<TargetChoice> targets() {
    return TargetChoice.of(table(), options);
  }

  /** Whether labels are too few for nonlinear candidates. */
  public boolean fewLabels() {
    return FewLabels.in(warnings());
  }

  /** Fits the rows and evaluates the model on the held-out rows. */
  public TrainingResult fit() {
    boolean lowEffort = fewLabels() && settings.run().adaptEffort();
    MethodConfig method = FewLabels.effort(settings.method(), lowEffort);
    SlrmModel model = model(method);
    Table fitted = auxiliary.without(rows.table());
    List<DataWarning> fitWarnings = FitWarnings.of(model, fitted.schema(), fitted.features());
    TrainingProfile profile = profile(checked.with(fitted).and(fitWarnings), model);
    ReadOptions saved = auxiliary.given() ? settings.reading() : options;
    ModelFile file = FitRun.file(model, fitted.schema(), saved, settings.run(), profile);
    return new TrainingResult(
        file,
        model,
        fitted,
        warnings(),
        fitWarnings,
        TargetChoice.of(fitted, saved),
        method != settings.method(),
        scores(file));
  }

  private FitListener listener() {
    return settings.run().listener();
  }

  private SlrmModel model(MethodConfig method) {
    TrainingChecks.weights(name, rows.table(), String.valueOf(settings.reading().weight()));
    TrainingSettings.Validation validation = settings.validation();
    long seed = settings.run().seed();
    TrainingRows parts =
        new TrainingRows(rows.table(), rows.columns())
            .split(kinds(), "--validation", validation.rows(), settings.reading(), seed);
    int folds = Math.min(validation.folds(), Math.max(2, parts.labelledRows() / 2));
    Trainer trainer = FitRun.trainer(method, settings.run(), kinds()).folds(folds);
    return settings
        .targets()
        .limits()
        .in(parts.with(auxiliary::without).fit(auxiliary.in(trainer, parts.table(), kinds())));
  }

  /** The profile for the comparison with new rows. */
  private TrainingProfile profile(CheckedTable fitted, SlrmModel model) {
    listener().onPhase("writing", "profile of the rows");
    Table table = fitted.table();
    return TrainingProfile.of(fitted, options)
        .with(new HiddenEntries(model, table.schema()).add(table.features()).result());
  }

  private HoldOutScores scores(ModelFile file) {
    Table heldOut = rows.heldOut();
    if (heldOut == null) {
      return HoldOutScores.NONE;
    }
    listener().onPhase("calibration", "rows held out");
    return HoldOutScores.of(
        NamedModel.of(file),
        auxiliary.without(heldOut),
        rows.heldOutColumns().clusters(),
        settings.run().threads());
  }
}
