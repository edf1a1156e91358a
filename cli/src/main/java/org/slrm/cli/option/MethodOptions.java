package org.slrm.cli.option;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.output.CommandException;
import org.slrm.method.AutoConfig;
import org.slrm.method.CorrectedLassoConfig;
import org.slrm.method.DictionaryConfig;
import org.slrm.method.KernelConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.MixtureConfig;
import org.slrm.method.MousseConfig;
import org.slrm.method.MpcrConfig;
import org.slrm.method.PcrConfig;
import org.slrm.method.PlsConfig;
import org.slrm.method.SirConfig;
import org.slrm.method.SlrmConfig;
import org.slrm.method.SmpcrConfig;
import org.slrm.method.TaskDrivenConfig;
import org.slrm.method.TreesConfig;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** From {@code --method} and its options to the settings of a method: the one place that knows. */
public final class MethodOptions {
  /** Predicts only rows of the table it completes, so that there is no model to fit. */
  public static final String TRANSDUCTION = "transduction";

  /** What a method understands and how its settings are made. */
  private record Method(Set<String> options, Function<MethodOptions, MethodConfig> config) {}

  private static final Map<String, Method> METHODS = new LinkedHashMap<>();

  static {
    METHODS.put(
        "auto",
        new Method(
            Set.of("--rank", "--effort", "--indicators", "--outliers"), MethodOptions::auto));
    METHODS.put("likelihood", new Method(Set.of("--rank"), MethodOptions::likelihood));
    METHODS.put("mixture", new Method(Set.of("--rank", "--components"), MethodOptions::mixture));
    METHODS.put("kernel", new Method(Set.of("--rank"), MethodOptions::kernel));
    METHODS.put(
        "sir", new Method(Set.of("--rank", "--components", "--directions"), MethodOptions::sir));
    METHODS.put(
        "mousse",
        new Method(
            Set.of("--rank", "--leaves", "--tolerance", "--forgetting"), MethodOptions::mousse));
    METHODS.put(
        "slrm",
        new Method(
            Set.of(
                "--rank",
                "--l1",
                "--l2",
                "--reconstruction-weight",
                "--gate",
                "--step-size",
                "--constant-rounds",
                "--initial-uncertainty",
                "--forgetting",
                "--fade-unobserved",
                "--holdout-every",
                "--starts",
                "--start-counts",
                "--average",
                "--label-free-end",
                "--refit",
                "--passes",
                "--unscaled",
                "--as-printed"),
            MethodOptions::slrm));
    METHODS.put(
        "smpcr",
        new Method(
            Set.of(
                "--rank",
                "--l1",
                "--gate",
                "--step-size",
                "--constant-rounds",
                "--initial-uncertainty",
                "--start",
                "--forgetting",
                "--fade-unobserved",
                "--passes",
                "--unscaled",
                "--as-printed"),
            MethodOptions::smpcr));
    METHODS.put("mpcr", new Method(Set.of("--rank", "--l1", "--gate"), MethodOptions::mpcr));
    METHODS.put("pcr", new Method(Set.of("--rank", "--l1"), MethodOptions::pcr));
    METHODS.put(
        "mean-lasso", new Method(Set.of("--l1", "--l2", "--l1-ratio"), MethodOptions::meanLasso));
    METHODS.put("corrected-lasso", new Method(Set.of("--l1"), MethodOptions::correctedLasso));
    METHODS.put("pls", new Method(Set.of("--rank"), MethodOptions::pls));
    METHODS.put(
        "dictionary", new Method(Set.of("--atoms", "--l1", "--l2"), MethodOptions::dictionary));
    METHODS.put(
        "task-driven",
        new Method(
            Set.of("--atoms", "--l1", "--l2", "--step-size", "--passes"),
            MethodOptions::taskDriven));
    METHODS.put(
        "trees",
        new Method(Set.of("--trees", "--leaves", "--learning-rate", "--l2"), MethodOptions::trees));
  }

  /** The options that single methods take, by method. */
  public static Map<String, Set<String>> byMethod() {
    Map<String, Set<String>> out = new LinkedHashMap<>();
    METHODS.forEach((name, method) -> out.put(name, new TreeSet<>(method.options())));
    return out;
  }

  @Option(
      names = {"-m", "--method"},
      paramLabel = "NAME",
      defaultValue = "auto",
      description = "How to fit: ${COMPLETION-CANDIDATES}. Default: auto, chosen by validation.",
      completionCandidates = Names.class)
  public String method = "auto";

