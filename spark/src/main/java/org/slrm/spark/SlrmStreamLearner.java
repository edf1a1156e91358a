package org.slrm.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.slrm.Slrm;
import org.slrm.SlrmStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;
import org.slrm.method.LabelKind;
import org.slrm.method.StreamConfig;
import org.slrm.result.ModelState;

/**
 * Learns from the batches of a streaming query on the driver. After each batch the state is written
 * to a file named by the batch id, so that a batch that Spark repeats after a failure is skipped.
 *
 * <pre>{@code
 * SlrmStreamLearner learner =
 *     new SlrmStreamLearner(StreamConfig.ofRank(8), names, List.of("y"), "state");
 * rows.writeStream().foreachBatch(learner).option("checkpointLocation", "checkpoint").start();
 * learner.model().transform(other);
 * }</pre>
 */
public final class SlrmStreamLearner implements VoidFunction2<Dataset<Row>, Long> {
  private static final long serialVersionUID = 1;
  private static final String PREFIX = "batch-";
  private static final String SUFFIX = ".slrm";

  private final transient StreamConfig config;
  private final List<String> features;
  private final List<String> targets;
  private final String label;
  private final String folder;
  private transient @Nullable SlrmStream stream;
  private transient long last = -1;

  /** A learner of numeric labels. */
  public SlrmStreamLearner(
      StreamConfig config, List<String> features, List<String> targets, String folder) {
    this(config, features, targets, LabelKind.NUMERIC.label(), folder);
  }

  /**
   * A learner of labels of any kind.
   *
   * @param config settings of the stream; a state in the folder takes precedence
   * @param features nullable numeric columns
   * @param targets nullable label columns
   * @param label label kinds: numeric, robust, classes, counts or positive, one for all targets or
   *     a comma-separated list. Classes are given as 0, 1, 2, …; rows before the first fit must
   *     include all of them
   * @param folder folder of the state, on any file system of Spark
   */
  public SlrmStreamLearner(
      StreamConfig config,
      List<String> features,
      List<String> targets,
      String label,
      String folder) {
    this.config = config;
    this.label = label;
    this.features = List.copyOf(features);
    this.targets = List.copyOf(targets);
    this.folder = folder;
    if (features.isEmpty() || targets.isEmpty()) {
      throw new IllegalArgumentException(
          "features and targets must name at least one column each, got %s and %s"
              .formatted(features.size(), targets.size()));
    }
    kinds();
  }

  private List<LabelKind> kinds() {
    return Labels.kinds(label, targets.size());
  }

  @Override
  public synchronized void call(Dataset<Row> batch, Long id) throws IOException {
    SlrmStream learner = stream(batch.sparkSession());
    if (id <= last) {
      return;
    }
    try {
      learn(batch, learner);
      save(learner, id, batch.sparkSession());
    } catch (RuntimeException e) {
      // A partly learned batch is rolled back, since Spark will repeat it.
      stream = null;
      stream(batch.sparkSession());
      throw e;
    }
    last = id;
  }

  private void learn(Dataset<Row> batch, SlrmStream learner) {
    Columns columns = columns(batch);
    Iterator<Row> rows = columns.select(batch).toLocalIterator();
    while (rows.hasNext()) {
      Row row = rows.next();
      IncompleteMatrix.Builder z = IncompleteMatrix.builder(features.size() + targets.size());
      columns.features().addFeatures(row, z);
      columns.addLabels(row, z);
      IncompleteMatrix one = z.endRow().build();
      learner.update(
          one.firstColumns(features.size()).row(0), one.lastColumns(features.size()).row(0));
    }
  }

  private Columns columns(Dataset<Row> batch) {
    SlrmRegression names =
        new SlrmRegression()
            .setFeaturesCols(features.toArray(new String[0]))
            .setLabelCols(targets.toArray(new String[0]))
            .setLabel(label);
    return Columns.of(names, batch.schema());
  }

  /** Number of rows learned so far. */
  public synchronized long rows() {
    return stream == null ? 0 : stream.rows();
  }

  /** Id of the last learned batch; −1 before the first batch. */
  public synchronized long lastBatch() {
    return last;
  }

  /**
   * The current model.
   *
   * @throws IllegalStateException before the stream's first fit
   */
  public synchronized SlrmRegressionModel model() {
    SlrmStream learner = stream;
    if (learner == null || !learner.started()) {
      throw new IllegalStateException("there is no model before the stream's first fit");
    }
    return SlrmRegressionModel.of(
        ModelFile.of(
            learner.snapshot(),
            schema(learner),
            ReadOptions.DEFAULT,
            ModelFile.Provenance.ofSeed(1)));
  }

  /** Loads the state from the folder, which the first batch does otherwise. */
  public synchronized void resume(SparkSession spark) throws IOException {
    stream(spark);
  }

  private SlrmStream stream(SparkSession spark) throws IOException {
    SlrmStream found = stream;
    if (found == null) {
      found = loaded(spark);
      stream = found;
    }
    return found;
  }

  private SlrmStream loaded(SparkSession spark) throws IOException {
    Path path = new Path(folder);
    FileSystem files = files(spark);
    long newest = -1;
    for (FileStatus status : files.exists(path) ? files.listStatus(path) : new FileStatus[0]) {
      newest = Math.max(newest, number(status.getPath().getName()));
    }
    if (newest < 0) {
      return Slrm.stream(Objects.requireNonNull(config), features.size(), kinds());
    }
    try (InputStream in = files.open(file(newest))) {
      ModelFile read = ModelBytes.ofBytes(in.readAllBytes());
      SlrmStream found = read.stream();
      if (!read.schema().equals(schema(found)) || !sameKinds(found)) {
        throw new IllegalArgumentException(
            "the state in "
                + folder
                + " must have the same columns and label kinds, but they differ");
      }
      last = newest;
      return found;
    }
  }

  /** Whether the label kinds of a stored stream are unchanged. */
  private boolean sameKinds(SlrmStream found) {
    List<LabelKind> kinds = kinds();
    return !found.started()
        || IntStream.range(0, kinds.size())
            .allMatch(t -> found.snapshot().labelKind(t).equals(kinds.get(t)));
  }

  /** Batch id in a file name; −1 for other files. */
  private static long number(String name) {
    return name.matches(PREFIX + "\\d{1,18}" + SUFFIX)
        ? Long.parseLong(name.substring(PREFIX.length(), name.length() - SUFFIX.length()))
        : -1;
  }

  private Path file(long batch) {
    return new Path(folder, PREFIX + batch + SUFFIX);
  }

  /** Writes the state atomically, by renaming a temporary file. */
  private void save(SlrmStream learner, long id, SparkSession spark) {
    try {
      FileSystem files = files(spark);
      Path temporary = new Path(folder, "." + PREFIX + id + ".tmp");
      try (OutputStream out = files.create(temporary, true)) {
        ModelState state = learner.state();
        new ModelFile(
                ModelFile.STREAM,
                state,
                schema(learner),
                ReadOptions.DEFAULT,
                ModelFile.Provenance.ofSeed(1))
            .write(out);
      }
      if (!files.rename(temporary, file(id))) {
        throw new IOException("cannot write " + file(id));
      }
      if (last >= 0) {
        files.delete(file(last), false);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private FileSystem files(SparkSession spark) throws IOException {
    return new Path(folder).getFileSystem(spark.sessionState().newHadoopConf());
  }

  /** The columns; classes are known after the first fit. */
  private Schema schema(SlrmStream learner) {
    return Labels.schema(
        features,
        targets,
        kinds(),
        t -> Labels.numbers(learner.started() ? learner.snapshot().levels(t) : 0));
  }
}
