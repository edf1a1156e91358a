package org.slrm.internal.linalg;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * a·b + c rounded once, as vector instructions compute it, so that plain loops give the same bits.
 * Without hardware support Java needs thousands of steps for it; then it is rounded twice, and
 * vector kernels are not used either.
 */
final class Fused {
  private static final boolean FAST = fast(System.getProperty("os.arch", ""));

  private Fused() {}

  static double fma(double a, double b, double c) {
    return FAST ? Math.fma(a, b, c) : a * b + c;
  }

  /** Among processors in use, only x86 ones before 2013 lack the instruction. */
  private static boolean fast(String architecture) {
    Path facts = Path.of("/proc/cpuinfo");
    boolean x86 = architecture.equals("amd64") || architecture.equals("x86_64");
    if (!x86 || !Files.isReadable(facts)) {
      return true;
    }
    try (BufferedReader lines = Files.newBufferedReader(facts)) {
      String line = lines.readLine();
      while (line != null && !line.startsWith("flags")) {
        line = lines.readLine();
      }
      return line == null || line.contains(" fma ");
    } catch (IOException e) {
      return true;
    }
  }
}
