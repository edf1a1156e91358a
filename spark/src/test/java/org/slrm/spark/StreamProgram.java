package org.slrm.spark;

import java.util.List;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.slrm.method.StreamConfig;

/**
 * Learns from the files of a folder, one a batch, in a process of its own; may be told to die
 * without a word after a batch was learned and before Spark wrote that down.
 */
final class StreamProgram {
  private StreamProgram() {}

  /** Arguments: input, state, checkpoint, batch to die after or −1, features. */
  public static void main(String[] args) throws Exception {
    SparkSession spark = Sparks.session();
    List<String> names = List.of(args[4].split(","));
    SlrmStreamLearner learner =
        new SlrmStreamLearner(
            StreamConfig.ofRank(2).withWarmUp(60).withBatch(20), names, List.of("y0"), args[1]);
    long fatal = Long.parseLong(args[3]);
    Dataset<Row> rows =
        spark
            .readStream()
            .schema(spark.read().parquet(args[0]).schema())
            .option("maxFilesPerTrigger", 1)
            .parquet(args[0]);
    StreamingQuery query =
        rows.writeStream()
            .foreachBatch(
                (VoidFunction2<Dataset<Row>, Long>)
                    (batch, id) -> {
                      learner.call(batch, id);
                      if (id == fatal) {
                        Runtime.getRuntime().halt(9);
                      }
                    })
            .option("checkpointLocation", args[2])
            .trigger(Trigger.AvailableNow())
            .start();
    query.awaitTermination();
    System.out.println("rows " + learner.rows());
    spark.stop();
  }
}
