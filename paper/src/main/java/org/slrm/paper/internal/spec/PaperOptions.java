package org.slrm.paper.internal.spec;

import java.util.List;
import java.util.function.Consumer;
import org.slrm.data.Scaling;
import org.slrm.method.MethodSpec.Arguments;
import org.slrm.method.MethodSpec.Option;
import org.slrm.paper.SlrmConfig;
import org.slrm.paper.SlrmConfig.HoldOutEvery;
import org.slrm.paper.SmpcrConfig;

/** Options of Algorithm 1 and SMPCR by the paper's symbols, and their settings. */
final class PaperOptions {
  /** γ in the paper. */
  private static final double PRINTED_GATE = 0.001;

  /** The most passes in the paper, and in settings. */
  private static final int PRINTED_PASSES = 500;

  static final Option GATE =
      Option.number("--gate", "Slack γ of the paper's gate in [0, 1): larger answers more rows.");

  private static final Option STEP_SIZE =
      Option.number("--step-size", "First step size ρ of the regressor. Default: chosen.");

  private static final Option CONSTANT_ROUNDS =
      Option.whole("--constant-rounds", "Rows T₀ before the step size falls. Default: chosen.");

  private static final Option INITIAL_UNCERTAINTY =
      Option.number(
          "--initial-uncertainty",
          "Start δ of the features' inverse Gram matrices: small trusts the starting subspace more."
              + " Default: chosen.");

  private static final Option FORGETTING =
      Option.number(
          "--forgetting",
          "Weight of a row in the subspace after the next one, in (0, 1]; 1 forgets nothing, as in"
              + " the paper; 0 stands for 1 - 1/rows, about one pass. Default: 0.");

  private static final Option FADE_UNOBSERVED =
      Option.onOrOff(
          "--fade-unobserved",
          "Whether rows without a feature also fade its statistics, as in published PETRELS.");

  private static final Option PASSES =
      Option.whole(
          "--passes", "Most passes over the rows; fewer when the hold-out error no longer falls.");

  private static final Option UNSCALED =
      Option.flag("--unscaled", "Neither centre nor scale features and target, as in the paper.");

  static final List<Option> SLRM =
      List.of(
          Option.RANK,
          Option.number("--l1", "The l1 penalty λ2. Default: chosen."),
          Option.number("--l2", "The squared l2 penalty λ3."),
          Option.number(
              "--reconstruction-weight",
              "Weight λ1 of describing the features against predicting the label."),
          GATE,
          STEP_SIZE,
          CONSTANT_ROUNDS,
          INITIAL_UNCERTAINTY,
          FORGETTING,
          FADE_UNOBSERVED,
          Option.word(
              "--holdout-every",
              "pass|row",
              "When the hold-out error is taken and the best pair kept; every row is slow."
                  + " Default: pass."),
          Option.whole(
              "--starts",
              "Fit from N starting subspaces, all but the first random, and keep the best."
                  + " Default: 1."),
          Option.onOrOff(
              "--start-counts", "Whether the starting pair may be the best; in the paper not."),
          Option.onOrOff("--average", "Whether the regressor is kept as its mean over a pass."),
          Option.onOrOff(
              "--label-free-end",
              "Whether passes go on, once the hold-out error no longer falls, with scores that do"
                  + " not use the label."),
          Option.onOrOff(
              "--refit", "Whether the regressor is refitted on scores that do not use the label."),
          PASSES,
          UNSCALED,
          Option.flag(
              "--as-printed",
              "As the paper prints it: nothing scaled, gate 0.001 (which refuses nearly every row),"
                  + " up to 500 passes, nothing forgotten, hold-out error after every row, and one"
                  + " start, excluded from selection."));

  static final List<Option> SMPCR =
      List.of(
          Option.RANK,
          Option.number("--l1", "The l1 penalty. Default: chosen."),
          GATE,
          STEP_SIZE,
          CONSTANT_ROUNDS,
          INITIAL_UNCERTAINTY,
          Option.word(
              "--start",
              "singular|random",
              "Starting subspace: singular vectors of the table with zeros for missing entries, or"
                  + " random. Default: chosen."),
          FORGETTING,
          FADE_UNOBSERVED,
          PASSES,
          UNSCALED,
          Option.flag(
              "--as-printed",
              "As the paper prints it: nothing scaled, gate 0.001 (which refuses nearly every row),"
                  + " up to 500 passes, nothing forgotten, a random start."));

  /** The starting subspace of SMPCR. */
  private enum Start {
    SINGULAR,
    RANDOM
  }

  private PaperOptions() {}

