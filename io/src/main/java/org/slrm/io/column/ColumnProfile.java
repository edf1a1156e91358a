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

/** Statistics of the cells of a column, which determine its kind. */
final class ColumnProfile {
  /** Words for false and true; words of the first two pairs may also occur alone. */
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

  /** The format of formatted numbers, once found. */
  private @Nullable NumberStyle style;

  private boolean consistentStyle = true;
  private boolean grouped;

  /** Whether a number of at least 1000 was written without separators. */
  private boolean ungrouped;

  private final boolean decimalComma;

  ColumnProfile(int maxLevels, boolean decimalComma) {
    this.maxLevels = maxLevels;
    this.decimalComma = decimalComma;
  }

  /** Records whether a number of at least 1000 has no thousands separators. */
  void checkGrouping(double v) {
    ungrouped |= Math.abs(v) >= 1000;
  }

  private void style(String text) {
    NumberStyle found = consistentStyle ? NumberStyle.of(text, decimalComma) : null;
    NumberStyle current = style;
    consistentStyle =
        found != null
            && (current == null
                || current.prefix().equals(found.prefix())
                    && current.suffix().equals(found.suffix()));
    if (consistentStyle && found != null) {
      style = found;
      grouped |= found.grouped();
      ungrouped |= !found.grouped() && Math.abs(found.parse(text)) >= 1000;
    }
  }

  /** The common format of all observed cells; null if formats differ. */
  @Nullable NumberStyle agreedStyle() {
    NumberStyle found = style;
    boolean common = consistentStyle && found != null && !(grouped && ungrouped);
    if (!common || found == null || found.marked() && numbers > 0) {
      return null;
    }
    return grouped ? found.withGroups() : found;
  }

  /** Adds a number with its text; null if levels are no longer counted. */
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

  /** Whether all texts are numbers with decimal commas. */
  boolean decimalCommasOnly() {
    return decimalCommas > 0 && decimalCommas == textCount();
  }

  boolean mixed() {
    return numbers > 0 && numbers < observed;
  }

  /**
   * Whether the column is numeric except for a few tokens: at least half of the cells are numbers,
   * or the other cells have at most three distinct words.
   */
  boolean mostlyNumeric() {
    if (!mixed()) {
      return false;
    }
    boolean manyValues = levels == null || levels.size() > 10 * texts.size();
    return numbers >= textCount() || (texts.size() <= MAX_TEXTS && manyValues);
  }

  /** Whether values occur at least ten times on average, like category codes. */
  boolean repeats() {
    return levels != null && 10L * levels.size() <= observed;
  }

  /**
   * Whether later rows may change the kind of text: too many levels may be formatted numbers, or
   * several date formats are possible.
   */
  boolean ambiguousText() {
    return textCount() > 0 && (orders.isEmpty() ? levels == null : orders.size() > 1);
  }

  /** Whether all texts differ, as in a column of names or identifiers. */
  boolean everyValueDiffers() {
    return levels != null && levels.size() == observed && observed > 1;
  }

  /** The words of the file for 0 and 1; null if the column is not boolean. */
  @Nullable List<String> booleanWords() {
    if (levels == null || numbers > 0 || levels.isEmpty() || levels.size() > 2) {
      return null;
    }
    for (int p = 0; p < BOOLEANS.size(); p++) {
      String no = spelling(BOOLEANS.get(p).get(0));
      String yes = spelling(BOOLEANS.get(p).get(1));
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

  private @Nullable String spelling(String word) {
    return (levels == null ? Set.<String>of() : levels.keySet())
        .stream()
            .filter(level -> level.toLowerCase(Locale.ROOT).equals(word))
            .findFirst()
            .orElse(null);
  }
}
