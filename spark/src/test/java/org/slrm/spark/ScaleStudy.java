package org.slrm.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.feature.Imputer;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.regression.LinearRegression;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.LikelihoodConfig;
import org.slrm.result.FitListener;
import org.slrm.result.FitReport;

/**
 * The measurements of benchmarks/results/notebook.md, section Spark. Not part of the tests; one at
 * a time:
 *
 * <pre>mvn -pl core,io,cli,spark test -Dtest=ScaleStudy -Dslrm.study=iteration -Dspark.heap=10g
 * </pre>
 */
class ScaleStudy {
  /**
   * Rows of low rank with missing entries, each from its own number, so that nothing has to be
   * stored.
   */
  private static final class Rows implements UDF1<Long, Row> {
    private static final long serialVersionUID = 1;
    private final int features;
    private final int rank;
    private final double keep;
    private final boolean sparse;
    private final double[] V;

    Rows(int features, int rank, double keep, boolean sparse) {
      this.features = features;
      this.rank = rank;
      this.keep = keep;
      this.sparse = sparse;
      SplittableRandom random = new SplittableRandom(1);
      V = new double[(features + 1) * rank];
      for (int k = 0; k < V.length; k++) {
        V[k] = random.nextGaussian() / Math.sqrt(rank);
      }
    }

    /** Features, then the label. */
    double[] values(long number) {
      SplittableRandom random = new SplittableRandom(number * 0x9E3779B97F4A7C15L + 7);
      double[] code = new double[rank];
      for (int k = 0; k < rank; k++) {
        code[k] = random.nextGaussian();
      }
      double[] row = new double[features + 1];
      for (int j = 0; j <= features; j++) {
        boolean seen = j == features || random.nextDouble() < keep;
        double value = 0.5 * random.nextGaussian();
        for (int k = 0; seen && k < rank; k++) {
          value += V[j * rank + k] * code[k];
        }
        row[j] = seen ? value : Double.NaN;
      }
      return row;
    }

    @Override
    public Row call(Long number) {
      double[] all = values(number);
      double[] x = Arrays.copyOf(all, features);
      if (!sparse) {
        return RowFactory.create(Vectors.dense(x), all[features]);
      }
      int[] index =
          java.util.stream.IntStream.range(0, features).filter(j -> !Double.isNaN(x[j])).toArray();
      double[] known = Arrays.stream(index).mapToDouble(j -> x[j]).toArray();
      return RowFactory.create(Vectors.sparse(features, index, known), all[features]);
    }

    Dataset<Row> dataset(SparkSession spark, long from, long to, int partitions) {
      var type =
          DataTypes.createStructType(
              List.of(
                  DataTypes.createStructField("features", SQLDataTypes.VectorType(), true),
                  DataTypes.createStructField("label", DataTypes.DoubleType, true)));
      Column row = functions.udf(this, type).asNondeterministic().apply(functions.col("id"));
      return spark
          .range(from, to, 1, partitions)
          .toDF()
          .select(row.as("r"))
          .select("r.features", "r.label");
    }

    /** The same in a column for each feature. */
    Dataset<Row> columns(SparkSession spark, long from, long to, int partitions) {
      Column a =
          org.apache.spark.ml.functions.vector_to_array(functions.col("features"), "float64");
      List<Column> out = new ArrayList<>();
      for (int j = 0; j < features; j++) {
        out.add(functions.col("a").getItem(j).as("x" + j));
      }
      out.add(functions.col("label"));
      return dataset(spark, from, to, partitions)
          .select(a.as("a"), functions.col("label"))
          .select(out.toArray(new Column[0]));
    }

    IncompleteMatrix matrix(int n, double[] y) {
      IncompleteMatrix.Builder x = IncompleteMatrix.builder(features);
      for (int i = 0; i < n; i++) {
        double[] row = values(i);
        y[i] = row[features];
        x.addNaN(Arrays.copyOf(row, features));
      }
      return x.build();
    }

    String[] names() {
      String[] names = new String[features];
      for (int j = 0; j < features; j++) {
        names[j] = "x" + j;
      }
      return names;
    }
  }

  /** Records the time of each iteration and stops after a number of iterations. */
  private static final class Clock implements FitListener {
    private final List<Long> times = new ArrayList<>();

    @Override
    public boolean onProgress(Progress p) {
      times.add(System.nanoTime());
      return true;
    }

