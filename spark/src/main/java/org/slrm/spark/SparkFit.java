package org.slrm.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.data.Checks;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.Scaling;
import org.slrm.internal.auto.AutoSolver;
import org.slrm.internal.auto.LikelihoodMethod;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.fit.Assembly;
import org.slrm.internal.fit.DataSummary;
import org.slrm.internal.fit.FitOptions;
import org.slrm.internal.fit.FoldFits;
import org.slrm.internal.fit.Methods;
import org.slrm.internal.fit.ModelStates;
import org.slrm.internal.fit.RowsToFit;
import org.slrm.internal.fit.Scalings;
import org.slrm.internal.fit.TableFit;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MethodConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitListener;
import org.slrm.result.Folds;

/**
 * One fit: rows to blocks in memory, their scaling, the method on all of them, and on a sample of
 * them what core does by folds.
 */
final class SparkFit {
  static final StorageLevel LEVEL = StorageLevel.MEMORY_AND_DISK();

  private final SlrmParams params;
  private final FitListener listener;

  SparkFit(SlrmParams params, FitListener listener) {
    this.params = params;
    this.listener = listener;
  }

  /** Fits to the columns that the parameters name. */
  ModelFile run(Dataset<?> data) {
    Columns columns = Columns.of(params, data.schema()).sized(data);
    List<String> names = new ArrayList<>(columns.features().featureNames(data.schema()));
    names.addAll(columns.targets());
    return run(data, columns, Schema.numeric(names, columns.targets()));
  }

  /** Fits to columns of one's own. */
  ModelFile run(Dataset<?> data, Columns columns, Schema schema) {
    SlrmModel model = fit(data, columns);
    return ModelFile.of(
        model, schema, ReadOptions.DEFAULT, ModelFile.Provenance.ofSeed(model.report().seed()));
  }

  private SlrmModel fit(Dataset<?> data, Columns columns) {
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(data.sparkSession().sparkContext());
    MethodConfig config = config();
    Jobs jobs = new Jobs(context, "slrm " + config.method());
    JavaRDD<RowBlock> raw =
        columns.select(data).javaRDD().mapPartitions(it -> new Blocks(it, columns));
    raw.persist(LEVEL);
    try {
      Table table = new Table(raw, columns, jobs);
      ModelStates.Parts parts = Assembly.model(config, seed(), new ClusterFit(table, config));
      return SlrmModel.of(ModelStates.write(parts));
    } finally {
      raw.unpersist();
    }
  }

  /** The rows as they came, with what was counted of them. */
  private static final class Table {
    final JavaRDD<RowBlock> raw;
    final Jobs jobs;
    final int features;
    final int targets;
    final Facts facts;
    final ColumnStatistics x;
    final ColumnStatistics y;

    Table(JavaRDD<RowBlock> raw, Columns columns, Jobs jobs) {
      this.raw = raw;
      this.jobs = jobs;
      features = columns.size();
      targets = columns.targets().size();
      facts = Facts.of(raw, jobs);
      Checks.atLeast("rows", facts.rows(), 2);
      ColumnStatistics all = SparkRows.statistics(raw, features + targets, jobs);
      x = all.columns(0, features);
      y = all.columns(features, features + targets);
    }

    /** As many labelled rows, drawn by the seed, increasing. */
    int[] labelled(int count, long seed) {
      BitSet labelled = facts.labelled();
      return Arrays.stream(Folds.shuffled(facts.rows(), seed))
          .filter(labelled::get)
          .limit(count)
          .sorted()
          .toArray();
    }

    /** The given rows, increasing, on the driver. */
    TrainingData rows(int[] chosen) {
      return Sample.of(raw, facts, chosen, features, features + targets, jobs);
    }

    /** Up to {@code cap} rows, labelled ones first, drawn by the seed, in their order. */
    TrainingData sample(int cap, long seed) {
      int n = facts.rows();
      int[] chosen = IntStream.range(0, n).toArray();
      if (n > cap) {
        BitSet labelled = facts.labelled();
        int[] order = Folds.shuffled(n, seed);
        chosen =
            IntStream.concat(
                    Arrays.stream(order).filter(labelled::get),
                    Arrays.stream(order).filter(i -> !labelled.get(i)))
                .limit(cap)
                .sorted()
                .toArray();
      }
      return rows(chosen);
    }
  }

  /** The rows of a table on the cluster, of which a sample may come to the driver. */
  private final class ClusterFit implements RowsToFit {
    private final Table table;
    private final MethodConfig config;
    private final @Nullable TrainingData sample;
    private final @Nullable HeldOut heldOut;
    private @Nullable JavaRDD<RowBlock> scaled;

    ClusterFit(Table table, MethodConfig config) {
      this.table = table;
      this.config = config;
      sample = sampled(table, config) ? table.sample(sampleRows(), seed()) : null;
      heldOut = sample == null && judged(table) ? HeldOut.of(table, share(table), seed()) : null;
    }

