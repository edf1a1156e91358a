package org.slrm.cli.option;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.output.CommandException;
import org.slrm.method.AutoConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.MethodSpec;
import org.slrm.method.MethodSpec.Takes;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** {@code --method}, and the options that the methods on the class path declare. */
public final class MethodOptions {
  /** Transduction predicts only rows of the given table, so there is no model to fit. */
  public static final String TRANSDUCTION = "transduction";

  /** Former values of {@code --gross-errors}, now of {@code --outliers}. */
  private static final Map<String, String> FORMER = Map.of("aside", "exclude", "keep", "warn");

  @Option(
      names = {"-m", "--method"},
      paramLabel = "NAME",
      defaultValue = "auto",
      description = "How to fit: ${COMPLETION-CANDIDATES}. Default: auto, chosen by validation.",
      completionCandidates = Names.class)
  public String method = "auto";

  @Option(
      names = "--gross-errors",
      hidden = true,
      paramLabel = "aside|keep",
      description = "Former name of --outliers: aside is exclude, keep is warn.")
  @Nullable String grossErrors;

  /** Options of methods as given, by name. */
  private final Map<String, String> given = new LinkedHashMap<>();

  /** Time limit of a fit in seconds, 0 without. */
  public double budgetSeconds;

  /** Adds the options of every method to a command, except those it already has. */
  public void addTo(CommandSpec command) {
    for (MethodSpec spec : MethodSpec.all()) {
      for (MethodSpec.Option option : spec.options()) {
        if (command.findOption(option.name()) == null) {
          command.addOption(optionSpec(option, given));
        }
      }
    }
  }

  /** An option for parser and help; its value is stored under its name. */
  public static OptionSpec optionSpec(MethodSpec.Option option, Map<String, String> to) {
    boolean flag = option.takes() == Takes.NOTHING || option.takes() == Takes.ON_OR_OFF;
    OptionSpec.Builder out =
        OptionSpec.builder(option.name())
            .description(option.description())
            .negatable(option.takes() == Takes.ON_OR_OFF)
            .type(flag ? Boolean.class : String.class)
            .arity(flag ? "0" : "1")
            .setter(
                new picocli.CommandLine.Model.ISetter() {
                  @Override
                  public <T> T set(T value) {
                    if (value != null) {
                      to.put(option.name(), String.valueOf(value));
                    }
                    return value;
                  }
                });
    return (flag ? out : out.paramLabel(option.label())).build();
  }

  /** Sets an option that the command declares itself. */
  public void give(String option, @Nullable Object value) {
    if (value != null) {
      given.put(option, String.valueOf(value));
    }
  }

  public boolean has(String option) {
    return given.containsKey(option);
  }

  /** Default methods of compare. */
  public static List<String> usual() {
    return List.of("auto", "likelihood", "trees", "kernel", "mean-lasso", "pls");
  }

  /** Methods of compare: those with a model, and transduction. */
  public static List<String> comparable() {
    List<String> out = new ArrayList<>(MethodSpec.names());
    out.add(TRANSDUCTION);
    return out;
  }

  /** Default settings of a method with a time limit, 0 for none. */
  public static MethodConfig defaults(String name, double budgetSeconds) {
    MethodOptions options = new MethodOptions();
    options.method = name;
    options.budgetSeconds = budgetSeconds;
    return options.config();
  }

  public MethodSpec spec() {
    CommandException.usageIf(
        method.equals(TRANSDUCTION),
        "transduction completes the table it is given and leaves no model for later rows:"
            + " use slrm transduce DATA --target COL to predict the rows whose target is empty,"
            + " or slrm compare to validate it");
    CommandException.usageIf(
        !MethodSpec.names().contains(method),
        "--method must be one of " + String.join(", ", MethodSpec.names()) + "; got " + method);
    return MethodSpec.named(method);
  }

  /** The given settings; an option that the method does not have is an error. */
  public MethodConfig config() {
    MethodSpec spec = spec();
    Map<String, String> values = new LinkedHashMap<>(given);
    if (grossErrors != null) {
      values.putIfAbsent("--outliers", FORMER.getOrDefault(grossErrors, grossErrors));
    }
    // An absent count is auto.
    for (MethodSpec.Option option : spec.options()) {
      if (option.takes() == Takes.COUNT_OR_AUTO) {
        values.remove(option.name(), "auto");
      }
    }
    try {
      return within(spec.configure(values));
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(String.valueOf(e.getMessage()));
    }
  }

  private MethodConfig within(MethodConfig config) {
    return config instanceof AutoConfig auto && budgetSeconds > 0
        ? auto.withTimeBudget(Duration.ofMillis(Math.max(1, Math.round(1000 * budgetSeconds))))
        : config;
  }

  /** The names, for help and completion. */
  static final class Names implements Iterable<String> {
    @Override
    public java.util.Iterator<String> iterator() {
      return MethodSpec.names().iterator();
    }
  }
}
