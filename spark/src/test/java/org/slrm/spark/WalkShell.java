package org.slrm.spark;

import org.apache.spark.sql.SparkSession;

/** The variable spark of spark-shell. */
public final class WalkShell {
  private WalkShell() {}

  /** The session. */
  public static SparkSession session() {
    return Sparks.session();
  }
}
