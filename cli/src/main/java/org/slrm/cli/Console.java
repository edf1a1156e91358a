package org.slrm.cli;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * Where a command reads and writes: the process's streams, or a test's.
 *
 * @param in standard input
 * @param out results
 * @param err progress, warnings and errors
 * @param terminal whether someone watches {@code err}
 */
record Console(InputStream in, PrintStream out, PrintStream err, boolean terminal) {
  /** A remark that is not part of the result. */
  void note(String text) {
    err.println(text);
  }
}
