package org.slrm.cli.output;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slrm.io.source.Source;
import org.slrm.io.source.WholeFile;

/**
 * An output file of a command that is written atomically ({@link WholeFile}); removed by {@link
 * #close} without {@link #commit}, and on Ctrl-C. Failures are reported with the file's name.
 */
public final class OutputFile implements AutoCloseable {
  private static volatile boolean committed;

  private final Path place;
  private final WholeFile whole;

  private OutputFile(Path place, WholeFile whole) {
    this.place = place;
    this.whole = whole;
  }

  /** Prepares a file; a folder that is absent or not writable is reported at once. */
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
      return new OutputFile(place, WholeFile.at(place));
    } catch (IOException e) {
      throw CommandException.unfinished("cannot write " + place + ": " + reason(e), e);
    }
  }

  /** Writes by the given task; a full disk is reported with the file's name. */
  public void write(Writing task) {
    try {
      OutputStream to =
          new BufferedOutputStream(Channels.newOutputStream(whole.channel()), 1 << 16);
      task.to(to);
      to.flush();
    } catch (IOException e) {
      throw CommandException.unfinished("cannot write " + place + ": " + reason(e), e);
    }
  }

  /** Writes a text and moves the file into place. */
  public void commit(String text) {
    write(stream -> stream.write(text.getBytes(StandardCharsets.UTF_8)));
    commit();
  }

  /** Writes a file with this text. */
  public static void save(Path place, String text) {
    try (OutputFile file = at(place)) {
      file.commit(text);
    }
  }

  /** A task that writes to a stream. */
  @FunctionalInterface
  public interface Writing {
    void to(OutputStream stream) throws IOException;
  }

  /** Rejects a device, a pipe or a socket: it would be replaced by a file, or never end. */
  public static void rejectSpecial(Path place) {
    try {
      WholeFile.rejectSpecial(place);
    } catch (IOException e) {
      throw CommandException.unfinished("cannot write " + place + ": " + reason(e), e);
    }
  }

  /**
   * Moves the file into place once it is on the disk: a power failure leaves the old file or the
   * new one.
   */
  public void commit() {
    try {
      whole.commit();
      committed = true;
    } catch (IOException e) {
      throw CommandException.unfinished("cannot write " + place + ": " + reason(e), e);
    }
  }

  @Override
  public void close() {
    whole.close();
  }

  /** Whether any file was finished. */
  public static boolean anyCommitted() {
    return committed;
  }

  /** Removes unfinished files when the process is stopped. */
  public static void discardUnfinished() {
    WholeFile.discardUnfinished();
  }

  /** The system's message without the path. */
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

  /** Name of an output derived from the data's name, without folder and extensions. */
  public static String stem(String name) {
    if (Source.readableOnce(name)) {
      return "model";
    }
    Path last = Path.of(name).getFileName();
    String file = last == null ? "model" : last.toString();
    return file.replaceAll("(?i)(\\.gz)?$", "").replaceAll("(?<=.)\\.[A-Za-z0-9]+$", "");
  }
}
