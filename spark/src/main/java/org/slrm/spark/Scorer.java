package org.slrm.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.slrm.RowPredictor;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.result.Prediction;

/** One row in, all its predictions out. Each task works with a copy of its own. */
final class Scorer implements UDF1<@Nullable Row, Row> {
  private static final long serialVersionUID = 1;

  private final Broadcast<ModelBytes> box;
  private final Input input;
  private final double level;
  private final boolean contributions;
  private final int suggestions;
  private transient @Nullable RowPredictor predictor;

  /** Adds the features of a row, which is null or has the chosen columns, to a table. */
  interface Input extends java.io.Serializable {
    /** Number of features. */
    int size();

    /** Adds the known ones. */
    void addFeatures(Row row, IncompleteMatrix.Builder to);
  }

  Scorer(
      Broadcast<ModelBytes> box,
      Input input,
      double level,
      boolean contributions,
      int suggestions) {
    this.box = box;
    this.input = input;
    this.level = level;
    this.contributions = contributions;
    this.suggestions = suggestions;
  }

  /** The fields of what comes out, whose names are those of the parameters. */
  static StructType type(SlrmParams params, int targets) {
    DataType number = targets == 1 ? DataTypes.DoubleType : SQLDataTypes.VectorType();
    DataType suggestion =
        DataTypes.createArrayType(
            DataTypes.createStructType(
                List.of(
                    field("feature", DataTypes.StringType),
                    field("index", DataTypes.IntegerType),
                    field("varianceReduction", DataTypes.DoubleType))));
    List<StructField> out = new ArrayList<>();
    out.add(field("predictionCol", number));
    out.add(field("standardErrorCol", number));
    out.add(field("lowerCol", number));
    out.add(field("upperCol", number));
    out.add(field("observedCol", DataTypes.IntegerType));
    out.add(field("answeredCol", DataTypes.BooleanType));
    out.add(field("contributionsCol", perTarget(SQLDataTypes.VectorType(), targets)));
    out.add(field("nextMeasurementsCol", perTarget(suggestion, targets)));
    return DataTypes.createStructType(out);
  }

  private static DataType perTarget(DataType type, int targets) {
    return targets == 1 ? type : DataTypes.createArrayType(type);
  }

  private static StructField field(String name, DataType type) {
    return DataTypes.createStructField(name, type, true);
  }

  @Override
  public Row call(@Nullable Row row) {
    SlrmModel model = box.value().model();
    IncompleteMatrix.Builder one = IncompleteMatrix.builder(input.size());
    if (row != null) {
      input.addFeatures(row, one);
    }
    IncompleteRow x = one.endRow().build().row(0);
    RowPredictor at = predictor;
    if (at == null) {
      at = model.rowPredictor();
      predictor = at;
    }
    Prediction[] p = at.predict(x);
    return RowFactory.create(
        numbers(p, Prediction::mean),
        numbers(p, Prediction::standardError),
        numbers(p, q -> q.interval(level).low()),
        numbers(p, q -> q.interval(level).high()),
        p[0].observed(),
        p[0].answered(),
        contributions ? each(p.length, t -> contributions(model.explain(x, t))) : null,
        suggestions > 0 ? each(p.length, t -> suggestions(model, x, t)) : null);
  }

  private interface Value {
    double of(Prediction p);
  }

  private static Object numbers(Prediction[] p, Value value) {
    if (p.length == 1) {
      return value.of(p[0]);
    }
    double[] all = new double[p.length];
    for (int t = 0; t < all.length; t++) {
      all[t] = value.of(p[t]);
    }
    return Vectors.dense(all);
  }

  private static Object each(int targets, IntFunction<Object> of) {
    List<Object> all = new ArrayList<>();
    for (int t = 0; t < targets; t++) {
      all.add(of.apply(t));
    }
    return targets == 1 ? all.get(0) : all.toArray();
  }

  private Object contributions(SlrmModel.Explanation e) {
    return Vectors.sparse(input.size(), e.feature(), e.contribution());
  }

  private Object suggestions(SlrmModel model, IncompleteRow x, int target) {
    List<String> names = box.value().file().schema().featureNames();
    List<Row> out = new ArrayList<>();
    for (SlrmModel.Suggestion s : model.nextMeasurements(x, suggestions, target)) {
      out.add(RowFactory.create(names.get(s.feature()), s.feature(), s.varianceReduction()));
    }
    return out.toArray(new Row[0]);
  }
}
