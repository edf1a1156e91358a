package org.slrm.internal.solver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.method.MethodConfig;
import org.slrm.result.FitReport;
import org.slrm.result.Note;

/** What a solver records for the {@link FitReport} during a fit. Mutable, one per fit. */
public final class FitRecord {
  /** The stop reason of a fit that its listener ended. */
  public static final String STOPPED = "stopped by the listener";

  /** Two entries in this order; the order of {@code Map.of} varies. */
  public static <V> Map<String, V> ordered(String first, V one, String second, V other) {
    Map<String, V> out = new LinkedHashMap<>();
    out.put(first, one);
    out.put(second, other);
    return out;
  }

  /** Rank of the subspace, 0 without one. */
  public int rank;

  /** The stopping criterion. */
  public String criterion = "";

  /** Its tolerance. */
  public double tolerance;

  /** Why the fit stopped. */
  public String stop = "";

  /** Iterations or passes made. */
  public int iterations;

  /** The criterion after each. */
  public final List<Double> history = new ArrayList<>();

  /** The objective's terms at the end. */
  public final Map<String, Double> objective = new LinkedHashMap<>();

  /** Settings that a search chose, for a fit to other rows; null without a search. */
  public @Nullable MethodConfig chosen;

  /** Settings found by search, which override the given ones. */
  public final Map<String, Object> found = new LinkedHashMap<>();

  /** The evaluated candidates. */
  public final List<FitReport.CandidateScore> candidates = new ArrayList<>();

  /** Candidates without a full evaluation. */
  public final List<FitReport.Skipped> skipped = new ArrayList<>();

  /** Notes for the user. */
  public final List<Note> notes = new ArrayList<>();

  /** Adds a note with alternating names and values. */
  public void note(String code, Object... namesAndValues) {
    notes.add(Note.of(code, namesAndValues));
  }
}
