package org.slrm.io.train;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.NamedPrediction;
import org.slrm.method.MethodConfig;
import org.slrm.result.FitListener;

/**
 * An execution engine that fits and predicts outside this process, selected by {@code --engine} and
 * found on the class path.
 *
 * <pre>
 * slrm fit 'events/*.parquet' --target y --engine spark --master spark://host:7077
 * </pre>
 */
public interface Engine {
  /** The name of the engine in {@code --engine}. */
  String name();

  /** Names of the supported methods. */
  List<String> methods();

  /** Fits a model and returns its file. */
  ModelFile fit(Fit request);

  /** Predicts; passes predictions to a consumer in the order of the rows or writes a folder. */
  void predict(Predict request);

  /**
   * A request to fit.
   *
   * @param data file, folder or pattern
   * @param master address of the cluster
   * @param reading targets, ignored columns and options of reading
   * @param config the method with its settings
   * @param seed seed of all random numbers
   * @param folds number of folds of cross-validation
   * @param listener receives progress
   * @param messages receives messages
   */
  record Fit(
      String data,
      String master,
      ReadOptions reading,
      MethodConfig config,
      long seed,
      int folds,
      FitListener listener,
      Consumer<String> messages) {}

  /**
   * A request to predict.
   *
   * @param model the model
   * @param data file, folder or pattern
   * @param master address of the cluster
   * @param reading options of reading
   * @param level coverage of the intervals
   * @param folder output folder, whose name determines the format; null to use the consumer
   * @param predictions receives the predictions, ordered by row, then by target
   * @param messages receives messages
   */
  record Predict(
      ModelFile model,
      String data,
      String master,
      ReadOptions reading,
      double level,
      @Nullable String folder,
      Consumer<NamedPrediction> predictions,
      Consumer<String> messages) {}
}
