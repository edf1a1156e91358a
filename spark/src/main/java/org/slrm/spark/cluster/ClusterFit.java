package org.slrm.spark.cluster;

import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.RowBlocks;
import org.slrm.internal.auto.AutoSolver;
import org.slrm.internal.check.Checks;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.Prior;
import org.slrm.internal.factor.member.LabelRefit;
import org.slrm.internal.fit.Assembly;
import org.slrm.internal.fit.DataSummary;
import org.slrm.internal.fit.FitOptions;
import org.slrm.internal.fit.FoldFits;
import org.slrm.internal.fit.ModelStates;
import org.slrm.internal.fit.PassFit;
import org.slrm.internal.fit.RowsToFit;
import org.slrm.internal.fit.Scalings;
import org.slrm.internal.fit.TableFit;
import org.slrm.internal.fit.Targets;
import org.slrm.internal.imputation.Imputation;
import org.slrm.internal.label.Layout;
import org.slrm.internal.method.LikelihoodMethod;
import org.slrm.internal.method.MixtureMethod;
import org.slrm.internal.mixture.MixtureRun;
import org.slrm.internal.mixture.MixtureSolver;
import org.slrm.internal.partition.ChangedBlocks;
import org.slrm.internal.partition.DistributedFinalRows;
import org.slrm.internal.partition.DistributedLikelihoodRows;
import org.slrm.internal.partition.DistributedMixtureRows;
import org.slrm.internal.partition.DistributedRows;
import org.slrm.internal.partition.RowBlock;
import org.slrm.internal.partition.Sharding;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.internal.selection.rows.SelectionRules;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.Method;
import org.slrm.internal.solver.PassSolver;
import org.slrm.internal.solver.Solver;
import org.slrm.method.AutoConfig;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.LikelihoodConfig.Mechanism;
import org.slrm.method.MethodConfig;
import org.slrm.method.MixtureConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitListener;
import org.slrm.result.ModelState;
import org.slrm.result.Note;

/** A fit on a cluster: selects and validates on a sample and fits all rows. */
@SuppressWarnings("serial") // Tasks run in executors of this program.
public final class ClusterFit implements RowsToFit {
  private final ClusterOptions options;
  private final ClusterTable table;
  private final @Nullable TrainingData sample;
  private final @Nullable HeldOut heldOut;
  private @Nullable DistributedRows scaled;
  private @Nullable Scalings scalings;

  private ClusterFit(ClusterTable table, ClusterOptions options) {
    this.options = options;
    this.table = table;
    sample = sampled() ? table.sample(options.sampleRows(), options.seed()) : null;
    heldOut =
        sample == null && evaluated() ? HeldOut.of(table, heldOutRows(), options.seed()) : null;
  }

  /** Fits a model to rows with this number of features and targets and returns its state. */
  public static ModelState model(
      DistributedRows rows, int features, int targets, ClusterOptions options) {
    MethodConfig config = options.config();
    boolean distributed =
        config instanceof AutoConfig
            || config instanceof LikelihoodConfig
            || config instanceof MixtureConfig;
    RowsToFit fit =
        distributed
            ? new ClusterFit(table(rows, features, targets, options), options)
            : byPasses(rows, features, targets, options);
    return ModelStates.write(Assembly.model(config, options.seed(), fit));
  }

  /** A fit in passes over rows, which are transferred to the driver block by block. */
  private static RowsToFit byPasses(
      DistributedRows rows, int features, int targets, ClusterOptions options) {
    DistributedBlocks blocks = new DistributedBlocks(rows, features, targets);
    Checks.atLeast("rows", (int) Math.min(Integer.MAX_VALUE, blocks.rows()), 2);
    List<LabelKind> kinds =
        options.kinds().isEmpty()
            ? Collections.nCopies(targets, LabelKind.NUMERIC)
            : options.kinds();
    RowBlocks.Block sample = Targets.sample(blocks, kinds);
    Layout layout = Targets.of(sample.x(), sample.y(), kinds, options.seed());
    int threads = Runtime.getRuntime().availableProcessors();
    FitOptions local =
        new FitOptions(options.seed(), threads, null, options.listener(), options.folds());
    RowBlocks.Passes passes = RowBlocks.Passes.defaults();
    PassSolver solver =
        Method.of(options.config()).passSolver(options.config(), passes, options.folds());
    return new PassFit(solver, passes, local, blocks, null, layout);
  }