  @Option(
      names = "--rank",
      paramLabel = "auto|N",
      description = "Rank of the subspace. Default: auto, chosen by validation.")
  @Nullable String rank;

  @Option(
      names = "--components",
      paramLabel = "auto|K",
      description =
          "Number of components (mixture) or directions (sir). Default: auto, chosen by validation.")
  @Nullable String components;

  @Option(
      names = "--atoms",
      paramLabel = "auto|N",
      description =
          "Number of atoms (dictionary, task-driven). Default: auto, chosen by validation.")
  @Nullable String atoms;

  @Option(
      names = "--directions",
      paramLabel = "sir|save|lsmi|auto",
      description =
          "How the directions that labels depend on are found (sir): by means of slices, by their"
              + " covariances, or by mutual information. Default: auto, chosen by validation.")
  @Nullable String directions;

  @Option(
      names = "--l1",
      paramLabel = "X",
      description =
          "The l1 penalty (λ2 of slrm; of codes for dictionary, task-driven). Default: chosen.")
  @Nullable Double l1;

  @Option(
      names = "--l2",
      paramLabel = "X",
      description = "The squared l2 penalty (λ3 of slrm; of codes for dictionary, task-driven).")
  @Nullable Double l2;

  @Option(
      names = "--l1-ratio",
      paramLabel = "X",
      description = "Share of the l1 penalty where penalties are chosen: 1 lasso, 0 ridge.")
  @Nullable Double l1Ratio;

  @Option(
      names = "--reconstruction-weight",
      paramLabel = "X",
      description = "Weight λ1 of describing the features against predicting the label (slrm).")
  @Nullable Double reconstructionWeight;

  @Option(
      names = "--gate",
      paramLabel = "X",
      description =
          "Slack γ of the paper's gate in [0, 1): larger answers more rows (slrm, mpcr…).")
  @Nullable Double gate;

  @Mixin PaperOptions paper = new PaperOptions();

  @Option(
      names = "--trees",
      paramLabel = "auto|N",
      description = "Number of trees. Default: auto, chosen by validation.")
  @Nullable String trees;

  @Option(
      names = "--leaves",
      paramLabel = "N",
      description = "The most leaves of a tree (trees, mousse).")
  @Nullable Integer leaves;

  @Option(
      names = "--tolerance",
      paramLabel = "X",
      description =
          "Mean squared residual of standardised features that a leaf may have without splitting"
              + " (mousse). Default: 0, it splits wherever that is nearer to rows.")
  @Nullable Double tolerance;

  @Option(
      names = "--learning-rate",
      paramLabel = "X",
      description = "Share of each step that a tree takes, in (0, 1].")
  @Nullable Double learningRate;

  @Option(
      names = "--indicators",
      paramLabel = "off|try|on",
      description =
          "Use missingness as information, by is-missing indicators: off, tried as further"
              + " candidates, or on in all but the simplest. Default: try.")
  public @Nullable String indicators;

  @Option(
      names = "--effort",
      paramLabel = "HOW",
      description =
          "How much auto tries: quick (few linear candidates), normal, or thorough (every"
              + " candidate, whatever it takes). Default: normal.")
  @Nullable String effort;

  @Option(
      names = "--outliers",
      paramLabel = "warn|exclude",
      description =
          "Labels and entries that look like outliers (auto): name them in a warning, or exclude"
              + " them, entries also in new rows. Default: warn.")
  @Nullable String outliers;

  @Option(
      names = "--gross-errors",
      hidden = true,
      paramLabel = "aside|keep",
      description = "Former name of --outliers: aside is exclude, keep is warn.")
  @Nullable String grossErrors;

  /** Seconds a fit may take, 0 without a limit. */
  public double budgetSeconds;

  public static List<String> names() {
    return List.copyOf(METHODS.keySet());
  }

  /** What compare runs unless asked for others: methods that people choose between. */
  public static List<String> usual() {
    return List.of("auto", "likelihood", "trees", "kernel", "mean-lasso", "pls");
  }

  /** What compare can run: the methods that leave a model, and transduction. */
  public static List<String> comparable() {
    List<String> out = new ArrayList<>(names());
    out.add(TRANSDUCTION);
    return out;
  }

  /** Whether an effort is asked for. */
  public boolean effortGiven() {
    return effort != null;
  }

