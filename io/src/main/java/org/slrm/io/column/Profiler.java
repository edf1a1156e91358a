package org.slrm.io.column;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.io.cell.Dates;
import org.slrm.io.cell.MissingTokens;
import org.slrm.io.cell.NumberParser;
import org.slrm.io.cell.NumberStyle;
import org.slrm.io.cell.ShellWord;
import org.slrm.io.cell.Whitespace;
import org.slrm.io.source.InputException;

/** Profiles cells to decide the kind of each column. */
public final class Profiler implements RecordReader.CellSink {
  /** The note of a column without observed values; removed if later rows have values. */
  static final String NO_VALUE = "no known value";

  /** The note of a text column that is excluded because every row has a different value. */
  public static final String NEVER_REPEATS = "text that never repeats: an identifier?";

  /** The note of a text column that is excluded because it has too many levels. */
  public static final String TOO_MANY_LEVELS = "text of too many levels: an identifier?";

  /** Maximum number of classes. */
  private static final int MAX_CLASSES = 1000;

  private final String file;
  private final RecordReader reader;
  private final Selection selection;
  private final NumberParser numbers;
  private final List<String> na;
  private final MissingTokens tokens;
  private final ColumnProfile[] profiles;
  private final @Nullable String[] notes;
  private final Set<String> missingSeen = new LinkedHashSet<>();
  private final boolean decimalComma;

  public Profiler(String file, RecordReader reader, ReadOptions options) {
    this.file = file;
    this.reader = reader;
    this.selection = new Selection(file, reader, options);
    this.decimalComma = options.decimalComma();
    this.numbers = new NumberParser(decimalComma);
    this.na = tokens(options, reader);
    this.tokens = new MissingTokens(na, numbers);
    int columns = reader.names().size();
    this.profiles = new ColumnProfile[columns];
    for (int j = 0; j < columns; j++) {
      boolean allLevels = selection.categorical[j] || reader.declared(j) == Schema.Kind.CATEGORICAL;
      boolean target = selection.roles[j] == Schema.Role.TARGET;
      int limit = target ? MAX_CLASSES : options.maxLevels();
      profiles[j] =
          new ColumnProfile(allLevels && !target ? Integer.MAX_VALUE : limit, decimalComma);
    }
    this.notes = new String[columns];
  }

  public static List<String> tokens(ReadOptions options, RecordReader reader) {
    List<String> requested = options.na();
    Set<String> all = new LinkedHashSet<>(requested == null ? ReadOptions.DEFAULT_NA : requested);
    all.addAll(reader.missingTokens());
    return List.copyOf(all);
  }

  @Override
  public void cell(int column, char[] buffer, int rawFrom, int rawLength) {
    if (selection.ignored[column] || rawLength == 0) {
      return;
    }
    int from = Whitespace.from(buffer, rawFrom, rawLength);
    int length = Whitespace.length(buffer, from, rawFrom + rawLength - from);
    ColumnProfile profile = profiles[column];
    double v = numbers.parse(buffer, from, length);
    if (Double.isNaN(v)) {
      text(column, new String(buffer, from, length));
    } else if (tokens.isMissing(v)) {
      missingSeen.add(new String(buffer, from, length));
    } else if (Double.isInfinite(v)) {
      profile.infinite(new String(buffer, from, length), reader.line());
    } else {
      profile.checkGrouping(v);
      profile.number(profile.countsLevels() ? level(column, v, buffer, from, length) : null);
    }
  }

  /** The level name of a number; class labels are normalised. */
  private String level(int column, double v, char[] buffer, int from, int length) {
    return selection.labels[column] == null
        ? new String(buffer, from, length)
        : NumberParser.plain(v);
  }

  @Override
  public void number(int column, double v, IntFunction<String> text) {
    if (selection.ignored[column]) {
      return;
    }
    ColumnProfile profile = profiles[column];
    if (!Double.isFinite(v)) {
      text(column, text.apply(column));
    } else if (tokens.isMissing(v)) {
      missingSeen.add(text.apply(column));
    } else {
      boolean target = selection.labels[column] != null;
      profile.number(
          profile.countsLevels() ? target ? NumberParser.plain(v) : text.apply(column) : null);
    }
  }

  private void text(int column, String text) {
    if (tokens.isMissing(text)) {
      if (!text.isEmpty()) {
        missingSeen.add(text);
      }
    } else if (MissingTokens.isInfinite(text)) {
      profiles[column].infinite(text, reader.line());
    } else {
      profiles[column].text(text, reader.line());
      profiles[column].decimalCommas += !decimalComma && hasDecimalComma(text) ? 1 : 0;
    }
  }

