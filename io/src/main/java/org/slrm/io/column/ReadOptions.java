package org.slrm.io.column;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;
import org.slrm.method.LabelKind;

/**
 * Options for reading a file.
 *
 * <p><b>Missing values.</b> The empty field and {@code NaN} (any case) are always missing, as are
 * the tokens of {@link #na}, by default {@link #DEFAULT_NA}. A given list <em>replaces</em> the
 * default list: with {@code na("-200")}, {@code -200} and {@code -200.0} are missing and {@code NA}
 * is not; with {@code na()}, {@code NA} is a level of its column. Tokens are compared as text
 * without surrounding blanks, and as numbers where both are numbers.
 *
 * <pre>{@code
 * ReadOptions o = ReadOptions.builder().target("price").na("-200").ignore("id").build();
 * Table t = Tables.read(Path.of("air.csv.gz"), o);
 * }</pre>
 *
 * @param format the file's format, {@link Format#AUTO} to detect it
 * @param separator between fields of CSV, null to detect comma, semicolon, tab or bar
 * @param header whether the first row of CSV holds names
 * @param decimalComma whether numbers are written like 3,14
 * @param na tokens that mean missing; null for the default tokens (when reading for a model: the
 *     tokens of the model)
 * @param targets names of the columns to predict; * in a name is a wildcard. empty for LIBSVM
 *     files, whose label is the target
 * @param ignore names of columns to exclude; * is a wildcard
 * @param keep names of columns that look like identifiers and are features; * is a wildcard
 * @param categorical names of categorical columns with numbers; * is a wildcard
 * @param labels label kinds of the targets: one for all, or one for each; empty to detect them
 * @param weight name of the column of row weights, if any
 * @param libsvmAbsent what an absent entry of a LIBSVM row means
 * @param maxLevels a text column with more levels is excluded, with a warning
 * @param strict when reading for a model, reject absent and extra columns, ragged rows and unseen
 *     levels
 * @param batchRows maximum number of rows in one {@link RowBatch}
 * @param rawCells columns whose original text is stored, as {@link RowBatch#rawCells}
 */