    double medianSeconds() {
      double[] gaps = new double[times.size() - 1];
      for (int k = 0; k < gaps.length; k++) {
        gaps[k] = (times.get(k + 1) - times.get(k)) / 1e9;
      }
      Arrays.sort(gaps);
      return gaps[gaps.length / 2];
    }
  }

  private static SlrmRegression estimator(int rank, int iterations) {
    return new SlrmRegression()
        .setMethod("likelihood")
        .setRank(rank)
        .setMaxIter(iterations)
        .setTol(0)
        .setFolds(0);
  }

  private static void say(String format, Object... values) {
    System.out.println("STUDY " + String.format(java.util.Locale.ROOT, format, values));
  }

  @Test
  @EnabledIfSystemProperty(named = "slrm.study", matches = "iteration")
  void aLikelihoodIterationOfAMillionRowsAgainstCore() {
    int n = Integer.getInteger("slrm.rows", 1_000_000);
    Rows rows = new Rows(100, 10, 0.75, false);
    double[] y = new double[n];
    IncompleteMatrix x = rows.matrix(n, y);
    LikelihoodConfig config =
        LikelihoodConfig.defaults().withRank(10).withMaxIterations(6).withTolerance(0);
    double[] ratios = new double[Integer.getInteger("slrm.rounds", 5)];
    for (int round = 0; round < ratios.length; round++) {
      Clock spark = new Clock();
      SlrmRegressionModel there =
          estimator(10, 6).setListener(spark).fit(rows.dataset(Sparks.session(), 0, n, 8));
      Clock core = new Clock();
      SlrmModel here = Slrm.with(config).threads(2).folds(0).listener(core).fit(x, y);
      sameSteps(here.report(), there.model().report());
      ratios[round] = spark.medianSeconds() / core.medianSeconds();
      say(
          "iteration rows=%d spark=%.3fs core=%.3fs ratio=%.2f",
          n, spark.medianSeconds(), core.medianSeconds(), ratios[round]);
    }
    Arrays.sort(ratios);
    say("iteration rows=%d median ratio=%.2f", n, ratios[ratios.length / 2]);
  }

