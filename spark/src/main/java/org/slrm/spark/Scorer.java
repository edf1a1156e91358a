package org.slrm.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
import org.slrm.io.column.Schema;
import org.slrm.io.score.NamedPrediction;
import org.slrm.result.Prediction;

/** Predicts one row at a time. Each task uses its own copy. */
final class Scorer implements UDF1<@Nullable Row, Row> {
  private static final long serialVersionUID = 1;

  private final Broadcast<ModelBytes> box;
  private final Input input;
  private final Asked asked;
  private transient @Nullable RowPredictor predictor;

  /** Adds the features of a row, which is null or has the chosen columns, to a table. */
  interface Input extends java.io.Serializable {
    /** Number of features. */
    int size();

    /** Adds the known ones. */
    void addFeatures(Row row, IncompleteMatrix.Builder to);

    /** Whether a category has an unseen level. */
    boolean hasUnseenLevel(Row row);
  }

  /**
   * Outputs besides predictions.
   *
   * @param level coverage of the intervals
   * @param names whether to name predicted classes
   * @param medians whether to compute medians
   * @param contributions whether to explain
   * @param suggestions number of suggested measurements
   */
  record Asked(double level, boolean names, boolean medians, boolean contributions, int suggestions)
      implements java.io.Serializable {}

  Scorer(Broadcast<ModelBytes> box, Input input, Asked asked) {
    this.box = box;
    this.input = input;
    this.asked = asked;
  }

  /** The output fields, named by the parameters. */
  static StructType type(int targets) {
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
    out.add(field("flagsCol", DataTypes.StringType));
    out.add(field("probabilityCol", perTarget(SQLDataTypes.VectorType(), targets)));
    out.add(field("classNameCol", perTarget(DataTypes.StringType, targets)));
    out.add(field("medianCol", number));
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
        numbers(p, q -> q.interval(asked.level).low()),
        numbers(p, q -> q.interval(asked.level).high()),
        p[0].observed() - box.value().file().schema().furtherIndicators(x),
        p[0].answered(),
        flags(p, row != null && input.hasUnseenLevel(row)),
        each(p.length, t -> probabilities(p[t])),
        asked.names ? each(p.length, t -> name(p[t], t)) : null,
        asked.medians ? numbers(p, Prediction::median) : null,
        asked.contributions ? each(p.length, t -> contributions(model.explain(x, t))) : null,
        asked.suggestions > 0 ? each(p.length, t -> suggestions(x, t)) : null);
  }

  private static String flags(Prediction[] p, boolean unseen) {
    EnumSet<Prediction.Flag> all = EnumSet.noneOf(Prediction.Flag.class);
    Arrays.stream(p).map(Prediction::flags).forEach(all::addAll);
    if (unseen) {
      all.add(Prediction.Flag.UNSEEN_LEVEL);
    }
    return all.stream().map(Prediction.Flag::code).collect(Collectors.joining(";"));
  }

  private static @Nullable Object probabilities(Prediction p) {
    double[] all = IntStream.range(0, p.levels()).mapToDouble(p::probability).toArray();
    return all.length == 0 ? null : Vectors.dense(all);
  }

  private @Nullable Object name(Prediction p, int target) {
    return p.levels() == 0
        ? null
        : box.value().file().schema().target(target).levels().get((int) p.mean());
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

  private static @Nullable Object each(int targets, IntFunction<@Nullable Object> of) {
    List<@Nullable Object> all = new ArrayList<>();
    for (int t = 0; t < targets; t++) {
      all.add(of.apply(t));
    }
    return targets == 1 ? all.get(0) : all.toArray();
  }

  private Object contributions(SlrmModel.Explanation e) {
    return Vectors.sparse(input.size(), e.feature(), e.contribution());
  }

  /** By column and as fractions of the variance, as in the command line. */
  private Object suggestions(IncompleteRow x, int target) {
    Schema schema = box.value().file().schema();
    List<Row> out = new ArrayList<>();
    for (NamedPrediction.Measurement m :
        box.value().named().suggest(x, target, asked.suggestions)) {
      int first = schema.firstFeature(schema.indexOf(m.column()));
      out.add(RowFactory.create(m.column(), first, m.varianceReduction()));
    }
    return out.toArray(new Row[0]);
  }
}
