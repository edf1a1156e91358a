package org.slrm.io.shift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteRow;
import org.slrm.io.check.DataWarning;
import org.slrm.io.check.TableChecks;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.Schema;

/**
 * Compares new rows with the training rows, batch by batch in constant memory.
 *
 * <pre>{@code
 * ModelFile file = ModelFile.read(path);
 * NewDataCheck check = new NewDataCheck(file.training(), file.schema(), file.model());
 * check.add(batch);
 * check.warnings(source.report()).forEach(w -> System.err.println(w.message()));
 * }</pre>
 */
public final class NewDataCheck {
  /** Minimum number of rows for comparing fractions. */
  private static final int MIN_ROWS = 20;

  private static final double NEW_PATTERNS = 0.1;

  private final TrainingProfile training;
  private final Schema schema;
  private final MissingnessPatterns missing;
  private final @Nullable HiddenEntries hidden;
  private final @Nullable SlrmModel model;
  private final NewColumn[] columns;
  private final NewColumn[] predictions;

  /** For each feature, the position of its column among the columns in use. */
  private final int[] columnOf;

  private long rows;
  private long newPatterns;

  /**
   * A check before any rows are added.
   *
   * @param model the model of the training rows, which detects changed correlations and clamped
   *     entries; null to skip these checks
   */
  public NewDataCheck(TrainingProfile training, Schema schema, @Nullable SlrmModel model) {
    this.hidden =
        model == null || training.hidden().rows() == 0 ? null : new HiddenEntries(model, schema);
    this.model = model;
    this.training = training;
    this.schema = schema;
    this.missing = new MissingnessPatterns(schema);
    this.columns = training.columns().stream().map(NewColumn::new).toArray(NewColumn[]::new);
    this.predictions = training.targets().stream().map(NewColumn::new).toArray(NewColumn[]::new);
    this.columnOf = new int[schema.features().size()];
    int used = 0;
    for (int c = 0; c < schema.columns().size(); c++) {
      int width = schema.columns().get(c).width();
      for (int k = 0; k < width; k++) {
        columnOf[schema.firstFeature(c) + k] = used;
      }
      used += width > 0 ? 1 : 0;
    }
  }

  /** Adds the rows of a batch. */
  public NewDataCheck add(RowBatch batch) {
    for (int i = 0; i < batch.rows(); i++) {
      for (int e = batch.features().rowStart(i); e < batch.features().rowStart(i + 1); e++) {
        int feature = batch.features().column(e);
        String level = schema.features().get(feature).level();
        double value = batch.features().value(e);
        NewColumn column = columns[columnOf[feature]];
        if (level == null) {
          column.add(value);
        } else if (value == 1) {
          column.add(feature - schema.firstFeature(schema.features().get(feature).column()));
        }
      }
      countClamped(batch.features().row(i));
      boolean seen = training.patterns().contains(missing.of(batch.features(), i));
      newPatterns += !training.patterns().isEmpty() && !seen ? 1 : 0;
    }
    if (hidden != null) {
      hidden.add(batch.features());
    }
    rows += batch.rows();
    return this;
  }

  private void countClamped(IncompleteRow row) {
    IncompleteRow clamped = model == null ? row : model.sanitize(row);
    if (clamped == row) {
      return;
    }
    double[] values = clamped.toNaN();
    for (int e = 0; e < row.observed(); e++) {
      columns[columnOf[row.index(e)]].addClamped(row.value(e), values[row.index(e)]);
    }
  }

  /**
   * Adds a prediction; of a classification target, the position of the predicted class among the
   * levels.
   */
  public void predicted(int target, double value) {
    if (target < predictions.length && Double.isFinite(value)) {
      predictions[target].add(value);
    }
  }

  /**
   * Predictions so far compared with the training labels, by target; empty if the profile has no
   * labels.
   */
  public List<ColumnShift> predictions() {
    return shifts(predictions);
  }

  /** Number of rows so far. */
  public long rows() {
    return rows;
  }

  /** The profile of the training rows. */
  public TrainingProfile training() {
    return training;
  }

  /** The comparison of each column so far, in the schema's order. */
  public List<ColumnShift> columns() {
    return shifts(columns);
  }

  private List<ColumnShift> shifts(NewColumn[] columns) {
    return Arrays.stream(columns).map(c -> c.shift(rows)).toList();
  }

  /**
   * The warnings so far, the most serious first.
   *
   * @param report the report of reading, including unseen levels
   */
  public List<DataWarning> warnings(ReadReport report) {
    List<DataWarning> out = new ArrayList<>();
    if (rows == 0) {
      return out;
    }
    List<ColumnShift> shifts = new ArrayList<>(columns());
    shifts.sort(Comparator.comparingDouble(ColumnShift::severity).reversed());
    List<DataWarning> absent = new ArrayList<>();
    List<DataWarning> outside = new ArrayList<>();
    List<DataWarning> changed = new ArrayList<>();
    for (ColumnShift s : shifts) {
      if (s.trainOnly()) {
        absent.add(ShiftWarnings.auxiliary(s));
      } else if (s.missingnessChanged(training.rows()) && rows >= MIN_ROWS) {
        changed.add(ShiftWarnings.missing(s));
      }
      if (s.farOutside(training.rows())) {
        outside.add(ShiftWarnings.outside(s));
      }
    }
    TableChecks.add(outside, out);
    if (hidden != null && hidden.clearlyAbove(training.hidden())) {
      out.add(ShiftWarnings.correlation(training.hidden(), hidden.result()));
    }
    TableChecks.add(absent, out);
    TableChecks.add(ShiftWarnings.unseen(report), out);
    TableChecks.add(changed, out);
    double fraction = (double) newPatterns / rows;
    // A column that is always missing, which is reported above, makes every pattern new.
    if (absent.isEmpty() && fraction >= NEW_PATTERNS && rows >= MIN_ROWS) {
      out.add(ShiftWarnings.patterns(fraction, training.patterns().size()));
    }
    return out;
  }
}
