package org.slrm.internal.linalg;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * a·b + c rounded once, as vector instructions do it, so that plain loops come to the same bits.
 * Where the processor cannot, Java would take thousands of steps for each; there it is rounded
 * twice, and there are no vector kernels to agree with either.
 */
final class Fused {
  private static final boolean FAST = fast(System.getProperty("os.arch", ""));

  private Fused() {}

  static double fma(double a, double b, double c) {
    return FAST ? Math.fma(a, b, c) : a * b + c;
  }

  /** Of the processors in use only x86 ones before 2013 lack the instruction. */
  private static boolean fast(String architecture) {
    Path facts = Path.of("/proc/cpuinfo");
    if (!architecture.matches("amd64|x86_64") || !Files.isReadable(facts)) {
      return true;
    }
    try (var lines = Files.lines(facts)) {
      return lines.filter(l -> l.startsWith("flags")).findFirst().orElse(" fma ").contains(" fma ");
    } catch (IOException e) {
      return true;
    }
  }
}
