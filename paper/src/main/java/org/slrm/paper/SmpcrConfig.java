package org.slrm.paper;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.method.MethodConfig;

/**
 * Principal component regression for incomplete data, row by row: the subspace is tracked without
 * labels, then the regressor on its codes is learned by stochastic proximal steps.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(SmpcrConfig.defaults().withRank(10)).fit(x, y);
 * }</pre>
 *
 * @param rank rank of the subspace, 0 for as many components as explain 99 % of the variance
 * @param l1 penalty on the regressor; null searches it by hold-out error
 * @param stepSize first step size of the regressor; null searches it by hold-out error
 * @param constantRounds T₀, rounds before the step size falls as 1/t; 0 searches it
 * @param initialUncertainty δ, start of the tracker's R_j† = δI; null searches it
 * @param randomStart whether the tracker starts at a random subspace, not at the singular vectors
 *     of the table with zeros for what is missing; null searches it
 * @param forgetting weight of a row in the tracker after one more has come, in (0, 1]; 1 is no
 *     forgetting, null stands for 1 − 1/rows, about one pass
 * @param fadeUnobserved whether a feature's statistics fade by rows where it is missing too, as in
 *     published PETRELS; else only by rows where it is observed
 * @param gate γ in [0, 1), slack of the gate at prediction
 * @param maxPasses most passes of either stage, at most 500
 * @param patience passes without improvement before a stage stops
 * @param holdOutFraction fraction of labelled rows held out when the user gives no validation rows
 * @param searchSettings settings tried in the first stage of the search
 * @param searchVisits visits of rows for each of them
 * @param scaling how features and targets are scaled
 */
public record SmpcrConfig(
    int rank,
    @Nullable Double l1,
    @Nullable Double stepSize,
    long constantRounds,
    @Nullable Double initialUncertainty,
    @Nullable Boolean randomStart,
    @Nullable Double forgetting,
    boolean fadeUnobserved,
    double gate,
    int maxPasses,
    int patience,
    double holdOutFraction,
    int searchSettings,
    int searchVisits,
    Scaling.Kind scaling)
    implements MethodConfig {

  public SmpcrConfig {
    Checks.atLeast("rank", rank, 0);
    Checks.notNegative("l1", l1 == null ? 0 : l1);
    Checks.positive("stepSize", stepSize == null ? 1 : stepSize);
    Checks.notNegative("constantRounds", constantRounds);
    Checks.positive("initialUncertainty", initialUncertainty == null ? 1 : initialUncertainty);
    Checks.inUpperClosed("forgetting", forgetting == null ? 1 : forgetting, 0, 1);
    Checks.inHalfOpen("gate", gate, 0, 1);
    Checks.between("maxPasses", maxPasses, 1, 500);
    Checks.atLeast("patience", patience, 1);
    Checks.inHalfOpen("holdOutFraction", holdOutFraction, 0, 1);
    Checks.atLeast("searchSettings", searchSettings, 1);
    Checks.atLeast("searchVisits", searchVisits, 2);
  }

  /** Rank by the 99 % rule, the rest searched. */
  public static SmpcrConfig defaults() {
    return new Changed().made();
  }

  public SmpcrConfig withRank(int value) {
    return with(c -> c.rank = value);
  }

  public SmpcrConfig withL1(double value) {
    return with(c -> c.l1 = value);
  }

  public SmpcrConfig withStepSize(double value) {
    return with(c -> c.stepSize = value);
  }

  public SmpcrConfig withConstantRounds(long value) {
    return with(c -> c.constantRounds = value);
  }

  public SmpcrConfig withInitialUncertainty(double value) {
    return with(c -> c.initialUncertainty = value);
  }

  public SmpcrConfig withRandomStart(boolean value) {
    return with(c -> c.randomStart = value);
  }

  public SmpcrConfig withGate(double value) {
    return with(c -> c.gate = value);
  }

  public SmpcrConfig withForgetting(double value) {
    return with(c -> c.forgetting = value);
  }

  public SmpcrConfig withFadeUnobserved(boolean value) {
    return with(c -> c.fadeUnobserved = value);
  }

  public SmpcrConfig withMaxPasses(int value) {
    return with(c -> c.maxPasses = value);
  }

  public SmpcrConfig withScaling(Scaling.Kind value) {
    return with(c -> c.scaling = value);
  }

  public SmpcrConfig withPasses(int limit, int patienceInPasses) {
    return with(
        c -> {
          c.maxPasses = limit;
          c.patience = patienceInPasses;
        });
  }

  public SmpcrConfig withSearch(int settings, int visits) {
    return with(
        c -> {
          c.searchSettings = settings;
          c.searchVisits = visits;
        });
  }

  private SmpcrConfig with(Consumer<Changed> change) {
    Changed c = new Changed();
    c.rank = rank;
    c.l1 = l1;
    c.stepSize = stepSize;
    c.constantRounds = constantRounds;
    c.initialUncertainty = initialUncertainty;
    c.randomStart = randomStart;
    c.forgetting = forgetting;
    c.fadeUnobserved = fadeUnobserved;
    c.gate = gate;
    c.maxPasses = maxPasses;
    c.patience = patience;
    c.holdOutFraction = holdOutFraction;
    c.searchSettings = searchSettings;
    c.searchVisits = searchVisits;
    c.scaling = scaling;
    change.accept(c);
    return c.made();
  }

  /** The settings while they are changed; at first the defaults. */
  private static final class Changed {
    private int rank;
    private @Nullable Double l1;
    private @Nullable Double stepSize;
    private long constantRounds;
    private @Nullable Double initialUncertainty;
    private @Nullable Boolean randomStart;
    private @Nullable Double forgetting;
    private boolean fadeUnobserved;
    private double gate = 0.999;
    private int maxPasses = 50;
    private int patience = 3;
    private double holdOutFraction = 0.2;
    private int searchSettings = 32;
    private int searchVisits = 600;
    private Scaling.Kind scaling = Scaling.Kind.STANDARDIZE;

    private SmpcrConfig made() {
      return new SmpcrConfig(
          rank,
          l1,
          stepSize,
          constantRounds,
          initialUncertainty,
          randomStart,
          forgetting,
          fadeUnobserved,
          gate,
          maxPasses,
          patience,
          holdOutFraction,
          searchSettings,
          searchVisits,
          scaling);
    }
  }

  @Override
  public String method() {
    return "smpcr";
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("rank", rank == 0 ? "auto" : (Object) rank);
    out.put("l1", l1 == null ? "searched" : l1);
    out.put("stepSize", stepSize == null ? "searched" : stepSize);
    out.put("constantRounds", constantRounds == 0 ? "searched" : (Object) constantRounds);
    out.put("initialUncertainty", initialUncertainty == null ? "searched" : initialUncertainty);
    out.put("randomStart", randomStart == null ? "searched" : (Object) randomStart);
    out.put("forgetting", forgetting == null ? "one pass" : forgetting);
    out.put("fadeUnobserved", fadeUnobserved);
    out.put("gate", gate);
    out.put("maxPasses", maxPasses);
    out.put("patience", patience);
    out.put("holdOutFraction", holdOutFraction);
    out.put("searchSettings", searchSettings);
    out.put("searchVisits", searchVisits);
    out.put("scaling", scaling.name().toLowerCase(Locale.ROOT));
    return out;
  }
}
