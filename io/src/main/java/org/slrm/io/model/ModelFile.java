package org.slrm.io.model;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.SlrmStream;
import org.slrm.internal.check.Checks;
import org.slrm.io.column.Names;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.io.shift.TrainingProfile;
import org.slrm.io.source.InputException;
import org.slrm.io.source.WholeFile;
import org.slrm.result.ModelState;

/**
 * A model on disk: a zip of {@code model.json} and NumPy arrays, described in docs/model-format.md.
 * Equal models give equal bytes. Reading checks version, names, sizes, shapes and numbers, and
 * executes nothing.
 *
 * <pre>{@code
 * ModelFile.of(model, table.schema(), ReadOptions.DEFAULT, provenance).write(Path.of("m.slrm"));
 * SlrmModel loaded = ModelFile.read(Path.of("m.slrm")).model();
 * }</pre>
 */
public final class ModelFile {
  /** The format's version; files of later versions are rejected. */
  public static final int VERSION = 1;

  /** A fitted model. */
  public static final String MODEL = "model";

  /** A stream that continues to learn. */
  public static final String STREAM = "stream";

  private static final String FORMAT = "slrm-model";

  private final String kind;
  private final ModelState state;
  private final Schema schema;
  private final ReadOptions reading;
  private final Provenance provenance;
  private final @Nullable TrainingProfile training;
  private volatile @Nullable SlrmModel model;

  /**
   * The stream created when the file was checked. Only its first user gets it, since streams are
   * mutable.
   */
  private final AtomicReference<@Nullable SlrmStream> checked = new AtomicReference<>();

  /**
   * A file to be written.
   *
   * @param kind {@link #MODEL} or {@link #STREAM}
   * @param state the model or stream as plain values
   * @param schema the columns it was fitted to
   * @param reading how the training file was read
   * @param provenance its provenance
   */
  public ModelFile(
      String kind, ModelState state, Schema schema, ReadOptions reading, Provenance provenance) {
    this(kind, state, schema, reading, provenance, null);
  }

  /**
   * A file to be written with the profile of its training rows.
   *
   * @param training the profile, null if unknown
   */
  public ModelFile(
      String kind,
      ModelState state,
      Schema schema,
      ReadOptions reading,
      Provenance provenance,
      @Nullable TrainingProfile training) {
    this.kind = kind;
    this.state = state;
    this.schema = schema;
    this.reading = reading;
    this.provenance = provenance;
    this.training = training;
  }

  /** The file of a fitted model. */
  public static ModelFile of(
      SlrmModel model, Schema schema, ReadOptions reading, Provenance provenance) {
    Schema withFractions = schema.withFractions(model.scaling()::center);
    return new ModelFile(MODEL, model.state(), withFractions, reading, provenance);
  }

  /** This file with another provenance. */
  public ModelFile with(Provenance other) {
    ModelFile copy = new ModelFile(kind, state, schema, reading, other, training);
    copy.model = model;
    return copy;
  }

  /** {@link #MODEL} or {@link #STREAM}. */
  public String kind() {
    return kind;
  }

  /** The model or stream as plain values. */
  public ModelState state() {
    return state;
  }

  /** The columns it was fitted to. */
  public Schema schema() {
    return schema;
  }

  /** How the training file was read, such as its decimal comma; a default for new files. */
  public ReadOptions reading() {
    return reading;
  }

  /** Its provenance. */
  public Provenance provenance() {
    return provenance;
  }

  /** The profile of the training rows; null if the file has no profile. */
  public @Nullable TrainingProfile training() {
    return training;
  }

  /**
   * The model; for a stream, its current model.
   *
   * @throws InputException if the parts are inconsistent
   */
  public SlrmModel model() {
    SlrmModel current = model;
    if (current == null) {
      current = kind.equals(STREAM) ? snapshot(stream()) : consistent(() -> SlrmModel.of(state));
      model = current;
    }
    return current;
  }

  private static SlrmModel snapshot(SlrmStream stream) {
    if (!stream.started()) {
      throw InputException.of(
          "holds a stream of "
              + stream.rows()
              + " rows without a model yet; continue with stream --learn --model, or fit a model");
    }
    return consistent(stream::snapshot);
  }