  /** The settings of a method with everything at its default, 0 for no limit of time. */
  public static MethodConfig defaults(String name, double budgetSeconds) {
    MethodOptions options = new MethodOptions();
    options.method = name;
    options.budgetSeconds = budgetSeconds;
    return options.config();
  }

  /** The settings asked for; an option the method does not have is refused, not forgotten. */
  public MethodConfig config() {
    if (method.equals(TRANSDUCTION)) {
      throw CommandException.usage(
          "transduction completes the table it is given and leaves no model for later rows:"
              + " use slrm transduce DATA --target COL to predict the rows whose target is empty,"
              + " or slrm compare to validate it");
    }
    Method found = METHODS.get(method);
    if (found == null) {
      throw CommandException.usage(
          "--method must be one of " + String.join(", ", names()) + "; got " + method);
    }
    for (String option : given()) {
      if (!found.options.contains(option)) {
        List<String> others =
            names().stream().filter(n -> METHODS.get(n).options.contains(option)).toList();
        throw CommandException.usage(
            option
                + " is not an option of --method "
                + method
                + (others.isEmpty() ? "" : "; it is of " + String.join(", ", others)));
      }
    }
    return found.config.apply(this);
  }

  private Set<String> given() {
    Set<String> out = new TreeSet<>(paper.given());
    add(out, "--rank", rank != null && !rank.equals("auto"));
    add(out, "--components", components != null && !components.equals("auto"));
    add(out, "--atoms", atoms != null && !atoms.equals("auto"));
    add(out, "--directions", directions != null);
    add(out, "--l1", l1 != null);
    add(out, "--l2", l2 != null);
    add(out, "--l1-ratio", l1Ratio != null);
    add(out, "--reconstruction-weight", reconstructionWeight != null);
    add(out, "--gate", gate != null);
    add(out, "--indicators", indicators != null);
    add(out, "--effort", effort != null);
    add(out, "--outliers", outliers != null || grossErrors != null);
    add(out, "--trees", trees != null && !trees.equals("auto"));
    add(out, "--leaves", leaves != null);
    add(out, "--tolerance", tolerance != null);
    add(out, "--learning-rate", learningRate != null);
    return out;
  }

  private static void add(Set<String> to, String option, boolean given) {
    if (given) {
      to.add(option);
    }
  }

  /** The rank asked for, 0 to have it chosen. */
  public int rankOrAuto() {
    return countOrAuto("--rank", rank);
  }

  /** The number of components asked for, 0 to have it chosen. */
  public int componentsOrAuto() {
    return countOrAuto("--components", components);
  }

  /** The number asked for, 0 to have it chosen. */
  private static int countOrAuto(String option, @Nullable String given) {
    if (given == null || given.equals("auto")) {
      return 0;
    }
    try {
      int value = Integer.parseInt(given);
      if (value >= 1) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Falls through to the one message.
    }
    throw CommandException.usage(option + " must be auto or a whole number from 1, got " + given);
  }

  private MethodConfig auto() {
    AutoConfig out = AutoConfig.defaults().withRank(rankOrAuto());
    out = indicators == null ? out : out.withIndicators(indicators(indicators));
    out = effort == null ? out : out.withEffort(effort(effort));
    out = grossErrors == null ? out : out.withOutliers(grossErrors(grossErrors));
    out = outliers == null ? out : out.withOutliers(outliers(outliers));
    return budgetSeconds > 0
        ? out.withTimeBudget(Duration.ofMillis(Math.max(1, Math.round(1000 * budgetSeconds))))
        : out;
  }

  private static AutoConfig.Indicators indicators(String word) {
    for (AutoConfig.Indicators value : AutoConfig.Indicators.values()) {
      if (value.name().equalsIgnoreCase(word)) {
        return value;
      }
    }
    throw CommandException.usage("--indicators must be off, try or on; got " + word);
  }

  private static AutoConfig.Effort effort(String word) {
    for (AutoConfig.Effort value : AutoConfig.Effort.values()) {
      if (value.name().toLowerCase(java.util.Locale.ROOT).equals(word)) {
        return value;
      }
    }
    throw CommandException.usage("--effort must be quick, normal or thorough; got " + word);
  }

  private static AutoConfig.Outliers outliers(String word) {
    for (AutoConfig.Outliers value : AutoConfig.Outliers.values()) {
      if (value.name().equalsIgnoreCase(word)) {
        return value;
      }
    }
    throw CommandException.usage("--outliers must be warn or exclude; got " + word);
  }

