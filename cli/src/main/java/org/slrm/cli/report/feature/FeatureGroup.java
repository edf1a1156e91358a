package org.slrm.cli.report.feature;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slrm.cli.report.section.ColumnSummary;

/**
 * Features that are known or missing together: the indicators of a categorical column, named {@code
 * column=level}, or a single feature.
 *
 * @param name name of the column
 * @param features the features
 */
public record FeatureGroup(String name, int[] features) {
  /** Prefix of a panel's name. */
  public static final String PANEL = "panel ";

  public static List<FeatureGroup> of(List<ColumnSummary> columns, List<String> features) {
    Set<String> categorical =
        columns.stream()
            .filter(c -> c.kind().contains("categorical"))
            .map(ColumnSummary::name)
            .collect(Collectors.toSet());
    Map<String, List<Integer>> groups = new LinkedHashMap<>();
    for (int j = 0; j < features.size(); j++) {
      String column = column(features.get(j), categorical);
      // A single feature gets a key that no column name can have.
      String key = column.isEmpty() ? "\0" + j : column;
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(j);
    }
    return groups.entrySet().stream()
        .map(
            e -> {
              int[] members = e.getValue().stream().mapToInt(j -> j).toArray();
              String key = e.getKey();
              return new FeatureGroup(
                  key.startsWith("\0") ? features.get(members[0]) : key, members);
            })
        .toList();
  }

  /** Whether the features are indicators of a column's levels. */
  public boolean categorical(List<String> names) {
    return !names.get(features[0]).equals(name);
  }

  /** The level of an indicator of this column. */
  public String level(String feature) {
    return feature.substring(name.length() + 1);
  }

  /** The categorical column of a feature, empty when none. */
  private static String column(String feature, Set<String> categorical) {
    for (int at = feature.indexOf('='); at >= 0; at = feature.indexOf('=', at + 1)) {
      if (categorical.contains(feature.substring(0, at))) {
        return feature.substring(0, at);
      }
    }
    return "";
  }
}