  /** The rows with encoded labels; label kinds are decided by a sample. */
  private static ClusterTable table(
      DistributedRows rows, int features, int targets, ClusterOptions options) {
    ClusterTable raw = new ClusterTable(rows, features, Layout.numbers(targets));
    if (options.kinds().stream().allMatch(LabelKind.NUMERIC::equals)) {
      return raw;
    }
    Checks.equal("kinds of labels", options.kinds().size(), "targets", targets);
    TrainingData sample = raw.sample(options.sampleRows(), options.seed());
    int[] levels = levels(rows, features, targets, options.kinds());
    Layout layout = Targets.of(sample.x(), sample.y(), options.kinds(), levels, options.seed());
    DistributedRows encoded =
        rows.mapped((k, blocks) -> new ChangedBlocks(blocks, b -> b.encoded(layout)));
    encoded.load("labels");
    rows.release();
    return new ClusterTable(encoded, features, layout);
  }

  /** Number of classes of each target over all rows; 0 for other label kinds. */
  private static int[] levels(
      DistributedRows rows, int features, int targets, List<LabelKind> kinds) {
    double[] largest = new double[targets];
    for (double[] part :
        rows.perPartition("classes", (k, blocks) -> largest(blocks, features, targets))) {
      Arrays.setAll(largest, t -> Math.max(largest[t], part[t]));
    }
    return IntStream.range(0, targets)
        .map(t -> kinds.get(t).isClassification() ? (int) Math.min(largest[t], 1e6) + 1 : 0)
        .toArray();
  }

  private static double[] largest(Iterator<RowBlock> blocks, int features, int targets) {
    double[] largest = new double[targets];
    while (blocks.hasNext()) {
      IncompleteMatrix y = blocks.next().y();
      for (int k = 0; k < y.known(); k++) {
        largest[y.column(k)] = Math.max(largest[y.column(k)], y.value(k));
      }
    }
    return largest;
  }

  /** Rows held out of a second fit, for evaluation and calibration. */
  private record HeldOut(int[] rows, TrainingData raw) {
    static HeldOut of(ClusterTable table, int count, long seed) {
      int[] rows = table.labelled(count, seed);
      return new HeldOut(rows, table.rows(rows));
    }
  }

  /** Whether rows are needed on the driver, for model selection or calibration. */
  private boolean sampled() {
    LikelihoodConfig one = single();
    int rank = one == null ? 0 : one.rank();
    return rank == 0 || (evaluated() && sharding(rank).whole());
  }

  /** The settings of the factor model, if the method fits one; null otherwise. */
  private @Nullable LikelihoodConfig single() {
    if (options.config() instanceof MixtureConfig m && m.components() == 1) {
      return m.component();
    }
    return options.config() instanceof LikelihoodConfig c ? c : null;
  }

  /** Whether validation is requested and there are enough labels. */
  private boolean evaluated() {
    return options.folds() > 0 && table.labelledRows() >= 2 * options.folds();
  }

  /**
   * Number of labelled rows to hold out if folds exceed the driver's memory: the size of a fold.
   */
  private int heldOutRows() {
    return Math.min(options.sampleRows(), table.labelledRows() / options.folds());
  }

  private Sharding sharding(int rank) {
    DistributedRows rows = table.raw();
    int columns = table.features() + table.targets();
    return Sharding.of(options.featureBlock(), columns, rank, rows.partitions(), rows.capacity());
  }

  @Override
  public DataSummary summary() {
    return table.summary();
  }

  @Override
  public IncompleteMatrix sample() {
    return sample == null ? IncompleteMatrix.builder(table.features()).build() : sample.x();
  }

  /** The imputation model is fitted to the sample, if any. */
  @Override
  public Optional<Imputation> imputation(Fitted fitted, Scalings to) {
    if (sample == null) {
      return Optional.empty();
    }
    try (Workers workers = workers()) {
      FitContext context = new FitContext(options.seed(), workers, FitListener.NONE, null);
      return Assembly.imputation(fitted, sample, to, context);
    }
  }

