package org.slrm.reliability.fuzz;

import java.util.Arrays;
import java.util.Locale;

/**
 * An input that was neither accepted nor rejected as documented, or took too much time or memory.
 *
 * @param target name of the target
 * @param what short description, equal for the same fault
 * @param detail the rest
 * @param input the bytes
 */
record Finding(String target, String what, String detail, byte[] input) {
  static Finding of(String target, Throwable problem, byte[] input) {
    String told = String.valueOf(problem.getMessage()).split("[:\n]")[0];
    return new Finding(
        target,
        problem instanceof UndocumentedAnswer
            ? told
            : problem.getClass().getSimpleName() + " at " + place(problem),
        String.valueOf(problem.getMessage()),
        input);
  }

  /** The first line of our own code in the trace. */
  private static String place(Throwable problem) {
    for (StackTraceElement line : problem.getStackTrace()) {
      if (line.getClassName().startsWith("org.slrm.")) {
        String name = line.getClassName();
        return name.substring(name.lastIndexOf('.') + 1) + "." + line.getMethodName();
      }
    }
    return "no line of ours";
  }

  /** A descriptive file name. */
  String fileName() {
    String words = what.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    return words + "-" + String.format("%08x", Arrays.hashCode(input));
  }

  @Override
  public String toString() {
    String shown = detail.length() > 200 ? detail.substring(0, 200) + "…" : detail;
    return target + ": " + what + ": " + shown.replaceAll("\\p{Cntrl}", "�");
  }
}
