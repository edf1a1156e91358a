package org.slrm.paper.internal.dictionary;

import java.util.stream.DoubleStream;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.Solver;
import org.slrm.paper.TaskDrivenConfig;
import org.slrm.paper.internal.dictionary.TaskDescent.DescentSettings;

/**
 * Task-driven dictionary learning with missing entries:
 *
 * <ol>
 *   <li>choose λ1 and atoms as in {@link DictionarySolver}, then ρ by the same held-out rows,
 *       including 0;
 *   <li>learn a dictionary without labels and regressors on its codes;
 *   <li>descend the gradient of the labels' loss in both (Z-8), (Z-9).
 * </ol>
 */
public record TaskDrivenSolver(TaskDrivenConfig config) implements Solver {
  private static final double[] STEP_SIZES = {0.001, 0.003, 0.01, 0.03};

  @Override
  public Fitted fit(TrainingData data, FitContext given) {
    DictionarySolver.StopListener listener = new DictionarySolver.StopListener(given.listener());
    FitContext context = given.with(listener);
    DictionarySearch search = new DictionarySearch(config.start(), data, context);
    double rho = stepSize(search);
    LearnedDictionary start = LearnedDictionary.of(search.best(), data, context);
    LearnedDictionary moved = rho > 0 ? start.descended(settings(rho), data, context) : start;
    Fitted fitted = DictionarySolver.fitted(moved, search, listener, data, context);
    fitted.record().found.put("stepSize", rho);
    if (rho == 0) {
      fitted.record().note("dictionary-unsupervised");
    }
    return fitted;
  }

  /** The given ρ, or one chosen on held-out rows; without supervision it has no effect. */
  private double stepSize(DictionarySearch search) {
    Double asked = config.stepSize();
    if (config.supervision() == 0) {
      return 0;
    }
    return asked != null
        ? asked
        : search.stepSize(DoubleStream.of(STEP_SIZES).mapToObj(this::settings).toList());
  }

  private DescentSettings settings(double rho) {
    return new DescentSettings(rho, config.passes(), config.supervision(), config.ridge());
  }
}
