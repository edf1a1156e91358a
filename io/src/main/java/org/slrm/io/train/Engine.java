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
 * An environment other than this process that fits and predicts, named by {@code --engine} and
 * found on the class path.
 *
 * <pre>
 * slrm fit 'events/*.parquet' --target y --engine spark --master spark://host:7077
 * </pre>
 */
public interface Engine {
  /** Its name in {@code --engine}. */
  String name();

  /** Methods it can fit. */
  List<String> methods();

  /** Fits, and returns the contents of the model file. */
  ModelFile fit(Fit what);

  /** Predicts: either passes on predictions in the order of the rows or writes a folder. */
  void predict(Predict what);

  /**
   * What to fit.
   *
   * @param data file, folder or pattern, as the engine reads them
   * @param master where to run
   * @param reading targets, ignored columns and how to read
   * @param config the method with its settings
   * @param seed seed of all random numbers
   * @param folds folds of cross-validation
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
   * What to predict.
   *
   * @param model the model
   * @param data file, folder or pattern, as the engine reads them
   * @param master where to run
   * @param reading how to read
   * @param level coverage of the intervals
   * @param folder where the engine writes, in the format of the name; null to pass on predictions
   * @param predictions receives the predictions, target after target of row after row
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
