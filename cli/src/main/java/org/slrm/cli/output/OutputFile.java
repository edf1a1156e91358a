package org.slrm.cli.output;

import static java.nio.file.StandardOpenOption.WRITE;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slrm.io.source.WholeFile;

/**
 * An output of a command: a file that appears whole or not at all ({@link WholeFile}), thrown away
 * by {@link #close} unless {@link #commit} came before, and on Ctrl-C; or a device, written in
 * place. What fails is told with the file's name.
 */
public final class OutputFile implements AutoCloseable {
  private static volatile boolean committed;

  private final Path place;
  private final FileChannel channel;
  private final @Nullable WholeFile whole;

  private OutputFile(Path place, FileChannel channel, @Nullable WholeFile whole) {
    this.place = place;
    this.channel = channel;
    this.whole = whole;
  }

  /** Prepares a file; a folder that is absent or not writable is told at once. */
  public static OutputFile at(Path place) {
    Path folder = place.toAbsolutePath().getParent();
    if (Files.isDirectory(place)) {
      throw CommandException.unfinished("cannot write " + place + ": it is a folder", null);
    }
    if (folder == null || !Files.isDirectory(folder)) {
      throw CommandException.unfinished(
          "cannot write " + place + ": there is no folder " + folder, null);
    }
    if (Files.exists(place) && !Files.isWritable(place)) {
      throw CommandException.unfinished("cannot write " + place + ": it is write-protected", null);
    }
    try {
      // A device such as /dev/stdout or /dev/full is written in place.
      if (Files.exists(place) && !Files.isRegularFile(place)) {
        return new OutputFile(place, FileChannel.open(place, WRITE), null);
      }
      WholeFile whole = WholeFile.at(place);
      return new OutputFile(place, whole.channel(), whole);
    } catch (IOException e) {
      throw CommandException.unfinished("cannot write " + place + ": " + reason(e), e);
    }
  }

  /** Writes by the given task; a disk that is full says which file it was. */
  public void write(Writing task) {
    try {
      OutputStream to = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
      task.to(to);
      to.flush();
    } catch (IOException e) {
      throw CommandException.unfinished("cannot write " + place + ": " + reason(e), e);
    }
  }

  /** Something that writes to a stream. */
  @FunctionalInterface
  public interface Writing {
    void to(OutputStream stream) throws IOException;
  }

  /** Refuses to overwrite what a command reads. */
  public static void mustDiffer(String name, Path place, String otherName, String other) {
    try {
      Path file = Path.of(other);
      boolean same =
          Files.exists(place) && Files.exists(file)
              ? Files.isSameFile(place, file) && Files.isRegularFile(file)
              : place.toAbsolutePath().normalize().equals(file.toAbsolutePath().normalize());
      if (same && !other.equals("-")) {
        throw CommandException.usage(
            name + " and " + otherName + " must be different files, got " + place + " twice");
      }
      if (Files.isDirectory(file)
          && place.toAbsolutePath().normalize().startsWith(file.toAbsolutePath().normalize())) {
        throw CommandException.usage(
            name + " must not lie in the folder that is read, got " + place + " in " + other);
      }
    } catch (IOException | java.nio.file.InvalidPathException e) {
      // Reading will say what is wrong with it.
    }
  }

  /** Moves what was written into place, once it is on the disk: a power cut leaves old or new. */
  public void commit() {
    try {
      if (whole != null) {
        whole.commit();
        committed = true;
      }
      channel.close();
    } catch (IOException e) {
      throw CommandException.unfinished("cannot write " + place + ": " + reason(e), e);
    }
  }

  @Override
  public void close() {
    if (whole != null) {
      whole.close();
      return;
    }
    try {
      channel.close();
    } catch (IOException e) {
      // What matters was written before commit.
    }
  }

  /** Whether any file was finished. */
  public static boolean anyCommitted() {
    return committed;
  }

  /** Throws away whatever is half written, when the process is told to stop. */
  public static void discardUnfinished() {
    WholeFile.discardUnfinished();
  }

  /** What the system says, without repeating the path. */
  public static String reason(IOException e) {
    if (e instanceof java.nio.file.NoSuchFileException) {
      return "no such file";
    }
    if (e instanceof java.nio.file.AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof java.nio.file.FileSystemException f && f.getReason() != null) {
      return f.getReason();
    }
    return String.valueOf(e.getMessage());
  }

  /** Name of an output made from the data's name, without folder and endings. */
  public static String stem(String name) {
    if (name.equals("-")) {
      return "model";
    }
    String file = Path.of(name).getFileName().toString();
    return file.replaceAll("(?i)(\\.gz)?$", "").replaceAll("(?<=.)\\.[A-Za-z0-9]+$", "");
  }
}
