package org.slrm.io.cell;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tokens that mean missing: the empty field, NaN and the given tokens, compared as text and as
 * numbers.
 */
public final class MissingTokens {
  private final Set<String> texts;
  private final double[] numbers;

  /** Given tokens, as text and as numbers. */
  public MissingTokens(List<String> tokens, NumberParser parser) {
    this.texts = tokens.stream().map(String::strip).collect(Collectors.toSet());
    this.numbers =
        texts.stream().mapToDouble(parser::parse).filter(v -> !Double.isNaN(v)).toArray();
  }

  /** Whether a number is one of the tokens. */
  public boolean isMissing(double value) {
    for (double token : numbers) {
      if (token == value) {
        return true;
      }
    }
    return false;
  }

  /** Whether a text without surrounding blanks means missing. */
  public boolean isMissing(String text) {
    return text.isEmpty() || texts.contains(text) || text.equalsIgnoreCase("nan");
  }

  /** The command line option for these tokens. */
  public static String asOption(Set<String> tokens) {
    return ShellWord.option("--na", String.join(",", tokens));
  }

  /** Whether a text is an infinity, which is always invalid input. */
  public static boolean isInfinite(String text) {
    String word = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
    String lower = word.toLowerCase(Locale.ROOT);
    return lower.equals("inf") || lower.equals("infinity");
  }
}
