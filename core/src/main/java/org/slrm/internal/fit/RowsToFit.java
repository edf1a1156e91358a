package org.slrm.internal.fit;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.imputation.Imputation;
import org.slrm.internal.solver.Fitted;
import org.slrm.result.CrossValidated;
import org.slrm.result.Note;

/**
 * The rows of a fit, wherever they are: what {@link Assembly} needs of them. In memory {@link
 * TableFit}, by passes {@link PassFit}; a cluster has its own.
 */
public interface RowsToFit extends AutoCloseable {
  /** A summary of the data, before scaling. */
  DataSummary summary();

  /** Fits the method to the rows in scaled units. */
  Fitted fit(Scalings scalings);

  /** Out-of-fold predictions in the targets' own units; none if switched off or with few labels. */
  Optional<CrossValidated> validate(Fitted fitted, Scalings scalings);

  /** Rows in memory that show how many entries are known, and which together; may be empty. */
  IncompleteMatrix sample();

  /** The weights of these rows, null for 1. */
  default double @Nullable [] sampleWeights() {
    return null;
  }

  /** Whether a linear trend in time explains most of a column of labels. */
  default boolean trend(int column) {
    return false;
  }

  /** The imputation model; none where the members impute. */
  default Optional<Imputation> imputation(Fitted fitted, Scalings scalings) {
    return Optional.empty();
  }

  /** Whether folds are blocks of time, predicted by fits to earlier rows. */
  default boolean forward() {
    return false;
  }

  /** Settings of the rows besides those of the method. */
  default Map<String, Object> settings() {
    return Map.of();
  }

  /** Notes on the rows. */
  default List<Note> notes(boolean validated) {
    return List.of();
  }

  @Override
  default void close() {}
}
