package org.slrm.cli.help;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slrm.cli.option.MethodOptions;
import org.slrm.method.MethodSpec;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Options under headings: the common ones for --help, every one for --help-all, with the options of
 * a single method under its name.
 */
public final class HelpLayout {
  private static final String METHOD_HEADING = "Options of %s";

  /** Common options of a command, by heading. */
  private static final Map<String, Map<String, List<String>>> COMMON = new LinkedHashMap<>();

  static {
    COMMON.put(
        "fit",
        headings(
            "Data", "--na --categorical --ignore --id --weights",
            "Target", "--target --label --log-target --min --max --auxiliary",
            "Validation", "--time --group --holdout --folds --seed",
            "Effort", "--effort --time-budget --method --threads --stream",
            "Output", "--out --report --json"));
    COMMON.put(
        "predict",
        headings(
            "Output", "--out --id --wide --json --report",
            "Uncertainty", "--interval --one-sided --quantiles --cost",
            "Explanations", "--explain --suggest --panel",
            "Rows unlike training rows", "--extrapolate --mode"));
    COMMON.put(
        "compare",
        headings(
            "Data", "--na --categorical --ignore",
            "Target", "--target --label --log-target",
            "Validation", "--time --group --folds --seed",
            "Effort", "--methods --time-budget --threads",
            "Output", "--report --json"));
    COMMON.put(
        "evaluate",
        headings(
            "Data", "--na --time",
            "Scores", "--interval --outage --panel --truth",
            "Rows unlike training rows", "--mode",
            "Output", "--report --json"));
    COMMON.put(
        "stream",
        headings(
            "Data", "--na --ignore",
            "Target", "--target --label --log-target",
            "Learning",
                "--model --learn --forget --rank --components --missingness --warm-up --restart-on-alarm",
            "Output", "--checkpoint --checkpoint-every --interval"));
    COMMON.put(
        "simulate",
        headings(
            "Table", "--rows --features --rank --nonzeros --keep --noise-x --noise-y",
            "Target", "--label --classes --target --intercept",
            "Output", "--out --truth --seed --draw"));
    COMMON.put(
        "transduce",
        headings(
            "Data", "--na --categorical --ignore",
            "Target", "--target --label --log-target",
            "Output", "--out --seed"));
    COMMON.put(
        "impute",
        headings(
            "Data", "--na",
            "Imputed values", "--within-range --whole-numbers --with-errors",
            "Rows unlike training rows", "--mode",
            "Output", "--out --id"));
    COMMON.put(
        "reproduce",
        headings(
            "Runs", "--quick --full --methods --data --seed --threads",
            "Output", "--out --report-only"));
    COMMON.put("inspect", headings("Contents", "--coefficients --candidates", "Output", "--json"));
    COMMON.put("completion", headings("General", "--help --version"));
  }

  /** Headings of the other options, for every command that has them. */
  private static final Map<String, List<String>> FURTHER =
      headings(
          "File format",
          "--na --format --separator --decimal-comma --header --no-header --libsvm-absent",
          "Rows and weights",
          "--validation --class-weights --split-features --keep --panel --no-calibration",
          "Rows not held in memory",
          "--passes --cache --trust-cache",
          "Simulated table",
          "--subspaces --mean-spread --names --digits",
          "Processors",
          "--threads",
          "Spark",
          "--engine --master",
          "Diagnostics",
          "--timings --debug",
          "General",
          "--help --help-all --version");

  private HelpLayout() {}

  private static Map<String, List<String>> headings(String... titlesAndNames) {
    Map<String, List<String>> out = new LinkedHashMap<>();
    for (int k = 0; k < titlesAndNames.length; k += 2) {
      out.put(titlesAndNames[k], Arrays.asList(titlesAndNames[k + 1].split(" ")));
    }
    return out;
  }

  /** Groups a command's common options under headings. */
  public static void apply(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    Map<String, List<String>> common = COMMON.get(spec.name());
    if (common != null) {
      sections(command, () -> options(spec, common), true);
    }
  }