  /** Observed cells of all columns that are not ignored. */
  public long observed() {
    return Arrays.stream(profiles).mapToLong(p -> p.observed).sum();
  }

  /**
   * Whether further rows could change the kind of a column without a cell that contradicts the
   * current kind.
   */
  public boolean ambiguous() {
    for (int j = 0; j < profiles.length; j++) {
      ColumnProfile p = profiles[j];
      boolean unique = p.textCount() > 0 && p.everyValueDiffers();
      boolean empty = p.observed == 0 && !reader.named(j);
      if (p.mixed()
          || unique
          || empty
          || p.ambiguousText()
          || p.infinite != null
          || p.decimalCommas > 0
          || selection.labels[j] != null && p.levels != null && p.levels.size() < 2) {
        return true;
      }
    }
    return false;
  }

  /** The schema of the profiled rows. */
  public Schema schema() {
    return new Schema(IntStream.range(0, profiles.length).mapToObj(this::column).toList(), na);
  }

  /** Notes on columns; null for a column without a note. */
  public List<@Nullable String> notes() {
    return Arrays.asList(notes);
  }

  private Schema.Column column(int j) {
    ColumnProfile p = profiles[j];
    Schema.Kind declared = reader.declared(j);
    boolean feature = selection.roles[j] == Schema.Role.FEATURE;
    if (selection.ignored[j]) {
      return plain(j, Schema.Kind.IGNORED, "as asked");
    }
    if (selection.labels[j] != null && selection.labels[j].isClassification() && p.observed > 0) {
      return classes(j, p, null);
    }
    if (selection.categorical[j]) {
      return categorical(j, p, null);
    }
    if (p.infinite != null && (p.textCount() == 0 || p.mostlyNumeric())) {
      throw error(j, "must be finite", p.infiniteLine).value(p.infinite);
    }
    if (p.observed == 0) {
      return empty(j);
    }
    boolean detected = ReadOptions.Label.AUTO.equals(selection.labels[j]);
    if (detected && p.textCount() == 0 && p.levels != null && p.levels.size() == 2) {
      return classes(j, p, "two values, so two classes; --label numeric takes them as numbers");
    }
    if (p.textCount() == 0 && (declared != Schema.Kind.CATEGORICAL || !feature)) {
      return plain(j, Schema.Kind.NUMERIC, null);
    }
    return withText(j, p, detected);
  }

  /** The kind of a column with text: boolean words, dates, formatted numbers or levels. */
  private Schema.Column withText(int j, ColumnProfile p, boolean detected) {
    Schema.Kind declared = reader.declared(j);
    List<String> words = p.booleanWords();
    if (words != null) {
      String note = words.get(0) + " is 0, " + words.get(1) + " is 1";
      return column(j, Schema.Kind.BOOLEAN, words, null, note);
    }
    if (p.numbers == 0 && !p.orders.isEmpty()) {
      return date(j, p);
    }
    NumberStyle style = declared == Schema.Kind.CATEGORICAL ? null : style(p);
    if (style != null) {
      String note = "numbers written like " + style.text();
      return column(j, Schema.Kind.NUMERIC, List.of(), style.text(), note);
    }
    boolean numeric = declared == Schema.Kind.NUMERIC || p.decimalCommasOnly();
    if (detected && !numeric && !strayText(j, p)) {
      return classes(j, p, null);
    }
    boolean feature = selection.roles[j] == Schema.Role.FEATURE;
    if (!feature || numeric || strayText(j, p)) {
      throw notANumber(j, p);
    }
    return declared == Schema.Kind.CATEGORICAL ? categorical(j, p, null) : words(j, p);
  }

  /** Whether text in a numeric column is an error; repeated numbers of declared text are codes. */
  private boolean strayText(int j, ColumnProfile p) {
    return p.mostlyNumeric() && !(reader.declaredText(j) && p.repeats());
  }

  /** A text feature: levels, unless there are too many. */
  private Schema.Column words(int j, ColumnProfile p) {
    if (p.everyValueDiffers() && p.observed > 2) {
      return plain(j, Schema.Kind.IGNORED, NEVER_REPEATS);
    }
    if (p.levels == null) {
      return plain(j, Schema.Kind.IGNORED, TOO_MANY_LEVELS);
    }
    return categorical(j, p, p.mixed() ? "text and numbers mixed" : null);
  }

  /** Creates a column and stores its note. */
  private Schema.Column column(
      int j,
      Schema.Kind kind,
      List<String> levels,
      @Nullable String format,
      @Nullable String note) {
    notes[j] = note;
    return new Schema.Column(reader.names().get(j), kind, selection.roles[j], levels, format);
  }

  private Schema.Column plain(int j, Schema.Kind kind, @Nullable String note) {
    return column(j, kind, List.of(), null, note);
  }

