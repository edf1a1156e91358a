package org.slrm.io.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slrm.io.cell.FixedPoint;
import org.slrm.io.cell.MissingTokens;
import org.slrm.io.cell.NumberParser;
import org.slrm.io.cell.ShellWord;
import org.slrm.io.column.ColumnDifferences;

/**
 * The messages of all warnings. Arguments read from a file may be absent; they are 0 or empty then.
 */
record WarningText(DataWarning w) {
  /** Minimum distance from the training range, in multiples of its width, that is reported. */
  private static final double MIN_WIDTHS = 0.5;

  private static final int SHOWN = 5;
  private static final int OUTLIERS_SHOWN = 10;

  static String of(DataWarning w) {
    WarningText text = new WarningText(w);
    long more = (long) text.number(DataWarning.MORE);
    if (more == 0) {
      return text.sentence();
    }
    String others = Words.count(more, "more column", "more columns");
    if (w.column().isEmpty()) {
      return "the same in " + others;
    }
    List<String> named = text.texts(DataWarning.MORE_COLUMNS);
    return "%s; the same in %s: %s%s"
        .formatted(
            text.sentence(), others, String.join(", ", named), more > named.size() ? ", …" : "");
  }

  private String sentence() {
    return w.arguments().containsKey(DataWarning.MESSAGE)
        ? text(DataWarning.MESSAGE)
        : switch (w.code()) {
          case DataWarning.LEAK -> leak();
          case DataWarning.ORDERED -> ordered();
          case DataWarning.IDENTIFIER -> identifier();
          case DataWarning.CODE -> code();
          case DataWarning.EXTREME_LABELS -> extremeLabels();
          case DataWarning.FEW_VALUES -> fewValues();
          case DataWarning.FEW_LABELS -> fewLabels();
          case DataWarning.NEARLY_CONSTANT -> nearlyConstant();
          case DataWarning.RARE -> rare();
          case DataWarning.NA_LEVEL -> naLevel();
          case DataWarning.NO_SIGNAL -> noSignal();
          case DataWarning.LEAK_SUSPECTED -> leakSuspected();
          case DataWarning.OUTLIERS -> flag("labels") ? outlierLabels() : outlierEntries();
          default -> newRows();
        };
  }

  private String newRows() {
    return switch (w.code()) {
      case DataWarning.OUT_OF_RANGE -> outOfRange();
      case DataWarning.AUXILIARY_COLUMN ->
          ("%s is missing in all new rows, but was observed in %s of the training rows:"
                  + " if it is never available for prediction, fit without it (%s)")
              .formatted(
                  column(), Words.percent(1 - w.value()), ShellWord.option("--ignore", w.column()));
      case DataWarning.MISSINGNESS_SHIFT ->
          ("%s is missing in %s of the new rows, in training in %s: intervals may not"
                  + " reach their nominal coverage; fit with rows like the new ones, labelled or"
                  + " not")
              .formatted(column(), Words.percent(w.value()), Words.percent(number("training")));
      case DataWarning.CORRELATION_SHIFT ->
          String.format(
              Locale.ROOT,
              "correlations between columns differ from those in training: the error of predicting"
                  + " an entry from the rest of its row is %.2g times as large (%.2g of the"
                  + " column's scale, in training %.2g): fit again with rows like these",
              w.value(),
              number("error"),
              number("training"));
      case DataWarning.NEW_PATTERNS ->
          ("%s of the new rows have a missingness pattern that no training row had (%s"
                  + " seen): check their errors with evaluate")
              .formatted(
                  Words.percent(w.value()),
                  Words.count((long) number("patterns"), "pattern was", "patterns were"));
      case DataWarning.UNSEEN_LEVELS -> unseenLevels();
      case DataWarning.ABSENT_COLUMNS ->
          Words.count(columns(), "column", "columns") + " absent, taken as missing: " + named();
      case DataWarning.EXTRA_COLUMNS ->
          Words.count(columns(), "column", "columns") + " not in the model, ignored: " + named();
      default -> w.code() + " " + w.arguments();
    };
  }

  private String leak() {
    return ("%s alone explains %s of %s, the best others together %s: is it known before the"
            + " label is? If not, %s")
        .formatted(
            column(),
            Words.percent(w.value()),
            Words.quoted(text("target")),
            Words.percent(number("others")),
            ShellWord.option("--ignore", w.column()));
  }

