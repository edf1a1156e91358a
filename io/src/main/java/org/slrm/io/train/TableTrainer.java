package org.slrm.io.train;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.slrm.data.RowBlocks;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.cache.RowCache;
import org.slrm.io.check.CheckedTable;
import org.slrm.io.check.OrderedRows;
import org.slrm.io.check.TableChecks;
import org.slrm.io.column.CellColumn;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RowKeys;
import org.slrm.io.source.InputException;
import org.slrm.method.LabelKind;

/**
 * Fits a model by column names: checks the rows, chooses label kinds, splits off held-out rows,
 * fits and evaluates. It prints nothing and writes no file. Immutable and safe to share between
 * threads if the listener is.
 *
 * <pre>{@code
 * List<Map<String, Object>> rows = List.of(Map.of("area", 120, "price", 9), Map.of("area", 80, "price", 7));
 * TrainingResult result = new TableTrainer(TrainingSettings.of("price").withSeed(7)).fit(rows);
 * result.warnings().forEach(w -> System.err.println(w.code() + " " + w.column()));
 * System.out.println(result.report().scores().get(0).r2());
 * result.file().write(Path.of("houses.slrm"));
 * }</pre>
 *
 * @param settings the settings
 */
public record TableTrainer(TrainingSettings settings) {
  /**
   * Fits the rows of a file.
   *
   * @param file path, or {@code -} for standard input
   * @throws InputException if the rows are invalid
   */
  public TrainingResult fit(String file) {
    return prepare(file).fit();
  }

  /** Fits the rows of a file. */
  public TrainingResult fit(Path file) {
    return fit(file.toString());
  }

  /**
   * Fits rows by column name. A value is a number, a boolean or text as in a file; null and NaN are
   * missing.
   *
   * @throws InputException if the rows are invalid
   */
  public TrainingResult fit(List<? extends Map<String, ?>> rows) {
    return prepare(rows).fit();
  }

  /**
   * Fits a table, read with {@link TrainingSettings#tableOptions}.
   *
   * @throws InputException if the rows are invalid
   */
  public TrainingResult fit(Table table) {
    return prepare(table).fit();
  }

  /**
   * Fits the rows of a cache, read with {@link TrainingSettings#tableOptions}, in passes over them.
   * A held-out sample replaces cross-validation.
   *
   * @throws InputException if the rows are invalid
   */
  public TrainingResult fit(RowCache rows, RowBlocks.Passes passes) {
    return prepare(rows).fit(passes);
  }

  /** The rows of a file, without checks of their contents. */
  public Table read(String file) {
    return rows(file, Tables.read(file, settings.tableOptions())).table();
  }

  /** Checks the rows of a file and prepares the fit. */
  public PreparedTable prepare(String file) {
    return prepared(file, Tables.read(file, settings.tableOptions()));
  }

  /** Checks rows given by column name and prepares the fit. */
  public PreparedTable prepare(List<? extends Map<String, ?>> rows) {
    return prepare(Tables.read(rows, settings.tableOptions()));
  }

  /** Checks a table and prepares the fit. */
  public PreparedTable prepare(Table table) {
    return prepared(table.report().file(), table);
  }

  /** Checks the rows of a cache. */
  public PreparedRows prepare(RowCache rows) {
    return new PreparedRows(settings, rows);
  }

  private TrainingRows rows(String name, Table table) {
    SplitColumns split = split(name, table);
    TrainingChecks.of(name, table);
    return new TrainingRows(table, split);
  }

  private SplitColumns split(String name, Table table) {
    TrainingSettings.Validation v = settings.validation();
    if (v.columns().isEmpty()) {
      return SplitColumns.NONE;
    }
    RowKeys keys = new RowKeys(name, table.schema(), settings.reading());
    List<CellColumn> cells = v.columns().stream().map(table::rawCells).toList();
    SplitColumns split =
        v.group() == null
            ? new SplitColumns(keys.times(cells), null)
            : new SplitColumns(null, keys.groups(cells.get(0)));
    return split.checked(name, String.join(", ", v.columns()));
  }

  private PreparedTable prepared(String name, Table table) {
    TrainingRows allRows = rows(name, table);
    settings.run().listener().onPhase("reading", "checks");
    AuxiliaryColumns auxiliary = new AuxiliaryColumns(settings.targets().auxiliary());
    settings.targets().limits().check(auxiliary.without(table));
    ReadOptions options = settings.columns();
    CheckedTable checked = TableChecks.of(table, options);
    if (!allRows.columns().given()) {
      // Rows without a declared group or time may still be ordered.
      checked = checked.and(OrderedRows.in(checked.table(), options));
    }
    List<LabelKind> kinds = checked.table().schema().labelKinds(options);
    TrainingRows rows =
        new TrainingRows(checked.table(), allRows.columns())
            .split(
                kinds,
                "--holdout",
                settings.validation().holdOut(),
                settings.reading(),
                settings.run().seed())
            .weighted(settings.targets().classWeights(), kinds);
    return new PreparedTable(settings, name, checked, options, allRows.columns(), rows);
  }
}
