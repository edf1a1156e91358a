package org.slrm.cli.report.section;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Notes of a fit in the user's terms: the library knows columns by number, the user by name.
 *
 * <pre>{@code
 * Notes.named(model.report().notes(), table.featureNames());
 * }</pre>
 */
public final class Notes {
  private static final Pattern LIST =
      Pattern.compile(
          "(\\d+ (?:constant )?feature(?:s|\\(s\\))?(?: without a known entry)?: )([\\d, ]+)(…?)");

  private Notes() {}

  /** The notes with names in place of numbers. */
  public static List<String> named(List<String> notes, List<String> features) {
    return notes.stream().map(n -> named(n, features)).toList();
  }

  private static String named(String note, List<String> features) {
    Matcher m = LIST.matcher(note);
    if (!m.matches()) {
      return note;
    }
    String names =
        Pattern.compile("\\d+")
            .matcher(m.group(2))
            .replaceAll(n -> Matcher.quoteReplacement(features.get(Integer.parseInt(n.group()))));
    return m.group(1) + names + m.group(3);
  }
}
