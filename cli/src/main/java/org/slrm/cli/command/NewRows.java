package org.slrm.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.output.text.WarningText;
import org.slrm.cli.report.evaluate.ErrorSections;
import org.slrm.cli.report.shift.ShiftInput;
import org.slrm.io.check.DataWarning;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.MissingColumnCurves;
import org.slrm.io.score.NamedPrediction;
import org.slrm.io.score.Scores;
import org.slrm.io.shift.NewDataCheck;
import org.slrm.io.shift.TrainingProfile;
import org.slrm.result.Prediction;

/**
 * New rows in the order of reading, compared with the training rows if the model file has their
 * profile.
 */
final class NewRows {
  /** Rows of a stream between two comparisons. */
  private static final int WATCHED = 1000;

  private final @Nullable NewDataCheck check;
  private final @Nullable ModelFile file;
  private long rows;
  private final Set<String> reported = new HashSet<>();
  private final Map<String, Integer> flags = new TreeMap<>();

  /**
   * Without rows.
   *
   * @param model the model in the file, null without one
   */
  NewRows(@Nullable ModelFile file, @Nullable SlrmModel model) {
    this.file = file;
    TrainingProfile training = file == null ? null : file.training();
    check =
        file == null || training == null ? null : new NewDataCheck(training, file.schema(), model);
  }

  /** Without rows, for a stream that may start with a model. */
  static NewRows of(@Nullable ModelFile file) {
    boolean model = file != null && file.kind().equals(ModelFile.MODEL);
    return new NewRows(file, model ? file.model() : null);
  }

  /** The page's input, for a model file with a training profile. */
  ShiftInput page(
      String data,
      ReadReport report,
      Map<String, Scores> scores,
      List<MissingColumnCurves.Curve> outages,
      ErrorSections errors) {
    if (file == null || check == null) {
      throw new IllegalStateException("must have training rows to compare with");
    }
    return new ShiftInput(
        data.equals("-") ? "standard input" : Path.of(data).getFileName().toString(),
        check,
        check.warnings(report),
        flags,
        scores,
        outages,
        errors,
        file.provenance());
  }

  /** Reports the number of flagged rows, except those with few observed entries. */
  void noteFlags(Console console) {
    flags.forEach(
        (code, count) -> {
          if (!code.equals(Prediction.Flag.FEW_OBSERVED.code())) {
            String rows = count == 1 ? " row flagged " : " rows flagged ";
            console.note("slrm: " + ReadableText.count(count) + rows + code);
          }
        });
  }

  /** Numbers of flagged rows by code. */
  Map<String, Integer> flags() {
    return flags;
  }

  /** Adds predictions of all targets of a row. */
  void predicted(List<NamedPrediction> predictions) {
    for (Prediction.Flag flag : predictions.get(0).flags()) {
      flags.merge(flag.code(), 1, Integer::sum);
    }
    for (int t = 0; check != null && file != null && t < predictions.size(); t++) {
      NamedPrediction.Classes classes = predictions.get(t).classes();
      check.predicted(
          t,
          classes == null
              ? predictions.get(t).mean()
              : file.schema().target(t).levels().indexOf(classes.level()));
    }
  }

  void add(RowBatch batch) {
    rows += batch.rows();
    if (check != null) {
      check.add(batch);
    }
  }

  /** Adds rows of a stream, and reports new differences from time to time. */
  void follow(RowBatch batch, RowSource rows, Console console) {
    add(batch);
    if (check != null && check.rows() % WATCHED == 0) {
      report(warnings(rows.report()), console);
    }
  }

  /** Number of rows so far. */
  long rows() {
    return rows;
  }

  List<DataWarning> warnings(ReadReport report) {
    return check == null ? List.of() : check.warnings(report);
  }

  /** Lines not printed yet; classes of a target are printed where they are used. */
  List<String> unreported(List<DataWarning> warnings) {
    List<DataWarning> out = new ArrayList<>();
    for (DataWarning w : warnings) {
      boolean classes =
          file != null
              && w.code().equals(DataWarning.UNSEEN_LEVELS)
              && file.schema().targets().contains(w.column());
      if (!classes && reported.add(w.code() + " " + w.column())) {
        out.add(w);
      }
    }
    return WarningText.lines(out);
  }

  /** Reports new differences as remarks. */
  void report(List<DataWarning> warnings, Console console) {
    unreported(warnings).forEach(line -> console.note("slrm: " + line));
  }
}
