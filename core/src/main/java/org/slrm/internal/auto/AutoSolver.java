package org.slrm.internal.auto;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.candidate.TransformedLabelsCandidate;
import org.slrm.internal.label.Label;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.HeldOutPredictions;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.CandidateEvaluation;
import org.slrm.internal.selection.CandidateResult;
import org.slrm.internal.selection.SearchClock;
import org.slrm.internal.selection.Stacking;
import org.slrm.internal.selection.ValidationSplit;
import org.slrm.internal.selection.rows.CandidateRows;
import org.slrm.internal.selection.rows.FinalRows;
import org.slrm.internal.selection.rows.SampledRows;
import org.slrm.internal.selection.rows.SelectionRules;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.internal.selection.rows.TableRows;
import org.slrm.internal.selection.rows.WarmStarts;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.Solver;
import org.slrm.method.AutoConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.Folds;

/**
 * The default method:
 *
 * <ol>
 *   <li>split the rows into folds, or hold out one part when rows are plenty; validation rows given
 *       by the user replace the folds;
 *   <li>evaluate the simplest candidates, factor models of growing rank while the error falls, and
 *       variations around the best rank;
 *   <li>weight the candidates by stacking and drop members with negligible weight;
 *   <li>refit the members on all rows.
 * </ol>
 */
public final class AutoSolver implements Solver {
  private final AutoConfig config;
  private final int folds;

  /** A solver with this number of folds; with the default number when fewer than two are given. */
  public AutoSolver(AutoConfig config, int folds) {
    this.config = config;
    this.folds = Folds.orDefault(folds);
  }

  @Override
  public Fitted fit(TrainingData data, FitContext context) {
    return fit(data, rows -> rows, context);
  }

  /** Chooses candidates on a sample of rows stored elsewhere and fits the members on all rows. */
  public Fitted fit(TrainingData sample, FinalRows allRows, FitContext context) {
    return fit(sample, rows -> new SampledRows(rows, allRows), context);
  }

  /** Chooses candidates on the rows in memory and fits the members on all rows. */
  private Fitted fit(
      TrainingData data, Function<TableRows, CandidateRows> where, FitContext context) {
    FitRecord record = new FitRecord();
    SearchClock clock = new SearchClock(config.timeBudget(), context.listener());
    FitContext clocked = context.with(clock);
    CandidateRows all = where.apply(new TableRows(data, clocked));
    clock.announce("folds");
    MissingIndicators indicators = indicators(data, record);
    Choice choice = choose(data, indicators, clocked, clock, record);
    choice.split.describe(record);
    if (choice.found.results().isEmpty()) {
      return simplest(all, indicators, record);
    }
    clock.announce("stacking");
    double[][] weights = choice.stacking().weights();
    List<CandidateResult> evaluated = choice.found.results();
    if (choice.split.ofOnePart() && !clock.stopped()) {
      clock.announce("weights of members fitted to more rows");
      choice = choice.refined(withWeight(weights), indicators, clocked);
      weights = choice.stacking().weights();
    }
    describe(record, evaluated, choice.found.results(), weights, clock);
    record.criterion = criterion(data);
    clock.last();
    clock.onPhase("final fits", "moments");
    Fitted fitted = refit(choice.last(all, indicators), choice.found.results(), weights, record);
    clock.onPhase("calibration", "errors on held-out rows");
    return fitted.with(choice.validation(fitted, weights));
  }

