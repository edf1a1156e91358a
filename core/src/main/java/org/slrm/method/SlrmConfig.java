package org.slrm.method;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;

/**
 * The paper's Algorithm 1: subspace and sparse regressor learned together, row by row.
 *
 * <p>A setting with several values is searched over them by hold-out error, one setting after the
 * other; a single value is taken as it is.
 *
 * <pre>{@code
 * SlrmConfig config = SlrmConfig.builder().rank(30).l1(0.01).build();   // the rest is searched
 * SlrmModel model = Slrm.with(config).fit(x, y);
 * }</pre>
 *
 * @param rank d, 0 for as many components as explain 99 % of the variance
 * @param reconstructionWeight λ1, weight of reconstruction against label fit; large values make the
 *     method two-stage
 * @param l1 λ2, penalty on |w|
 * @param l2 λ3, penalty on w²; the paper's step uses λ3 w as its gradient, which is kept
 * @param stepSize ρ, first step size of w; empty for shares of what the codes' size allows
 * @param constantRounds T₀, rounds before the step size falls as 1/t; 0 for one pass
 * @param initialUncertainty δ, start of R_j† = δI; large trusts the start little
 * @param gate γ in [0, 1), slack of the gate at prediction. 0.999 answers nearly always; 0.001, the
 *     paper's value, refuses nearly every row
 * @param maxPasses most passes over the rows, at most 500
 * @param patience passes without a better hold-out error before stopping
 * @param holdOutFraction share of labelled rows held out when the user gives none
 * @param holdOutEvery when the hold-out error is taken
 * @param searchRows most rows used to try each candidate of the search
 * @param searchPasses passes over them
 * @param refit whether w is fitted anew on label-free codes at the end
 * @param scaling how features and targets are scaled
 */