  /**
   * A stream that continues from the stored state, a new one for each call.
   *
   * @throws InputException if the parts are inconsistent
   */
  public SlrmStream stream() {
    if (!kind.equals(STREAM)) {
      throw InputException.of("must hold a stream").value(kind);
    }
    SlrmStream stored = checked.getAndSet(null);
    return stored == null ? consistent(() -> SlrmStream.of(state)) : stored;
  }

  private static <T> T consistent(Supplier<T> parts) {
    try {
      return parts.get();
    } catch (IllegalArgumentException
        | IllegalStateException
        | ArithmeticException
        | ClassCastException e) {
      throw InputException.of("does not hold a consistent model: " + e.getMessage()).cause(e);
    }
  }

  /** Writes the file atomically. */
  public void write(Path file) throws IOException {
    try (WholeFile whole = WholeFile.at(file)) {
      OutputStream out = new BufferedOutputStream(Channels.newOutputStream(whole.channel()));
      write(out);
      out.flush();
      whole.commit();
    }
  }

  /**
   * Writes the bytes of the file.
   *
   * @throws UnusableModelException if the file could not be read again; nothing is written
   */
  public void write(OutputStream out) throws IOException {
    try {
      check();
      Schema.fromMap(schema.toMap());
    } catch (IllegalArgumentException | InputException e) {
      throw new UnusableModelException(e.getMessage(), e);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("format", FORMAT);
    json.put("version", VERSION);
    json.put("kind", kind);
    json.put("provenance", provenance.toMap());
    json.put("reading", readingMap(reading));
    json.put("schema", schema.toMap());
    if (training != null) {
      json.put("training", training.toMap());
    }
    json.put("state", state.values());
    json.put("arrays", shapes(state.arrays()));
    new ModelArchive(json, state.arrays()).write(out);
  }

  /**
   * Reads a file.
   *
   * @throws InputException if it is no model file of a supported version
   */
  public static ModelFile read(Path file) {
    try {
      ModelArchive archive = ModelArchive.read(file);
      ModelFile parsed = parsed(archive);
      parsed.check();
      return parsed;
    } catch (InputException e) {
      throw e.file() == null ? e.file(file.toString()) : e;
    } catch (IOException | IllegalArgumentException e) {
      throw InputException.of("cannot be read as a model: " + e.getMessage())
          .file(file.toString())
          .cause(e);
    }
  }

  /** Rejects parts that are inconsistent with the columns of the schema. */
  private void check() {
    for (String name : state.arrays().keySet()) {
      for (double v : state.arrays().get(name).data()) {
        Checks.finite("every number of array " + name, v);
      }
    }
    if (kind.equals(MODEL)) {
      checkNames(model().features(), model().targets(), schema);
      checkClasses(model(), schema);
      return;
    }
    SlrmStream stream = stream();
    checkNames(stream.features(), stream.targets(), schema);
    if (stream.started()) {
      checkClasses(consistent(stream::snapshot), schema);
    }
    checked.set(stream);
  }

  private static ModelFile parsed(ModelArchive archive) {
    Map<String, Object> json = archive.json();
    if (!FORMAT.equals(json.get("format"))) {
      throw invalid("format must be \"" + FORMAT + "\", got " + json.get("format"));
    }
    if (!(json.get("version") instanceof Integer version) || version < 1) {
      throw invalid("version must be a positive integer, got " + json.get("version"));
    }
    if (version > VERSION) {
      throw invalid(
          "was written in format " + version + " by a newer slrm; this one reads up to " + VERSION);
    }
    Map<String, Object> shapes = map(json, "arrays");
    if (!shapes.equals(new LinkedHashMap<>(shapes(archive.arrays())))) {
      throw invalid("arrays must be as listed: " + difference(shapes, shapes(archive.arrays())));
    }
    Object kind = json.get("kind");
    if (!MODEL.equals(kind) && !STREAM.equals(kind)) {
      throw invalid("kind must be model or stream, got " + kind);
    }
    Schema schema = Schema.fromMap(map(json, "schema"));
    return new ModelFile(
        (String) kind,
        new ModelState(map(json, "state"), archive.arrays()),
        schema,
        reading(map(json, "reading")),
        Provenance.fromMap(map(json, "provenance")),
        json.containsKey("training")
            ? TrainingProfile.fromMap(map(json, "training"), schema)
            : null);
  }

  private static InputException invalid(String rule) {
    return InputException.of("model.json " + rule);
  }

  private static String difference(Map<String, Object> listed, Map<String, Object> found) {
    for (String name : new TreeMap<>(listed).keySet()) {
      if (!Objects.equals(listed.get(name), found.get(name))) {
        return name + " should have shape " + listed.get(name) + ", has " + found.get(name);
      }
    }
    found.keySet().removeAll(listed.keySet());
    return "unlisted " + found.keySet();
  }

  private static void checkNames(int features, int targets, Schema schema) {
    checkNames("features", features, schema.features().size());
    checkNames("targets", targets, schema.targets().size());
  }

  private static void checkNames(String kind, int count, int names) {
    if (count != names) {
      throw InputException.of(
          "schema must name the model's %s %s, names %s".formatted(count, kind, names));
    }
  }

  /** Requires a name for every class of the model, and a classification model for class columns. */
  private static void checkClasses(SlrmModel model, Schema schema) {
    for (int t = 0; t < model.targets(); t++) {
      Schema.Column column = schema.target(t);
      boolean classification = column.kind() == Schema.Kind.CATEGORICAL;
      if (model.levels(t) > column.levels().size() || classification && model.levels(t) == 0) {
        throw InputException.of(
                "schema must name the model's %s classes, names %s"
                    .formatted(model.levels(t), column.levels().size()))
            .column(column.name());
      }
    }
  }

  private static Map<String, Object> shapes(Map<String, ModelState.Array> arrays) {
    Map<String, Object> out = new TreeMap<>();
    arrays.forEach((name, array) -> out.put(name, Arrays.stream(array.shape()).boxed().toList()));
    return out;
  }

  private static Map<String, Object> readingMap(ReadOptions o) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("header", Names.lower(o.header()));
    out.put("decimalComma", o.decimalComma());
    out.put("libsvmAbsent", Names.lower(o.libsvmAbsent()));
    return out;
  }

