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
import org.slrm.io.score.Answer;
import org.slrm.io.score.NamedModel;
import org.slrm.result.Calibration;
import org.slrm.result.Prediction;
import org.slrm.spark.SlrmRegressionModel;

/** Converts a model's output rows to answers with names. */
final class Answers {
  private final NamedModel named;
  private final double[][] least;

  /** Answers with sets of the given coverage. */
  Answers(ModelFile file, double coverage) {
    named = NamedModel.of(file);
    least = new double[named.targets().size()][];
    for (int t = 0; t < least.length; t++) {
      Calibration calibration = named.model().calibration(t);
      least[t] = new double[named.levels(t).size()];
      Arrays.setAll(least[t], k -> calibration.leastProbability(k, coverage));
    }
  }

  /** The output columns for answers, under names that no feature has. */
  static Column[] outputs(SlrmRegressionModel model) {
    model.setMedianCol("median");
    List<Column> out = new ArrayList<>();
    for (Param<String> output : model.outputs()) {
      // A feature may have the name "lower".
      model.set(output, output(output.name()));
      out.add(SparkTable.column(output(output.name())));
    }
    return out.toArray(new Column[0]);
  }

  private static String output(String param) {
    return "slrm " + param;
  }

  /** The answers for a row, one for each target. */
  List<Answer> of(long number, Row row) {
    double[] mean = numbers(row, "predictionCol");
    double[] error = numbers(row, "standardErrorCol");
    double[] lower = numbers(row, "lowerCol");
    double[] upper = numbers(row, "upperCol");
    double[] median = numbers(row, "medianCol");
    List<Answer> out = new ArrayList<>();
    for (int t = 0; t < mean.length; t++) {
      boolean classes = least[t].length > 0;
      out.add(
          new Answer(
              number,
              named.targets().get(t),
              classes ? Double.NaN : mean[t],
              error[t],
              lower[t],
              upper[t],
              median[t],
              row.<Integer>getAs(output("observedCol")),
              row.<Boolean>getAs(output("answeredCol")),
              classes ? classes(row, t, (int) mean[t]) : null,
              flags(row.<String>getAs(output("flagsCol")))));
    }
    return out;
  }

  private static Set<Prediction.Flag> flags(String codes) {
    return Arrays.stream(Prediction.Flag.values())
        .filter(f -> List.of(codes.split(";")).contains(f.code()))
        .collect(Collectors.toSet());
  }

  private Answer.Classes classes(Row row, int t, int predicted) {
    int at = row.fieldIndex(output("probabilityCol"));
    Vector p = least.length == 1 ? row.getAs(at) : (Vector) row.getList(at).get(t);
    List<Answer.Share> shares = new ArrayList<>();
    for (int k = 0; k < least[t].length; k++) {
      boolean inSet = k == predicted || p.apply(k) >= least[t][k];
      shares.add(new Answer.Share(named.levels(t).get(k), p.apply(k), inSet));
    }
    return new Answer.Classes(
        shares.get(predicted).level(), shares.get(predicted).probability(), shares);
  }

  /** One number for each target. */
  private static double[] numbers(Row row, String param) {
    @Nullable Object value = row.getAs(output(param));
    return value instanceof Vector v ? v.toArray() : new double[] {(Double) value};
  }
}