  private static AutoConfig.Outliers grossErrors(String word) {
    return switch (word) {
      case "aside" -> AutoConfig.Outliers.EXCLUDE;
      case "keep" -> AutoConfig.Outliers.WARN;
      default -> outliers(word);
    };
  }

  private MethodConfig likelihood() {
    return LikelihoodConfig.builder().rank(rankOrAuto()).build();
  }

  private MethodConfig mixture() {
    return MixtureConfig.builder().components(componentsOrAuto()).rank(rankOrAuto()).build();
  }

  private MethodConfig kernel() {
    return KernelConfig.defaults().withRank(rankOrAuto());
  }

  private MethodConfig sir() {
    SirConfig out = SirConfig.defaults().withRank(rankOrAuto()).withDirections(componentsOrAuto());
    return directions == null ? out : out.withEstimator(estimator(directions));
  }

  private MethodConfig mousse() {
    MousseConfig out = MousseConfig.defaults().withRank(rankOrAuto());
    out = leaves == null ? out : out.withLeaves(leaves);
    out = tolerance == null ? out : out.withTolerance(tolerance);
    return paper.forgetting == null ? out : out.withForgetting(paper.forgetting);
  }

  private static SirConfig.Estimator estimator(String word) {
    for (SirConfig.Estimator value : SirConfig.Estimator.values()) {
      if (value.name().equalsIgnoreCase(word)) {
        return value;
      }
    }
    throw CommandException.usage("--directions must be sir, save, lsmi or auto; got " + word);
  }

  private MethodConfig slrm() {
    SlrmConfig.Builder out = SlrmConfig.builder().rank(rankOrAuto());
    if (l1 != null) {
      out.l1(l1);
    }
    if (l2 != null) {
      out.l2(l2);
    }
    if (reconstructionWeight != null) {
      out.reconstructionWeight(reconstructionWeight);
    }
    paper.apply(out, gate);
    return out.build();
  }

  private MethodConfig smpcr() {
    SmpcrConfig out = SmpcrConfig.defaults();
    out = rankOrAuto() > 0 ? out.withRank(rankOrAuto()) : out;
    out = l1 == null ? out : out.withL1(l1);
    return paper.apply(out, gate);
  }

  private MethodConfig mpcr() {
    MpcrConfig out = MpcrConfig.defaults();
    out = rankOrAuto() > 0 ? out.withRank(rankOrAuto()) : out;
    out = l1 == null ? out : out.withL1(l1);
    return gate == null ? out : out.withGate(gate);
  }

  private MethodConfig pcr() {
    PcrConfig out = PcrConfig.defaults();
    out = rankOrAuto() > 0 ? out.withRank(rankOrAuto()) : out;
    return l1 == null ? out : out.withL1(l1);
  }

  private MethodConfig meanLasso() {
    MeanElasticNetConfig config = MeanElasticNetConfig.defaults();
    if (l1Ratio != null) {
      config = config.withL1Ratio(l1Ratio);
    }
    if (l1 != null || l2 != null) {
      config = config.withPenalties(l1 == null ? 0 : l1, l2 == null ? 0 : l2);
    }
    return config;
  }

  private MethodConfig correctedLasso() {
    CorrectedLassoConfig out = CorrectedLassoConfig.defaults();
    return l1 == null ? out : out.withPenalty(l1, 0);
  }

  private MethodConfig pls() {
    return PlsConfig.defaults().withComponents(rankOrAuto());
  }

  private DictionaryConfig dictionary() {
    DictionaryConfig out = DictionaryConfig.defaults().withAtoms(countOrAuto("--atoms", atoms));
    out = l1 == null ? out : out.withL1(l1);
    return l2 == null ? out : out.withL2(l2);
  }

  private MethodConfig taskDriven() {
    return paper.apply(TaskDrivenConfig.defaults().withStart(dictionary()));
  }

  private MethodConfig trees() {
    TreesConfig.Builder out = TreesConfig.builder().trees(countOrAuto("--trees", trees));
    if (leaves != null) {
      out.leaves(leaves);
    }
    if (learningRate != null) {
      out.learningRate(learningRate);
    }
    if (l2 != null) {
      out.l2(l2);
    }
    return out.build();
  }

  /** The names, for help and completion. */
  static final class Names implements Iterable<String> {
    @Override
    public java.util.Iterator<String> iterator() {
      return names().iterator();
    }
  }
}
