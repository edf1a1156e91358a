package org.slrm.internal.paper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.slrm.internal.paper.SlrmRun.Parameters;
import org.slrm.internal.paper.SlrmRun.Setting;
import org.slrm.internal.paper.label.CodeProblem;
import org.slrm.internal.regression.ElasticNetPath;
import org.slrm.internal.run.Workers;
import org.slrm.method.SlrmConfig;
import org.slrm.result.FitListener;
import org.slrm.result.FitReport;

/**
 * Hold-out search over λ1 with ρ, then λ2, then λ3: a few passes on some of the rows for each
 * candidate. The paper found a coarse range enough.
 */
final class SlrmSearch {
  /** Shares of the largest stable step 1 / mean c‖α‖² that are tried when no step size is given. */
  private static final double[] STEP_SHARES = {0.3, 0.1, 0.02};

  private final Setting setting;
  private final CodeProblem codes;
  private final Workers workers;
  private final long seed;
  private final FitListener listener;
  private final List<Double> steps;
  private final Map<Parameters, Double> errors = new LinkedHashMap<>();
  private final Map<Parameters, Double> standardErrors = new LinkedHashMap<>();
  private boolean stopped;

  SlrmSearch(Setting setting, CodeProblem codes, Workers workers, long seed, FitListener listener) {
    this.setting = setting;
    this.codes = codes;
    this.workers = workers;
    this.seed = seed;
    this.listener = listener;
    steps = steps(setting.config(), codes);
  }

  /** The best parameters of the grid. */
  Parameters best() {
    SlrmConfig config = setting.config();
    Parameters best =
        new Parameters(
            config.reconstructionWeight().get(0),
            config.l1().get(config.l1().size() / 2),
            config.l2().get(0),
            steps.get(0));
    List<Parameters> first = new ArrayList<>();
    for (double lambda1 : config.reconstructionWeight()) {
      for (double rho : steps) {
        first.add(new Parameters(lambda1, best.lambda2(), best.lambda3(), rho));
      }
    }
    best = bestOf(first, best);
    List<Parameters> second = new ArrayList<>();
    for (double lambda2 : config.l1()) {
      second.add(new Parameters(best.lambda1(), lambda2, best.lambda3(), best.rho()));
    }
    best = bestOf(second, best);
    List<Parameters> third = new ArrayList<>();
    for (double lambda3 : config.l2()) {
      third.add(new Parameters(best.lambda1(), best.lambda2(), lambda3, best.rho()));
    }
    return bestOf(third, best);
  }

  /** w₀, the elastic net of the label on the codes of the starting basis. */
  CodeRegression.Regressor start(Parameters p) {
    ElasticNetPath path = codes.start(p.lambda2(), p.lambda3());
    return new CodeRegression.Regressor(
        path.intercept(0), path.coefficients(0), p.lambda2(), Double.NaN, Double.NaN);
  }

  /** What was tried, errors in scaled units. */
  List<FitReport.Candidate> candidates(Parameters chosen) {
    List<FitReport.Candidate> out = new ArrayList<>();
    errors.forEach(
        (p, error) ->
            out.add(
                new FitReport.Candidate(
                    "slrm",
                    codes.rank(),
                    setting.target(),
                    error,
                    standardErrors.getOrDefault(p, Double.NaN),
                    p.equals(chosen) ? 1 : 0,
                    found(p))));
    return out;
  }

  /** Parameters by their public names. */
  static Map<String, Object> found(Parameters p) {
    Map<String, Object> s = new LinkedHashMap<>();
    s.put("reconstructionWeight", p.lambda1());
    s.put("l1", p.lambda2());
    s.put("l2", p.lambda3());
    s.put("stepSize", p.rho());
    return s;
  }

  private Parameters bestOf(List<Parameters> grid, Parameters otherwise) {
    List<Parameters> fresh = grid.stream().filter(p -> !errors.containsKey(p)).toList();
    if (stopped || grid.size() == 1) {
      return stopped ? otherwise : grid.get(0);
    }
    double[] error = new double[fresh.size()];
    double[] standardError = new double[fresh.size()];
    workers.run(
        fresh.size(),
        (worker, k) -> {
          SlrmRun run =
              new SlrmRun(setting, fresh.get(k), start(fresh.get(k)), Workers.single(), seed);
          run.run(setting.config().searchPasses(), FitListener.NONE, "");
          // Without the start, which candidates share.
          error[k] = run.history().stream().min(Double::compare).orElseThrow();
          CodeRegression.Regressor r = run.best();
          standardError[k] =
              setting
                  .holdOut()
                  .standardError(
                      run.bestBasis(), r.coefficients(), r.intercept(), Workers.single());
        });
    for (int k = 0; k < error.length; k++) {
      errors.put(fresh.get(k), error[k]);
      standardErrors.put(fresh.get(k), standardError[k]);
    }
    Parameters best = grid.get(0);
    for (Parameters p : grid) {
      best = value(p) < value(best) ? p : best;
    }
    stopped =
        !listener.onProgress(
            new FitListener.Progress("search", Double.NaN, errors.size(), value(best)));
    return best;
  }

  private double value(Parameters p) {
    ToDoubleFunction<Parameters> error = q -> errors.getOrDefault(q, Double.POSITIVE_INFINITY);
    double e = error.applyAsDouble(p);
    return Double.isNaN(e) ? Double.POSITIVE_INFINITY : e;
  }

  /** ρ as given, or shares of 1 / mean c‖α‖². */
  private static List<Double> steps(SlrmConfig config, CodeProblem codes) {
    if (!config.stepSize().isEmpty()) {
      return config.stepSize();
    }
    double size = codes.size();
    List<Double> out = new ArrayList<>();
    for (double share : STEP_SHARES) {
      out.add(size > 0 ? share / size : share);
    }
    return out;
  }
}
