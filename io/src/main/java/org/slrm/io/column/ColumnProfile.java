package org.slrm.io.column;

import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slrm.io.cell.Dates;
import org.slrm.io.cell.NumberStyle;

/** Statistics of one column's cells that decide its kind. */
final class ColumnProfile {
  /** Pairs of words for no and yes; words of the first two pairs may also occur alone. */
  private static final List<List<String>> BOOLEANS =
      List.of(
          List.of("false", "true"),
          List.of("no", "yes"),
          List.of("n", "y"),
          List.of("f", "t"),
          List.of("off", "on"));

  private static final int MAX_TEXTS = 3;

  private final int maxLevels;
  long observed;
  long numbers;
  long decimalCommas;

  /** Levels and their counts; null if there are too many. */
  @Nullable TreeMap<String, Integer> levels = new TreeMap<>();

  Set<String> texts = Set.of();
  long textLine;
  @Nullable String infinite;
  long infiniteLine;
  final EnumSet<Dates.Order> orders = EnumSet.allOf(Dates.Order.class);

  /** The format of formatted numbers; null before the first and after cells with another format. */
  private @Nullable NumberStyle style;

  private boolean styled = true;
  private boolean groups;

  /** Whether a number from 1000 on was written without separators. */
  private boolean ungrouped;

  private final boolean decimalComma;

  ColumnProfile(int maxLevels, boolean decimalComma) {
    this.maxLevels = maxLevels;
    this.decimalComma = decimalComma;
  }

  /** Adds a number's value, to detect the format of thousands. */
  void size(double v) {
    ungrouped |= Math.abs(v) >= 1000;
  }

  private void style(String text) {
    NumberStyle found = styled ? NumberStyle.of(text, decimalComma) : null;
    NumberStyle agreed = style;
    styled =
        found != null
            && (agreed == null
                || agreed.prefix().equals(found.prefix())
                    && agreed.suffix().equals(found.suffix()));
    if (styled && found != null) {
      style = found;
      groups |= found.grouped();
      ungrouped |= !found.grouped() && Math.abs(found.parse(text)) >= 1000;
    }
  }

  /** The format of all observed cells, null if they do not agree. */
  @Nullable NumberStyle agreedStyle() {
    NumberStyle found = style;
    boolean one = styled && found != null && !(groups && ungrouped);
    if (!one || found == null || found.marked() && numbers > 0) {
      return null;
    }
    return groups ? found.withGroups() : found;
  }

  /** Adds a number; its text only while levels are counted. */
  void number(@Nullable String text) {
    observed++;
    numbers++;
    if (text != null) {
      level(text);
    }
  }

  boolean countsLevels() {
    return levels != null;
  }

  void text(String text, long line) {
    observed++;
    if (texts.isEmpty()) {
      texts = new LinkedHashSet<>();
      textLine = line;
    }
    if (texts.size() <= MAX_TEXTS) {
      texts.add(text);
    }
    level(text);
    style(text);
    orders.removeIf(order -> Double.isNaN(Dates.parse(order, text)));
  }

  void infinite(String text, long line) {
    if (infinite == null) {
      infinite = text;
      infiniteLine = line;
    }
  }

  private void level(String text) {
    if (levels != null) {
      levels.merge(text, 1, Integer::sum);
      if (levels.size() > maxLevels) {
        levels = null;
      }
    }
  }

  long textCount() {
    return observed - numbers;
  }

  /** Whether all text would be numbers with decimal commas. */
  boolean decimalCommasOnly() {
    return decimalCommas > 0 && decimalCommas == textCount();
  }

  boolean mixed() {
    return numbers > 0 && numbers < observed;
  }

  /**
   * Whether the column is numeric except for a few tokens: at least half are numbers, or all others
   * are the same few words.
   */
  boolean mostlyNumeric() {
    if (!mixed()) {
      return false;
    }
    boolean manyValues = levels == null || levels.size() > 10 * texts.size();
    return numbers >= textCount() || (texts.size() <= MAX_TEXTS && manyValues);
  }

  /** Whether values repeat, at least ten times each on average, as codes do. */
  boolean repeats() {
    return levels != null && 10L * levels.size() <= observed;
  }

  /**
   * Whether text with too many levels may still be numbers, or date formats may still be
   * distinguished.
   */
  boolean openText() {
    return textCount() > 0 && (orders.isEmpty() ? levels == null : orders.size() > 1);
  }

  /** Whether all texts differ, as in a column of names or identifiers. */
  boolean everyValueDiffers() {
    return levels != null && levels.size() == observed && observed > 1;
  }

  /** The file's words for 0 and 1, null without such words. */
  @Nullable List<String> booleanWords() {
    if (levels == null || numbers > 0 || levels.isEmpty() || levels.size() > 2) {
      return null;
    }
    for (int p = 0; p < BOOLEANS.size(); p++) {
      String no = written(BOOLEANS.get(p).get(0));
      String yes = written(BOOLEANS.get(p).get(1));
      if (no != null && yes != null) {
        return List.of(no, yes);
      }
      if (p < 2 && levels.size() == 1 && (no != null || yes != null)) {
        return List.of(
            no != null ? no : BOOLEANS.get(p).get(0), yes != null ? yes : BOOLEANS.get(p).get(1));
      }
    }
    return null;
  }

  private @Nullable String written(String word) {
    return (levels == null ? Set.<String>of() : levels.keySet())
        .stream()
            .filter(level -> level.toLowerCase(Locale.ROOT).equals(word))
            .findFirst()
            .orElse(null);
  }
}
