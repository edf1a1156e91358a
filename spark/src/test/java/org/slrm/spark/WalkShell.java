package org.slrm.spark;

import org.apache.spark.sql.SparkSession;

/** What spark-shell has under the name of spark. */
public final class WalkShell {
  private WalkShell() {}

  /** The session. */
  public static SparkSession session() {
    return Sparks.session();
  }
}