    @Override
    public DataSummary summary() {
      Facts facts = table.facts;
      long known = IntStream.of(table.x.known()).asLongStream().sum();
      return new DataSummary(
          facts.rows(), facts.labelledRows(), facts.empty(), known, table.x, table.y);
    }

    @Override
    public Fitted fit(Scalings scalings) {
      JavaRDD<RowBlock> rows = SparkFit.scaled(table.raw, scalings.x(), scalings.y());
      scaled = rows;
      rows.persist(LEVEL);
      table.jobs.run("scaling", rows::count);
      table.raw.unpersist();
      return fitted(table, rows, sample, scalings, config);
    }

    @Override
    public Optional<CrossValidated> validate(Fitted fitted, Scalings scalings) {
      HeldOut out = heldOut;
      return out == null
          ? validated(table, config, fitted, sample, scalings)
          : Optional.ofNullable(
              validated(
                  table,
                  Objects.requireNonNull(scaled),
                  (LikelihoodConfig) config,
                  fitted,
                  out,
                  scalings));
    }

    @Override
    public List<String> notes(boolean judged) {
      long left = table.facts.left();
      return left > 0 ? List.of(TableFit.leftOut(left)) : List.of();
    }

    @Override
    public void close() {
      if (scaled != null) {
        scaled.unpersist();
      }
    }
  }

  /** Rows that a second fit does not see, to judge and to calibrate by. */
  private record HeldOut(int[] rows, TrainingData raw) {
    static HeldOut of(Table table, int count, long seed) {
      int[] rows = table.labelled(count, seed);
      return new HeldOut(rows, table.rows(rows));
    }
  }

  /** Whether rows are needed on the driver: to choose by, or to calibrate with. */
  private boolean sampled(Table table, MethodConfig config) {
    boolean given = config instanceof LikelihoodConfig c && c.rank() > 0;
    int rank = (Integer) params.getOrDefault(params.rank());
    return !given || (judged(table) && sharding(table, rank).whole());
  }

  /** Whether there are labels enough to judge by, and it is wanted. */
  private boolean judged(Table table) {
    return folds() > 0 && table.facts.labelledRows() >= 2 * folds();
  }

  /** Labelled rows held out where folds would be too wide for the driver: a fold's share. */
  private int share(Table table) {
    return Math.min(sampleRows(), table.facts.labelledRows() / folds());
  }

  /**
   * A given rank is fitted right away. What is to be chosen is chosen by core on a sample; when the
   * sample is all there is, core does the rest, too.
   */
  private Fitted fitted(
      Table table,
      JavaRDD<RowBlock> scaled,
      @Nullable TrainingData raw,
      Scalings scalings,
      MethodConfig config) {
    if (config instanceof LikelihoodConfig c && c.rank() > 0) {
      return joint(table, scaled, table.facts.rows(), table.jobs, c, new FitRecord(), null);
    }
    TrainingData sample = scalings.apply(Objects.requireNonNull(raw));
    boolean all = sample.x().rows() == table.facts.rows();
    try (Workers workers = Workers.of(Runtime.getRuntime().availableProcessors())) {
      FitContext context = new FitContext(seed(), workers, listener, null);
      if (all) {
        return Methods.solver(config, folds()).fit(sample, context);
      }
      if (config instanceof LikelihoodConfig c) {
        Fitted chosen = Methods.solver(c, folds()).fit(sample, context);
        FitRecord certificate = new FitRecord();
        certificate.found.putAll(chosen.record().found);
        certificate.candidates.addAll(chosen.record().candidates);
        certificate.notes.add(chosenOn(sample, table));
        LikelihoodConfig ranked = c.withRank(chosen.record().rank);
        return joint(
            table,
            scaled,
            table.facts.rows(),
            table.jobs,
            ranked,
            certificate,
            chosen.validation());
      }
      return auto(table, scaled, sample, (AutoConfig) config, context);
    }
  }

  private static String chosenOn(TrainingData sample, Table table) {
    return "chosen on a sample of "
        + sample.x().rows()
        + " of "
        + table.facts.rows()
        + " rows; the final fit uses all of them";
  }

  private Fitted auto(
      Table table,
      JavaRDD<RowBlock> scaled,
      TrainingData sample,
      AutoConfig config,
      FitContext context) {
    ColumnStatistics x =
        SparkRows.statistics(scaled, table.features + table.targets, table.jobs)
            .columns(0, table.features);
    SparkFinalRows everything =
        new SparkFinalRows(
            scaled, x, table.facts.rows(), table.targets, seed(), block(), table.jobs);
    try {
      Fitted fitted = new AutoSolver(config, folds()).fit(sample, everything, context);
      fitted.record().notes.add(chosenOn(sample, table));
      return fitted;
    } finally {
      everything.forget();
    }
  }