  /**
   * Fits a factor model of fixed rank to all rows. Other models are selected on a sample; if the
   * sample contains all rows, the model is fitted on the driver.
   */
  @Override
  public Fitted fit(Scalings to) {
    DistributedRows rows = table.scaled(to);
    scalings = to;
    scaled = rows;
    LikelihoodConfig one = single();
    if (one != null && one.rank() > 0) {
      return fixedRank(rows, one, to);
    }
    TrainingData scaledSample = to.apply(Objects.requireNonNull(sample));
    try (Workers workers = workers()) {
      FitContext context = new FitContext(options.seed(), workers, options.listener(), null);
      if (options.config() instanceof MixtureConfig m && m.components() > 0 && m.rank() > 0) {
        MixtureRun.MixtureResult result = mixture(rows, scaledSample, m, context);
        return MixtureMethod.fitted(m, result, table.features(), new FitRecord(), null);
      }
      if (scaledSample.x().rows() == table.rows()) {
        return solver(options.config()).fit(scaledSample, context);
      }
      return options.config() instanceof AutoConfig c
          ? auto(rows, scaledSample, c, context)
          : selected(rows, scaledSample, context);
    }
  }

  /** Fits a factor model of fixed rank; selects the supervision weight on the sample, if any. */
  private Fitted fixedRank(DistributedRows rows, LikelihoodConfig config, Scalings to) {
    FitRecord record = new FitRecord();
    boolean mechanism = config.mechanism() == Mechanism.AUTO;
    if (config.supervision() != 0 && !mechanism || sample == null) {
      return joint(rows, table.rows(), config.plain(), record, null);
    }
    TrainingData scaledSample = to.apply(sample);
    try (Workers workers = workers()) {
      Fitted chosen =
          solver(config)
              .fit(scaledSample, new FitContext(options.seed(), workers, options.listener(), null));
      LikelihoodConfig found = (LikelihoodConfig) Objects.requireNonNull(chosen.record().chosen);
      double omega = found.supervision();
      if (omega != 1 && scaledSample.x().rows() == table.rows()) {
        return chosen;
      }
      record.found.put("supervision", omega);
      if (mechanism) {
        record.found.put("missingness", found.mechanism().word());
      }
      LikelihoodConfig settled = config.withSupervision(omega).withMechanism(found.mechanism());
      return joint(rows, table.rows(), settled, record, null);
    }
  }

  private Solver solver(MethodConfig config) {
    return Method.of(config).solver(config, options.folds());
  }

  private static Workers workers() {
    return Workers.of(Runtime.getRuntime().availableProcessors());
  }

  /** Selects rank and components on a sample and fits all rows. */
  private Fitted selected(DistributedRows rows, TrainingData scaledSample, FitContext context) {
    Fitted chosen = solver(options.config()).fit(scaledSample, context);
    FitRecord record = new FitRecord();
    record.found.putAll(chosen.record().found);
    record.candidates.addAll(chosen.record().candidates);
    record.notes.add(selectedOnSample(scaledSample));
    int rank = chosen.record().rank;
    LikelihoodConfig one = single();
    if (one != null) {
      LikelihoodConfig found = one.plain().withRank(rank);
      if (chosen.record().chosen instanceof LikelihoodConfig c) {
        found = found.withSupervision(c.supervision()).withMechanism(c.mechanism());
      }
      return joint(rows, table.rows(), found, record, chosen.validation());
    }
    MixtureConfig found = (MixtureConfig) Objects.requireNonNull(chosen.record().chosen);
    if (found.components() == 1) {
      return joint(rows, table.rows(), found.component(), record, chosen.validation());
    }
    MixtureRun.MixtureResult result = mixture(rows, scaledSample, found, context);
    return MixtureMethod.fitted(found, result, table.features(), record, chosen.validation());
  }

  /** Initialises a mixture on the sample and fits it to all rows. */
  private MixtureRun.MixtureResult mixture(
      DistributedRows rows, TrainingData scaledSample, MixtureConfig config, FitContext context) {
    requireWhole(config);
    Factors one = joint(rows, table.rows(), config.component()).factors();
    String name = config.components() + " components, rank " + config.rank();
    DistributedMixtureRows all = new DistributedMixtureRows(rows.named(name));
    return new MixtureSolver(config, config.component().stopping().maxIterations())
        .fit(scaledSample, one, all, context);
  }

  /** Rejects a mixture whose statistics need sharding. */
  private void requireWhole(MixtureConfig config) {
    int columns = config.components() * (table.features() + table.targets());
    DistributedRows rows = table.raw();
    Sharding all =
        Sharding.of(
            options.featureBlock(), columns, config.rank(), rows.partitions(), rows.capacity());
    if (!all.whole()) {
      throw new IllegalArgumentException(
          ("statistics of a mixture must fit into memory, but %s components of"
                  + " rank %s with %s features are too wide; use fewer of them, a smaller rank, or"
                  + " method likelihood")
              .formatted(config.components(), config.rank(), table.features()));
    }
  }

