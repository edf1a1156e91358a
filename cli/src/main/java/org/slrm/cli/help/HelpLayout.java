package org.slrm.cli.help;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.slrm.cli.option.MethodOptions;
import org.slrm.method.MethodSpec;
import picocli.CommandLine;
import picocli.CommandLine.Help;
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
            "Uncertainty", "--interval --quantiles --cost",
            "Reasons", "--explain --suggest --panel",
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
            "Scores", "--interval --outage",
            "Output", "--report --json"));
    COMMON.put(
        "stream",
        headings(
            "Target", "--target --label",
            "Learning", "--model --learn --forget --rank --components",
            "Output", "--checkpoint --interval"));
    COMMON.put(
        "simulate",
        headings(
            "Table", "--rows --features --rank --nonzeros --keep --noise-x --noise-y --label",
            "Output", "--out --truth --seed"));
  }

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
      command
          .getHelpSectionMap()
          .put(UsageMessageSpec.SECTION_KEY_SYNOPSIS, help -> synopsis(help, spec));
      command
          .getHelpSectionMap()
          .put(
              UsageMessageSpec.SECTION_KEY_OPTION_LIST,
              help -> listed(help, spec, options(spec, common), true));
    }
  }

  /** The help of a command with every option. */
  public static String all(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    Map<String, List<OptionSpec>> headings =
        options(spec, COMMON.getOrDefault(spec.name(), Map.of()));
    Set<OptionSpec> named = new LinkedHashSet<>();
    headings.values().forEach(named::addAll);
    Map<String, List<OptionSpec>> methods = new LinkedHashMap<>();
    if (spec.findOption("--method") != null) {
      for (MethodSpec method : MethodSpec.all()) {
        method.options().forEach(o -> named.add(option(spec, o.name())));
        methods.put(String.format(METHOD_HEADING, method.name()), describedBy(method).options());
      }
    }
    List<OptionSpec> others = new ArrayList<>(spec.options());
    others.removeIf(o -> o.hidden() || named.contains(o));
    headings.put("Other", others);
    headings.putAll(methods);
    command
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_SYNOPSIS, help -> synopsis(help, spec));
    command
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> listed(help, spec, headings, false));
    return command.getUsageMessage();
  }

  /** A method's options in its own words; picocli shows only options that belong to a command. */
  private static CommandSpec describedBy(MethodSpec method) {
    CommandSpec out = CommandSpec.create();
    method.options().forEach(o -> out.addOption(MethodOptions.optionSpec(o, Map.of())));
    return out;
  }

  private static String synopsis(Help help, CommandSpec spec) {
    StringBuilder out = new StringBuilder(spec.qualifiedName());
    spec.positionalParameters().forEach(p -> out.append(' ').append(p.paramLabel()));
    OptionSpec target = spec.findOption("--target");
    if (target != null) {
      out.append(" -t COL");
    }
    return help.colorScheme().text(out.append(" [OPTIONS]").toString()) + "\n";
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
