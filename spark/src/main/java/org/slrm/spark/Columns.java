package org.slrm.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.check.Checks;
import org.slrm.method.LabelKind;

/**
 * The columns of features, labels and weights, checked against a schema before any job runs. Reads
 * rows of {@link #select}.
 *
 * @param features the features
 * @param targets names of the label columns
 * @param kinds their label kinds
 * @param weight name of the weight column; empty if there is none
 */
record Columns(Encoding features, List<String> targets, List<LabelKind> kinds, String weight)
    implements Serializable {

  /** The columns named in the parameters. */
  static Columns of(SlrmParams params, StructType schema) {
    return of(Encoding.of(params, schema), params, schema);
  }

  /** The columns named in the parameters, with other features. */
  static Columns of(Encoding features, SlrmParams params, StructType schema) {
    List<String> targets = params.targets();
    if (targets.isEmpty()) {
      throw new IllegalArgumentException("labelCols must name at least one column, got none");
    }
    for (String target : targets) {
      Encoding.numeric(schema, target, targets.size() > 1 ? "labelCols" : "labelCol");
      if (features.fields().stream().anyMatch(f -> f.name().equals(target))) {
        throw new IllegalArgumentException(
            "a label must not be a feature too, got \"" + target + "\"");
      }
    }
    String weight =
        params.isDefined(params.weightCol()) ? params.getOrDefault(params.weightCol()) : "";
    if (!weight.isEmpty()) {
      Encoding.numeric(schema, weight, "weightCol");
    }
    return new Columns(features, targets, params.labelKinds(), weight);
  }

  /** These columns with the number of features, read from the data if unknown. */
  Columns sized(Dataset<?> data) {
    return new Columns(features.sized(data), targets, kinds, weight);
  }

  /** Number of features. */
  int size() {
    return features.size();
  }

  /** Features, labels and weight of the data, in this order. */
  Dataset<Row> select(Dataset<?> data) {
    List<Column> out = new ArrayList<>(features.columns());
    targets.forEach(name -> out.add(Encoding.column(name).cast("double")));
    if (!weight.isEmpty()) {
      out.add(Encoding.column(weight).cast("double"));
    }
    return data.select(out.toArray(new Column[0]));
  }

  /** Adds the labels of a row after its features. */
  void addLabels(Row row, IncompleteMatrix.Builder to) {
    for (int t = 0; t < targets.size(); t++) {
      int field = features.fields().size() + t;
      if (!row.isNullAt(field)) {
        double y = row.getDouble(field);
        Encoding.add(size() + t, y, targets.get(t), to);
        if (!Double.isNaN(y)) {
          Labels.check(kinds.get(t), targets.get(t), y);
        }
      }
    }
  }

  /** The weight of a row. */
  double weight(Row row) {
    int field = features.fields().size() + targets.size();
    double value = row.isNullAt(field) ? Double.NaN : row.getDouble(field);
    return Checks.weight("weights in \"" + weight + "\"", value);
  }
}
