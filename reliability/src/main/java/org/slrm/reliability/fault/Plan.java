package org.slrm.reliability.fault;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The faults of the file system: it counts the operations that change files under a folder, and
 * from one of them on reports a full disk; or it changes a file when it is opened to be read.
 */
final class Plan {
  /** How an operation fails. */
  enum Fault {
    /** Nothing is written. */
    FULL,
    /** Half of the request is written; the next one fails. */
    SHORT,
    /** One operation fails; later ones succeed. */
    ONCE,
    /** The process is killed. */
    HALT
  }

  /** An action on a file. */
  interface Deed {
    void done() throws IOException;
  }

  /** No faults, the initial plan. */
  static final Plan NONE = new Plan("", Integer.MAX_VALUE, Fault.FULL);

  static volatile Plan current = ofProperties();

  /** The plan of a process that is killed at a step. */
  private static Plan ofProperties() {
    String folder = System.getProperty("slrm.fault.folder");
    return folder == null
        ? NONE
        : new Plan(folder, Integer.getInteger("slrm.fault.halt"), Fault.HALT);
  }

  private final String folder;
  private final int at;
  private final Fault fault;
  private @Nullable Path watched;
  private int openings;
  private int deedAt;
  private @Nullable Deed deed;
  private int count;
  private boolean hit;

  Plan(String folder, int at, Fault fault) {
    this.folder = folder;
    this.at = at;
    this.fault = fault;
  }

  /** A plan that acts when a file is opened to be read for the given number of times. */
  static Plan onOpening(Path file, int number, Deed deed) {
    Plan plan = new Plan("", Integer.MAX_VALUE, Fault.FULL);
    plan.watched = file;
    plan.deedAt = number;
    plan.deed = deed;
    return plan;
  }

  /** Called before a change; returns the number of bytes that may be written. */
  synchronized int change(Path path, String what, int bytes) throws IOException {
    if (folder.isEmpty() || !path.toAbsolutePath().toString().startsWith(folder)) {
      return bytes;
    }
    count++;
    boolean now = count == at || count > at && fault != Fault.ONCE;
    if (!now) {
      return bytes;
    }
    hit = true;
    if (fault == Fault.HALT) {
      Runtime.getRuntime().halt(9);
    }
    if (fault == Fault.SHORT && count == at && bytes > 1) {
      return bytes / 2;
    }
    throw new FileSystemException(path.toString(), null, "No space left on device (" + what + ")");
  }

  /** Called before a file is opened to be read. */
  synchronized void opening(Path path) throws IOException {
    Path file = watched;
    if (file == null || !path.toAbsolutePath().toString().equals(file.toString())) {
      return;
    }
    openings++;
    Deed todo = deed;
    if (openings == deedAt && todo != null) {
      hit = true;
      watched = null;
      todo.done();
      watched = file;
    }
  }

  /** Whether the fault was reached. */
  synchronized boolean hit() {
    return hit;
  }
}
