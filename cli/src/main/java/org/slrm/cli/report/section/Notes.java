package org.slrm.cli.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slrm.result.FitReport;

/**
 * Notes of a fit in the user's terms: the library knows columns by number, the user by name.
 *
 * <pre>{@code
 * Notes.of(model.report(), table.featureNames(), table.targetNames());
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

  /** All notes of a fit, those on values set aside first. */
  public static List<String> of(FitReport report, List<String> features, List<String> targets) {
    List<String> out =
        new ArrayList<>(new SetAside(report.grossErrors(), features, targets).lines());
    out.addAll(named(report.notes(), features));
    return out;
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