  /**
   * The result of the search and the rows it used.
   *
   * @param table the rows, including given validation rows
   * @param split how the rows were split
   * @param found the search results
   * @param chooser the evaluation that compared candidates first
   * @param byMoments whether it fitted candidates by second moments
   */
  private record Choice(
      TrainingData table,
      ValidationSplit split,
      Search.SearchResult found,
      CandidateEvaluation chooser,
      boolean byMoments) {
    Choice(
        TrainingData table, ValidationSplit split, Search.SearchResult found, boolean byMoments) {
      this(table, split, found, found.evaluation(), byMoments);
    }

    double minWeight() {
      return byMoments && split.manyRows()
          ? AutoRules.MIN_WEIGHT_WITH_MANY_ROWS
          : AutoRules.MIN_WEIGHT;
    }

    Stacking stacking() {
      return new Stacking(found.evaluation(), found.results(), minWeight());
    }

    /**
     * Held-out predictions with the final members' standard errors; those of folds are less
     * precise.
     */
    CrossValidated validation(Fitted fitted, double[][] weights) {
      List<CandidateResult> results = new ArrayList<>(found.results());
      int[] members = withWeight(weights);
      for (int m = 0; m < members.length; m++) {
        double[] variances = found.evaluation().variances(fitted.members().get(m));
        results.set(members[m], results.get(members[m]).with(variances));
      }
      HeldOutPredictions cv = split.heldOut(table);
      Stacking.fill(cv, split.rows(), results, weights);
      stacking().predictions(cv, split.rows(), weights);
      return cv.done();
    }

    /**
     * Fits the candidates with weight on more rows by the settings of the final members: EM over
     * rows, started from the fits that chose them. Weights and calibration are computed from these
     * fits.
     */
    Choice refined(int[] members, MissingIndicators indicators, FitContext context) {
      ValidationSplit more = split.withMoreRows(table, SelectionRules.REFINED_ROWS, context.seed());
      CandidateEvaluation evaluation =
          CandidateEvaluation.of(
                  table.rows(more.rows()),
                  more,
                  SelectionRules.FINAL_ITERATIONS,
                  indicators,
                  context)
              .withFastLimits()
              .from(found.evaluation().warmStarts());
      List<CandidateResult> again =
          IntStream.of(members)
              .mapToObj(k -> evaluation.run(found.results().get(k).candidate()))
              .flatMap(Optional::stream)
              .toList();
      Search.SearchResult results = new Search.SearchResult(again, evaluation, found.fine());
      return again.isEmpty() ? this : new Choice(table, more, results, chooser, byMoments);
    }

    /** The final fits on all rows, started from those of the first fold. */
    SharedFits last(CandidateRows rows, MissingIndicators indicators) {
      int iterations = AutoRules.finalIterations(rows.data().x().rows());
      CandidateRows over = byMoments ? chooser.byMoments(rows, maxRank(), iterations) : rows;
      return new SharedFits(over, indicators, iterations, found.evaluation().warmStarts())
          .with(found.evaluation().tunedSettings());
    }

    private int maxRank() {
      return found.results().stream().mapToInt(t -> t.candidate().rank()).max().orElse(1);
    }
  }

  /** Evaluates on given validation rows, by second moments, or on the rows themselves. */
  private Choice choose(
      TrainingData data,
      MissingIndicators indicators,
      FitContext context,
      SearchClock clock,
      FitRecord record) {
    long seed = context.seed();
    int rows = config.choosingRows();
    TrainingData given = context.validation();
    if (given != null && ValidationSplit.enough(given)) {
      TrainingData table = data.above(given);
      ValidationSplit split = ValidationSplit.given(table, data.x().rows(), rows, folds, seed);
      return byRows(
          table, split, indicators, context, search(split, data, indicators, clock, record));
    }
    boolean plain = indicators.count() == 0 || config.indicators() != AutoConfig.Indicators.ON;
    if (ValidationSplit.byMoments(data) && plain) {
      ValidationSplit split = ValidationSplit.forMoments(data, rows, folds, seed);
      Optional<Search.SearchResult> found =
          search(split, data, indicators, clock, record)
              .byMoments(evaluation(split, data, indicators, context));
      if (found.isPresent()) {
        return new Choice(data, split, found.get(), true);
      }
      record.note("moments-too-coarse");
    }
    ValidationSplit split = ValidationSplit.of(data, rows, folds, seed);
    return byRows(data, split, indicators, context, search(split, data, indicators, clock, record));
  }

  private Choice byRows(
      TrainingData table,
      ValidationSplit split,
      MissingIndicators indicators,
      FitContext context,
      Search search) {
    Search.SearchResult found =
        search.byRows(evaluation(split, table, indicators, context).warmStarted());
    return new Choice(table, split, found, false);
  }

  /** The settings of fits that compare candidates; those of a final fit with thorough effort. */
  private CandidateEvaluation evaluation(
      ValidationSplit split, TrainingData data, MissingIndicators indicators, FitContext context) {
    CandidateEvaluation exact = split.evaluation(data, indicators, context);
    return config.effort() == AutoConfig.Effort.THOROUGH ? exact : exact.withFastLimits();
  }

  private Search search(
      ValidationSplit split,
      TrainingData data,
      MissingIndicators indicators,
      SearchClock clock,
      FitRecord record) {
    boolean learnsMissingness = config.indicators() != AutoConfig.Indicators.OFF;
    boolean sharing = data.kinds().stream().filter(Label::quadratic).count() >= 2;
    Portfolio portfolio =
        new Portfolio(
            split.fitted(),
            varying(data),
            split.manyRows(),
            learnsMissingness,
            sharing,
            TransformedLabelsCandidate.changes(data));
    return new Search(config, portfolio, indicators, clock, record);
  }