  private Fitted joint(
      Table table,
      JavaRDD<RowBlock> scaled,
      int count,
      Jobs jobs,
      LikelihoodConfig config,
      FitRecord certificate,
      @Nullable CrossValidated cv) {
    int columns = table.features + table.targets;
    SparkRows rows =
        new SparkRows(
            scaled,
            count,
            table.features,
            columns,
            sharding(table, config.rank()),
            jobs.of("rank " + config.rank()));
    ExpectationMaximization.Result result =
        new LikelihoodSolver(config).joint(rows, table.targets, null, listener);
    return LikelihoodMethod.fitted(config, result, table.features, certificate, cv);
  }

  private Sharding sharding(Table table, int rank) {
    return Sharding.of(
        block(),
        table.features + table.targets,
        rank,
        table.raw.getNumPartitions(),
        table.jobs.context().getConf());
  }

  private static JavaRDD<RowBlock> scaled(JavaRDD<RowBlock> raw, Scaling x, Scaling y) {
    double[][] numbers = {centers(x), scales(x), centers(y), scales(y)};
    return raw.mapPartitions(
        it -> {
          Scaling sx = Scaling.of(numbers[0], numbers[1]);
          Scaling sy = Scaling.of(numbers[2], numbers[3]);
          return new Mapped<>(it, b -> b.scaled(sx, sy));
        },
        true);
  }

  private static double[] centers(Scaling s) {
    return IntStream.range(0, s.columns()).mapToDouble(s::center).toArray();
  }

  private static double[] scales(Scaling s) {
    return IntStream.range(0, s.columns()).mapToDouble(s::scale).toArray();
  }

  /** Out-of-fold predictions of the sample, as core makes them of all rows. */
  private Optional<CrossValidated> validated(
      Table table,
      MethodConfig config,
      Fitted fitted,
      @Nullable TrainingData sample,
      Scalings scalings) {
    if (folds() == 0) {
      return Optional.empty();
    }
    CrossValidated own = fitted.validation();
    if (own != null) {
      return Optional.of(scalings.unscaled(own));
    }
    if (sample == null || !judged(table)) {
      return Optional.empty();
    }
    int threads = Runtime.getRuntime().availableProcessors();
    return Optional.of(
        FoldFits.validated(
            config, new FitOptions(seed(), threads, null, listener, folds()), sample));
  }

  /** Predictions of the rows held out by a second fit, without them; it is sharded as the first. */
  private @Nullable CrossValidated validated(
      Table table,
      JavaRDD<RowBlock> scaled,
      LikelihoodConfig config,
      Fitted fitted,
      HeldOut heldOut,
      Scalings scalings) {
    int count = heldOut.rows.length;
    if (fitted.record().stop.equals(FitRecord.STOPPED)) {
      return null;
    }
    var out = table.jobs.context().broadcast(table.facts.byPartition(heldOut.rows));
    JavaRDD<RowBlock> rest = Sample.without(scaled, out).persist(LEVEL);
    try {
      int left = table.facts.rows() - count;
      Jobs jobs = table.jobs.of(count + " rows held out");
      Fitted second = joint(table, rest, left, jobs, config, new FitRecord(), null);
      fitted
          .record()
          .notes
          .add(
              "too wide to cross-validate on the driver: a second fit left out "
                  + count
                  + " labelled rows, and the error and the intervals rest on them");
      try (Workers workers = Workers.of(Runtime.getRuntime().availableProcessors())) {
        return Assembly.judged(second, scalings, heldOut.raw, workers);
      }
    } finally {
      rest.unpersist();
      out.destroy();
    }
  }

  private int folds() {
    return (Integer) params.getOrDefault(params.folds());
  }

  private int block() {
    return (Integer) params.getOrDefault(params.featureBlock());
  }

  private int sampleRows() {
    return (Integer) params.getOrDefault(params.sampleRows());
  }

  private long seed() {
    return (Long) params.getOrDefault(params.seed());
  }

  private MethodConfig config() {
    return params.getOrDefault(params.method()).equals("auto")
        ? AutoConfig.defaults()
            .withRank((Integer) params.getOrDefault(params.rank()))
            .withIndicators(
                AutoConfig.Indicators.valueOf(
                    params.getOrDefault(params.indicators()).toUpperCase(Locale.ROOT)))
        : likelihood();
  }

  private LikelihoodConfig likelihood() {
    return LikelihoodConfig.builder()
        .rank((Integer) params.getOrDefault(params.rank()))
        .noise(
            LikelihoodConfig.Noise.valueOf(
                params.getOrDefault(params.noise()).toUpperCase(Locale.ROOT)))
        .supervision((Double) params.getOrDefault(params.supervision()))
        .loadingPrior((Double) params.getOrDefault(params.loadingPrior()))
        .noisePrior((Double) params.getOrDefault(params.noisePrior()))
        .maxIterations((Integer) params.getOrDefault(params.maxIter()))
        .tolerance((Double) params.getOrDefault(params.tol()))
        .accelerate((Boolean) params.getOrDefault(params.accelerate()))
        .build();
  }
}
