package org.slrm.internal.solver;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.RowBlocks;
import org.slrm.internal.predict.Ensemble;
import org.slrm.internal.predict.Member;
import org.slrm.method.MethodConfig;
import org.slrm.method.MethodSpec;
import org.slrm.result.ModelState;
import org.slrm.result.Note;
import org.slrm.result.Predictions;

/** A method with its solver, listed in {@code META-INF/services}. One class per method. */
public interface Method extends MethodSpec {
  /** The method of these settings. */
  static Method of(MethodConfig config) {
    return (Method) MethodSpec.named(config.method());
  }

  /** The solver for the settings; {@code folds} is for methods that choose by cross-validation. */
  Solver solver(MethodConfig config, int folds);

  /** The solver that makes passes over rows, for methods that have one. */
  default PassSolver passSolver(MethodConfig config, RowBlocks.Passes limits, int folds) {
    List<String> names =
        MethodSpec.all().stream().filter(MethodSpec::passes).map(MethodSpec::name).toList();
    throw new IllegalArgumentException(
        "method must be one of %s to be fitted by passes, got %s"
            .formatted(String.join(", ", names), name()));
  }

  /** Whether its own validation respects the order of rows in time. */
  default boolean timeOrdered() {
    return false;
  }

  /** Readers of the member kinds that only this method makes, by kind. */
  default Map<String, Function<ModelState, Member>> members() {
    return Map.of();
  }

  /** Theoretical guarantees for a fitted model of one numeric target. */
  default List<Note> theory(
      Ensemble ensemble,
      Function<IncompleteMatrix, Predictions> predict,
      IncompleteMatrix x,
      IncompleteMatrix y) {
    return List.of();
  }
}
