package org.slrm.cli.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.slrm.SlrmModel;
import org.slrm.cli.output.CsvOut;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.column.Schema;
import org.slrm.result.Explanation;
import org.slrm.result.Suggestion;

/** The columns of --explain and --suggest. */
final class RowDetails {
  private final SlrmModel model;
  private final Schema schema;
  private final List<String> names;
  private final int explain;
  private final int suggest;

  RowDetails(SlrmModel model, Schema schema, int explain, int suggest) {
    this.model = model;
    this.schema = schema;
    this.names = schema.featureNames();
    this.explain = explain;
    this.suggest = suggest;
  }

  void header(CsvOut csv) {
    if (explain > 0) {
      csv.text("baseline");
    }
    for (int k = 1; k <= explain; k++) {
      csv.text("feature_" + k).text("contribution_" + k);
    }
    for (int k = 1; k <= suggest; k++) {
      csv.text("measure_" + k).text("variance_reduction_" + k);
    }
  }

  void write(CsvOut csv, IncompleteMatrix x, int row, int target) {
    if (explain > 0) {
      contributions(csv, model.explain(x.row(row), target));
    }
    if (suggest > 0) {
      suggestions(csv, model.nextMeasurements(x.row(row), names.size(), target));
    }
  }

  private void contributions(CsvOut csv, Explanation e) {
    // What the holes say belongs to no feature: it is part of where this row starts.
    csv.number(e.intercept() + e.missingness());
    double[] c = e.contribution();
    int[] largest =
        IntStream.range(0, c.length)
            .boxed()
            .sorted((a, b) -> Double.compare(Math.abs(c[b]), Math.abs(c[a])))
            .limit(explain)
            .mapToInt(Integer::intValue)
            .toArray();
    for (int k = 0; k < explain; k++) {
      boolean there = k < largest.length && c[largest[k]] != 0;
      csv.text(there ? names.get(e.feature(largest[k])) : "");
      csv.number(there ? c[largest[k]] : Double.NaN);
    }
  }

  /** Nobody measures one level of a category: its column counts with its best level. */
  private void suggestions(CsvOut csv, List<Suggestion> all) {
    Map<Integer, Double> byColumn = new LinkedHashMap<>();
    for (Suggestion s : all) {
      if (s.varianceReduction() > 0) {
        byColumn.putIfAbsent(schema.features().get(s.feature()).column(), s.varianceReduction());
      }
    }
    var best = byColumn.entrySet().iterator();
    for (int k = 0; k < suggest; k++) {
      if (best.hasNext()) {
        var one = best.next();
        csv.text(schema.columns().get(one.getKey()).name()).number(one.getValue());
      } else {
        csv.text("").number(Double.NaN);
      }
    }
  }
}
