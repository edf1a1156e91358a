package org.slrm.cli.label;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.cli.output.CommandException;

/** Numbers by class name in options: {@code yes=5,no=1}. */
public final class NamedNumbers {
  private NamedNumbers() {}

  /** Parses such words; a name may contain equals signs, a number does not. */
  public static Map<String, Double> of(String option, List<String> words) {
    Map<String, Double> out = new LinkedHashMap<>();
    for (String word : words) {
      int at = word.lastIndexOf('=');
      if (at <= 0 || out.put(word.substring(0, at), number(option, word, at)) != null) {
        throw refused(option, word);
      }
    }
    return out;
  }

  private static double number(String option, String word, int at) {
    try {
      double value = Double.parseDouble(word.substring(at + 1));
      if (value > 0 && Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Falls through to the common message.
    }
    throw refused(option, word);
  }

  private static CommandException refused(String option, String word) {
    return CommandException.usage(
        option + " must be CLASS=NUMBER with numbers above 0, each class once, got " + word);
  }
}
