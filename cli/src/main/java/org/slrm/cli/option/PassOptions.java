package org.slrm.cli.option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.OutputFile;
import org.slrm.data.RowBlocks;
import org.slrm.internal.check.Checks;
import org.slrm.io.cache.RowCache;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.source.Source;
import org.slrm.method.MethodSpec;
import picocli.CommandLine.Option;

/** Options of a fit by passes and its row cache. */
public final class PassOptions {
  /** Methods that can be fitted by passes. */
  public static final List<String> METHODS =
      MethodSpec.all().stream().filter(MethodSpec::passes).map(MethodSpec::name).toList();

  private static final String PASSES = "--passes";

  @Option(
      names = "--stream",
      description =
          "Fit by passes over the file, in memory that does not grow with the rows; auto chooses on a"
              + " sample. Held-out rows take the place of folds.")
  public boolean stream;

  @Option(
      names = PASSES,
      paramLabel = "N",
      description =
          "Most passes of --stream, default 10, or of methods that make passes over rows in memory,"
              + " default 50; fewer when the hold-out error no longer falls.")
  @Nullable Integer passes;

  @Option(
      names = "--cache",
      paramLabel = "FILE|auto|none",
      description =
          "Where --stream keeps the parsed rows for later passes and fits; checked against the data"
              + " by size and SHA-256, rebuilt if they differ. none: deleted at the end."
              + " Default: auto, the data's name with .rows, here.")
  @Nullable String cache;

  @Option(
      names = "--trust-cache",
      description = "Compare the data's size only, without reading them for their hash.")
  public boolean trust;

  /** Rejects conflicting options before anything is read. */
  public void check(MethodOptions method, boolean report, boolean weights) {
    if (!stream) {
      method.give(PASSES, checked());
      if (passes != null && !makesPasses(method.spec())) {
        List<String> methods =
            MethodSpec.all().stream()
                .filter(PassOptions::makesPasses)
                .map(MethodSpec::name)
                .toList();
        throw CommandException.usage(
            "--passes needs --stream or one of --method " + String.join(", ", methods));
      }
      refuse(cache != null, "--cache");
      refuse(trust, "--trust-cache");
      return;
    }
    CommandException.usageIf(
        !METHODS.contains(method.method),
        "--stream fits by one of %s; got --method %s"
            .formatted(String.join(", ", METHODS), method.method));
    CommandException.usageIf(report, "--report needs all rows in memory and not --stream");
    CommandException.usageIf(weights, "--weights needs all rows in memory and not --stream");
    CommandException.usageIf(
        method.has("--as-printed"),
        "--as-printed needs all rows in memory and not --stream, which limits passes itself");
    checked();
  }

  /** Whether a method has --passes for rows in memory. */
  private static boolean makesPasses(MethodSpec method) {
    return method.options().stream().anyMatch(o -> o.name().equals(PASSES));
  }

  private @Nullable Integer checked() {
    if (passes != null) {
      Checks.between("--passes", passes, 1, 500);
    }
    return passes;
  }

  private static void refuse(boolean given, String option) {
    CommandException.usageIf(given, option + " needs --stream");
  }

  public RowBlocks.Passes config() {
    RowBlocks.Passes out = RowBlocks.Passes.defaults();
    return passes == null ? out : out.withMaxPasses(passes);
  }

  /** Path of the cache, null to delete it at the end. */
  public @Nullable Path place(String data) {
    if (cache == null || cache.equals("auto")) {
      return Source.readableOnce(data) ? null : Path.of(OutputFile.stem(data) + ".rows");
    }
    return cache.equals("none") ? null : Path.of(cache);
  }

  /** Rejects a cache in a folder that does not exist. */
  public void requireFolder(String data) {
    Path kept = place(data);
    Path folder = kept == null ? null : kept.toAbsolutePath().getParent();
    if (kept != null && (folder == null || !Files.isDirectory(folder))) {
      throw CommandException.unfinished(
          "cannot write " + kept + ": there is no folder " + folder, null);
    }
  }

  /** The rows of the data; a temporary cache is stored beside the model. */
  public RowCache open(String data, ReadOptions options, Path model, LongPredicate proceed) {
    Path place = place(data);
    if (place == null) {
      Path folder = model.toAbsolutePath().getParent();
      return RowCache.temporary(data, options, folder, proceed);
    }
    RowCache trusted = trust ? RowCache.trusted(data, options, place) : null;
    return trusted == null ? RowCache.of(data, options, place, proceed) : trusted;
  }
}
