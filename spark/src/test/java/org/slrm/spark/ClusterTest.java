package org.slrm.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Executors in separate processes, one of which is killed during a fit. */
class ClusterTest {
  private static final Set<String> DESCRIPTIONS = new ConcurrentSkipListSet<>();
  private static final AtomicReference<String> LOST = new AtomicReference<>("");

  private final Sparks.Table table = Sparks.Table.of(300, 8, 2, 1, 3);

  @BeforeAll
  static void start() throws Exception {
    Sparks.session().stop();
    // Spark's launcher insists on the folder; the class path says where everything is.
    Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    SparkSession spark =
        SparkSession.builder()
            .master("local-cluster[2,1,1024]")
            .appName("slrm cluster test")
            .config("spark.ui.enabled", false)
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.executor.memory", "512m")
            .config("spark.executor.extraClassPath", classes)
            .config("spark.executor.extraJavaOptions", System.getProperty("slrm.spark.opens"))
            .getOrCreate();
    spark
        .sparkContext()
        .addSparkListener(
            new SparkListener() {
              @Override
              public void onJobStart(SparkListenerJobStart start) {
                DESCRIPTIONS.add(
                    String.valueOf(start.properties().getProperty("spark.job.description")));
              }

              @Override
              public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
                LOST.set(removed.executorId());
              }
            });
  }

  @AfterAll
  static void stop() {
    SparkSession.active().stop();
  }

  private SlrmRegression estimator(int block) {
    return new SlrmRegression()
        .setMethod("likelihood")
        .setRank(2)
        .setMaxIter(8)
        .setTol(0)
        .setFolds(0)
        .setFeatureBlock(block)
        .setFeaturesCols(table.names())
        .setLabelCol("y0");
  }

  /** The Java child processes of this process. */
  private static List<ProcessHandle> executors() {
    return ProcessHandle.current()
        .descendants()
        .filter(p -> p.info().command().orElse("").endsWith("java"))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 3})
  void losingAnExecutorDuringAFitDoesNotChangeResults(int block) throws Exception {
    byte[] undisturbed = ModelBytes.bytes(estimator(block).fit(table.columns(4)).file());
    List<ProcessHandle> before = executors();
    assertEquals(2, before.size());
    LOST.set("");
    SlrmRegression disturbed =
        estimator(block)
            .setListener(
                p -> {
                  // A proposal that fell is not told of, so not every step is heard.
                  if (p.step() >= 3 && before.get(0).isAlive()) {
                    before.get(0).destroyForcibly();
                  }
                  return true;
                });
    assertArrayEquals(undisturbed, ModelBytes.bytes(disturbed.fit(table.columns(4)).file()));
    before.get(0).onExit().get(1, TimeUnit.MINUTES);
    assertTrue(!LOST.get().isEmpty(), "Spark noticed the loss");
  }

  @Test
  void jobsHaveDescriptions() {
    estimator(-1).fit(table.columns(2));
    assertTrue(
        DESCRIPTIONS.stream().anyMatch(d -> d.equals("slrm likelihood, rank 2: iteration 3")),
        DESCRIPTIONS::toString);
  }
}
