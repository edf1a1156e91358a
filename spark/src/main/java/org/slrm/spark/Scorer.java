package org.slrm.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
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

/** Predicts one row at a time; each task has a copy. */
final class Scorer implements UDF1<@Nullable Row, Row> {
  private static final long serialVersionUID = 1;

  private final Broadcast<ModelBytes> model;
  private final Input input;
  private final OutputOptions options;
  private transient @Nullable RowPredictor predictor;

  /** Adds the features of a row, which is null or has the selected columns, to a table. */
  interface Input extends java.io.Serializable {
    /** Number of features. */
    int size();

    /** Adds the observed features of a row. */
    void addFeatures(Row row, IncompleteMatrix.Builder to);

    /** Whether a categorical column has an unseen level. */
    boolean hasUnseenLevel(Row row);
  }

  /**
   * Requested outputs.
   *
   * @param level coverage of the intervals
   * @param names whether to name predicted classes
   * @param medians whether to compute medians
   * @param contributions whether to compute contributions
   * @param suggestions number of suggested measurements
   */
  record OutputOptions(
      double level, boolean names, boolean medians, boolean contributions, int suggestions)
      implements java.io.Serializable {}

  Scorer(Broadcast<ModelBytes> model, Input input, OutputOptions options) {
    this.model = model;
    this.input = input;
    this.options = options;
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
    return DataTypes.createStructType(
        List.of(
            field("predictionCol", number),
            field("standardErrorCol", number),
            field("lowerCol", number),
            field("upperCol", number),
            field("observedCol", DataTypes.IntegerType),
            field("answeredCol", DataTypes.BooleanType),
            field("flagsCol", DataTypes.StringType),
            field("probabilityCol", perTarget(SQLDataTypes.VectorType(), targets)),
            field("classNameCol", perTarget(DataTypes.StringType, targets)),
            field("medianCol", number),
            field("contributionsCol", perTarget(SQLDataTypes.VectorType(), targets)),
            field("nextMeasurementsCol", perTarget(suggestion, targets))));
  }

  private static DataType perTarget(DataType type, int targets) {
    return targets == 1 ? type : DataTypes.createArrayType(type);
  }

  private static StructField field(String name, DataType type) {
    return DataTypes.createStructField(name, type, true);
  }

  @Override
  public Row call(@Nullable Row row) {
    SlrmModel core = model.value().model();
    IncompleteMatrix.Builder one = IncompleteMatrix.builder(input.size());
    if (row != null) {
      input.addFeatures(row, one);
    }
    IncompleteRow x = one.endRow().build().row(0);
    RowPredictor current = predictor;
    if (current == null) {
      current = core.rowPredictor();
      predictor = current;
    }
    Prediction[] p = current.predict(x);
    return RowFactory.create(
        numbers(p, Prediction::mean),
        numbers(p, Prediction::standardError),
        numbers(p, q -> q.interval(options.level).low()),
        numbers(p, q -> q.interval(options.level).high()),
        p[0].observed() - model.value().file().schema().extraIndicators(x),
        p[0].answered(),
        flags(p, row != null && input.hasUnseenLevel(row)),
        each(p.length, t -> probabilities(p[t])),
        options.names ? each(p.length, t -> name(p[t], t)) : null,
        options.medians ? numbers(p, Prediction::median) : null,
        options.contributions ? each(p.length, t -> contributions(core.explain(x, t))) : null,
        options.suggestions > 0 ? each(p.length, t -> suggestions(x, t)) : null);
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
        : model.value().file().schema().target(target).levels().get((int) p.mean());
  }

  private static Object numbers(Prediction[] p, ToDoubleFunction<Prediction> value) {
    return p.length == 1
        ? value.applyAsDouble(p[0])
        : Vectors.dense(Arrays.stream(p).mapToDouble(value).toArray());
  }

  private static @Nullable Object each(int targets, IntFunction<@Nullable Object> value) {
    @Nullable Object[] all = IntStream.range(0, targets).mapToObj(value).toArray();
    return targets == 1 ? all[0] : all;
  }

  private Object contributions(SlrmModel.Explanation e) {
    return Vectors.sparse(input.size(), e.feature(), e.contribution());
  }

  /** Suggested columns with variance reductions as fractions of the variance. */
  private Object suggestions(IncompleteRow x, int target) {
    Schema schema = model.value().file().schema();
    List<Row> out = new ArrayList<>();
    for (NamedPrediction.Measurement m :
        model.value().named().suggest(x, target, options.suggestions)) {
      int first = schema.firstFeature(schema.indexOf(m.column()));
      out.add(RowFactory.create(m.column(), first, m.varianceReduction()));
    }
    return out.toArray(new Row[0]);
  }
}
