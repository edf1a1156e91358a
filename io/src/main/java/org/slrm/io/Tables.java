package org.slrm.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.column.CellColumn;
import org.slrm.io.column.ColumnDifferences;
import org.slrm.io.column.EncodedRows;
import org.slrm.io.column.MapRecords;
import org.slrm.io.column.Profiler;
import org.slrm.io.column.RawRow;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RecordReader;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowEncoder;
import org.slrm.io.column.RowSource;
import org.slrm.io.column.Schema;
import org.slrm.io.column.SchemaMismatchException;
import org.slrm.io.column.Selection;
import org.slrm.io.format.Formats;
import org.slrm.io.source.InputException;
import org.slrm.io.source.ReadFailure;
import org.slrm.io.source.Source;

/**
 * Reads files. A name is a path, or {@code -} for standard input; gzip is recognised by content.
 *
 * <pre>{@code
 * Table t = Tables.read("data.csv.gz", ReadOptions.builder().target("y").build());
 * RowSource rows = Tables.open("-", ReadOptions.DEFAULT, t.schema());
 * }</pre>
 */
public final class Tables {
  /** Rows profiled for provisional kinds; if a later cell contradicts them, all are profiled. */
  private static final int SAMPLE = 100;

  /** Rows between two checks of the decompressed size. */
  private static final int CHECK_ROWS = 1000;

  /** Allowance for cells that do not become entries, such as identifiers. */
  private static final int CELLS_PER_ENTRY = 4;

  private Tables() {}

  /**
   * Reads a whole file as a table; kinds of columns are determined from all cells.
   *
   * @throws InputException if the file is invalid
   */
  public static Table read(String name, ReadOptions options) {
    try (Source source = Source.of(name)) {
      return whole(source, options, Tables::collected, true);
    }
  }

  /**
   * Passes the rows of a whole file to a function; kinds of columns are determined from all cells.
   * The function is called again if the provisional kinds were wrong.
   */
  public static <T> T whole(String name, ReadOptions options, Function<RowSource, T> use) {
    try (Source source = Source.of(name)) {
      return whole(source, options, use, false);
    }
  }

  private static <T> T whole(
      Source source, ReadOptions options, Function<RowSource, T> use, boolean inMemory) {
    spool(source);
    Supplier<RecordReader> records = () -> Formats.open(source, options, null);
    Profiled provisional = profile(source, records, options, SAMPLE, inMemory);
    if (provisional.certain()) {
      try {
        return use.apply(
            encoded(source, records.get(), options, provisional, !provisional.complete));
      } catch (SchemaMismatchException e) {
        // All cells must be profiled.
      }
    }
    Profiled profiled = profile(source, records, options, Long.MAX_VALUE, inMemory);
    return use.apply(encoded(source, records.get(), options, profiled, false));
  }

  /** Reads a whole file as a table. */
  public static Table read(Path file, ReadOptions options) {
    return read(file.toString(), options);
  }

  /**
   * Encodes rows given by column name as a training table. A value is a number, a boolean or text
   * as in a file; null and NaN are missing.
   *
   * @throws InputException if the rows are invalid
   */
  public static Table read(List<? extends Map<String, ?>> rows, ReadOptions options) {
    if (rows.isEmpty()) {
      throw InputException.of("must hold at least one row, got none").file(MapRecords.NAME);
    }
    Source source = Source.named(MapRecords.NAME);
    Profiled profiled = profile(source, () -> MapRecords.of(rows), options, Long.MAX_VALUE, true);
    return collected(encoded(source, MapRecords.of(rows), options, profiled, false));
  }

  /** Encodes rows given by column name by a schema; unknown columns are ignored. */
  public static Table read(
      List<? extends Map<String, ?>> rows, ReadOptions options, Schema schema) {
    return collected(EncodedRows.of(rows, schema, options.decimalComma(), options.strict()));
  }

  /**
   * Reads a whole file, encoded by a schema as in {@link #open}, as a table, such as a file of
   * validation rows.
   */
  public static Table read(String name, ReadOptions options, Schema schema) {
    try (RowSource rows = open(name, options, schema)) {
      return collected(rows);
    }
  }

  /**
   * Opens the rows of a file, encoded by the schema of a model.
   *
   * @throws InputException if the file is invalid
   */
  public static RowSource open(String name, ReadOptions options, Schema schema) {
    Source source = Source.of(name);
    RecordReader reader = Formats.open(source, options, schema);
    Schema withTokens = options.na() == null ? schema : new Schema(schema.columns(), options.na());
    ColumnDifferences differences =
        ColumnDifferences.compare(source.name, reader.names(), schema, options.strict());
    RowEncoder encoder =
        new RowEncoder(
                source.name,
                reader,
                withTokens,
                options.decimalComma(),
                options.strict()
                    ? RowEncoder.MismatchPolicy.REJECT
                    : RowEncoder.MismatchPolicy.ACCEPT)
            .expecting(options);
    return new EncodedRows(source, reader, encoder, options, List.of(), differences);
  }