  private static ReadOptions reading(Map<String, Object> map) {
    return ReadOptions.builder()
        .header(Names.ofLower(ReadOptions.Header.class, String.valueOf(map.get("header"))))
        .decimalComma(Boolean.TRUE.equals(map.get("decimalComma")))
        .libsvmAbsent(
            Names.ofLower(ReadOptions.Absent.class, String.valueOf(map.get("libsvmAbsent"))))
        .build();
  }

  public static Map<String, Object> map(Map<?, ?> in, String name) {
    if (!(in.get(name) instanceof Map<?, ?> found)) {
      throw new IllegalArgumentException(name + " must be an object, got " + in.get(name));
    }
    Map<String, Object> out = new LinkedHashMap<>();
    found.forEach((key, value) -> out.put(String.valueOf(key), value));
    return out;
  }

  /**
   * The provenance of a model. It contains no time, so that equal fits give equal files.
   *
   * @param command the command, without output paths
   * @param version version of the tool
   * @param java version of Java
   * @param seed the seed
   * @param files input files
   */
  public record Provenance(
      String command, String version, String java, long seed, List<SourceFile> files) {
    public Provenance {
      files = List.copyOf(files);
    }

    /** Unknown provenance except for the seed. */
    public static Provenance ofSeed(long seed) {
      return new Provenance("", "", "", seed, List.of());
    }

    Map<String, Object> toMap() {
      Map<String, Object> out = new LinkedHashMap<>();
      out.put("command", command);
      out.put("version", version);
      out.put("java", java);
      out.put("seed", seed);
      out.put(
          "files",
          files.stream()
              .map(
                  f -> {
                    Map<String, Object> file = new LinkedHashMap<>();
                    file.put("name", f.name());
                    file.put("sha256", f.sha256());
                    return file;
                  })
              .toList());
      return out;
    }

    static Provenance fromMap(Map<String, Object> map) {
      List<SourceFile> files =
          map.get("files") instanceof List<?> list
              ? list.stream()
                  .filter(Map.class::isInstance)
                  .map(Map.class::cast)
                  .map(f -> new SourceFile(text(f, "name"), text(f, "sha256")))
                  .toList()
              : List.of();
      long seed = map.get("seed") instanceof Number n ? n.longValue() : 0;
      return new Provenance(
          text(map, "command"), text(map, "version"), text(map, "java"), seed, files);
    }

    private static String text(Map<?, ?> map, String name) {
      return map.get(name) instanceof String s ? s : "";
    }
  }

  /**
   * An input file.
   *
   * @param name its name without folders
   * @param sha256 hash of its bytes in hex; empty if unknown
   */
  public record SourceFile(String name, String sha256) {}
}
