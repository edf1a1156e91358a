package org.slrm.io.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RecordReader;
import org.slrm.io.column.Schema;
import org.slrm.io.source.InputException;
import org.slrm.io.source.ReadFailure;
import org.slrm.io.source.Source;

/** Opens a source with the reader of its format. */
public final class Formats {
  private Formats() {}

  /**
   * The records of a source.
   *
   * @param schema schema of the model to apply; null for training
   */
  public static RecordReader open(Source source, ReadOptions options, @Nullable Schema schema) {
    try {
      Source.Opened opened = source.open();
      ReadOptions.Format format = format(source.name, options, opened);
      rejectBinary(source.name, opened, format);
      return switch (format) {
        case ARFF -> new ArffRecords(source, opened);
        case PARQUET -> parquet(source, opened);
        case LIBSVM -> libsvm(source, opened, options, schema);
        default -> new CsvRecords(source, opened, options, schema);
      };
    } catch (IOException e) {
      throw source.failure(e, 0);
    } catch (ReadFailure e) {
      throw source.failure(e.getCause(), e.line);
    }
  }

  private static RecordReader parquet(Source source, Source.Opened opened) throws IOException {
    if (opened.gzip()) {
      throw InputException.of("must be Parquet without gzip compression").file(source.name);
    }
    return new ParquetRecords(source.name, source.channel(opened));
  }

  private static RecordReader libsvm(
      Source source, Source.Opened opened, ReadOptions options, @Nullable Schema schema)
      throws IOException {
    if (schema == null && source.isStream()) {
      throw InputException.of("LIBSVM rows cannot be streamed without a model")
          .file(source.name)
          .hint("their number of features is only known at the end");
    }
    int features =
        schema == null
            ? LibsvmRecords.largestIndex(
                source, opened, options.libsvmAbsent() == ReadOptions.Absent.ZERO)
            : LibsvmRecords.largestIndex(schema);
    Source.Opened reopened = schema == null ? source.open() : opened;
    return new LibsvmRecords(source, reopened, options, schema, features);
  }

  private static ReadOptions.Format format(String name, ReadOptions options, Source.Opened opened) {
    if (options.format() != ReadOptions.Format.AUTO) {
      return options.format();
    }
    if (Source.startsWith(opened.head(), 'P', 'A', 'R', '1')) {
      return ReadOptions.Format.PARQUET;
    }
    if (opened.text().stripLeading().regionMatches(true, 0, "@relation", 0, 9)) {
      return ReadOptions.Format.ARFF;
    }
    String lower = name.toLowerCase(Locale.ROOT).replaceAll("\\.gz$", "");
    String extension = lower.substring(lower.lastIndexOf('.') + 1);
    return switch (extension) {
      case "arff" -> ReadOptions.Format.ARFF;
      case "libsvm", "svm", "svmlight" -> ReadOptions.Format.LIBSVM;
      case "parquet" -> ReadOptions.Format.PARQUET;
      default -> ReadOptions.Format.CSV;
    };
  }

  private static void rejectBinary(String name, Source.Opened opened, ReadOptions.Format format) {
    byte[] head = opened.head();
    if (format == ReadOptions.Format.PARQUET || opened.charset() != StandardCharsets.UTF_8) {
      return;
    }
    if (Source.startsWith(head, 'P', 'K', 3, 4)) {
      throw InputException.of("must be text, but is a zip archive")
          .file(name)
          .hint("save the spreadsheet as CSV, or extract the archive, first");
    }
    if (Source.startsWith(head, 'B', 'Z', 'h')
        || Source.startsWith(head, 0x28, 0xb5, 0x2f, 0xfd)
        || Source.startsWith(head, 0xfd, '7', 'z', 'X', 'Z')) {
      throw InputException.of("must be text or gzip, but has another compression")
          .file(name)
          .hint("decompress it first");
    }
    for (int k = 0; k < head.length; k++) {
      if (head[k] == 0) {
        throw InputException.of("must be text, but holds a zero byte at position " + k).file(name);
      }
    }
  }
}
