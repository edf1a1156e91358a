package org.slrm.cli.option;

import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.output.CommandException;
import org.slrm.io.train.Engine;
import picocli.CommandLine.Option;

/** The engine to run on. */
public final class EngineOptions {
  public static final String LOCAL = "local";

  @Option(
      names = "--engine",
      paramLabel = "local|spark",
      defaultValue = LOCAL,
      description =
          "Where to run: in this process, or on Apache Spark (fetched on first use; Java 17 or"
              + " 21). Default: local.")
  public String engine = LOCAL;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "Spark's master: local[4], spark://host:7077, yarn, … Default: local[*].")
  @Nullable String master;

  /** Whether another engine is requested. */
  public boolean elsewhere() {
    CommandException.usageIf(
        engine.equals(LOCAL) && master != null, "--master needs --engine spark");
    return !engine.equals(LOCAL);
  }

  public String master() {
    return master == null ? "local[*]" : master;
  }

  /** The requested engine. */
  public Engine found() {
    for (Engine known : ServiceLoader.load(Engine.class)) {
      if (known.name().equals(engine)) {
        return known;
      }
    }
    throw CommandException.usage(
        engine.equals("spark")
            ? "--engine spark needs the jars of slrm-spark and Spark: start ./slrm in the source"
                + " tree, or spark-submit (docs/spark.md)"
            : "--engine must be local or spark, got " + engine);
  }
}