  /** Times are comparable for equal work only. */
  private static void sameSteps(FitReport core, FitReport spark) {
    assertEquals(core.history().size(), spark.history().size());
    for (int k = 0; k < core.history().size(); k++) {
      double expected = core.history().get(k);
      assertEquals(expected, spark.history().get(k), 1e-8 * Math.abs(expected));
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "slrm.study", matches = "compare")
  void aWholeFitAgainstImputerAndElasticNet() {
    int n = Integer.getInteger("slrm.rows", 1_000_000);
    Rows rows = new Rows(100, 10, 0.75, false);
    SparkSession spark = Sparks.session();
    Dataset<Row> test = rows.columns(spark, 1L << 40, (1L << 40) + 20_000, 2).cache();
    double variance = test.select(functions.var_pop(functions.col("label"))).first().getDouble(0);
    for (String method : List.of("likelihood", "auto")) {
      long start = System.nanoTime();
      SlrmRegressionModel ours =
          new SlrmRegression()
              .setMethod(method)
              .setRank(method.equals("auto") ? 0 : 10)
              .setFeaturesCols(rows.names())
              .fit(rows.columns(spark, 0, n, 8));
      double seconds = (System.nanoTime() - start) / 1e9;
      double error = error(ours.transform(test)) / variance;
      say("compare slrm %s: seconds=%.1f error=%.4f", method, seconds, error);
      assertTrue(error < 1, method + " must beat the mean, its error is " + error);
    }
    String[] filled = Arrays.stream(rows.names()).map(c -> c + "_f").toArray(String[]::new);
    long start = System.nanoTime();
    Dataset<Row> train = rows.columns(spark, 0, n, 8).cache();
    PipelineModel theirs =
        new Pipeline()
            .setStages(
                new PipelineStage[] {
                  new Imputer().setInputCols(rows.names()).setOutputCols(filled),
                  new VectorAssembler().setInputCols(filled).setOutputCol("v"),
                  new LinearRegression()
                      .setFeaturesCol("v")
                      .setElasticNetParam(0.5)
                      .setRegParam(0.001)
                })
            .fit(train);
    say(
        "compare Imputer + LinearRegression: seconds=%.1f error=%.4f",
        (System.nanoTime() - start) / 1e9, error(theirs.transform(test)) / variance);
    train.unpersist();
  }

  private static double error(Dataset<Row> scored) {
    return scored
        .select(functions.avg(functions.expr("(label - prediction) * (label - prediction)")))
        .first()
        .getDouble(0);
  }

  /** CPU time of tasks by job description, which does not depend on the load of the machine. */
  private static final class Cpu extends SparkListener {
    private final TreeMap<String, Long> nanos = new TreeMap<>();
    private final TreeMap<Integer, String> stages = new TreeMap<>();

    @Override
    public synchronized void onJobStart(SparkListenerJobStart start) {
      String what = String.valueOf(start.properties().getProperty("spark.job.description"));
      scala.jdk.javaapi.CollectionConverters.asJava(start.stageIds())
          .forEach(id -> stages.put((Integer) id, what));
    }

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
      if (end.taskMetrics() != null) {
        nanos.merge(
            stages.getOrDefault(end.stageId(), "?"),
            end.taskMetrics().executorCpuTime(),
            Long::sum);
      }
    }

    /** Of iterations after the first, which makes the plans. */
    synchronized double perIteration() {
      double[] all =
          nanos.entrySet().stream()
              .filter(e -> e.getKey().matches(".*iteration \\d+"))
              .filter(e -> !e.getKey().endsWith("iteration 1"))
              .mapToDouble(e -> e.getValue() / 1e9)
              .sorted()
              .toArray();
      return all[all.length / 2];
    }

    synchronized double total() {
      return nanos.values().stream().mapToDouble(v -> v / 1e9).sum();
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "slrm.study", matches = "flat")
  void costPerRowFromAHundredThousandToTenMillion() {
    Rows rows = new Rows(20, 5, 0.75, false);
    SparkSession spark = Sparks.session();
    estimator(5, 6).fit(rows.dataset(spark, 0, 100_000, 4));
    for (int n : new int[] {100_000, 1_000_000, 10_000_000}) {
      Cpu cpu = new Cpu();
      spark.sparkContext().addSparkListener(cpu);
      Clock clock = new Clock();
      int partitions = Math.max(4, n / 250_000);
      SlrmRegressionModel model =
          estimator(5, 6).setListener(clock).fit(rows.dataset(spark, 0, n, partitions));
      assertEquals(n, model.model().report().labelledRows());
      assertEquals(6, model.model().report().iterations());
      spark.sparkContext().removeSparkListener(cpu);
      say(
          "flat rows=%d cpu per row and iteration=%.3f µs, of the whole fit=%.2f µs, wall of an"
              + " iteration=%.2fs",
          n, cpu.perIteration() / n * 1e6, cpu.total() / n * 1e6, clock.medianSeconds());
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "slrm.study", matches = "wide")
  void twentyThousandFeaturesWithAGigabyteForAnExecutor() throws Exception {
    Sparks.session().stop();
    java.nio.file.Files.createDirectories(
        java.nio.file.Path.of(System.getenv("SPARK_HOME"), "jars"));
    SparkSession spark =
        SparkSession.builder()
            .master("local-cluster[2,1,1408]")
            .appName("slrm wide")
            .config("spark.ui.enabled", false)
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.executor.memory", "1g")
            .config("spark.executor.extraClassPath", System.getProperty("surefire.test.class.path"))
            .config("spark.executor.extraJavaOptions", System.getProperty("slrm.spark.opens"))
            .getOrCreate();
    Rows rows = new Rows(20_000, 20, 0.1, true);
    Clock clock = new Clock();
    long start = System.nanoTime();
    SlrmRegressionModel model =
        estimator(20, Integer.getInteger("slrm.iterations", 12))
            .setAbsent("missing")
            .setListener(clock)
            .setFolds(5)
            .fit(rows.dataset(spark, 0, 5_000, 4));
    double seconds = (System.nanoTime() - start) / 1e9;
    Dataset<Row> test = rows.dataset(spark, 1L << 40, (1L << 40) + 1000, 2);
    double variance = test.select(functions.var_pop(functions.col("label"))).first().getDouble(0);
    Dataset<Row> scored = model.transform(test).cache();
    double error = error(scored) / variance;
    say(
        "wide 20000 features, rank 20, 5000 rows, 10 %% known, 1 GB executors: %d iterations,"
            + " %.0fs, iteration %.1fs, error %.3f of the variance, 90 %% intervals cover %.3f, notes %s",
        model.model().report().iterations(),
        seconds,
        clock.medianSeconds(),
        error,
        scored
            .select(functions.avg(functions.expr("cast(label between lower and upper as double)")))
            .first()
            .getDouble(0),
        model.model().report().notes());
    assertTrue(error < 1, "must beat the mean, its error is " + error);
    spark.stop();
  }
}
