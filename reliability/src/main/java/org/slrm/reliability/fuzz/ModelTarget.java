package org.slrm.reliability.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import org.slrm.SlrmModel;
import org.slrm.SlrmStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.io.model.ModelFile;
import org.slrm.io.source.InputException;
import org.slrm.result.Prediction;
import org.slrm.result.Predictions;

/** The loader of models and streams, followed by all operations of a loaded one. */
final class ModelTarget extends Target {
  private static final int ROWS = 6;
  private static final double LEVEL = 0.9;

  private final String name;

  /** Named for its seeds: {@code model} or {@code stream}. */
  ModelTarget(String name) throws IOException {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public byte[] mutated(byte[] input, byte[] other, RandomGenerator random) throws IOException {
    return Archive.mutated(input, other, random);
  }

  @Override
  public boolean accepts(byte[] input) throws IOException {
    Path file = scratch.file("input.slrm", input);
    ModelFile read;
    try {
      read = ModelFile.read(file);
    } catch (InputException e) {
      return false;
    }
    if (read.kind().equals(ModelFile.STREAM)) {
      check(read.stream());
    } else {
      check(read.model());
    }
    return true;
  }

  /** A row whose observed entries depend on its number, near the centre. */
  private static IncompleteRow row(SlrmModel model, int number) {
    double[] x = new double[model.features()];
    for (int j = 0; j < x.length; j++) {
      boolean observed = number == ROWS - 1 || (number + j * 7) % 3 == 0 && number > 0;
      double z = (j * 31 + number * 17) % 5 - 2;
      double value = model.scaling().center(j) + z * model.scaling().scale(j);
      x[j] = observed && Double.isFinite(value) ? value : Double.NaN;
    }
    return IncompleteRow.ofNaN(x);
  }

  private static void check(SlrmModel model) {
    IncompleteMatrix.Builder rows = IncompleteMatrix.builder(model.features());
    for (int number = 0; number < ROWS; number++) {
      IncompleteRow row = row(model, number);
      rows.add(row);
      for (int t = 0; t < model.targets(); t++) {
        check(model.predict(row, t));
        SlrmModel.Explanation why = model.explain(row, t);
        UndocumentedResult.requireFinite(
            "an explained mean", why.mean(), why.intercept(), why.missingness());
        UndocumentedResult.requireFinite("a contribution", why.contribution());
        for (SlrmModel.Suggestion s : model.suggestMeasurements(row, 3, t)) {
          UndocumentedResult.requireFinite("a variance reduction", s.varianceReduction());
        }
      }
      SlrmModel.ImputedRow imputed = model.impute(row);
      UndocumentedResult.requireFinite("a imputed value", imputed.value());
      UndocumentedResult.requireFinite("an error of a imputed value", imputed.standardError());
    }
    Predictions all = model.predict(rows.build(), LEVEL, 1);
    UndocumentedResult.requireFinite("a mean of a batch", all.mean());
    for (int t = 0; t < model.targets(); t++) {
      for (int i = 0; i < ROWS && model.levels(t) == 0; i++) {
        UndocumentedResult.requireFinite("an error of a batch", all.standardError(i, t));
        UndocumentedResult.requireFinite("a bound of a batch", all.lower(i, t), all.upper(i, t));
      }
      UndocumentedResult.requireFinite("a coefficient", model.featureCoefficients(t));
      model.nonZeros(t);
    }
  }

  private static void check(Prediction p) {
    for (int k = 0; k < p.levels(); k++) {
      UndocumentedResult.requireFinite("a probability", p.probability(k));
    }
    if (p.levels() > 0) {
      return;
    }
    UndocumentedResult.requireFinite(
        "a quantile", p.quantile(0.001), p.quantile(0.5), p.quantile(0.999));
    UndocumentedResult.requireFinite("a mean", p.mean());
    UndocumentedResult.requireFinite("a standard error", p.standardError());
    UndocumentedResult.requireFinite("a bound", p.interval(LEVEL).low(), p.interval(LEVEL).high());
  }

  /** Predicts, learns, and predicts again. */
  private static void check(SlrmStream stream) {
    if (stream.started()) {
      check(stream.snapshot());
    }
    for (int number = 0; number < 2 * ROWS; number++) {
      double[] x = new double[stream.features()];
      double[] y = new double[stream.targets()];
      for (int j = 0; j < x.length; j++) {
        x[j] = (number + j) % 3 == 0 ? Double.NaN : ((number * 7 + j * 3) % 11 - 5) / 3.0;
      }
      IncompleteRow row = IncompleteRow.ofNaN(x);
      for (int t = 0; t < y.length; t++) {
        int levels = stream.predict(row, t).levels();
        // Positive values are valid numbers, counts and amounts.
        double label = levels == 0 ? 1 + (number * 5 + t) % 7 : number % levels;
        y[t] = number % 4 == 0 ? Double.NaN : label;
      }
      check(stream.predict(row, number % y.length));
      stream.update(row, IncompleteRow.ofNaN(y));
    }
    if (stream.started()) {
      check(stream.snapshot());
    }
  }
}
