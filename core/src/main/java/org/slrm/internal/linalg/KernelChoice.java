package org.slrm.internal.linalg;

import java.lang.System.Logger.Level;

/**
 * Chooses the kernels on first use: vector instructions where the module {@code slrm-vector} is on
 * the class path and the Java virtual machine was started with {@code --add-modules
 * jdk.incubator.vector}, has its optimising compiler and a processor with at least four numbers to
 * a vector; otherwise plain Java. The system property {@code slrm.kernels} ({@code plain} or {@code
 * vector}) overrides that.
 */
final class KernelChoice {
  static final Kernels ACTIVE = choose();

  private static final String VECTOR = "org.slrm.internal.linalg.vector.VectorKernels";

  private KernelChoice() {}

  private static Kernels choose() {
    String wanted = System.getProperty("slrm.kernels", "auto");
    Kernels chosen = new PlainKernels();
    String why = "asked for";
    if (!wanted.equals("plain")) {
      why = obstacle(wanted.equals("vector"));
      if (why.isEmpty()) {
        try {
          chosen = (Kernels) Class.forName(VECTOR).getConstructor().newInstance();
        } catch (ClassNotFoundException e) {
          why = "no slrm-vector on the class path";
        } catch (ReflectiveOperationException | LinkageError e) {
          why = String.valueOf(e.getCause() == null ? e : e.getCause().getMessage());
        }
      }
    }
    // Java's logging takes longer to start than a short command runs, and the command line turns it
    // off.
    if (!System.getProperty("slrm.log", "on").equals("off")) {
      String message = "kernels: " + chosen.name() + (why.isEmpty() ? "" : " (" + why + ")");
      System.getLogger("org.slrm").log(Level.DEBUG, message);
    }
    return chosen;
  }

  /** Why the vector kernels cannot or should not be used; empty when they can. */
  private static String obstacle(boolean insist) {
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
      return "no --add-modules jdk.incubator.vector";
    }
    // Without the optimising compiler every vector is an object and a thousand times slower.
    String mode = System.getProperty("java.vm.info", "");
    if (!insist && (!mode.contains("mixed") || mode.contains("emulated-client"))) {
      return "no optimising compiler";
    }
    return "";
  }
}