  private String ordered() {
    return String.format(
        Locale.ROOT,
        "rows look ordered: a ridge regression has an RMSE of %.4g in %s on blocks of rows, of %.4g on"
            + " rows drawn at random. If they come in time or in groups, name the column by --time or"
            + " --group: errors and intervals are optimistic otherwise",
        number("blocks"),
        text("target"),
        number("random"));
  }

  private String identifier() {
    return flag("used")
        ? ("%s differs in every row and looks like an identifier; it is used as a number."
                + " If it is unrelated to new rows, fit with --ignore %s")
            .formatted(column(), ShellWord.of(w.column()))
        : ("%s holds text that %s and is not used; to use it as categories, fit with"
                + " --categorical %s")
            .formatted(column(), text("reason"), ShellWord.of(w.column()));
  }

  private String code() {
    String value = NumberParser.plain(w.value());
    Set<String> tokens = new TreeSet<>(texts("tokens"));
    tokens.add(value);
    return "%s holds %s in %s, far from all its other values: if that means missing, %s"
        .formatted(
            column(), value, Words.rows((long) number("rows")), MissingTokens.asOption(tokens));
  }

  private String extremeLabels() {
    List<Double> labels = numbers("values");
    List<Double> rows = numbers("rows");
    List<String> shown = new ArrayList<>();
    for (int k = 0; k < Math.min(labels.size(), rows.size()); k++) {
      shown.add(Words.number(labels.get(k)) + " in row " + Words.number(rows.get(k)));
    }
    return "%s has %s far from all others: %s. Correct %s%s"
        .formatted(
            column(),
            Words.count(all(), "label", "labels"),
            Words.some(shown, all(), SHOWN),
            itOrThem(),
            flag("numeric")
                ? ", or fit without such labels (--outliers exclude) or with less weight for"
                    + " them (--label robust)"
                : "");
  }

  private String fewValues() {
    return ("%s has only %s values (%s) and is fitted as a number: if these are classes, --label"
            + " classes%s")
        .formatted(
            column(),
            all(),
            Words.some(numbers("values").stream().map(Words::number).toList(), 4),
            flag("counts") ? "; if they count something, --label counts" : "");
  }

  private String fewLabels() {
    return ("%s is known in %s, fewer than %s: errors and intervals are unreliable, and auto"
            + " fits linear candidates only. Add labelled rows")
        .formatted(column(), Words.rows(all()), FewValuesCheck.MIN_LABELS);
  }

  private String nearlyConstant() {
    return ("%s has one value but in %s, so it is constant in some folds and its effect cannot"
            + " be validated: --ignore it, or add rows that differ")
        .formatted(column(), Words.rows(all()));
  }

  private String rare() {
    List<String> levels = texts("levels").stream().map(Words::quoted).toList();
    return ("%s has %s%s%s), whose effect cannot be both fitted and validated: join %s with"
            + " others, or --ignore the column")
        .formatted(
            column(),
            Words.count(all(), "category", "categories"),
            all() == 1 ? " with one row (" : " with one row each (",
            Words.some(levels, all(), SHOWN),
            itOrThem());
  }

  private String naLevel() {
    return ("%s is text and NA in %s of the rows, taken as missing. If NA is a level there, such"
            + " as none, %s")
        .formatted(
            column(),
            Words.percent(w.value()),
            flag("alsoInNumbers")
                ? "write another word for it in the file: columns of numbers have NA too"
                : "--na '' reads it as a level");
  }

  private String noSignal() {
    return ("no predictive signal found for %s: no candidate is better than the baseline"
            + " (constant prediction) by a standard error on held-out rows, so the model predicts"
            + " the baseline. Add features or rows that are related to it")
        .formatted(column());
  }

  private String leakSuspected() {
    List<String> named = texts("columns");
    return ("possible leak: %s of %s is explained on held-out rows, %s. Are these columns known"
            + " before the label is? If not, %s")
        .formatted(
            Words.percent(w.value()),
            column(),
            named.isEmpty()
                ? "without any column"
                : Words.percent(number("share"))
                    + " of that by "
                    + named.stream().map(Words::quoted).collect(Collectors.joining(", ")),
            ShellWord.option("--ignore", String.join(",", named)));
  }

