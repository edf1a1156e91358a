package org.slrm.cli.option;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
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
      description = "Rows T₀ before the step size falls (slrm, smpcr). Default: chosen.")
  @Nullable Long constantRounds;

  @Option(
      names = "--initial-uncertainty",
      paramLabel = "X",
      description =
          "Start δ of the features' inverse Gram matrices: small trusts the starting subspace more"
              + " (slrm, smpcr). Default: chosen.")
  @Nullable Double initialUncertainty;

  @Option(
      names = "--holdout-every",
      paramLabel = "pass|row",
      description =
          "When the hold-out error is taken and the best pair kept; every row is slow (slrm)."
              + " Default: pass.")
  @Nullable String holdOutEvery;

  @Option(
      names = "--starts",
      paramLabel = "N",
      description =
          "Fit from N starting subspaces, all but the first random, and keep the best (slrm)."
              + " Default: 1.")
  @Nullable Integer starts;

  @Option(
      names = "--start",
      paramLabel = "singular|random",
      description =
          "Starting subspace: singular vectors of the table with zeros for what is missing, or random"
              + " (smpcr). Default: chosen.")
  @Nullable String start;

  @Option(
      names = "--start-counts",
      negatable = true,
      description = "Whether the starting pair may be the best; in the paper not (slrm).")
  @Nullable Boolean startCounts;

  @Option(
      names = "--average",
      negatable = true,
      description = "Whether the regressor is kept as its mean over a pass (slrm).")
  @Nullable Boolean average;

  @Option(
      names = "--label-free-end",
      negatable = true,
      description =
          "Whether passes go on, once the hold-out error rests, with scores that do not use the label"
              + " (slrm).")
  @Nullable Boolean labelFreeEnd;

  @Option(
      names = "--refit",
      negatable = true,
      description = "Whether the regressor is refitted on scores that do not use the label (slrm).")
  @Nullable Boolean refit;

  @Option(
      names = "--forgetting",
      paramLabel = "X",
      description =
          "Weight of a row in the subspace after one more has come, in (0, 1]; 1 forgets nothing, as"
              + " in the paper; 0 stands for 1 - 1/rows, about one pass (slrm, smpcr, mousse). Default: 0.")
  @Nullable Double forgetting;

  @Option(
      names = "--fade-unobserved",
      negatable = true,
      description =
          "Whether what is known of a feature fades by rows that do not show it too, as in PETRELS as"
              + " published (slrm, smpcr).")
  @Nullable Boolean fadeUnobserved;

  @Option(
      names = "--unscaled",
      description = "Neither centre nor scale features and target, as in the paper (slrm, smpcr).")
  boolean unscaled;

  @Option(
      names = "--as-printed",
      description =
          "As the paper prints it: nothing scaled, gate 0.001 (which refuses nearly every row), up to"
              + " 500 passes, nothing forgotten; slrm looks at the hold-out error after every row, and its one"
              + " start does not count; smpcr starts at random.")
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
    add(out, "--starts", starts != null);
    add(out, "--start", start != null);
    add(out, "--start-counts", startCounts != null);
    add(out, "--average", average != null);
    add(out, "--label-free-end", labelFreeEnd != null);
    add(out, "--refit", refit != null);
    add(out, "--forgetting", forgetting != null);
    add(out, "--fade-unobserved", fadeUnobserved != null);
    add(out, "--unscaled", unscaled);
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
      refuseOtherSlrm(gate);
      out.gate(PRINTED_GATE)
          .scaling(Scaling.Kind.NONE)
          .maxPasses(PRINTED_PASSES)
          .patience(PRINTED_PASSES)
          .holdOutEvery(SlrmConfig.HoldOutEvery.ROW)
          .asPrinted();
    }
    if (unscaled) {
      out.scaling(Scaling.Kind.NONE);
    }
    given(gate, out::gate);
    given(stepSize, out::stepSize);
    given(constantRounds, n -> out.constantRounds(atLeastOne("--constant-rounds", n)));
    given(initialUncertainty, out::initialUncertainty);
    given(every(), out::holdOutEvery);
    given(forgetting, f -> out.forgetting(f == 0 ? null : f));
    given(fadeUnobserved, out::fadeUnobserved);
    given(passes, out::maxPasses);
    given(starts, out::starts);
    given(startCounts, out::startCounts);
    given(average, out::averaging);
    given(labelFreeEnd, out::labelFreeEnd);
    given(refit, out::refit);
  }

  private static <T> void given(@Nullable T value, Consumer<T> setting) {
    if (value != null) {
      setting.accept(value);
    }
  }

  private void refuseOtherSlrm(@Nullable Double gate) {
    refuseOther("--gate " + PRINTED_GATE, gate != null && gate != PRINTED_GATE, "--gate " + gate);
    refuseOther(
        "--holdout-every row", every() == SlrmConfig.HoldOutEvery.PASS, "--holdout-every pass");
    refuseOther("one start", starts != null && starts != 1, "--starts " + starts);
    refuseOther("no refit", refit != null && refit, "--refit");
    refuseOther("no averaging", average != null && average, "--average");
    refuseOther("codes with labels", labelFreeEnd != null && labelFreeEnd, "--label-free-end");
    refuseOther(
        "a start that does not count", startCounts != null && startCounts, "--start-counts");
    refuseOther(
        "--forgetting 1", forgetting != null && forgetting != 1, "--forgetting " + forgetting);
  }

  /** Adds what is given to the settings of SMPCR. */
  SmpcrConfig apply(SmpcrConfig config, @Nullable Double gate) {
    SmpcrConfig out = config;
    if (asPrinted) {
      refuseOther("--gate " + PRINTED_GATE, gate != null && gate != PRINTED_GATE, "--gate " + gate);
      refuseOther(
          "--forgetting 1", forgetting != null && forgetting != 1, "--forgetting " + forgetting);
      refuseOther("--start random", "singular".equals(start), "--start " + start);
      out =
          out.withGate(PRINTED_GATE)
              .withRandomStart(true)
              .withScaling(Scaling.Kind.NONE)
              .withPasses(PRINTED_PASSES, PRINTED_PASSES)
              .withForgetting(1);
    }
    out = unscaled ? out.withScaling(Scaling.Kind.NONE) : out;
    out = gate == null ? out : out.withGate(gate);
    out = stepSize == null ? out : out.withStepSize(stepSize);
    out =
        constantRounds == null
            ? out
            : out.withConstantRounds(atLeastOne("--constant-rounds", constantRounds));
    out = initialUncertainty == null ? out : out.withInitialUncertainty(initialUncertainty);
    out = start == null ? out : out.withRandomStart(randomStart(start));
    out = forgetting == null || forgetting == 0 ? out : out.withForgetting(forgetting);
    out = fadeUnobserved == null ? out : out.withFadeUnobserved(fadeUnobserved);
    return passes == null ? out : out.withMaxPasses(passes);
  }

  private static boolean randomStart(String word) {
    return switch (word) {
      case "singular" -> false;
      case "random" -> true;
      default -> throw CommandException.usage("--start must be singular or random; got " + word);
    };
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
