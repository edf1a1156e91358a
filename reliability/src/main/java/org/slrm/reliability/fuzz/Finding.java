package org.slrm.reliability.fuzz;

import java.util.Arrays;
import java.util.Locale;

/**
 * An input that was neither accepted nor rejected as documented, or took too much time or memory.
 *
 * @param target name of the target
 * @param what short description, equal for equal faults
 * @param detail full description
 * @param input the bytes of the input
 */
record Finding(String target, String what, String detail, byte[] input) {
  static Finding of(String target, Throwable problem, byte[] input) {
    String summary = String.valueOf(problem.getMessage()).split("[:\n]")[0];
    return new Finding(
        target,
        problem instanceof UndocumentedResult
            ? summary
            : problem.getClass().getSimpleName() + " at " + place(problem),
        String.valueOf(problem.getMessage()),
        input);
  }

  /** The first line of this project in the stack trace. */
  private static String place(Throwable problem) {
    return Arrays.stream(problem.getStackTrace())
        .filter(line -> line.getClassName().startsWith("org.slrm."))
        .map(line -> line.getClassName().replaceAll(".*\\.", "") + "." + line.getMethodName())
        .findFirst()
        .orElse("no line of this project");
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
