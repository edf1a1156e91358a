package org.slrm.cli.option;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.OutputFile;
import org.slrm.cli.output.Version;
import org.slrm.io.cell.ShellWord;
import org.slrm.io.column.Schema;
import org.slrm.io.column.Selection;
import org.slrm.io.model.ModelFile;
import org.slrm.io.source.ContentHash;
import org.slrm.io.source.FileState;
import org.slrm.io.source.InputException;
import org.slrm.io.source.Source;

/** Provenance of results: files with their hashes, and the command. */
public final class DataSources {
  private static final Set<String> OUTPUTS =
      Set.of("--out", "-o", "--report", "--threads", "--cache");
  private static final Set<String> TALK =
      Set.of("--json", "--debug", "--quiet", "--timings", "--trust-cache");

  private DataSources() {}

  public static ModelFile.Provenance provenance(List<String> words, long seed, String... data) {
    return provenance(words, seed, Stream.of(data).map(DataSources::file).toList());
  }

  /** Provenance with the hash computed in another thread if there is more than one. */
  public static Supplier<ModelFile.Provenance> provenanceMeanwhile(
      List<String> words, long seed, String data, int threads) {
    FutureTask<ModelFile.Provenance> task = new FutureTask<>(() -> provenance(words, seed, data));
    Runnable unchanged = unchanged(data);
    if (threads > 1) {
      Thread thread = new Thread(task, "slrm-hash");
      thread.setDaemon(true);
      thread.start();
    }
    return () -> {
      task.run();
      try {
        ModelFile.Provenance made = task.get();
        unchanged.run();
        return made;
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RuntimeException r) {
          throw r;
        }
        throw new IllegalStateException(e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CancellationException("interrupted");
      }
    };
  }

  /** Rejects a file that has changed since this call, whose hash would be wrong. */
  private static Runnable unchanged(String name) {
    if (name.equals("-") || !Files.isRegularFile(Path.of(name))) {
      return () -> {};
    }
    try {
      Path path = Path.of(name);
      FileState before = FileState.of(path);
      return () -> before.requireSame(path);
    } catch (IOException e) {
      throw CommandException.input(name + ": cannot be read: " + OutputFile.reason(e));
    }
  }

  /** Provenance of files with known hashes. */
  public static ModelFile.Provenance provenance(
      List<String> words, long seed, List<ModelFile.SourceFile> files) {
    return new ModelFile.Provenance(
        command(words), Version.number(), System.getProperty("java.version"), seed, files);
  }

  /** Provenance of a folder or pattern, by name alone. */
  public static ModelFile.Provenance unhashed(List<String> words, long seed, String data) {
    return provenance(words, seed, List.of(new ModelFile.SourceFile(data, "")));
  }

  /**
   * The command without options that do not affect the result, so that equal fits give equal files.
   */
  public static String command(List<String> words) {
    StringBuilder out = new StringBuilder("slrm");
    boolean names = false;
    for (int k = 0; k < words.size(); k++) {
      String word = words.get(k);
      String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
      if (!names && OUTPUTS.contains(name)) {
        k += word.equals(name) && valueFollows(name, words, k + 1) ? 1 : 0;
      } else if (names || !TALK.contains(word)) {
        names |= word.equals("--");
        out.append(' ').append(ShellWord.of(shortened(word)));
      }
    }
    return out.toString();
  }

  /** --report may have no value, followed by another option. */
  private static boolean valueFollows(String name, List<String> words, int k) {
    return k < words.size() && !(name.equals("--report") && words.get(k).startsWith("-"));
  }

  /** The name of a file or folder without its parent folders, which do not affect the result. */
  private static String shortened(String word) {
    try {
      Path path = Path.of(word);
      return Files.exists(path) && path.getNameCount() > 0
          ? String.valueOf(path.getFileName())
          : word;
    } catch (java.nio.file.InvalidPathException e) {
      return word;
    }
  }

  /** Rejects replacing a model of other data or other targets, unless asked to. */
  public static void refuseOther(Path place, String data, List<String> targets) {
    if (!Files.exists(place)) {
      return;
    }
    String what;
    List<String> known = List.of();
    try {
      ModelFile model = ModelFile.read(place);
      List<ModelFile.SourceFile> files = model.provenance().files();
      boolean same =
          !data.equals("-") && Files.isRegularFile(Path.of(data)) && files.contains(file(data));
      if (same && (targets.isEmpty() || targets(model.schema(), targets).equals(targets(model)))) {
        return;
      }
      known = same ? model.schema().columns().stream().map(Schema.Column::name).toList() : known;
      what =
          same
              ? predicting(model)
              : files.isEmpty() ? "a model of unknown data" : "a model made from other data";
    } catch (InputException e) {
      what = "something that is not a model";
    }
    if (!known.isEmpty()) {
      // A misspelt target is no other target.
      Selection.requireTargets(data, targets, known);
    }
    throw CommandException.usage(
        "the default output %s already holds %s; use --out %s to replace it, or another --out"
            .formatted(place, what, ShellWord.file(place.toString())));
  }

  private static String predicting(ModelFile model) {
    List<String> targets = model.schema().targets();
    return "a model for target"
        + (targets.size() == 1 ? " \"" : "s \"")
        + targets.stream().map(InputException::shown).collect(joining("\", \""))
        + "\"";
  }

  private static Set<String> targets(ModelFile model) {
    return Set.copyOf(model.schema().targets());
  }

  /** The requested targets, where a star in a name is a wildcard. */
  private static Set<String> targets(Schema schema, List<String> requested) {
    List<String> names = schema.columns().stream().map(Schema.Column::name).toList();
    Set<String> out = new HashSet<>();
    for (String name : requested) {
      List<Integer> found = Selection.matching(name, names);
      found.forEach(j -> out.add(names.get(j)));
      if (found.isEmpty()) {
        out.add(name);
      }
    }
    return out;
  }

  private static ModelFile.SourceFile file(String name) {
    if (Source.readableOnce(name)) {
      return new ModelFile.SourceFile("-", "");
    }
    Path path = Path.of(name);
    try {
      return new ModelFile.SourceFile(String.valueOf(path.getFileName()), ContentHash.of(path));
    } catch (IOException e) {
      throw CommandException.input(name + ": cannot be read: " + OutputFile.reason(e));
    }
  }
}
