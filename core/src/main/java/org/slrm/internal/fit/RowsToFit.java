package org.slrm.internal.fit;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.imputation.Imputation;
import org.slrm.internal.solver.Fitted;
import org.slrm.result.CrossValidated;
import org.slrm.result.Note;

/**
 * The rows of a fit, wherever they are: what the {@link Assembly} of a model asks of them. In
 * memory {@link TableFit}, by passes {@link PassFit}; a cluster has its own.
 */
public interface RowsToFit extends AutoCloseable {
  /** What there is to fit to, before anything is scaled. */
  DataSummary summary();

  /** Fits the method to the rows in scaled units. */
  Fitted fit(Scalings scalings);

  /**
   * Predictions of labelled rows by a model that had not seen them, in the targets' own units; none
   * when that is switched off or labels are too few.
   */
  Optional<CrossValidated> validate(Fitted fitted, Scalings scalings);

  /** Rows in memory that show how many entries, and which together, are known; none: no rows. */
  IncompleteMatrix sample();

  /** Whether a linear trend in time explains most of a column of labels. */
  default boolean trend(int column) {
    return false;
  }

  /** A model that imputes features; none where the members that predict do. */
  default Optional<Imputation> imputation(Fitted fitted, Scalings scalings) {
    return Optional.empty();
  }

  /** Whether rows were evaluated by fits to earlier ones, fold by fold of time. */
  default boolean forward() {
    return false;
  }

  /** Settings of the way the rows were fitted, beside those of the method. */
  default Map<String, Object> settings() {
    return Map.of();
  }

  /** What the user should know of the way the rows were fitted. */
  default List<Note> notes(boolean validated) {
    return List.of();
  }

  @Override
  default void close() {}
}
