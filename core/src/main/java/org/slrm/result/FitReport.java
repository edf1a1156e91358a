package org.slrm.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The report of a fit: method and data, why it stopped, and validation scores.
 *
 * <pre>{@code
 * FitReport report = model.report();
 * report.stop();                  // "likelihood changed by less than 1e-6 in 3 iterations"
 * report.scores().get(0).mse();   // cross-validated error of the first target
 * }</pre>
 *
 * @param method name of the method
 * @param rank rank of the subspace, 0 for a method without one
 * @param rows rows of positive weight
 * @param labelledRows rows with at least one known label
 * @param features number of features
 * @param targets number of targets
 * @param missingShare fraction of missing feature entries
 * @param seed the seed
 * @param settings the method's settings, including those found by search
 * @param criterion the stopping criterion
 * @param tolerance its tolerance
 * @param stop why the fit stopped
 * @param iterations iterations or passes made
 * @param history the criterion after each
 * @param objective the objective's terms by name, at the end
 * @param candidates evaluated candidates; empty without a search
 * @param scores validation result of each target; empty when it was switched off
 * @param validation the out-of-fold predictions of the scores; null when switched off or read from
 *     a file
 * @param notes notes for the user: constant columns, capped rows, singular systems
 * @param skipped candidates of a search without a full evaluation
 * @param outliers labels and entries that look like outliers, and whether they were excluded
 * @param missingness features whose entries are missing because of their values
 */