  /**
   * Opens the rows of a file for a stream without a model. Kinds are determined by the first
   * observed cell of a column: dates, times of day, or numbers.
   *
   * @throws InputException if the file is invalid
   */
  public static RowSource openNumeric(String name, ReadOptions options) {
    Source source = Source.of(name);
    RecordReader reader = Formats.open(source, options, null);
    Selection selection = new Selection(source.name, reader, options);
    List<Schema.Column> columns = new ArrayList<>();
    for (int j = 0; j < reader.names().size(); j++) {
      Schema.Kind kind = selection.ignored[j] ? Schema.Kind.IGNORED : Schema.Kind.NUMERIC;
      String column = reader.names().get(j);
      columns.add(Schema.Column.plain(column, kind, selection.roles[j]));
    }
    Schema schema = new Schema(columns, Profiler.tokens(options, reader));
    RowEncoder encoder =
        new RowEncoder(
            source.name, reader, schema, options.decimalComma(), RowEncoder.MismatchPolicy.INFER);
    return new EncodedRows(source, reader, encoder, options, List.of(), ColumnDifferences.NONE);
  }

  private static void spool(Source source) {
    try {
      source.spool();
    } catch (IOException e) {
      throw source.failure(e, 0);
    }
  }

  /** The result of profiling rows. */
  private record Profiled(
      Schema schema, List<@Nullable String> notes, boolean complete, boolean ambiguous) {
    boolean certain() {
      return complete || !ambiguous;
    }
  }

  private static Profiled profile(
      Source source,
      Supplier<RecordReader> records,
      ReadOptions options,
      long limit,
      boolean inMemory) {
    long line = 0;
    try (RecordReader reader = records.get()) {
      Profiler profiler = new Profiler(source.name, reader, options);
      long rows = 0;
      boolean found = true;
      while (rows < limit && found) {
        found = reader.next(profiler);
        line = reader.line();
        rows += found ? 1 : 0;
        if (inMemory
            && rows % CHECK_ROWS == 0
            && profiler.observed() / CELLS_PER_ENTRY > reader.maxEntries()) {
          throw tooManyEntries(source.name, reader.maxEntries());
        }
      }
      if (rows == 0) {
        throw InputException.of("must hold rows, but has a header only").file(source.name);
      }
      boolean ambiguous = found && profiler.ambiguous();
      Schema schema = ambiguous ? new Schema(List.of(), List.of()) : profiler.schema();
      return new Profiled(schema, profiler.notes(), !found, ambiguous);
    } catch (IOException e) {
      throw source.failure(e, line);
    } catch (ReadFailure e) {
      throw source.failure(e.getCause(), e.line);
    }
  }

  private static RowSource encoded(
      Source source,
      RecordReader reader,
      ReadOptions options,
      Profiled profiled,
      boolean provisional) {
    RowEncoder encoder =
        new RowEncoder(
                source.name,
                reader,
                profiled.schema,
                options.decimalComma(),
                provisional ? RowEncoder.MismatchPolicy.RESTART : RowEncoder.MismatchPolicy.REJECT)
            .expecting(options);
    return new EncodedRows(
        source, reader, encoder, options, profiled.notes, ColumnDifferences.NONE);
  }

  private static Table collected(RowSource rows) {
    Schema schema = rows.schema();
    List<IncompleteMatrix> features = new ArrayList<>();
    List<IncompleteMatrix> labels = new ArrayList<>();
    List<RawRow> rawCells = new ArrayList<>();
    double[] weights = new double[0];
    boolean weighted = false;
    long entries = 0;
    for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
      entries += (long) batch.features().known() + batch.labels().known();
      if (entries > rows.maxEntries()) {
        throw tooManyEntries(rows.report().file(), rows.maxEntries());
      }
      features.add(batch.features());
      labels.add(batch.labels());
      rawCells.addAll(batch.rawCells());
      double[] added = batch.weights();
      if (added != null) {
        weighted = true;
        int count = weights.length;
        weights = Arrays.copyOf(weights, count + added.length);
        System.arraycopy(added, 0, weights, count, added.length);
      }
    }
    return new Table(
        IncompleteMatrix.stacked(schema.features().size(), features),
        IncompleteMatrix.stacked(schema.targets().size(), labels),
        weighted ? weights : null,
        schema,
        rows.report(),
        columns(rows.rawColumns(), rawCells));
  }

  private static InputException tooManyEntries(String file, long limit) {
    return InputException.of(
            "must not expand to more than "
                + limit
                + " entries, as a file of its size may in memory")
        .file(file)
        .hint("--stream reads it in parts; as CSV its number of columns is not limited");
  }

  private static List<CellColumn> columns(List<String> names, List<RawRow> rows) {
    return IntStream.range(0, names.size())
        .mapToObj(c -> CellColumn.of(names.get(c), c, rows))
        .toList();
  }
}
