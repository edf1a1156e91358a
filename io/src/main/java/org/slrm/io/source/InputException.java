package org.slrm.io.source;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Invalid input: file, line, column, the violated rule, the value, and a remedy. Long texts are
 * shortened.
 *
 * <pre>{@code
 * throw InputException.of("must be a number").file("a.csv").line(7).column("age").value("abc");
 * // a.csv, line 7, column "age": must be a number, got "abc"
 * }</pre>
 */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final int SHOWN = 80;
  private static final int MAX_LENGTH = 2000;
  private static final int MAX_FILE_NAME = 5000;

  private final @Nullable String file;
  private final long line;
  private final @Nullable String column;
  private final String rule;
  private final @Nullable String value;
  private final @Nullable String hint;

  @SuppressWarnings("serial") // The sets in use are serializable.
  private Set<String> missingTokens = Set.of();

  private InputException(
      @Nullable String file,
      long line,
      @Nullable String column,
      String rule,
      @Nullable String value,
      @Nullable String hint) {
    this.file = file == null ? null : shortened(file, MAX_FILE_NAME);
    this.line = line;
    this.column = column == null ? null : shortened(column, MAX_LENGTH);
    this.rule = shortened(rule, MAX_LENGTH);
    this.value = value == null ? null : shortened(value, MAX_LENGTH);
    this.hint = hint == null ? null : shortened(hint, MAX_LENGTH);
  }

  /** An exception with the violated rule; the methods below add file, line and column. */
  public static InputException of(String rule) {
    return new InputException(null, 0, null, rule, null, null);
  }

  /** This exception with the file's name. */
  public InputException file(String name) {
    return withCause(new InputException(name, line, column, rule, value, hint));
  }

  /** This exception with the line, counted from 1. */
  public InputException line(long number) {
    return withCause(new InputException(file, number, column, rule, value, hint));
  }

  /** This exception with the column's name. */
  public InputException column(String name) {
    return withCause(new InputException(file, line, name, rule, value, hint));
  }

  /** This exception with the value that violated the rule. */
  public InputException value(String text) {
    return withCause(new InputException(file, line, column, rule, text, hint));
  }

  /** This exception with a remedy. */
  public InputException hint(String text) {
    return withCause(new InputException(file, line, column, rule, value, text));
  }

  /** This exception with its cause. */
  public InputException cause(Throwable cause) {
    InputException out = new InputException(file, line, column, rule, value, hint);
    out.initCause(cause);
    out.missingTokens = missingTokens;
    return out;
  }

  /** This exception with tokens that {@code --na} must name as remedy. */
  public InputException missingTokens(Set<String> tokens) {
    InputException out = withCause(new InputException(file, line, column, rule, value, hint));
    out.missingTokens = new LinkedHashSet<>(tokens);
    return out;
  }

  /** Tokens that the remedy treats as missing; empty for other remedies. */
  public Set<String> missingTokens() {
    return Collections.unmodifiableSet(missingTokens);
  }

  private InputException withCause(InputException next) {
    next.missingTokens = missingTokens;
    if (getCause() != null) {
      next.initCause(getCause());
    }
    return next;
  }

  /** The file's name, if known. */
  public @Nullable String file() {
    return file;
  }

  /** The line, counted from 1; 0 if unknown. */
  public long line() {
    return line;
  }

  /** The column's name, if any. */
  public @Nullable String column() {
    return column;
  }

  /** The violated rule. */
  public String rule() {
    return rule;
  }

  /** The value that violated the rule, if any. */
  public @Nullable String value() {
    return value;
  }

  /** The remedy, if any. */
  public @Nullable String hint() {
    return hint;
  }

  @Override
  public String getMessage() {
    StringBuilder out = new StringBuilder();
    if (file != null) {
      out.append(file);
    }
    if (line > 0) {
      out.append(out.isEmpty() ? "line " : ", line ").append(line);
    }
    if (column != null) {
      out.append(out.isEmpty() ? "column \"" : ", column \"").append(shown(column)).append('"');
    }
    out.append(out.isEmpty() ? "" : ": ").append(rule);
    if (value != null) {
      out.append(", got \"").append(shown(value)).append('"');
    }
    if (hint != null) {
      out.append("; ").append(hint);
    }
    return out.toString();
  }

  /** Replaces control characters and shortens long values. */
  public static String shown(String text) {
    return shortened(text, SHOWN).replaceAll("\\p{Cntrl}", "\uFFFD");
  }

  /** Shortens a text to a maximum length. */
  private static String shortened(String text, int limit) {
    return text.length() > limit ? text.substring(0, limit) + "…" : text;
  }
}
