package org.slrm.spark;

import java.util.concurrent.Callable;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Names the jobs of a fit for Spark's pages, and converts exceptions of tasks into those the caller
 * can handle.
 */
final class Jobs {
  private static final String DESCRIPTION = "spark.job.description";

  private final JavaSparkContext context;
  private final String prefix;
  private int iteration;

  Jobs(JavaSparkContext context, String prefix) {
    this.context = context;
    this.prefix = prefix;
  }

  JavaSparkContext context() {
    return context;
  }

  /** Jobs of one phase, counted from 1. */
  Jobs of(String phase) {
    return new Jobs(context, prefix + ", " + phase);
  }

  /** Runs a job under a name. */
  <T> T run(String name, Callable<T> job) {
    String before = context.getLocalProperty(DESCRIPTION);
    context.setLocalProperty(DESCRIPTION, prefix + ": " + name);
    try {
      return job.call();
    } catch (Exception e) {
      throw inputError(e);
    } finally {
      context.setLocalProperty(DESCRIPTION, before);
    }
  }

  /** Runs a job under the number of the next iteration. */
  <T> T iteration(Callable<T> job) {
    iteration++;
    return run("iteration " + iteration, job);
  }

  /** The input error of a failed job, or its exception. */
  static RuntimeException inputError(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof IllegalArgumentException bad) {
        return bad;
      }
      String text = cause.getMessage();
      int at = text == null ? -1 : text.indexOf(BAD_INPUT);
      if (at >= 0) {
        String line = text.substring(at + BAD_INPUT.length()).lines().findFirst().orElse("");
        return new IllegalArgumentException(line, e);
      }
    }
    if (e instanceof RuntimeException r) {
      return r;
    }
    // Scala throws checked exceptions without declaring them.
    return new IllegalStateException(e.getMessage(), e);
  }

  /** The marker of a remote task's input error in the text of the failed job. */
  private static final String BAD_INPUT = "java.lang.IllegalArgumentException: ";
}
