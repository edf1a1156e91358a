package org.slrm.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.Slrm;
import org.slrm.SlrmStream;
import org.slrm.data.IncompleteRow;
import org.slrm.io.model.ModelFile;
import org.slrm.method.StreamConfig;

@Tag("slow")
class StreamTest {
  private final Sparks.Table table = Sparks.Table.of(200, 6, 2, 1, 5);

  @TempDir Path folder;

  /** Four files of fifty rows, in order. */
  private String input() {
    String input = folder.resolve("input").toString();
    table.columns(4).drop("weight").write().parquet(input);
    return input;
  }

  private int run(String input, String state, String checkpoint, int fatal) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    for (String option : System.getProperty("slrm.spark.opens").trim().split(" +")) {
      command.add(option);
    }
    command.addAll(List.of("-Xmx512m", "-cp", System.getProperty("java.class.path")));
    command.add(StreamProgram.class.getName());
    command.addAll(List.of(input, state, checkpoint, Integer.toString(fatal)));
    command.add(String.join(",", table.names()));
    File log = folder.resolve("log").toFile();
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log)
        .start()
        .waitFor();
  }

  private ModelFile state(String name) throws Exception {
    try (Stream<Path> files = Files.list(folder.resolve(name))) {
      List<Path> found = files.filter(p -> p.toString().endsWith(".slrm")).toList();
      assertEquals(1, found.size());
      return ModelFile.read(found.get(0));
    }
  }

  @Test
  void aLearnerKilledAndRestartedEndsWhereOneThatRanThroughDoes() throws Exception {
    String input = input();
    String died = folder.resolve("died").toString();
    String checkpoint = folder.resolve("checkpoint").toString();
    assertEquals(9, run(input, died, checkpoint, 1));
    assertEquals(0, run(input, died, checkpoint, -1), () -> log());
    String whole = folder.resolve("whole").toString();
    assertEquals(0, run(input, whole, folder.resolve("other").toString(), -1), () -> log());
    assertEquals(200, state("died").stream().rows());
    assertArrayEquals(ModelBytes.bytes(state("whole")), ModelBytes.bytes(state("died")));
  }

  private String log() {
    try {
      return Files.readString(folder.resolve("log"));
    } catch (java.io.IOException e) {
      return e.toString();
    }
  }

  @Test
  void aBatchThatFailsHalfWayIsLearnedOnceWhenItComesAgain() throws Exception {
    SlrmStreamLearner learner =
        new SlrmStreamLearner(
            StreamConfig.ofRank(2).withWarmUp(60).withBatch(20),
            List.of(table.names()),
            List.of("y0"),
            folder.resolve("failed").toString());
    learner.call(table.columns(1), 0L);
    Dataset<Row> good = table.columns(1).limit(30);
    Dataset<Row> bad =
        good.limit(20)
            .union(good.limit(1).withColumn("y0", functions.lit(Double.POSITIVE_INFINITY)));
    assertThrows(IllegalArgumentException.class, () -> learner.call(bad, 1L));
    assertEquals(200, learner.rows());
    assertEquals(0, learner.lastBatch());
    learner.call(good, 1L);
    assertEquals(230, learner.rows());
  }

  @Test
  void aStreamIsScoredByTransformAndLearnedAsCoreWould() throws Exception {
    String input = input();
    SlrmStreamLearner learner =
        new SlrmStreamLearner(
            StreamConfig.ofRank(2).withWarmUp(60).withBatch(20),
            List.of(table.names()),
            List.of("y0"),
            folder.resolve("state").toString());
    Dataset<Row> still = Sparks.session().read().parquet(input);
    // From one partition: in their order.
    learner.call(table.columns(1), 0L);
    learner.call(table.columns(1), 0L);
    StreamConfig config = StreamConfig.ofRank(2).withWarmUp(60).withBatch(20);
    SlrmStream core = Slrm.stream(config, table.features());
    for (int i = 0; i < table.x().rows(); i++) {
      core.update(table.x().row(i), table.y().valueAt(i, 0));
    }
    assertEquals(200, learner.rows());
    IncompleteRow probe = table.x().row(7);
    assertEquals(
        core.snapshot().predict(probe).mean(),
        learner.model().model().predict(probe).mean(),
        1e-10);

    Dataset<Row> streaming = Sparks.session().readStream().schema(still.schema()).parquet(input);
    StreamingQuery query =
        learner
            .model()
            .transform(streaming)
            .writeStream()
            .format("memory")
            .queryName("scored")
            .trigger(Trigger.AvailableNow())
            .start();
    query.awaitTermination();
    List<Row> rows = Sparks.session().table("scored").collectAsList();
    assertEquals(200, rows.size());
    assertTrue(rows.stream().allMatch(r -> r.<Boolean>getAs("answered")));
  }
}
