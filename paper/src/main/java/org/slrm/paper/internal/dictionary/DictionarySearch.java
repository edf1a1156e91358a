package org.slrm.paper.internal.dictionary;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.paper.DictionaryConfig;
import org.slrm.paper.internal.dictionary.OnlineDictionary.Plan;
import org.slrm.result.FitReport;

/**
 * Chooses λ1, then the number of atoms, by held-out labels: first the number of features that vary,
 * up to 32, with each λ1, then half and twice that number with the best.
 */
final class DictionarySearch {
  private static final double[] PENALTIES = {0.03, 0.1, 0.3, 1};
  private static final double MIDDLE = 0.1;
  private static final int ATOMS = 32;

  private final DictionaryConfig config;
  private final DictionaryCandidates results;
  private final double[] constants;
  private final List<Evaluated> all = new ArrayList<>();
  private List<LearnedDictionary> bestResults = List.of();
  private Evaluated best;

  /** An evaluated plan with its error of each target; none without evaluation. */
  private record Evaluated(
      String name, Plan plan, double rho, double[] errors, Map<String, Object> settings) {}

  DictionarySearch(DictionaryConfig config, TrainingData data, FitContext context) {
    this.config = config;
    results = new DictionaryCandidates(data, context);
    constants = results.any() ? results.constants() : new double[0];
    int defaultAtoms = defaultAtoms(data);
    Double l1 = config.l1();
    int atoms = config.atoms() > 0 ? config.atoms() : defaultAtoms;
    Plan first = plan(atoms, l1 == null ? MIDDLE : l1);
    best = new Evaluated("dictionary", first, 0, new double[0], Map.of());
    if (results.any() && l1 == null) {
      for (double penalty : PENALTIES) {
        evaluate(plan(atoms, penalty));
      }
    }
    if (results.any() && config.atoms() == 0) {
      if (l1 != null) {
        evaluate(first);
      }
      evaluate(plan((defaultAtoms + 1) / 2, best.plan.l1()));
      evaluate(
          plan(
              Math.max(defaultAtoms, Math.min(2 * defaultAtoms, results.rows() / 2)),
              best.plan.l1()));
    }
  }

  Plan best() {
    return best.plan;
  }

  /** Its held-out error of each target, none without evaluation. */
  double[] errors() {
    return best.errors;
  }

  /** Features that vary, at most a quarter of the rows. */
  private static int defaultAtoms(TrainingData data) {
    ColumnStatistics s = data.x().statistics();
    int varying = 0;
    for (int j = 0; j < data.x().columns(); j++) {
      varying += s.known(j) > 0 && s.min(j) < s.max(j) ? 1 : 0;
    }
    return Math.max(1, Math.min(Math.min(ATOMS, varying), data.x().rows() / 4));
  }

  private Plan plan(int atoms, double l1) {
    return new Plan(atoms, l1, config.l2(), config.maxPasses(), config.tolerance());
  }

  private void evaluate(Plan plan) {
    List<LearnedDictionary> fits = results.learned(plan);
    Map<String, Object> settings =
        FitRecord.ordered("atoms", (Object) plan.atoms(), "codeL1", plan.l1());
    if (recordBest(
        new Evaluated("dictionary, l1 " + plan.l1(), plan, 0, results.errors(fits), settings))) {
      bestResults = fits;
    }
  }

  /** The step size of least error; continues the fits of the best plan. */
  double stepSize(List<TaskDescent.DescentSettings> among) {
    if (results.any() && bestResults.isEmpty()) {
      evaluate(best.plan);
    }
    for (TaskDescent.DescentSettings settings :
        results.any() ? among : List.<TaskDescent.DescentSettings>of()) {
      double[] errors = results.errors(results.descended(bestResults, settings));
      Map<String, Object> found = Map.of("stepSize", settings.rho());
      recordBest(
          new Evaluated(
              "task-driven, step " + settings.rho(), best.plan, settings.rho(), errors, found));
    }
    return best.rho;
  }

  private boolean recordBest(Evaluated next) {
    all.add(next);
    boolean better =
        best.errors.length == 0
            || DictionaryCandidates.score(next.errors, constants)
                < DictionaryCandidates.score(best.errors, constants);
    best = better ? next : best;
    return better;
  }

  /** Records the evaluated settings. */
  void describe(FitRecord record) {
    for (Evaluated one : all) {
      for (int t = 0; t < one.errors.length; t++) {
        double weight = one == best ? 1 : 0;
        record.candidates.add(
            new FitReport.CandidateScore(
                one.name, one.plan.atoms(), t, one.errors[t], Double.NaN, weight, one.settings));
      }
    }
    record.found.put("atoms", best.plan.atoms());
    record.found.put("codeL1", best.plan.l1());
  }
}
