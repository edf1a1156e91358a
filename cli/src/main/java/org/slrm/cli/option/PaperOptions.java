package org.slrm.cli.option;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.output.CommandException;
import org.slrm.data.Scaling;
import org.slrm.method.SlrmConfig;
import org.slrm.method.SmpcrConfig;
import org.slrm.method.TaskDrivenConfig;
import picocli.CommandLine.Option;

/** What the paper's methods have beyond rank, penalties and gate, by the paper's symbols. */
public final class PaperOptions {
  /** γ as the paper sets it. */
  private static final double PRINTED_GATE = 0.001;

  /** The most passes the paper makes, and the most that settings allow. */
  private static final int PRINTED_PASSES = 500;

  @Option(
      names = "--step-size",
      paramLabel = "X",
      description =
          "First step size ρ of the regressor (slrm, smpcr) or the dictionary (task-driven)."
              + " Default: chosen.")
  @Nullable Double stepSize;

  @Option(
      names = "--constant-rounds",
      paramLabel = "N",
      description = "Rows T₀ before the step size falls (slrm). Default: one pass.")
  @Nullable Long constantRounds;

  @Option(
      names = "--initial-uncertainty",
      paramLabel = "X",
      description =
          "Start δ of the features' inverse Gram matrices: small trusts the starting subspace more"
              + " (slrm). Default: 1.")
  @Nullable Double initialUncertainty;

  @Option(
      names = "--holdout-every",
      paramLabel = "pass|row",
      description =
          "When the hold-out error is taken and the best pair kept; every row is slow (slrm)."
              + " Default: pass.")
  @Nullable String holdOutEvery;

  @Option(
      names = "--refit",
      description = "Fit the regressor anew on codes that did not see the label (slrm).")
  boolean refit;

  @Option(
      names = "--forgetting",
      paramLabel = "X",
      description =
          "Weight of a row in the subspace after one more has come, in (0, 1]; 1 forgets nothing,"
              + " as in the paper (smpcr, mousse). Default: 1 - 1/rows, about one pass.")
  @Nullable Double forgetting;

  @Option(
      names = "--as-printed",
      description =
          "As the paper prints it: nothing scaled, gate 0.001 (which refuses nearly every row), up"
              + " to 500 passes; slrm looks at the hold-out error after every row, smpcr forgets"
              + " nothing.")
  boolean asPrinted;

  /** Most passes, of {@code --passes}; null for the default. */
  @Nullable Integer passes;

  /** Names of the options given. */
  Set<String> given() {
    Set<String> out = new TreeSet<>();
    add(out, "--step-size", stepSize != null);
    add(out, "--constant-rounds", constantRounds != null);
    add(out, "--initial-uncertainty", initialUncertainty != null);
    add(out, "--holdout-every", holdOutEvery != null);
    add(out, "--refit", refit);
    add(out, "--forgetting", forgetting != null);
    add(out, "--as-printed", asPrinted);
    add(out, "--passes", passes != null);
    return out;
  }

  private static void add(Set<String> to, String option, boolean given) {
    if (given) {
      to.add(option);
    }
  }

  /** Adds what is given to the settings of Algorithm 1. */
  void apply(SlrmConfig.Builder out, @Nullable Double gate) {
    if (asPrinted) {
      refuseOther("--gate " + PRINTED_GATE, gate != null && gate != PRINTED_GATE, "--gate " + gate);
      refuseOther(
          "--holdout-every row", every() == SlrmConfig.HoldOutEvery.PASS, "--holdout-every pass");
      refuseOther("no refit", refit, "--refit");
      out.gate(PRINTED_GATE)
          .scaling(Scaling.Kind.NONE)
          .maxPasses(PRINTED_PASSES)
          .patience(PRINTED_PASSES)
          .holdOutEvery(SlrmConfig.HoldOutEvery.ROW);
    }
    if (gate != null) {
      out.gate(gate);
    }
    if (stepSize != null) {
      out.stepSize(stepSize);
    }
    if (constantRounds != null) {
      out.constantRounds(atLeastOne("--constant-rounds", constantRounds));
    }
    if (initialUncertainty != null) {
      out.initialUncertainty(initialUncertainty);
    }
    if (every() != null) {
      out.holdOutEvery(every());
    }
    if (passes != null) {
      out.maxPasses(passes);
    }
    out.refit(refit);
  }

  /** Adds what is given to the settings of SMPCR. */
  SmpcrConfig apply(SmpcrConfig config, @Nullable Double gate) {
    SmpcrConfig out = config;
    if (asPrinted) {
      refuseOther("--gate " + PRINTED_GATE, gate != null && gate != PRINTED_GATE, "--gate " + gate);
      refuseOther(
          "--forgetting 1", forgetting != null && forgetting != 1, "--forgetting " + forgetting);
      out =
          out.withGate(PRINTED_GATE)
              .withScaling(Scaling.Kind.NONE)
              .withPasses(PRINTED_PASSES, PRINTED_PASSES)
              .withForgetting(1);
    }
    out = gate == null ? out : out.withGate(gate);
    out = stepSize == null ? out : out.withStepSize(stepSize);
    out = forgetting == null ? out : out.withForgetting(forgetting);
    return passes == null ? out : out.withMaxPasses(passes);
  }

  /** Adds what is given to the settings of a task-driven dictionary. */
  TaskDrivenConfig apply(TaskDrivenConfig config) {
    TaskDrivenConfig out = stepSize == null ? config : config.withStepSize(stepSize);
    return passes == null ? out : out.withPasses(passes);
  }

  private SlrmConfig.@Nullable HoldOutEvery every() {
    String word = holdOutEvery;
    if (word == null) {
      return null;
    }
    return switch (word) {
      case "pass" -> SlrmConfig.HoldOutEvery.PASS;
      case "row" -> SlrmConfig.HoldOutEvery.ROW;
      default -> throw CommandException.usage("--holdout-every must be pass or row; got " + word);
    };
  }

  private static long atLeastOne(String option, long value) {
    if (value < 1) {
      throw CommandException.usage(option + " must be a whole number from 1, got " + value);
    }
    return value;
  }

  private static void refuseOther(String printed, boolean other, String given) {
    if (other) {
      throw CommandException.usage(
          "--as-printed stands for "
              + printed
              + " and contradicts "
              + given
              + "; give one of them");
    }
  }
}
