package org.slrm.paper;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.method.MethodConfig;

/**
 * The paper's Algorithm 1: subspace and sparse regressor learned together, row by row.
 *
 * <p>Several values of a setting are a tuning grid, evaluated by the hold-out error; no values
 * stand for a default grid; a single value is fixed.
 *
 * <pre>{@code
 * SlrmConfig config = SlrmConfig.builder().rank(30).l1(0.01).build();   // the rest is tuned
 * SlrmModel model = Slrm.with(config).fit(x, y);
 * }</pre>
 *
 * @param rank d, 0 for as many components as explain 99 % of the variance
 * @param reconstructionWeight λ1, weight of reconstruction against label fit; large values make the
 *     method two-stage
 * @param l1 λ2, penalty on |w|
 * @param l2 λ3, penalty on w²; the paper's step uses λ3 w as its gradient, which is used here
 * @param stepSize ρ, first step size of w
 * @param constantRounds T₀, rounds before the step size decays as 1/t; 0 tunes it
 * @param initialUncertainty δ, initial scale of R_j† = δI; smaller values keep the subspace closer
 *     to its start
 * @param forgetting forgetting factor of the subspace per row, in (0, 1]; 1 is no forgetting, as in
 *     the paper; null is 1 − 1/rows, an effective memory of one pass
 * @param fadeUnobserved whether the forgetting factor also applies to a feature's statistics on
 *     rows where the feature is missing, as in published PETRELS
 * @param gate γ in [0, 1), rejection threshold at prediction. 0.999 accepts nearly every row;
 *     0.001, the paper's value, rejects nearly every row
 * @param maxPasses maximum passes over the rows, at most 500
 * @param patience passes without a better hold-out error before stopping
 * @param holdOutFraction fraction of labelled rows held out when the user gives no validation rows
 * @param holdOutEvery when the hold-out error is evaluated
 * @param startCounts whether the initial basis and regressor are eligible as the best; in the paper
 *     they are not
 * @param starts number of starts of the final fit: the first from the zero-filled singular vectors,
 *     the others from random subspaces; the best is used
 * @param averaging whether w is replaced by its mean over a pass (iterate averaging)
 * @param labelFreeEnd whether passes with factor scores computed without the label follow once the
 *     hold-out error stops falling
 * @param refit whether w is refitted on label-free scores at the end
 * @param searchSettings number of configurations in the first stage of the search
 * @param searchVisits row updates for each of them
 * @param scaling how features and targets are scaled
 */
