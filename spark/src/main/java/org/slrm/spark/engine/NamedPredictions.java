package org.slrm.spark.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.Param;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.NamedModel;
import org.slrm.io.score.NamedPrediction;
import org.slrm.result.Calibration;
import org.slrm.result.Prediction;
import org.slrm.spark.SlrmRegressionModel;

/** Converts output rows of a Spark model to predictions by name. */
final class NamedPredictions {
  private final NamedModel named;

  /** Minimum probability of the classes in a prediction set, by target and class. */
  private final double[][] threshold;

  /** Predictions with sets of the given coverage. */
  NamedPredictions(ModelFile file, double coverage) {
    named = NamedModel.of(file);
    threshold = new double[named.targets().size()][];
    for (int t = 0; t < threshold.length; t++) {
      Calibration calibration = named.model().calibration(t);
      threshold[t] = new double[named.levels(t).size()];
      Arrays.setAll(threshold[t], k -> calibration.leastProbability(k, coverage));
    }
  }

  /** The output columns, renamed so that they differ from features. */
  static Column[] outputs(SlrmRegressionModel model) {
    model.setMedianCol("median");
    List<Column> out = new ArrayList<>();
    for (Param<String> output : model.outputs()) {
      // A feature may be named "lower".
      model.set(output, output(output.name()));
      out.add(SparkTable.column(output(output.name())));
    }
    return out.toArray(new Column[0]);
  }

  private static String output(String param) {
    return "slrm " + param;
  }

  /** The predictions for a row, one for each target. */
  List<NamedPrediction> of(long index, Row row) {
    double[] mean = numbers(row, "predictionCol");
    double[] error = numbers(row, "standardErrorCol");
    double[] lower = numbers(row, "lowerCol");
    double[] upper = numbers(row, "upperCol");
    double[] median = numbers(row, "medianCol");
    List<NamedPrediction> out = new ArrayList<>();
    for (int t = 0; t < mean.length; t++) {
      boolean classification = threshold[t].length > 0;
      out.add(
          new NamedPrediction(
              index,
              named.targets().get(t),
              classification ? Double.NaN : mean[t],
              error[t],
              lower[t],
              upper[t],
              median[t],
              row.<Integer>getAs(output("observedCol")),
              row.<Boolean>getAs(output("answeredCol")),
              classification ? classes(row, t, (int) mean[t]) : null,
              flags(row.<String>getAs(output("flagsCol")))));
    }
    return out;
  }

  private static Set<Prediction.Flag> flags(String codes) {
    return Arrays.stream(Prediction.Flag.values())
        .filter(f -> List.of(codes.split(";")).contains(f.code()))
        .collect(Collectors.toSet());
  }

  private NamedPrediction.Classes classes(Row row, int t, int predicted) {
    int field = row.fieldIndex(output("probabilityCol"));
    Vector p = threshold.length == 1 ? row.getAs(field) : (Vector) row.getList(field).get(t);
    List<NamedPrediction.ClassProbability> out = new ArrayList<>();
    for (int k = 0; k < threshold[t].length; k++) {
      boolean inSet = k == predicted || p.apply(k) >= threshold[t][k];
      out.add(new NamedPrediction.ClassProbability(named.levels(t).get(k), p.apply(k), inSet));
    }
    return NamedPrediction.Classes.of(predicted, out);
  }

  /** The values of an output column for each target. */
  private static double[] numbers(Row row, String param) {
    @Nullable Object value = row.getAs(output(param));
    return value instanceof Vector v ? v.toArray() : new double[] {(Double) value};
  }
}
