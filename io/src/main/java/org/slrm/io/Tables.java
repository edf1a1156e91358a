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
  /**
   * Rows profiled before kinds are guessed; a cell that does not fit requires profiling all rows.
   */
  private static final int SAMPLE = 100;

  /** Rows between two checks of the decompressed size. */
  private static final int CHECK_ROWS = 1000;

  /** Allowance for cells that do not become entries, such as those of identifiers. */
  private static final int CELLS_PER_ENTRY = 4;

  private Tables() {}

  /**
   * The whole file as a table; kinds of columns take every cell into account.
   *
   * @throws InputException where the file breaks a rule
   */
  public static Table read(String name, ReadOptions options) {
    try (Source source = Source.of(name)) {
      return whole(source, options, Tables::collected, true);
    }
  }

  /**
   * Passes the rows of a whole file to a consumer; kinds take every cell into account. The consumer
   * is called again if the kinds guessed first were wrong.
   */
  public static <T> T whole(String name, ReadOptions options, Function<RowSource, T> use) {
    try (Source source = Source.of(name)) {
      return whole(source, options, use, false);
    }
  }

  private static <T> T whole(
      Source source, ReadOptions options, Function<RowSource, T> use, boolean held) {
    spool(source);
    Supplier<RecordReader> records = () -> Formats.open(source, options, null);
    Found guess = find(source, records, options, SAMPLE, held);
    if (guess.certain()) {
      try {
        return use.apply(encoded(source, records.get(), options, guess, !guess.complete));
      } catch (SchemaMismatchException e) {
        // All cells must be profiled.
      }
    }
    Found found = find(source, records, options, Long.MAX_VALUE, held);
    return use.apply(encoded(source, records.get(), options, found, false));
  }

  /** The whole file as a table. */
  public static Table read(Path file, ReadOptions options) {
    return read(file.toString(), options);
  }

  /**
   * Rows by column name as a table to fit. A value is a number, a boolean or text as in a file;
   * null and NaN are missing.
   *
   * @throws InputException where the rows break a rule
   */
  public static Table read(List<? extends Map<String, ?>> rows, ReadOptions options) {
    if (rows.isEmpty()) {
      throw InputException.of("must hold at least one row, got none").file(MapRecords.NAME);
    }
    Source source = Source.named(MapRecords.NAME);
    Found found = find(source, () -> MapRecords.of(rows), options, Long.MAX_VALUE, true);
    return collected(encoded(source, MapRecords.of(rows), options, found, false));
  }

  /** Rows by column name encoded by a schema; unknown columns are ignored. */
  public static Table read(
      List<? extends Map<String, ?>> rows, ReadOptions options, Schema schema) {
    return collected(EncodedRows.of(rows, schema, options.decimalComma(), options.strict()));
  }

  /**
   * The whole file encoded by a schema, for evaluation and validation files: like {@link #open}, as
   * one table.
   */
  public static Table read(String name, ReadOptions options, Schema schema) {
    try (RowSource rows = open(name, options, schema)) {
      return collected(rows);
    }
  }

  /**
   * The file's rows by a model's schema.
   *
   * @throws InputException where the file breaks a rule
   */
  public static RowSource open(String name, ReadOptions options, Schema schema) {
    Source source = Source.of(name);
    RecordReader reader = Formats.open(source, options, schema);
    Schema used = options.na() == null ? schema : new Schema(schema.columns(), options.na());
    ColumnDifferences differences =
        ColumnDifferences.compare(source.name, reader.names(), schema, options.strict());
    RowEncoder encoder =
        new RowEncoder(
                source.name,
                reader,
                used,
                options.decimalComma(),
                options.strict()
                    ? RowEncoder.MismatchPolicy.REJECT
                    : RowEncoder.MismatchPolicy.ACCEPT)
            .expecting(options);
    return new EncodedRows(source, reader, encoder, options, List.of(), differences);
  }

  /**
   * The file's rows for streams without a model: kinds cannot be determined before the rows are
   * read, so a column holds dates or times of day if its first observed cell is one, and numbers
   * otherwise.
   *
   * @throws InputException where the file breaks a rule
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
    return new EncodedRows(source, reader, encoder, options, List.of(), ColumnDifferences.SAME);
  }

  private static void spool(Source source) {
    try {
      source.spool();
    } catch (IOException e) {
      throw source.failure(e, 0);
    }
  }

  /** The result of profiling rows. */
  private record Found(
      Schema schema, List<@Nullable String> notes, boolean complete, boolean ambiguous) {
    boolean certain() {
      return complete || !ambiguous;
    }
  }

  private static Found find(
      Source source,
      Supplier<RecordReader> records,
      ReadOptions options,
      long limit,
      boolean held) {
    long line = 0;
    try (RecordReader reader = records.get()) {
      Profiler profiler = new Profiler(source.name, reader, options);
      long rows = 0;
      boolean more = true;
      while (rows < limit && more) {
        more = reader.next(profiler);
        line = reader.line();
        rows += more ? 1 : 0;
        if (held
            && rows % CHECK_ROWS == 0
            && profiler.observed() / CELLS_PER_ENTRY > reader.maxEntries()) {
          throw tooMuch(source.name, reader.maxEntries());
        }
      }
      if (rows == 0) {
        throw InputException.of("must hold rows, but has a header only").file(source.name);
      }
      boolean ambiguous = more && profiler.ambiguous();
      Schema schema = ambiguous ? new Schema(List.of(), List.of()) : profiler.schema();
      return new Found(schema, profiler.notes(), !more, ambiguous);
    } catch (IOException e) {
      throw source.failure(e, line);
    } catch (ReadFailure e) {
      throw source.failure(e.getCause(), e.line);
    }
  }

  private static RowSource encoded(
      Source source, RecordReader reader, ReadOptions options, Found found, boolean guessed) {
    RowEncoder encoder =
        new RowEncoder(
                source.name,
                reader,
                found.schema,
                options.decimalComma(),
                guessed ? RowEncoder.MismatchPolicy.RESTART : RowEncoder.MismatchPolicy.REJECT)
            .expecting(options);
    return new EncodedRows(source, reader, encoder, options, found.notes, ColumnDifferences.SAME);
  }

  private static Table collected(RowSource rows) {
    Schema schema = rows.schema();
    List<IncompleteMatrix> features = new ArrayList<>();
    List<IncompleteMatrix> labels = new ArrayList<>();
    List<RawRow> rawCells = new ArrayList<>();
    double[] weights = new double[0];
    boolean weighted = false;
    long held = 0;
    for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
      held += (long) batch.features().known() + batch.labels().known();
      if (held > rows.maxEntries()) {
        throw tooMuch(rows.report().file(), rows.maxEntries());
      }
      features.add(batch.features());
      labels.add(batch.labels());
      rawCells.addAll(batch.rawCells());
      double[] more = batch.weights();
      if (more != null) {
        weighted = true;
        int have = weights.length;
        weights = Arrays.copyOf(weights, have + more.length);
        System.arraycopy(more, 0, weights, have, more.length);
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

  private static InputException tooMuch(String file, long limit) {
    return InputException.of(
            "must not unpack to more than "
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