public record SlrmConfig(
    int rank,
    List<Double> reconstructionWeight,
    List<Double> l1,
    List<Double> l2,
    List<Double> stepSize,
    long constantRounds,
    List<Double> initialUncertainty,
    @Nullable Double forgetting,
    boolean fadeUnobserved,
    double gate,
    int maxPasses,
    int patience,
    double holdOutFraction,
    HoldOutEvery holdOutEvery,
    boolean startCounts,
    int starts,
    boolean averaging,
    boolean labelFreeEnd,
    boolean refit,
    int searchSettings,
    int searchVisits,
    Scaling.Kind scaling)
    implements MethodConfig {

  /** When the hold-out error is evaluated. */
  public enum HoldOutEvery {
    /** After every pass. */
    PASS,
    /** After every row, as in the listing of Algorithm 1: slow. */
    ROW
  }

  public SlrmConfig {
    Checks.atLeast("rank", rank, 0);
    reconstructionWeight = List.copyOf(reconstructionWeight);
    l1 = List.copyOf(l1);
    l2 = List.copyOf(l2);
    stepSize = List.copyOf(stepSize);
    initialUncertainty = List.copyOf(initialUncertainty);
    reconstructionWeight.forEach(v -> Checks.positive("reconstructionWeight", v));
    l1.forEach(v -> Checks.notNegative("l1", v));
    l2.forEach(v -> Checks.notNegative("l2", v));
    stepSize.forEach(v -> Checks.positive("stepSize", v));
    Checks.notNegative("constantRounds", constantRounds);
    initialUncertainty.forEach(v -> Checks.positive("initialUncertainty", v));
    Checks.inUpperClosed("forgetting", forgetting == null ? 1 : forgetting, 0, 1);
    Checks.inHalfOpen("gate", gate, 0, 1);
    Checks.between("maxPasses", maxPasses, 1, 500);
    Checks.atLeast("patience", patience, 1);
    Checks.inHalfOpen("holdOutFraction", holdOutFraction, 0, 1);
    Checks.atLeast("starts", starts, 1);
    Checks.atLeast("searchSettings", searchSettings, 1);
    Checks.atLeast("searchVisits", searchVisits, 2);
  }

  /** The defaults. */
  public static SlrmConfig defaults() {
    return builder().build();
  }

  /** A builder that starts at the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public String method() {
    return "slrm";
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>();
    s.put("rank", rank == 0 ? "auto" : rank);
    s.put("reconstructionWeight", setting(reconstructionWeight));
    s.put("l1", setting(l1));
    s.put("l2", setting(l2));
    s.put("stepSize", setting(stepSize));
    s.put("constantRounds", constantRounds == 0 ? "searched" : constantRounds);
    s.put("initialUncertainty", setting(initialUncertainty));
    s.put("forgetting", forgetting == null ? "one pass" : forgetting);
    s.put("fadeUnobserved", fadeUnobserved);
    s.put("gate", gate);
    s.put("maxPasses", maxPasses);
    s.put("patience", patience);
    s.put("holdOutFraction", holdOutFraction);
    s.put("holdOutEvery", holdOutEvery.name().toLowerCase(Locale.ROOT));
    s.put("startCounts", startCounts);
    s.put("starts", starts);
    s.put("averaging", averaging);
    s.put("labelFreeEnd", labelFreeEnd);
    s.put("refit", refit);
    s.put("searchSettings", searchSettings);
    s.put("searchVisits", searchVisits);
    s.put("scaling", scaling.name().toLowerCase(Locale.ROOT));
    return s;
  }

  private static Object setting(List<Double> values) {
    return values.size() == 1 ? values.get(0) : "searched";
  }

  /** Sets what differs from the defaults. */
  public static final class Builder {
    private int rank;
    private List<Double> reconstructionWeight = List.of();
    private List<Double> l1 = List.of();
    private List<Double> l2 = List.of();
    private List<Double> stepSize = List.of();
    private long constantRounds;
    private List<Double> initialUncertainty = List.of();
    private @Nullable Double forgetting;
    private boolean fadeUnobserved;
    private double gate = 0.999;
    private int maxPasses = 50;
    private int patience = 3;
    private double holdOutFraction = 0.2;
    private HoldOutEvery holdOutEvery = HoldOutEvery.PASS;
    private boolean startCounts = true;
    private int starts = 1;
    private boolean averaging;
    private boolean labelFreeEnd;
    private boolean refit;
    private int searchSettings = 32;
    private int searchVisits = 600;
    private Scaling.Kind scaling = Scaling.Kind.STANDARDIZE;

    private Builder() {}

    public Builder rank(int value) {
      rank = value;
      return this;
    }

    /** λ1; several values are a tuning grid, none stands for the default grid. */
    public Builder reconstructionWeight(double... values) {
      reconstructionWeight = list(values);
      return this;
    }

    /** λ2; several values are a tuning grid, none stands for the default grid. */
    public Builder l1(double... values) {
      l1 = list(values);
      return this;
    }

    /** λ3; several values are a tuning grid, none stands for the default grid. */
    public Builder l2(double... values) {
      l2 = list(values);
      return this;
    }

    /**
     * ρ; several values are a tuning grid, none stands for fractions of the largest stable step.
     */
    public Builder stepSize(double... values) {
      stepSize = list(values);
      return this;
    }

    public Builder constantRounds(long value) {
      constantRounds = value;
      return this;
    }

    /** δ; several values are a tuning grid, none stands for the default grid. */
    public Builder initialUncertainty(double... values) {
      initialUncertainty = list(values);
      return this;
    }

    /** Forgetting factor of the subspace; null is an effective memory of one pass. */
    public Builder forgetting(@Nullable Double value) {
      forgetting = value;
      return this;
    }

    public Builder fadeUnobserved(boolean value) {
      fadeUnobserved = value;
      return this;
    }

    public Builder gate(double value) {
      gate = value;
      return this;
    }

    public Builder maxPasses(int value) {
      maxPasses = value;
      return this;
    }

    public Builder patience(int value) {
      patience = value;
      return this;
    }

    public Builder holdOutFraction(double value) {
      holdOutFraction = value;
      return this;
    }

    public Builder holdOutEvery(HoldOutEvery value) {
      holdOutEvery = value;
      return this;
    }

    public Builder startCounts(boolean value) {
      startCounts = value;
      return this;
    }

    /** Starts of the final fit, all but the first from random subspaces. */
    public Builder starts(int value) {
      starts = value;
      return this;
    }

    public Builder averaging(boolean value) {
      averaging = value;
      return this;
    }

    /** Whether the last passes compute factor scores without the label. */
    public Builder labelFreeEnd(boolean value) {
      labelFreeEnd = value;
      return this;
    }

    /** Configurations in the first stage of the search, and row updates for each. */
    public Builder search(int settings, int visits) {
      searchSettings = settings;
      searchVisits = visits;
      return this;
    }

    public Builder refit(boolean value) {
      refit = value;
      return this;
    }

    /**
     * The options of the paper's Algorithm 1 only: no forgetting, and the initial iterate is not
     * eligible as the best.
     */
    public Builder asPrinted() {
      forgetting = 1.0;
      startCounts = false;
      starts = 1;
      averaging = false;
      labelFreeEnd = false;
      refit = false;
      return this;
    }

    public Builder scaling(Scaling.Kind value) {
      scaling = value;
      return this;
    }

    public SlrmConfig build() {
      return new SlrmConfig(
          rank,
          reconstructionWeight,
          l1,
          l2,
          stepSize,
          constantRounds,
          initialUncertainty,
          forgetting,
          fadeUnobserved,
          gate,
          maxPasses,
          patience,
          holdOutFraction,
          holdOutEvery,
          startCounts,
          starts,
          averaging,
          labelFreeEnd,
          refit,
          searchSettings,
          searchVisits,
          scaling);
    }

    private static List<Double> list(double[] values) {
      return Arrays.stream(values).boxed().toList();
    }
  }
}