  /** Settings of Algorithm 1. */
  static SlrmConfig slrm(Arguments given) {
    SlrmConfig.Builder out = SlrmConfig.builder().rank(given.count("--rank"));
    if (given.flag("--as-printed")) {
      refuseOtherSlrm(given);
      out.gate(PRINTED_GATE)
          .scaling(Scaling.Kind.NONE)
          .maxPasses(PRINTED_PASSES)
          .patience(PRINTED_PASSES)
          .holdOutEvery(HoldOutEvery.ROW)
          .asPrinted();
    }
    if (given.flag("--unscaled")) {
      out.scaling(Scaling.Kind.NONE);
    }
    number(given, "--l1", out::l1);
    number(given, "--l2", out::l2);
    number(given, "--reconstruction-weight", out::reconstructionWeight);
    number(given, "--gate", out::gate);
    number(given, "--step-size", out::stepSize);
    whole(given, "--constant-rounds", n -> out.constantRounds(atLeastOne(n)));
    number(given, "--initial-uncertainty", out::initialUncertainty);
    number(given, "--forgetting", f -> out.forgetting(f == 0 ? null : f));
    onOrOff(given, "--fade-unobserved", out::fadeUnobserved);
    if (given.has("--holdout-every")) {
      out.holdOutEvery(every(given));
    }
    whole(given, "--passes", n -> out.maxPasses(Math.toIntExact(n)));
    whole(given, "--starts", n -> out.starts(Math.toIntExact(n)));
    onOrOff(given, "--start-counts", out::startCounts);
    onOrOff(given, "--average", out::averaging);
    onOrOff(given, "--label-free-end", out::labelFreeEnd);
    onOrOff(given, "--refit", out::refit);
    return out.build();
  }

  private static HoldOutEvery every(Arguments given) {
    return given.word("--holdout-every", HoldOutEvery.class, HoldOutEvery.PASS);
  }

  /** Settings of SMPCR. */
  static SmpcrConfig smpcr(Arguments given) {
    SmpcrConfig out = SmpcrConfig.defaults();
    int rank = given.count("--rank");
    out = rank > 0 ? out.withRank(rank) : out;
    out = given.has("--l1") ? out.withL1(given.number("--l1", 0)) : out;
    if (given.flag("--as-printed")) {
      refuseOtherSmpcr(given);
      out =
          out.withGate(PRINTED_GATE)
              .withRandomStart(true)
              .withScaling(Scaling.Kind.NONE)
              .withPasses(PRINTED_PASSES, PRINTED_PASSES)
              .withForgetting(1);
    }
    out = given.flag("--unscaled") ? out.withScaling(Scaling.Kind.NONE) : out;
    out = given.has("--gate") ? out.withGate(given.number("--gate", 0)) : out;
    out = given.has("--step-size") ? out.withStepSize(given.number("--step-size", 0)) : out;
    if (given.has("--constant-rounds")) {
      out = out.withConstantRounds(atLeastOne(given.whole("--constant-rounds", 0)));
    }
    if (given.has("--initial-uncertainty")) {
      out = out.withInitialUncertainty(given.number("--initial-uncertainty", 0));
    }
    if (given.has("--start")) {
      out = out.withRandomStart(given.word("--start", Start.class, Start.RANDOM) == Start.RANDOM);
    }
    double forgetting = given.number("--forgetting", 0);
    out = forgetting == 0 ? out : out.withForgetting(forgetting);
    if (given.has("--fade-unobserved")) {
      out = out.withFadeUnobserved(given.flag("--fade-unobserved"));
    }
    return given.has("--passes")
        ? out.withMaxPasses(Math.toIntExact(given.whole("--passes", 0)))
        : out;
  }

  private static void number(Arguments given, String option, Consumer<Double> setting) {
    if (given.has(option)) {
      setting.accept(given.number(option, 0));
    }
  }

  private static void whole(Arguments given, String option, Consumer<Long> setting) {
    if (given.has(option)) {
      setting.accept(given.whole(option, 0));
    }
  }

  private static void onOrOff(Arguments given, String option, Consumer<Boolean> setting) {
    if (given.has(option)) {
      setting.accept(given.flag(option));
    }
  }

  private static long atLeastOne(long value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "--constant-rounds must be a whole number from 1, got " + value);
    }
    return value;
  }

  private static void refuseOtherSlrm(Arguments given) {
    refuseGateAndForgetting(given);
    if (given.has("--holdout-every")) {
      refuse("--holdout-every row", every(given) == HoldOutEvery.PASS, "--holdout-every pass");
    }
    long starts = given.whole("--starts", 1);
    refuse("one start", starts != 1, "--starts " + starts);
    refuse("no refit", given.flag("--refit"), "--refit");
    refuse("no averaging", given.flag("--average"), "--average");
    refuse("scores with labels", given.flag("--label-free-end"), "--label-free-end");
    refuse("a start that does not count", given.flag("--start-counts"), "--start-counts");
  }

  private static void refuseOtherSmpcr(Arguments given) {
    refuseGateAndForgetting(given);
    Start start = given.word("--start", Start.class, Start.RANDOM);
    refuse("--start random", start == Start.SINGULAR, "--start singular");
  }

  private static void refuseGateAndForgetting(Arguments given) {
    double gate = given.number("--gate", PRINTED_GATE);
    refuse("--gate " + PRINTED_GATE, gate != PRINTED_GATE, "--gate " + gate);
    double forgetting = given.number("--forgetting", 1);
    refuse("--forgetting 1", forgetting != 1, "--forgetting " + forgetting);
  }

  private static void refuse(String printed, boolean other, String given) {
    if (other) {
      throw new IllegalArgumentException(
          "--as-printed stands for %s and contradicts %s; give one of them"
              .formatted(printed, given));
    }
  }
}