public record FitReport(
    String method,
    int rank,
    int rows,
    int labelledRows,
    int features,
    int targets,
    double missingShare,
    long seed,
    Map<String, Object> settings,
    String criterion,
    double tolerance,
    String stop,
    int iterations,
    List<Double> history,
    Map<String, Double> objective,
    List<CandidateScore> candidates,
    List<Score> scores,
    @Nullable CrossValidated validation,
    List<Note> notes,
    List<Skipped> skipped,
    Outliers outliers,
    Missingness missingness) {

  /** Copies the collections. */
  public FitReport {
    settings = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(settings));
    history = List.copyOf(history);
    objective = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(objective));
    candidates = List.copyOf(candidates);
    scores = List.copyOf(scores);
    notes = List.copyOf(notes);
    skipped = List.copyOf(skipped);
  }

  /** With outliers. */
  public FitReport with(Outliers excluded) {
    return with(targets, candidates, scores, notes, excluded, missingness);
  }

  /** With features whose entries are missing because of their values. */
  public FitReport with(Missingness found) {
    return with(targets, candidates, scores, notes, outliers, found);
  }

  /** A candidate's name with its rank. */
  public static String label(String name, int rank) {
    return rank == 0 ? name : name + ", rank " + rank;
  }

  /** The first note with a code. */
  public Optional<Note> note(String code) {
    return notes.stream().filter(n -> n.code().equals(code)).findFirst();
  }

  /** With a further note. */
  public FitReport noting(Note note) {
    List<Note> more = new ArrayList<>(notes);
    more.add(note);
    return with(targets, candidates, scores, more, outliers, missingness);
  }

  /** The report on the first targets only. */
  public FitReport ofFirst(int count) {
    return with(
        count,
        candidates.stream().filter(c -> c.target() < count).toList(),
        scores.subList(0, Math.min(count, scores.size())),
        notes,
        new Outliers(
            outliers.labels().stream().filter(w -> w.target() < count).toList(),
            outliers.columns(),
            outliers.excluded()),
        missingness.ofFirst(count));
  }

  private FitReport with(
      int count,
      List<CandidateScore> evaluated,
      List<Score> validated,
      List<Note> otherNotes,
      Outliers found,
      Missingness mechanism) {
    return new FitReport(
        method,
        rank,
        rows,
        labelledRows,
        features,
        count,
        missingShare,
        seed,
        settings,
        criterion,
        tolerance,
        stop,
        iterations,
        history,
        objective,
        evaluated,
        validated,
        validation,
        otherNotes,
        skipped,
        found,
        mechanism);
  }

  /**
   * Outliers among labels and entries. Excluded labels make unlabelled rows, excluded entries are
   * missing, also in new rows. Otherwise the fit used them, and they are not saved with the model.
   *
   * @param labels outlying labels, by decreasing error
   * @param columns the features with entries that are outliers
   * @param excluded whether the fit excluded them
   */
  public record Outliers(List<OutlierLabel> labels, List<OutlierColumn> columns, boolean excluded) {
    /** No outliers were found. */
    public static final Outliers NONE = new Outliers(List.of(), List.of());

    /** Copies the lists. */
    public Outliers {
      labels = List.copyOf(labels);
      columns = List.copyOf(columns);
    }

    /** Excluded outliers. */
    public Outliers(List<OutlierLabel> labels, List<OutlierColumn> columns) {
      this(labels, columns, true);
    }

    /** These outliers, used by the fit. */
    public Outliers kept() {
      return isEmpty() ? this : new Outliers(labels, columns, false);
    }

    /** Whether none were found. */
    public boolean isEmpty() {
      return labels.isEmpty() && columns.isEmpty();
    }
  }

  /**
   * An outlying label.
   *
   * @param row its row among those of the fit, from 0
   * @param target its target
   * @param label the label
   * @param expected its prediction by a fast fit to the other rows
   */
  public record OutlierLabel(int row, int target, double label, double expected) {}

  /**
   * A feature with outlying entries.
   *
   * @param feature the feature
   * @param entries their number
   * @param low smallest plausible value
   * @param high largest plausible value
   */
  public record OutlierColumn(int feature, int entries, double low, double high) {}

  /**
   * Validation result of one target.
   *
   * @param rows labelled rows
   * @param mse mean squared error on held-out rows; NaN for classes
   * @param standardError standard error of that mean
   * @param r2 fraction of variance explained; NaN for classes
   * @param name name of the score of its kind of label: mse, mae, logLoss, deviance,
   *     squaredLogError
   * @param score that score on held-out rows, smaller is better
   * @param scoreError its standard error
   * @param explained its relative reduction compared with the baseline
   */
  public record Score(
      int rows,
      double mse,
      double standardError,
      double r2,
      String name,
      double score,
      double scoreError,
      double explained) {
    /** For a number evaluated by squared error. */
    public Score(int rows, double mse, double standardError, double r2) {
      this(rows, mse, standardError, r2, "mse", mse, standardError, r2);
    }
  }

  /**
   * One candidate of a search.
   *
   * @param name its name without its rank
   * @param rank its rank, 0 when it has none
   * @param target the target it was evaluated on
   * @param mse validation mean squared error, in units of the target; for other label kinds their
   *     own score
   * @param standardError standard error of that mean
   * @param weight weight in the final model, between 0 and 1
   * @param settings its settings
   */
  public record CandidateScore(
      String name,
      int rank,
      int target,
      double mse,
      double standardError,
      double weight,
      Map<String, Object> settings) {
    /** Copies the settings. */
    public CandidateScore {
      settings = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(settings));
    }

    /** Its name with its rank, such as {@code factor analysis, rank 5}. */
    public String label() {
      return FitReport.label(name, rank);
    }
  }

  /**
   * A candidate of a search without a full evaluation.
   *
   * @param name its name
   * @param rank its rank, 0 when it has none
   * @param reason why it was skipped or stopped
   * @param folds folds evaluated before it was stopped, 0 when it was skipped
   */
  public record Skipped(String name, int rank, SkipReason reason, int folds) {
    /** Its name with its rank. */
    public String label() {
      return FitReport.label(name, rank);
    }
  }

  /** Why a candidate has no full evaluation. */
  public enum SkipReason {
    /** The time budget of the search was used up. */
    TIME_LIMIT,
    /** A fit failed numerically. */
    NUMERICAL_FAILURE,
    /** It would have had no weight in the ensemble on the folds so far. */
    STOPPED_EARLY,
    /** Another rank had a smaller error on the first folds. */
    OTHER_RANK,
    /** Candidates without a factor model were far better. */
    FAR_BEHIND,
    /** Its expected gain was not worth its cost. */
    COST,
    /** Similar candidates were stopped early. */
    FAMILY_STOPPED,
    /** Mixtures with fewer components were stopped early. */
    FEWER_COMPONENTS,
    /** No nonlinear candidate so far improved the ensemble. */
    NO_NONLINEAR_GAIN,
    /** The feature transform would change no column. */
    NO_TRANSFORM,
    /** Earlier results show that it cannot win. */
    CANNOT_WIN;

    /** The reason of a code. */
    public static SkipReason of(String code) {
      return java.util.Arrays.stream(values())
          .filter(r -> r.code().equals(code))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("reason must be known, got " + code));
    }

    /** The code in files and JSON, such as {@code stopped_early}. */
    public String code() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }
}
