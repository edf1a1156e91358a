package org.slrm.io.score;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteRow;
import org.slrm.io.column.Schema;

/** Ranks panels and single columns by variance reduction per unit cost. */
final class PanelSuggestions {
  private final NamedModel model;
  private final List<Panel> panels;
  private final List<int[]> features = new ArrayList<>();
  private final Set<String> inPanels = new HashSet<>();

  PanelSuggestions(NamedModel model, List<Panel> panels) {
    this.model = model;
    this.panels = panels;
    for (Panel panel : panels) {
      features.add(features(model.schema(), panel));
      inPanels.addAll(panel.columns());
    }
  }

  private static int[] features(Schema schema, Panel panel) {
    for (String column : panel.columns()) {
      int at = schema.indexOf(column);
      if (at < 0 || schema.columns().get(at).width() == 0) {
        throw new IllegalArgumentException(
            "columns of panel " + panel.name() + " must be features of the model, got " + column);
      }
    }
    return IntStream.range(0, schema.features().size())
        .filter(j -> panel.columns().contains(schema.columnOf(j)))
        .toArray();
  }

  /** A suggestion and its cost. */
  private record Suggestion(NamedPrediction.Measurement measurement, double cost) {
    double perUnitCost() {
      return measurement.varianceReduction() / cost;
    }
  }

  List<NamedPrediction.Measurement> of(IncompleteRow row, int target, int limit) {
    List<Suggestion> all = new ArrayList<>();
    for (int k = 0; k < panels.size(); k++) {
      double reduction = model.model().varianceReduction(row, features.get(k), target);
      if (reduction > 0) {
        NamedPrediction.Measurement panel =
            new NamedPrediction.Measurement(panels.get(k).name(), reduction);
        all.add(new Suggestion(panel, panels.get(k).cost()));
      }
    }
    model.reductions(row, target, model.schema().columns().size()).stream()
        .filter(m -> !inPanels.contains(m.column()))
        .forEach(m -> all.add(new Suggestion(m, 1)));
    return all.stream()
        .sorted(Comparator.comparingDouble(Suggestion::perUnitCost).reversed())
        .limit(limit)
        .map(Suggestion::measurement)
        .toList();
  }
}
