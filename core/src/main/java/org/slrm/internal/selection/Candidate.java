package org.slrm.internal.selection;

import java.util.Map;
import org.slrm.internal.predict.Member;
import org.slrm.internal.selection.rows.CandidateRows;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.internal.selection.rows.TableSize;
import org.slrm.result.FitReport;

/** A way to fit a member, compared with others by cross-validation. */
public interface Candidate {
  /** Its name in output and reports without its rank, such as {@code factor analysis}. */
  String name();

  /** Its name with its rank, such as {@code factor analysis, rank 5}. */
  default String label() {
    return FitReport.label(name(), rank());
  }

  /** Its rank, 0 without one. */
  default int rank() {
    return 0;
  }

  /** Its settings. */
  Map<String, Object> settings();

  /**
   * Whether predictions are nonlinear for a given missingness pattern. Such a candidate is slow and
   * must improve the ensemble on the first folds.
   */
  default boolean nonlinear() {
    return family() != Family.LINEAR;
  }

  /**
   * Whether it is evaluated on every table, in case the other candidates fail. It stays if it has
   * weight in the ensemble, however uncertain its gain is.
   */
  default boolean alwaysEvaluated() {
    return false;
  }

  /** Groups of candidates that tend to succeed or fail together. */
  enum Family {
    LINEAR,
    TREES,
    KERNELS,
    MIXTURES
  }

  /** The group of this candidate. */
  default Family family() {
    return Family.LINEAR;
  }

  /** Approximate seconds of a nonlinear fit by a fixed rule, which depends on no clock. */
  default double seconds(TableSize size) {
    return 0;
  }

  /** Whether its regression uses rows in memory only: nonlinear fits read rows many times. */
  default boolean sampleOnly(CandidateRows rows) {
    return nonlinear() && !rows.inMemory();
  }

  /** Fits it. */
  Member fit(SharedFits set);
}