  private static String criterion(TrainingData data) {
    boolean numbers = data.kinds().stream().allMatch(Label::quadratic);
    return numbers ? "cross-validated squared error" : "cross-validated deviance";
  }

  /** Number of features that vary; a larger rank would have directions without data. */
  private static int varying(TrainingData data) {
    ColumnStatistics s = data.x().statistics(data.weights());
    return Math.max(1, s.columns() - s.allMissing().size() - s.constant().size());
  }

  /** With too few labels for validation, the simplest candidate is fitted. */
  private static Fitted simplest(CandidateRows rows, MissingIndicators indicators, FitRecord c) {
    c.criterion = "none";
    c.stop = "too few labelled rows to evaluate candidates";
    c.note("too-few-labels-to-choose");
    TrainingData data = rows.data();
    Candidate simplest = new Portfolio(data.x().rows(), data.x().columns(), false).simple().get(0);
    SharedFits all =
        new SharedFits(rows, indicators, SelectionRules.FINAL_ITERATIONS, WarmStarts.none());
    return Fitted.of(simplest.fit(all), c);
  }

  /** Indicators of all rows if asked for: every fold and the final fit have the same features. */
  private MissingIndicators indicators(TrainingData data, FitRecord record) {
    if (config.indicators() == AutoConfig.Indicators.OFF) {
      return MissingIndicators.none(data.x().columns());
    }
    MissingIndicators found = MissingIndicators.of(data.x(), data.weights());
    if (found.count() == 0 && config.indicators() == AutoConfig.Indicators.ON) {
      record.note("no-indicators");
    }
    return found;
  }

  /**
   * Reports the candidates.
   *
   * @param evaluated all candidates as they were compared
   * @param last the candidates that have weights
   */
  private void describe(
      FitRecord c,
      List<CandidateResult> evaluated,
      List<CandidateResult> last,
      double[][] weights,
      SearchClock clock) {
    c.stop =
        clock.stopped() ? clock.reason() : "all " + evaluated.size() + " candidates were evaluated";
    c.iterations = evaluated.size();
    List<CandidateResult> all = new ArrayList<>();
    double[][] each = new double[weights.length][evaluated.size()];
    for (int k = 0; k < evaluated.size(); k++) {
      int at =
          last.stream()
              .map(CandidateResult::candidate)
              .toList()
              .indexOf(evaluated.get(k).candidate());
      all.add(at < 0 ? evaluated.get(k) : last.get(at));
      for (int t = 0; t < weights.length; t++) {
        each[t][k] = at < 0 ? 0 : weights[t][at];
      }
    }
    CandidateResult.list(c, all, each);
    int largest = 0;
    for (int k = 0; k < all.size(); k++) {
      boolean ranked = all.get(k).candidate().rank() > 0;
      largest = ranked && each[0][k] > each[0][largest] ? k : largest;
    }
    c.rank = all.get(largest).candidate().rank();
  }

  private static Fitted refit(
      SharedFits all, List<CandidateResult> results, double[][] weights, FitRecord record) {
    int[] chosen = withWeight(weights);
    List<Member> members = new ArrayList<>();
    for (int k : chosen) {
      all.rows().context().listener().onPhase("final fits", results.get(k).candidate().label());
      members.add(results.get(k).candidate().fit(all));
    }
    List<String> sampled =
        IntStream.of(chosen)
            .mapToObj(k -> results.get(k).candidate())
            .filter(c -> c.sampleOnly(all.rows()))
            .map(Candidate::label)
            .toList();
    if (!sampled.isEmpty()) {
      int rows = all.rows().data().x().rows();
      record.note("fitted-to-sample", "rows", rows, "candidates", sampled);
    }
    double[][] refitted =
        Arrays.stream(weights)
            .map(w -> IntStream.of(chosen).mapToDouble(k -> w[k]).toArray())
            .toArray(double[][]::new);
    all.latest()
        .ifPresent(
            latest -> {
              record.history.addAll(latest.history());
              record.objective.put(
                  "logLikelihoodAndPrior", latest.history().get(latest.history().size() - 1));
            });
    return new Fitted(members, refitted, record, null);
  }

  /** Candidates with a positive weight for some target. */
  private static int[] withWeight(double[][] weights) {
    return IntStream.range(0, weights[0].length)
        .filter(k -> Arrays.stream(weights).anyMatch(w -> w[k] > 0))
        .toArray();
  }
}