  private Schema.Column empty(int j) {
    return selection.roles[j] == Schema.Role.FEATURE && !reader.named(j)
        ? plain(j, Schema.Kind.IGNORED, "no name and no value")
        : plain(j, Schema.Kind.NUMERIC, NO_VALUE);
  }

  /** The number format; null if commas may be decimal commas, since semicolons separate fields. */
  private @Nullable NumberStyle style(ColumnProfile p) {
    boolean decimalCommas = p.decimalCommasOnly() && reader.description().contains("semicolon");
    return decimalCommas ? null : p.agreedStyle();
  }

  private Schema.Column categorical(int j, ColumnProfile p, @Nullable String note) {
    List<String> levels = p.levels == null ? List.of() : List.copyOf(p.levels.keySet());
    return column(j, Schema.Kind.CATEGORICAL, levels, null, note);
  }

  /** A class target: text in alphabetical order, numbers by size. */
  private Schema.Column classes(int j, ColumnProfile p, @Nullable String note) {
    if (p.levels == null) {
      throw error(j, "classes must be " + MAX_CLASSES + " at most, but there are more", 0)
          .hint("use --label numeric if these are numbers");
    }
    if (p.levels.size() < 2) {
      throw error(j, "classes must be two at least, but every label is the same", 0)
          .value(String.join(", ", p.levels.keySet()))
          .hint("name another target, or add rows of another class");
    }
    if (p.everyValueDiffers() && p.observed > 2 && p.textCount() > 0) {
      throw error(j, "classes must occur more than once, but every label differs", 0)
          .hint("a column of names or numbers of things cannot be predicted");
    }
    List<String> levels = new ArrayList<>(p.levels.keySet());
    if (p.textCount() == 0) {
      levels.sort(Comparator.comparingDouble(Double::parseDouble));
    }
    List<String> singletons = levels.stream().filter(l -> p.levels.get(l) == 1).toList();
    String counts = levels.size() + " classes";
    if (!singletons.isEmpty()) {
      counts += ", of which one row only: " + ColumnDifferences.shown(singletons, 5);
    }
    return column(j, Schema.Kind.CATEGORICAL, levels, null, note == null ? counts : note);
  }

  private Schema.Column date(int j, ColumnProfile p) {
    Dates.Order order = p.orders.iterator().next();
    boolean time = order == Dates.Order.TIME;
    boolean ambiguousOrder =
        order == Dates.Order.DAY_MONTH_YEAR && p.orders.contains(Dates.Order.MONTH_DAY_YEAR);
    String note =
        order.text
            + (ambiguousOrder ? " (or month first: no cell decides)" : "")
            + (time ? ", as hours since midnight" : ", as days since 1970-01-01");
    return column(j, time ? Schema.Kind.TIME : Schema.Kind.DATE, List.of(), order.text, note);
  }

  private InputException notANumber(int j, ColumnProfile p) {
    String name = reader.names().get(j);
    String token = p.texts.iterator().next();
    if (p.decimalCommasOnly()) {
      return error(j, "must be a number", p.textLine)
          .value(token)
          .hint("use --decimal-comma if that is a decimal comma");
    }
    boolean feature = selection.roles[j] == Schema.Role.FEATURE;
    if (selection.roles[j] == Schema.Role.TARGET && !p.mostlyNumeric()) {
      return error(j, "must be a number", p.textLine)
          .value(token)
          .hint("its labels are text: use --label classes if these are classes");
    }
    String alternatives =
        feature
            ? ", %s, or %s"
                .formatted(
                    ShellWord.option("--categorical", name), ShellWord.option("--ignore", name))
            : selection.roles[j] == Schema.Role.TARGET
                ? ", or --label classes if these are classes"
                : "";
    InputException error = error(j, "must be a number", p.textLine).value(token);
    // A single word among labels may be a class, so no missing token is suggested for it.
    return (feature && p.texts.size() == 1 ? error.missingTokens(tokensWith(p)) : error)
        .hint(
            "use " + MissingTokens.asOption(tokensWith(p)) + " if it means missing" + alternatives);
  }

  private static boolean hasDecimalComma(String text) {
    return text.indexOf(',') >= 0 && !Double.isNaN(new NumberParser(true).parse(text));
  }

  /** The current missing tokens and the unparsable texts, because the option replaces the list. */
  private Set<String> tokensWith(ColumnProfile p) {
    Set<String> all = new LinkedHashSet<>(missingSeen);
    p.texts.stream().limit(3).forEach(all::add);
    return all;
  }

  private InputException error(int j, String rule, long line) {
    return InputException.of(rule).file(file).line(line).column(reader.names().get(j));
  }
}
