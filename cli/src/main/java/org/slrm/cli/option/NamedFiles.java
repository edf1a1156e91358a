package org.slrm.cli.option;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.OutputFile;
import org.slrm.io.source.WholeFile;

/**
 * The input and output files of a command, checked before it runs: no output may be an input or
 * another output, however both are spelt, and no output may be a device, a pipe or a socket.
 */
public final class NamedFiles {
  private final List<Named> read = new ArrayList<>();
  private final List<Named> written = new ArrayList<>();

  /** A file and the option or parameter that names it. */
  private record Named(String option, Path path) {}

  /** A command that reads or writes files. */
  public interface Owner {
    /** All of them, including defaults. */
    NamedFiles files();
  }

  /**
   * Adds an input; {@code -} is standard input, whose file is used where the system provides it.
   */
  public NamedFiles reads(String option, @Nullable String name) {
    try {
      if (name != null) {
        read.add(new Named(option, Path.of(name.equals("-") ? "/dev/stdin" : name)));
      }
    } catch (InvalidPathException e) {
      // Reading reports the error.
    }
    return this;
  }

  /** Adds an output, null where there is none. */
  public NamedFiles writes(String option, @Nullable Path place) {
    if (place != null) {
      written.add(new Named(option, place));
    }
    return this;
  }

  /** Rejects outputs that would destroy something. */
  public void check() {
    // Rows appended to their own input would be read again without end.
    Named shell = new Named("standard output", Path.of("/dev/stdout"));
    for (Named in : read) {
      rejectSame(shell, in, Files.isRegularFile(shell.path) && sameAsInput(shell.path, in.path));
    }
    for (int k = 0; k < written.size(); k++) {
      Named out = written.get(k);
      OutputFile.rejectSpecial(out.path);
      for (Named in : read) {
        rejectSame(out, in, sameAsInput(out.path, in.path));
        rejectInside(out, in);
      }
      for (Named other : written.subList(0, k)) {
        rejectSame(out, other, sameOutput(out.path, other.path));
      }
    }
  }

  private static void rejectSame(Named out, Named other, boolean same) {
    CommandException.usageIf(
        same,
        "%s and %s must be different files, got %s%s"
            .formatted(
                out.option,
                other.option,
                out.path,
                out.path.equals(other.path) ? " twice" : " and " + other.path));
  }

  private static void rejectInside(Named out, Named in) {
    CommandException.usageIf(
        Files.isDirectory(in.path) && normal(out.path).startsWith(normal(in.path)),
        "%s must not lie in the folder that is read, got %s in %s"
            .formatted(out.option, out.path, in.path));
  }

  /** Links and equivalent spellings refer to the same file. */
  private static boolean sameAsInput(Path place, Path input) {
    try {
      return Files.exists(input)
          ? Files.exists(place) && Files.isRegularFile(input) && Files.isSameFile(place, input)
          : normal(place).equals(normal(input)) || matches(input, place);
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether an engine that reads {@code events/*.csv} would read the path. */
  private static boolean matches(Path pattern, Path place) {
    try {
      return FileSystems.getDefault()
          .getPathMatcher("glob:" + normal(pattern))
          .matches(normal(place));
    } catch (PatternSyntaxException e) {
      return false;
    }
  }

  /** Two new files may be the same where the file system ignores case. */
  private static boolean sameOutput(Path a, Path b) {
    try {
      if (Files.exists(a) || Files.exists(b)) {
        return Files.exists(a) && Files.exists(b) && Files.isSameFile(a, b);
      }
      return normal(a).toString().equalsIgnoreCase(normal(b).toString());
    } catch (IOException e) {
      return false;
    }
  }

  /** The path with links resolved, and the real name of its folder. */
  private static Path normal(Path path) {
    try {
      Path place = WholeFile.target(path.toAbsolutePath());
      Path folder = place.getParent();
      return folder == null
          ? place.normalize()
          : folder.toRealPath().resolve(place.getFileName()).normalize();
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }
}
