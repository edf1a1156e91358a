package org.slrm.cli.option;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.output.CommandException;
import org.slrm.io.column.ReadOptions;
import picocli.CommandLine.Option;

/** How data files are read, common to all commands. */
public final class DataOptions {
  @Option(
      names = "--na",
      split = ",",
      paramLabel = "TOKEN",
      description =
          "Tokens that mean missing, instead of NA, N/A, null and ?; the empty field always does."
              + " Compared as numbers too: -200 also takes -200.0.")
  @Nullable List<String> na;

  @Option(
      names = "--separator",
      paramLabel = "CHAR",
      description = "Character between fields: one character or tab. Default: detected.")
  @Nullable String separator;

  @Option(names = "--decimal-comma", description = "Numbers are written like 3,14.")
  public boolean decimalComma;

  @Option(names = "--no-header", description = "The first row holds data; columns are V1, V2, …")
  public boolean noHeader;

  @Option(
      names = "--header",
      description = "The first row holds names, even if they look like numbers.")
  public boolean header;

  @Option(
      names = "--libsvm-absent",
      paramLabel = "zero|missing",
      description = "What an entry absent from a LIBSVM row means. Default: zero.")
  ReadOptions.@Nullable Absent libsvmAbsent;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "csv, arff, libsvm or parquet. Default: by content and name.")
  ReadOptions.@Nullable Format format;

  /** These options override the given ones. */
  public ReadOptions.Builder over(ReadOptions known) {
    ReadOptions.Builder out = known.toBuilder();
    if (na != null) {
      out.na(na.stream().map(String::strip).filter(token -> !token.isEmpty()).toList());
    }
    if (separator != null) {
      out.separator(character(separator));
    }
    if (decimalComma) {
      out.decimalComma(true);
    }
    CommandException.usageIf(noHeader && header, "--header and --no-header exclude each other");
    if (noHeader || header) {
      out.header(noHeader ? ReadOptions.Header.NO : ReadOptions.Header.YES);
    }
    if (libsvmAbsent != null) {
      out.libsvmAbsent(libsvmAbsent);
    }
    if (format != null) {
      out.format(format);
    }
    return out;
  }

  private static char character(String text) {
    String one = text.equals("tab") || text.equals("\\t") ? "\t" : text;
    CommandException.usageIf(
        one.length() != 1, "--separator must be one character or tab, got " + text);
    return one.charAt(0);
  }
}