  private Fitted auto(
      DistributedRows rows, TrainingData scaledSample, AutoConfig config, FitContext context) {
    DistributedFinalRows allRows =
        new DistributedFinalRows(
            rows,
            table.features(),
            table.rows(),
            table.layout().labels(),
            new DistributedFinalRows.IterationSettings(
                options.seed(), options.featureBlock(), Integer.MAX_VALUE));
    try {
      Fitted fitted = new AutoSolver(config, options.folds()).fit(scaledSample, allRows, context);
      fitted.record().notes.add(selectedOnSample(scaledSample));
      return fitted;
    } finally {
      allRows.release();
    }
  }

  private Note selectedOnSample(TrainingData scaledSample) {
    return Note.of("chosen-on-sample", "sample", scaledSample.x().rows(), "rows", table.rows());
  }

  private Fitted joint(
      DistributedRows rows,
      int count,
      LikelihoodConfig config,
      FitRecord record,
      @Nullable CrossValidated cv) {
    ExpectationMaximization.Result result = refitted(joint(rows, count, config), config);
    return LikelihoodMethod.fitted(config, result, table.features(), record, cv);
  }

  /** Refits the coefficients of classes and counts on the sample, if any. */
  private ExpectationMaximization.Result refitted(
      ExpectationMaximization.Result fit, LikelihoodConfig config) {
    Scalings to = scalings;
    if (sample == null || to == null || !refits(sample, config.rank())) {
      return fit;
    }
    try (Workers workers = workers()) {
      Prior prior = LikelihoodSolver.prior(config, config.rank());
      return LabelRefit.of(fit, to.apply(sample), prior, workers);
    }
  }

  /** Whether the sample is large enough for a refit to be more precise than the bound. */
  private boolean refits(TrainingData scaledSample, int rank) {
    return scaledSample.x().rows() == table.rows()
        || scaledSample.labelledRows() >= SelectionRules.ROWS_TO_REFIT * (rank + 1);
  }

  private ExpectationMaximization.Result joint(
      DistributedRows rows, int count, LikelihoodConfig config) {
    DistributedLikelihoodRows likelihood =
        new DistributedLikelihoodRows(
            rows.named("rank " + config.rank()),
            count,
            table.features(),
            table.features() + table.targets(),
            sharding(config.rank()));
    return new LikelihoodSolver(config)
        .joint(likelihood, table.summary().layout().labels(), null, options.listener());
  }

  /** Validates by a second fit without the held-out rows, or by folds of the sample. */
  @Override
  public Optional<CrossValidated> validate(Fitted fitted, Scalings to) {
    if (heldOut != null) {
      return secondFit(fitted, heldOut, to);
    }
    if (options.folds() == 0) {
      return Optional.empty();
    }
    CrossValidated validation = fitted.validation();
    if (validation != null) {
      return Optional.of(to.unscaled(validation));
    }
    if (sample == null || !evaluated()) {
      return Optional.empty();
    }
    int threads = Runtime.getRuntime().availableProcessors();
    FitOptions folded =
        new FitOptions(options.seed(), threads, null, options.listener(), options.folds());
    return Optional.of(
        FoldFits.validated(options.config(), folded, sample, table.summary().layout()));
  }

  /** Predictions of held-out rows by a second fit without them, with the same sharding. */
  private Optional<CrossValidated> secondFit(Fitted fitted, HeldOut out, Scalings to) {
    int count = out.rows.length;
    if (fitted.record().stop.equals(FitRecord.STOPPED)) {
      return Optional.empty();
    }
    DistributedRows trainingRows =
        table.without(Objects.requireNonNull(scaled), out.rows).named(count + " rows held out");
    try (Workers workers = workers()) {
      LikelihoodConfig config = Objects.requireNonNull(single());
      Fitted second = joint(trainingRows, table.rows() - count, config, new FitRecord(), null);
      fitted.record().note("validated-by-second-fit", "rows", count);
      return Optional.of(Assembly.evaluated(second, to, out.raw, workers));
    } finally {
      trainingRows.release();
    }
  }

  @Override
  public List<Note> notes(boolean validated) {
    long zeroWeight = table.zeroWeightRows();
    return zeroWeight > 0 ? List.of(TableFit.weightZero(zeroWeight)) : List.of();
  }

  @Override
  public void close() {
    if (scaled != null) {
      scaled.release();
    }
  }
}