  private static void sections(
      CommandLine command, Supplier<Map<String, List<OptionSpec>>> headings, boolean common) {
    CommandSpec spec = command.getCommandSpec();
    Map<String, IHelpSectionRenderer> sections = command.getHelpSectionMap();
    sections.put(UsageMessageSpec.SECTION_KEY_SYNOPSIS, help -> synopsis(help, spec));
    sections.put(
        UsageMessageSpec.SECTION_KEY_OPTION_LIST,
        help -> listed(help, spec, headings.get(), common));
  }

  /** The help of a command with every option. */
  public static String all(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    Map<String, List<String>> shown = COMMON.getOrDefault(spec.name(), Map.of());
    Set<String> common = new HashSet<>();
    shown.values().forEach(common::addAll);
    Map<String, List<OptionSpec>> headings = options(spec, shown);
    Set<OptionSpec> named = new LinkedHashSet<>();
    headings.values().forEach(named::addAll);
    FURTHER.forEach(
        (title, names) -> {
          List<OptionSpec> found =
              names.stream()
                  .map(spec::findOption)
                  .filter(o -> o != null && named.add(o))
                  .map(o -> hasMethods(spec) && o.names()[0].equals("--help-all") ? byMethod(o) : o)
                  .toList();
          headings.merge(title, found, (a, b) -> Stream.concat(a.stream(), b.stream()).toList());
        });
    if (hasMethods(spec)) {
      for (MethodSpec method : MethodSpec.all()) {
        CommandSpec described = describedBy(method);
        headings.put(
            String.format(METHOD_HEADING, method.name()),
            described.options().stream().filter(o -> !common.contains(o.longestName())).toList());
      }
    }
    sections(command, () -> headings, false);
    return command.getUsageMessage();
  }

  private static boolean hasMethods(CommandSpec spec) {
    return spec.findOption("--method") != null;
  }

  /** A method's options; picocli shows only options that belong to a command. */
  private static CommandSpec describedBy(MethodSpec method) {
    CommandSpec out = CommandSpec.create();
    method.options().forEach(o -> out.addOption(MethodOptions.optionSpec(o, Map.of())));
    return out;
  }

  private static String synopsis(Help help, CommandSpec spec) {
    StringBuilder out = new StringBuilder(spec.qualifiedName());
    spec.positionalParameters().forEach(p -> out.append(' ').append(p.paramLabel()));
    OptionSpec target = spec.findOption("--target");
    if (target != null && !spec.positionalParameters().isEmpty()) {
      out.append(" -t COL");
    }
    spec.options().stream()
        .filter(OptionSpec::required)
        .forEach(o -> out.append(' ').append(o.shortestName()).append(' ').append(o.paramLabel()));
    return help.colorScheme().text(out.append(" [OPTIONS]").toString()) + "\n";
  }

  /** The option --help-all of a command with options of methods. */
  private static OptionSpec byMethod(OptionSpec option) {
    OptionSpec out = option.toBuilder().description("Show all options, grouped by method.").build();
    CommandSpec.create().addOption(out);
    return out;
  }

  private static String listed(
      Help help, CommandSpec spec, Map<String, List<OptionSpec>> headings, boolean common) {
    StringBuilder out = new StringBuilder();
    headings.forEach(
        (title, options) -> {
          if (!options.isEmpty()) {
            Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
            layout.addOptions(options, help.parameterLabelRenderer());
            out.append('\n').append(title).append(":\n").append(layout);
          }
        });
    if (common) {
      out.append("\nAll options: ").append(spec.qualifiedName()).append(" --help-all\n");
    }
    return out.toString();
  }

  private static Map<String, List<OptionSpec>> options(
      CommandSpec spec, Map<String, List<String>> names) {
    Map<String, List<OptionSpec>> out = new LinkedHashMap<>();
    names.forEach(
        (title, all) -> out.put(title, all.stream().map(n -> option(spec, n)).distinct().toList()));
    return out;
  }

  /** The option of a name; an unknown name is a programming error. */
  private static OptionSpec option(CommandSpec spec, String name) {
    return Objects.requireNonNull(spec.findOption(name), name + " of " + spec.name());
  }
}
