package org.slrm.io.format;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/**
 * An output format for tables, by the extension of a file's name.
 *
 * <pre>{@code
 * TableWriter to = TableFormat.of("predictions.csv.gz").writer(Files.newOutputStream(path));
 * }</pre>
 *
 * @param kind the format
 * @param gzip whether it is gzipped
 */
public record TableFormat(FileKind kind, boolean gzip) {
  /** Plain CSV, as on standard output. */
  public static final TableFormat CSV = new TableFormat(FileKind.CSV, false);

  /** The supported output extensions. */
  public static final String ENDINGS = ".csv, .tsv, .jsonl (each also .gz) or .parquet";

  /** Extensions of other formats, which are rejected. */
  private static final Set<String> OTHERS =
      Set.of(
          "arff", "libsvm", "svm", "json", "xml", "yaml", "xls", "xlsx", "ods", "feather", "arrow",
          "avro", "orc", "db", "sqlite", "rds", "pkl", "npy", "npz", "h5", "html", "pdf", "slrm",
          "zip", "bz2", "xz", "zst", "7z");

  /** The formats. */
  public enum FileKind {
    /** Fields separated by commas. */
    CSV,
    /** Fields separated by tabs. */
    TSV,
    /** One JSON object per line. */
    JSONL,
    /** Columnar. */
    PARQUET
  }

  /**
   * The format of a file name; CSV for unknown extensions.
   *
   * @throws IllegalArgumentException for the extension of a format that cannot be written
   */
  public static TableFormat of(String name) {
    String file = name.substring(name.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    boolean gzip = file.endsWith(".gz");
    String plain = gzip ? file.substring(0, file.length() - 3) : file;
    int dot = plain.lastIndexOf('.');
    String ending = dot <= 0 ? "" : plain.substring(dot + 1);
    return switch (ending) {
      case "tsv" -> new TableFormat(FileKind.TSV, gzip);
      case "jsonl", "ndjson" -> new TableFormat(FileKind.JSONL, gzip);
      default -> {
        boolean parquet = ending.equals("parquet");
        if (parquet && gzip || OTHERS.contains(ending)) {
          throw new IllegalArgumentException("must end in " + ENDINGS + ", got " + name);
        }
        yield new TableFormat(parquet ? FileKind.PARQUET : FileKind.CSV, gzip);
      }
    };
  }

  /** Whether cells are text, so that numbers may have their own format. */
  public boolean text() {
    return kind == FileKind.CSV || kind == FileKind.TSV;
  }

  /** A writer in this format. */
  public TableWriter writer(OutputStream to) throws IOException {
    OutputStream stream = gzip ? new GZIPOutputStream(to, 1 << 13) : to;
    return switch (kind) {
      case CSV -> new TextTable(stream, ',');
      case TSV -> new TextTable(stream, '\t');
      case JSONL -> new JsonTable(stream, "", "\n", "\n");
      case PARQUET -> new ParquetTable(stream);
    };
  }

  /** Finishes the compression and leaves the underlying stream open. */
  static void finish(OutputStream stream) throws IOException {
    stream.flush();
    if (stream instanceof GZIPOutputStream zip) {
      zip.finish();
      zip.flush();
    }
  }
}
