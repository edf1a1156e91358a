package org.slrm.io.format;

import java.util.ArrayList;
import java.util.List;

/** Splits a row of ARFF at its commas, with quotes of both kinds and backslashes. */
final class ArffRow {
  private ArffRow() {}

  /**
   * The values between commas, without surrounding blanks and quotes; stops after one more than
   * expected.
   */
  static List<String> values(String text, int wanted) {
    return pairs(text, wanted).stream().map(ArffRow::unquoted).toList();
  }

  /** The first of the values between commas. */
  static String first(String text) {
    return values(text, 0).get(0);
  }

  /** The parts between commas, without surrounding blanks; stops after one more than expected. */
  static List<String> pairs(String text, int wanted) {
    List<String> parts = new ArrayList<>();
    char quote = 0;
    int from = 0;
    for (int k = 0; k < text.length(); k++) {
      char c = text.charAt(k);
      if (c == '\\' && quote != 0) {
        k++;
      } else if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == ',') {
        parts.add(text.substring(from, k).strip());
        from = k + 1;
        if (parts.size() > wanted) {
          return parts;
        }
      }
    }
    parts.add(text.substring(from).strip());
    return parts;
  }

  static String unquoted(String value) {
    int last = value.length() - 1;
    boolean quoted =
        last > 0
            && value.charAt(0) == value.charAt(last)
            && (value.charAt(0) == '"' || value.charAt(0) == '\'');
    return quoted ? value.substring(1, last).replaceAll("\\\\(.)", "$1") : value;
  }
}
