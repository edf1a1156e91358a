package org.slrm.internal.regression.family;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.FoldErrors;
import org.slrm.internal.regression.Penalties;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.run.Workers;

/**
 * A lasso of several classes whose penalty was chosen by the deviance on folds.
 *
 * @param intercepts by class
 * @param w coefficients, class after class
 * @param error mean deviance on held-out rows
 * @param l1 the chosen λ2
 */
public record ClassChoice(double[] intercepts, double[] w, double error, double l1) {
  /**
   * Chooses by folds.
   *
   * @param fold of each row, numbered from 0 without a gap
   * @param grouped whether a feature has coefficients for all classes or for none
   */
  public static ClassChoice of(ClassProblem all, int[] fold, boolean grouped, Workers workers) {
    ElasticNet.Settings settings = PenaltyChoice.settings();
    double down = PenaltyChoice.down(all.weight(), all.features());
    Penalties penalties =
        ClassNet.penalties(all, grouped, settings.standardize(), PenaltyChoice.POINTS, down);
    List<FoldErrors.Fold> folds = new ArrayList<>();
    for (int f = 0; f <= IntStream.of(fold).max().orElse(0); f++) {
      ClassProblem training = all.withWeights(all.columns.side(fold, f, false));
      ClassProblem heldOut = all.withWeights(all.columns.side(fold, f, true));
      folds.add(ClassNet.fold(training, heldOut, grouped, penalties, settings));
    }
    FoldErrors evaluated = FoldErrors.walk(folds, penalties.size(), settings.patience(), workers);
    int k = evaluated.best();
    SharedPath path = ClassNet.path(all, grouped, penalties.upTo(k), settings);
    return new ClassChoice(
        path.intercepts()[k], path.coefficients()[k], evaluated.errors()[k], penalties.l1()[k]);
  }

  /** This regression on other rows with the nearest penalty of the path and the earlier error. */
  public ClassChoice over(ClassProblem rows, boolean grouped) {
    ElasticNet.Settings settings = PenaltyChoice.settings();
    double down = PenaltyChoice.down(rows.weight(), rows.features());
    Penalties penalties =
        ClassNet.penalties(rows, grouped, settings.standardize(), PenaltyChoice.POINTS, down);
    int k = 0;
    while (k + 1 < penalties.size() && penalties.l1()[k + 1] >= l1 * (1 - 1e-9)) {
      k++;
    }
    SharedPath path = ClassNet.path(rows, grouped, penalties.upTo(k), settings);
    return new ClassChoice(path.intercepts()[k], path.coefficients()[k], error, penalties.l1()[k]);
  }
}