  private String outlierLabels() {
    List<Double> labels = numbers("values");
    List<Double> rows = numbers("rows");
    List<Double> expected = numbers("expected");
    List<String> shown = new ArrayList<>();
    for (int k = 0; k < Math.min(labels.size(), Math.min(rows.size(), expected.size())); k++) {
      shown.add(
          "%s in row %s (about %s expected)"
              .formatted(
                  Words.number(labels.get(k)),
                  Words.number(rows.get(k)),
                  Words.number(expected.get(k))));
    }
    return Words.count(all(), "label of ", "labels of ")
        + column()
        + (all() == 1 ? " looks like an outlier: " : " look like outliers: ")
        + Words.some(shown, all(), OUTLIERS_SHOWN)
        + ". The fit uses "
        + itOrThem()
        + "; --outliers exclude fits without";
  }

  private String outlierEntries() {
    return ("%s has %s like %s, outside %s to %s. The fit uses %s; --outliers exclude takes such"
            + " entries as missing, also in new rows")
        .formatted(
            column(),
            Words.count(all(), "entry that looks", "entries that look"),
            all() == 1 ? "an outlier" : "outliers",
            Words.number(number("low")),
            Words.number(number("high")),
            itOrThem());
  }

  private String outOfRange() {
    double widths = number("widths");
    return ("%s is outside the training range (%s to %s) in %s of its new values, as far as"
            + " %s%s%s: predictions there are uncertain; check units and codes")
        .formatted(
            column(),
            text("low"),
            text("high"),
            Words.percent(w.value()),
            text("farthest"),
            widths > MIN_WIDTHS && widths < Double.POSITIVE_INFINITY
                ? ", " + times(widths) + " times the width of that range outside"
                : "",
            clampedEntries());
  }

  private static String times(double widths) {
    return widths < 10
        ? String.format(Locale.ROOT, "%.2g", widths)
        : Words.number(Math.rint(widths));
  }

  /** How the model treats entries outside the training range. */
  private String clampedEntries() {
    long clamped = (long) number("clamped");
    long dropped = (long) number("dropped");
    return clamped + dropped == 0
        ? ""
        : " (%s clamped, %s treated as missing)"
            .formatted(Words.count(clamped, "entry", "entries"), FixedPoint.count(dropped));
  }

  private String unseenLevels() {
    List<String> levels = texts("levels");
    List<Double> counts = numbers("counts");
    List<String> shown = new ArrayList<>();
    for (int k = 0; k < Math.min(levels.size(), counts.size()); k++) {
      shown.add(Words.quoted(levels.get(k)) + " × " + Words.number(counts.get(k)));
    }
    String effect =
        flag("target")
            ? "Their rows are not evaluated"
            : flag("averaged") ? "Predictions are averages over levels" : "They count as missing";
    return "%s has %s that training rows did not have, in %s: %s. %s: fit again with such rows"
        .formatted(
            column(),
            flag("target") ? "classes" : "levels",
            Words.rows(all()),
            Words.some(shown, SHOWN),
            effect);
  }

  private String column() {
    return Words.quoted(w.column());
  }

  private long all() {
    return (long) w.value();
  }

  private String itOrThem() {
    return all() == 1 ? "it" : "them";
  }

  private long columns() {
    return texts("columns").size();
  }

  private String named() {
    return ColumnDifferences.shown(texts("columns"));
  }

  private boolean flag(String name) {
    return Boolean.TRUE.equals(w.arguments().get(name));
  }

  private String text(String name) {
    return String.valueOf(w.arguments().getOrDefault(name, ""));
  }

  private double number(String name) {
    return w.arguments().get(name) instanceof Number v ? v.doubleValue() : 0;
  }

  private List<?> list(String name) {
    return w.arguments().get(name) instanceof List<?> list ? list : List.of();
  }

  private List<String> texts(String name) {
    return list(name).stream().map(String::valueOf).toList();
  }

  private List<Double> numbers(String name) {
    return list(name).stream()
        .map(v -> v instanceof Number n ? n.doubleValue() : Double.NaN)
        .filter(Double::isFinite)
        .toList();
  }
}