public record ReadOptions(
    Format format,
    @Nullable Character separator,
    Header header,
    boolean decimalComma,
    @Nullable List<String> na,
    List<String> targets,
    List<String> ignore,
    List<String> keep,
    List<String> categorical,
    List<Label> labels,
    @Nullable String weight,
    Absent libsvmAbsent,
    int maxLevels,
    boolean strict,
    int batchRows,
    RawCells rawCells) {
  /** The default tokens for missing values, besides the empty field and NaN. */
  public static final List<String> DEFAULT_NA =
      List.of("NA", "N/A", "n/a", "#N/A", "<NA>", "null", "NULL", "?");

  /** The default options. */
  public static final ReadOptions DEFAULT = builder().build();

  /** The formats. */
  public enum Format {
    /** Detected by content (Parquet, ARFF), then by file extension; CSV otherwise. */
    AUTO,
    /** Fields divided by one character: .csv, .tsv, .data, .txt. */
    CSV,
    /** Weka's format: .arff. */
    ARFF,
    /** svmlight text: .libsvm, .svm, .svmlight. */
    LIBSVM,
    /** Columnar: .parquet. */
    PARQUET
  }

  /** Whether the first row holds names. */
  public enum Header {
    /** The first row holds names unless it holds numbers. */
    AUTO,
    /** The first row holds names. */
    YES,
    /** The first row holds data; columns are named V1, V2, …. */
    NO
  }

  /**
   * The label kind of a target.
   *
   * @param kind the kind; empty to detect it: classes for text, boolean words or two distinct
   *     numbers; numeric otherwise
   */
  public record Label(Optional<LabelKind> kind) {
    /** The kind is detected from the column. */
    public static final Label AUTO = new Label(Optional.empty());

    /** A label with a given kind. */
    public static Label of(LabelKind kind) {
      return new Label(Optional.of(kind));
    }

    /** The label kind with this name; auto to detect it. */
    public static Label of(String name) {
      return new Label(LabelKind.parse(name));
    }

    /** Whether the kind is detected. */
    public boolean isAuto() {
      return kind.isEmpty();
    }

    /** Whether the target is given as a classification target. */
    public boolean isClassification() {
      return kind.isPresent() && kind.get().isClassification();
    }
  }

  /** The label kind of one of the targets. */
  public Label label(int t, int targets) {
    if (labels.size() > 1 && labels.size() != targets) {
      throw new IllegalArgumentException(
          "labels must have one element, or one for each of "
              + targets
              + " targets, got "
              + labels.size());
    }
    return labels.isEmpty() ? Label.AUTO : labels.get(labels.size() == 1 ? 0 : t);
  }

  /** Requires targets in the order of their columns if each has its own label kind. */
  public void requireTargetsInOrder(List<String> columns) {
    List<String> named = targets.stream().filter(columns::contains).toList();
    List<String> ordered = columns.stream().filter(named::contains).toList();
    if (labels.size() > 1 && !named.equals(ordered)) {
      throw new IllegalArgumentException(
          ("targets must be named in the order of their columns if labels has a kind for"
                  + " each: %s; got %s")
              .formatted(String.join(", ", ordered), String.join(", ", named)));
    }
  }

  /**
   * Columns whose original text is stored with the rows.
   *
   * @param all whether the text of all columns is stored
   * @param columns the stored columns otherwise
   */
  public record RawCells(boolean all, List<RawColumn> columns) {
    /**
     * A column whose text is stored.
     *
     * @param option option that names it, for messages
     * @param name its name
     */
    public record RawColumn(String option, String name) {}

    /** No columns. */
    public static final RawCells NONE = new RawCells(false, List.of());

    /** All columns. */
    public static final RawCells ALL = new RawCells(true, List.of());

    public RawCells {
      columns = List.copyOf(columns);
    }

    /** The columns that an option names. */
    public static RawCells of(String option, List<String> names) {
      return new RawCells(false, names.stream().map(name -> new RawColumn(option, name)).toList());
    }

    /** These columns and others. */
    public RawCells and(RawCells others) {
      return new RawCells(
          all || others.all, Stream.concat(columns.stream(), others.columns.stream()).toList());
    }
  }

  /** Meaning of absent entries in LIBSVM rows. */
  public enum Absent {
    /** Absent entries are zero, as the format defines. */
    ZERO,
    /** Absent entries are missing. */
    MISSING
  }

  /** Copies the lists and checks the values. */
  public ReadOptions {
    na = na == null ? null : List.copyOf(na);
    targets = List.copyOf(targets);
    ignore = List.copyOf(ignore);
    keep = List.copyOf(keep);
    categorical = List.copyOf(categorical);
    labels = List.copyOf(labels);
    Checks.atLeast("maxLevels", maxLevels, 2);
    Checks.between("batchRows", batchRows, 1, 1 << 20);
    if (separator != null && (separator == '"' || separator == '\n' || separator == '\r')) {
      throw new IllegalArgumentException(
          "separator must be a character other than quote and line end, got " + separator);
    }
    if (decimalComma && separator != null && separator == ',') {
      throw new IllegalArgumentException("separator must not be a comma with decimal commas");
    }
  }

  /** A builder holding the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder holding these options. */
  public Builder toBuilder() {
    Builder b = new Builder();
    b.format = format;
    b.separator = separator;
    b.header = header;
    b.decimalComma = decimalComma;
    b.na = na;
    b.targets.addAll(targets);
    b.ignore.addAll(ignore);
    b.keep.addAll(keep);
    b.categorical.addAll(categorical);
    b.labels = labels;
    b.weight = weight;
    b.libsvmAbsent = libsvmAbsent;
    b.maxLevels = maxLevels;
    b.strict = strict;
    b.batchRows = batchRows;
    b.rawCells = rawCells;
    return b;
  }

  /** The layout options of a file, with default roles and kinds of columns. */
  public ReadOptions layout() {
    Builder b = new Builder();
    b.format = format;
    b.separator = separator;
    b.header = header;
    b.decimalComma = decimalComma;
    b.na = na;
    b.libsvmAbsent = libsvmAbsent;
    return b.build();
  }

  /** Builds options that differ from the defaults. */
  public static final class Builder {
    private Format format = Format.AUTO;
    private @Nullable Character separator;
    private Header header = Header.AUTO;
    private boolean decimalComma;
    private @Nullable List<String> na;
    private final List<String> targets = new ArrayList<>();
    private final List<String> ignore = new ArrayList<>();
    private final List<String> keep = new ArrayList<>();
    private final List<String> categorical = new ArrayList<>();
    private List<Label> labels = List.of();
    private @Nullable String weight;
    private Absent libsvmAbsent = Absent.ZERO;
    private int maxLevels = 100;
    private boolean strict;
    private int batchRows = 4096;
    private RawCells rawCells = RawCells.NONE;

    private Builder() {}

    /** The file's format. */
    public Builder format(Format value) {
      format = value;
      return this;
    }

    /** The character between fields. */
    public Builder separator(char value) {
      separator = value;
      return this;
    }

    /** Whether the first row holds names. */
    public Builder header(Header value) {
      header = value;
      return this;
    }

    /** Numbers written like 3,14. */
    public Builder decimalComma(boolean value) {
      decimalComma = value;
      return this;
    }

    /** The tokens that mean missing, instead of the default tokens. */
    public Builder na(String... tokens) {
      return na(List.of(tokens));
    }

    /** The tokens that mean missing, instead of the default tokens. */
    public Builder na(List<String> tokens) {
      na = List.copyOf(tokens);
      return this;
    }

    /** Adds columns to predict. */
    public Builder target(String... names) {
      return targets(List.of(names));
    }

    /** Adds columns to predict. */
    public Builder targets(List<String> names) {
      targets.addAll(names);
      return this;
    }

    /** Adds columns to exclude. */
    public Builder ignore(String... names) {
      return ignore(List.of(names));
    }

    /** Adds columns to exclude. */
    public Builder ignore(List<String> names) {
      ignore.addAll(names);
      return this;
    }

    /** Adds columns that look like identifiers and are features. */
    public Builder keep(List<String> names) {
      keep.addAll(names);
      return this;
    }

    /** Adds categorical columns. */
    public Builder categorical(String... names) {
      return categorical(List.of(names));
    }

    /** Adds categorical columns. */
    public Builder categorical(List<String> names) {
      categorical.addAll(names);
      return this;
    }

    /** Label kinds of the targets: one for all, or one for each. */
    public Builder labels(List<Label> values) {
      labels = List.copyOf(values);
      return this;
    }

    /** The column of row weights. */
    public Builder weight(@Nullable String name) {
      weight = name;
      return this;
    }

    /** What an absent entry of a LIBSVM row means. */
    public Builder libsvmAbsent(Absent value) {
      libsvmAbsent = value;
      return this;
    }

    /** Maximum number of levels of a text column. */
    public Builder maxLevels(int value) {
      maxLevels = value;
      return this;
    }

    /** Whether differing columns and levels are rejected when reading for a model. */
    public Builder strict(boolean value) {
      strict = value;
      return this;
    }

    /** Maximum number of rows in one batch; 1 returns each row as soon as its line is complete. */
    public Builder batchRows(int value) {
      batchRows = value;
      return this;
    }

    /** The columns whose original text is stored. */
    public Builder rawCells(RawCells value) {
      rawCells = value;
      return this;
    }

    /** The options. */
    public ReadOptions build() {
      return new ReadOptions(
          format,
          separator,
          header,
          decimalComma,
          na,
          targets,
          ignore,
          keep,
          categorical,
          labels,
          weight,
          libsvmAbsent,
          maxLevels,
          strict,
          batchRows,
          rawCells);
    }
  }
}
