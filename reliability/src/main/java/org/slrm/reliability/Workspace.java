package org.slrm.reliability;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.slrm.io.model.ModelFile;
import org.slrm.io.source.InputException;
import org.slrm.paper.Simulation;

/**
 * A folder with the inputs of jobs and their expected outputs.
 *
 * <pre>{@code
 * Workspace place = new Workspace(folder);
 * place.prepare(job);            // inputs, and earlier outputs
 * job.run(folder, place.input(job));
 * place.broken(job);             // empty if every output is complete, old or new
 * }</pre>
 */
public final class Workspace {
  private static final byte[] OLD = "an earlier output".getBytes(StandardCharsets.UTF_8);
  private static final byte[] OLD_CACHE = "SLRMROWS".getBytes(StandardCharsets.UTF_8);

  private final Path folder;
  private final byte[] data;
  private final byte[] model;
  private final Map<String, Map<String, byte[]>> references = new TreeMap<>();

  /** Creates the inputs in an empty folder. */
  public Workspace(Path folder) throws IOException {
    this.folder = folder;
    data = table(200).getBytes(StandardCharsets.UTF_8);
    Files.write(folder.resolve("data.csv"), data);
    Job fit =
        Job.of("", "")
            .words("fit ./data.csv --target y --method likelihood --rank 2 --out ./model.slrm");
    Job.Outcome made = fit.run(folder, new byte[0]);
    if (made.code() != 0) {
      throw new IllegalStateException(made.output());
    }
    model = Files.readAllBytes(folder.resolve("model.slrm"));
  }

  /** Simulated rows of rank two. */
  public static Simulation.Sample sample(int rows, int features, long seed) {
    return Simulation.builder()
        .rows(rows)
        .features(features)
        .rank(2)
        .nonzeros(2)
        .keep(0.8)
        .seed(seed)
        .build()
        .train();
  }

  private static String table(int rows) {
    Simulation.Sample sample = sample(rows, 4, 11);
    StringBuilder out = new StringBuilder("a,b,c,d,y\n");
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < 4; j++) {
        double v = sample.x().valueAt(i, j);
        out.append(Double.isNaN(v) ? "" : String.valueOf(v)).append(',');
      }
      out.append(i % 9 == 0 ? "" : String.valueOf(sample.y(i))).append('\n');
    }
    return out.toString();
  }

  /** The bytes for a job's standard input. */
  public byte[] input(Job job) {
    return job.input().isEmpty() ? new byte[0] : data.clone();
  }

  /** The folder. */
  public Path folder() {
    return folder;
  }

  /** Removes everything but the inputs and earlier outputs. */
  public void prepare(Job job) throws IOException {
    clear();
    Files.write(folder.resolve("data.csv"), data);
    Files.write(folder.resolve("model.slrm"), model);
    for (String output : job.outputs()) {
      Files.write(folder.resolve(output), old(output));
    }
  }

  private static byte[] old(String output) {
    return output.endsWith(".rows") ? OLD_CACHE : OLD;
  }

  private void clear() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        if (!each.equals(folder)) {
          Files.delete(each);
        }
      }
    }
  }

  /** The job's outputs without faults. */
  public Map<String, byte[]> reference(Job job) throws IOException {
    Map<String, byte[]> found = references.get(job.name());
    if (found == null) {
      prepare(job);
      Job.Outcome done = job.run(folder, input(job));
      if (done.code() != 0) {
        throw new IllegalStateException(job.name() + " ended with " + done.code() + done.output());
      }
      found = outputs(job);
      references.put(job.name(), found);
    }
    return found;
  }

  private Map<String, byte[]> outputs(Job job) throws IOException {
    Map<String, byte[]> out = new TreeMap<>();
    for (String output : job.outputs()) {
      Path file = folder.resolve(output);
      out.put(output, Files.exists(file) ? Files.readAllBytes(file) : new byte[0]);
    }
    return out;
  }

  /** Outputs that are neither the earlier nor the expected ones. */
  public Set<String> broken(Job job) throws IOException {
    return differing(job, reference(job), true);
  }

  /** Outputs that are not the expected ones. */
  public Set<String> unfinished(Job job) throws IOException {
    return differing(job, reference(job), false);
  }

  private Set<String> differing(Job job, Map<String, byte[]> whole, boolean allowOld)
      throws IOException {
    Set<String> out = new TreeSet<>();
    for (Map.Entry<String, byte[]> found : outputs(job).entrySet()) {
      String name = found.getKey();
      boolean old = allowOld && Arrays.equals(found.getValue(), old(name));
      boolean earlier = allowOld && isCheckpoint(name);
      if (!old && !earlier && !equal(name, found.getValue(), whole.get(name))) {
        out.add(name);
      }
    }
    return out;
  }

  /** Whether it is a stream after fewer rows. */
  private boolean isCheckpoint(String name) {
    try {
      return ModelFile.read(folder.resolve(name)).kind().equals(ModelFile.STREAM);
    } catch (InputException e) {
      return false;
    }
  }

  /** Compares the structure of complete reports only, since reports contain times. */
  private static boolean equal(String name, byte[] a, byte[] b) {
    return name.endsWith(".html")
        ? new String(a, StandardCharsets.UTF_8).stripTrailing().endsWith("</html>")
        : Arrays.equals(a, b);
  }

  /** Unexpected files. */
  public Set<String> leftovers(Job job) throws IOException {
    Set<String> out = new TreeSet<>();
    try (Stream<Path> files = Files.list(folder)) {
      files.forEach(file -> out.add(file.getFileName().toString()));
    }
    out.removeAll(Set.of("data.csv", "model.slrm"));
    job.outputs().forEach(output -> out.remove(output.substring(2)));
    return out;
  }
}
