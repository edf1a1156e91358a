package org.slrm.spark.engine;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URL;
import java.security.CodeSource;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.scheduler.ExternalClusterManager;
import org.apache.spark.sql.SparkSession;
import org.slrm.SlrmModel;
import org.slrm.io.model.ModelFile;
import org.slrm.io.source.InputException;
import org.slrm.io.train.Engine;

/** The Spark master, checked before Spark starts, because Spark retries for a minute. */
final class Master {
  private static final Pattern MASTER =
      Pattern.compile(
          "local(\\[(\\*|[1-9]\\d*)(,\\s*\\d+)?\\])?|local-cluster\\[\\d+,\\s*\\d+,\\s*\\d+\\]"
              + "|spark://[^\\s]+:\\d+|yarn|k8s://.+");
  private static final Pattern HOST = Pattern.compile("(?:spark://)?([^:,]+):(\\d+)");
  private static final int TIMEOUT_MILLIS = 3000;

  private Master() {}

  /** Whether a session exists, which is reused and not stopped. */
  static boolean running() {
    return SparkSession.getActiveSession().isDefined()
        || SparkSession.getDefaultSession().isDefined();
  }

  /** A session at the master, or the existing one. */
  static SparkSession session(String url) {
    check(url);
    if (System.getProperty("log4j2.configurationFile") == null) {
      System.setProperty(
          "log4j2.configurationFile", "classpath:org/slrm/spark/engine/log4j2.properties");
    }
    SparkSession.Builder builder =
        SparkSession.builder()
            .master(url)
            .appName("slrm")
            .config("spark.ui.showConsoleProgress", false)
            .config("spark.sql.session.timeZone", "UTC");
    if (!url.matches("local(\\[.*\\])?")) {
      builder.config("spark.jars", jars());
    } else {
      builder.config("spark.driver.bindAddress", "127.0.0.1");
      builder.config("spark.driver.host", "127.0.0.1");
      builder.config("spark.ui.enabled", false);
    }
    return builder.getOrCreate();
  }

  static void check(String url) {
    if (!MASTER.matcher(url).matches()) {
      throw new IllegalArgumentException(
          "--master must be like local[4], spark://host:7077, yarn or k8s://…, got " + url);
    }
    if (url.startsWith("spark://")) {
      Matcher hosts = HOST.matcher(url);
      while (hosts.find()) {
        if (connects(hosts.group(1), Integer.parseInt(hosts.group(2)))) {
          return;
        }
      }
      throw InputException.of("must be a running master, but no server responds").value(url);
    }
    if (url.matches("yarn|k8s://.+") && !hasClient(url)) {
      throw new IllegalArgumentException(
          ("--master %s requires a Spark build with its client: run the same command by its"
                  + " spark-submit (docs/spark.md)")
              .formatted(url));
    }
  }

  /** Whether the client for the cluster manager is on the class path. */
  private static boolean hasClient(String url) {
    return ServiceLoader.load(ExternalClusterManager.class).stream()
        .anyMatch(manager -> manager.get().canCreate(url));
  }

  private static boolean connects(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
      return true;
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }

  /** The jars of this program, for executors. */
  private static String jars() {
    return Stream.of(
            SlrmModel.class,
            ModelFile.class,
            Engine.class,
            Master.class,
            org.ejml.data.DMatrixRMaj.class,
            de.siegmar.fastcsv.reader.CsvReader.class)
        .map(c -> c.getProtectionDomain().getCodeSource())
        .filter(Objects::nonNull)
        .map(CodeSource::getLocation)
        .map(URL::toString)
        .filter(path -> path.endsWith(".jar"))
        .distinct()
        .collect(Collectors.joining(","));
  }
}
