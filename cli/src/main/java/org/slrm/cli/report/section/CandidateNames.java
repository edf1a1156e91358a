package org.slrm.cli.report.section;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.result.FitReport.CandidateScore;

/** Distinguishes candidates of one name by the settings in which they differ. */
public final class CandidateNames {
  private CandidateNames() {}

  /** The candidates with distinct names if their settings differ. */
  public static List<CandidateScore> distinct(List<CandidateScore> all) {
    Map<String, List<CandidateScore>> byName = new LinkedHashMap<>();
    all.forEach(c -> byName.computeIfAbsent(c.label(), n -> new ArrayList<>()).add(c));
    Map<CandidateScore, String> names = new HashMap<>();
    byName
        .values()
        .forEach(same -> same.forEach(c -> names.put(c, c.name() + differences(c, same))));
    return all.stream()
        .map(
            c ->
                new CandidateScore(
                    names.get(c),
                    c.rank(),
                    c.target(),
                    c.mse(),
                    c.standardError(),
                    c.weight(),
                    c.settings()))
        .toList();
  }

  private static String differences(CandidateScore c, List<CandidateScore> same) {
    StringBuilder out = new StringBuilder();
    Set<String> keys = new LinkedHashSet<>();
    same.forEach(o -> keys.addAll(o.settings().keySet()));
    keys.remove("rank");
    for (String key : keys) {
      Object mine = c.settings().get(key);
      if (same.stream().anyMatch(o -> !Objects.equals(o.settings().get(key), mine))) {
        out.append(", ").append(words(key)).append(' ').append(text(mine));
      }
    }
    return out.toString();
  }

  /** Converts a camelCase key to words. */
  static String words(String key) {
    return key.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(java.util.Locale.ROOT);
  }

  private static String text(Object value) {
    return value instanceof Number n && !(value instanceof Integer)
        ? NumberText.shortest(n.doubleValue())
        : String.valueOf(value);
  }
}