public record SlrmConfig(
    int rank,
    List<Double> reconstructionWeight,
    List<Double> l1,
    List<Double> l2,
    List<Double> stepSize,
    long constantRounds,
    double initialUncertainty,
    double gate,
    int maxPasses,
    int patience,
    double holdOutFraction,
    HoldOutEvery holdOutEvery,
    int searchRows,
    int searchPasses,
    boolean refit,
    Scaling.Kind scaling)
    implements MethodConfig {

  /** When the hold-out error is taken. */
  public enum HoldOutEvery {
    /** After every pass. */
    PASS,
    /** After every row, as in the paper's box: slow. */
    ROW
  }

  /** Checks the settings. */
  public SlrmConfig {
    Checks.atLeast("rank", rank, 0);
    reconstructionWeight = List.copyOf(reconstructionWeight);
    l1 = List.copyOf(l1);
    l2 = List.copyOf(l2);
    stepSize = List.copyOf(stepSize);
    Checks.atLeast("number of reconstruction weights", reconstructionWeight.size(), 1);
    Checks.atLeast("number of l1 penalties", l1.size(), 1);
    Checks.atLeast("number of l2 penalties", l2.size(), 1);
    reconstructionWeight.forEach(v -> Checks.positive("reconstructionWeight", v));
    l1.forEach(v -> Checks.notNegative("l1", v));
    l2.forEach(v -> Checks.notNegative("l2", v));
    stepSize.forEach(v -> Checks.positive("stepSize", v));
    Checks.notNegative("constantRounds", constantRounds);
    Checks.positive("initialUncertainty", initialUncertainty);
    Checks.inHalfOpen("gate", gate, 0, 1);
    Checks.between("maxPasses", maxPasses, 1, 500);
    Checks.atLeast("patience", patience, 1);
    Checks.inHalfOpen("holdOutFraction", holdOutFraction, 0, 1);
    Checks.atLeast("searchRows", searchRows, 2);
    Checks.between("searchPasses", searchPasses, 1, 500);
  }

  /** The defaults. */
  public static SlrmConfig defaults() {
    return builder().build();
  }

  /** A builder that starts at the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** The same with other limits of passes. */
  public SlrmConfig withPasses(int most, int inVain) {
    return new SlrmConfig(
        rank,
        reconstructionWeight,
        l1,
        l2,
        stepSize,
        constantRounds,
        initialUncertainty,
        gate,
        most,
        inVain,
        holdOutFraction,
        holdOutEvery,
        searchRows,
        searchPasses,
        refit,
        scaling);
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
    s.put("constantRounds", constantRounds);
    s.put("initialUncertainty", initialUncertainty);
    s.put("gate", gate);
    s.put("maxPasses", maxPasses);
    s.put("patience", patience);
    s.put("holdOutFraction", holdOutFraction);
    s.put("holdOutEvery", holdOutEvery.name().toLowerCase(java.util.Locale.ROOT));
    s.put("searchRows", searchRows);
    s.put("searchPasses", searchPasses);
    s.put("refit", refit);
    s.put("scaling", scaling.name().toLowerCase(java.util.Locale.ROOT));
    return s;
  }

  private static Object setting(List<Double> values) {
    return values.size() == 1 ? values.get(0) : "searched";
  }

  /** Sets what differs from the defaults. */
  public static final class Builder {
    private int rank;
    private List<Double> reconstructionWeight = List.of(1e6, 100.0, 10.0, 1.0);
    private List<Double> l1 = List.of(0.0, 0.001, 0.01, 0.03, 0.1, 0.3);
    private List<Double> l2 = List.of(0.0, 0.01);
    private List<Double> stepSize = List.of();
    private long constantRounds;
    private double initialUncertainty = 1;
    private double gate = 0.999;
    private int maxPasses = 50;
    private int patience = 5;
    private double holdOutFraction = 0.2;
    private HoldOutEvery holdOutEvery = HoldOutEvery.PASS;
    private int searchRows = 1000;
    private int searchPasses = 2;
    private boolean refit;
    private Scaling.Kind scaling = Scaling.Kind.STANDARDIZE;

    private Builder() {}

    /** Rank d; 0 chooses it by the 99 % rule. */
    public Builder rank(int value) {
      rank = value;
      return this;
    }

    /** λ1; several values are searched. */
    public Builder reconstructionWeight(double... values) {
      reconstructionWeight = list(values);
      return this;
    }

    /** λ2; several values are searched. */
    public Builder l1(double... values) {
      l1 = list(values);
      return this;
    }

    /** λ3; several values are searched. */
    public Builder l2(double... values) {
      l2 = list(values);
      return this;
    }

    /** ρ; several values are searched, none means shares of what the codes' size allows. */
    public Builder stepSize(double... values) {
      stepSize = list(values);
      return this;
    }

    /** T₀. */
    public Builder constantRounds(long value) {
      constantRounds = value;
      return this;
    }

    /** δ. */
    public Builder initialUncertainty(double value) {
      initialUncertainty = value;
      return this;
    }

    /** γ. */
    public Builder gate(double value) {
      gate = value;
      return this;
    }

    /** Most passes. */
    public Builder maxPasses(int value) {
      maxPasses = value;
      return this;
    }

    /** Passes without improvement before stopping. */
    public Builder patience(int value) {
      patience = value;
      return this;
    }

    /** Share of labelled rows held out. */
    public Builder holdOutFraction(double value) {
      holdOutFraction = value;
      return this;
    }

    /** When the hold-out error is taken. */
    public Builder holdOutEvery(HoldOutEvery value) {
      holdOutEvery = value;
      return this;
    }

    /** Most rows and passes used to try each candidate of the search. */
    public Builder search(int rows, int passes) {
      searchRows = rows;
      searchPasses = passes;
      return this;
    }

    /** Whether w is fitted anew on label-free codes at the end. */
    public Builder refit(boolean value) {
      refit = value;
      return this;
    }

    /** How features and targets are scaled. */
    public Builder scaling(Scaling.Kind value) {
      scaling = value;
      return this;
    }

    /** The settings, checked. */
    public SlrmConfig build() {
      return new SlrmConfig(
          rank,
          reconstructionWeight,
          l1,
          l2,
          stepSize,
          constantRounds,
          initialUncertainty,
          gate,
          maxPasses,
          patience,
          holdOutFraction,
          holdOutEvery,
          searchRows,
          searchPasses,
          refit,
          scaling);
    }

    private static List<Double> list(double[] values) {
      return Arrays.stream(values).boxed().toList();
    }
  }
}
