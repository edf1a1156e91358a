package org.slrm.reliability.fault;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The faults of the file system: it counts the operations that change files under a folder, and
 * from one of them on reports a full disk; or it changes a file when it is opened to be read.
 */
final class FaultPlan {
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
  interface FileAction {
    void done() throws IOException;
  }

  /** No faults, the initial plan. */
  static final FaultPlan NONE = new FaultPlan("", Integer.MAX_VALUE, Fault.FULL);

  static volatile FaultPlan current = ofProperties();

  /** The plan of a process that is killed at a step. */
  private static FaultPlan ofProperties() {
    String folder = System.getProperty("slrm.fault.folder");
    return folder == null
        ? NONE
        : new FaultPlan(folder, Integer.getInteger("slrm.fault.halt"), Fault.HALT);
  }

  private final String folder;
  private final int at;
  private final Fault fault;
  private @Nullable Path watched;
  private int openings;
  private int actionAt;
  private @Nullable FileAction action;
  private int count;
  private boolean hit;

  FaultPlan(String folder, int at, Fault fault) {
    this.folder = folder;
    this.at = at;
    this.fault = fault;
  }

  /** A plan that acts when a file is opened to be read for the given number of times. */
  static FaultPlan onOpening(Path file, int number, FileAction action) {
    FaultPlan plan = new FaultPlan("", Integer.MAX_VALUE, Fault.FULL);
    plan.watched = file;
    plan.actionAt = number;
    plan.action = action;
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
    FileAction next = action;
    if (openings == actionAt && next != null) {
      hit = true;
      watched = null;
      next.done();
      watched = file;
    }
  }

  /** Whether the fault was reached. */
  synchronized boolean hit() {
    return hit;
  }
}
