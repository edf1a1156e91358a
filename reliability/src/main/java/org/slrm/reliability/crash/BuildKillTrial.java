package org.slrm.reliability.crash;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * The launcher's first build with mock Maven and Java, killed alone or with its child processes.
 * The next start must not wait for the dead one.
 */
final class BuildKillTrial implements KillTrial {
  private static final String MAVEN =
      "#!/bin/sh\nsleep 0.3\nmkdir -p cli/target/lib\necho a >cli/target/lib/a.jar\n"
          + "sleep 0.1\necho b >cli/target/slrm-cli-0.jar\n";
  private static final String JAVA = "#!/bin/sh\nprintf '%s ' \"$@\" >\"$SLRM_RECORD\"\n";
  private static final int SECONDS = 30;

  private final Path folder;
  private final Path slrm;
  private int number;

  BuildKillTrial(Path folder, Path slrm) {
    this.folder = folder;
    this.slrm = slrm;
  }

  @Override
  public String name() {
    return "first build";
  }

  @Override
  public String kill(RandomGenerator random) throws Exception {
    Path tree = tree(folder.resolve("build" + number++));
    boolean group = random.nextBoolean();
    long after = random.nextLong(1000);
    Process first = start(tree);
    boolean over = first.waitFor(after, TimeUnit.MILLISECONDS);
    if (!over) {
      // Through setsid the launcher's process leads its own process group.
      String whom = (group ? "-" : "") + first.pid();
      new ProcessBuilder("/bin/kill", "-KILL", "--", whom).start().waitFor();
    }
    first.waitFor();
    String how = "killed " + (group ? "with its children " : "alone ") + "after " + after + " ms: ";
    Files.deleteIfExists(tree.resolve("record"));
    Process next = start(tree);
    if (!next.waitFor(SECONDS, TimeUnit.SECONDS)) {
      next.destroyForcibly();
      return how + "the next start was blocked for " + SECONDS + " s";
    }
    boolean ran =
        Files.exists(tree.resolve("record"))
            && Files.readString(tree.resolve("record")).endsWith("-cli-0.jar --version ");
    return next.exitValue() == 0 && ran
        ? ""
        : how + "the next start ended with " + next.exitValue();
  }

  private Path tree(Path tree) throws IOException {
    for (String module : List.of("core", "io", "cli")) {
      Files.createDirectories(tree.resolve(module + "/src/main"));
      Files.writeString(tree.resolve(module + "/pom.xml"), "");
    }
    Files.writeString(tree.resolve("pom.xml"), "");
    Files.createDirectories(tree.resolve("java/bin"));
    Files.writeString(tree.resolve("java/release"), "JAVA_VERSION=\"17.0.1\"\n");
    script(tree.resolve("java/bin/mvn"), MAVEN);
    script(tree.resolve("java/bin/java"), JAVA);
    script(tree.resolve("slrm"), Files.readString(slrm));
    return tree;
  }

  private static void script(Path file, String text) throws IOException {
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Process start(Path tree) throws IOException {
    ProcessBuilder start =
        new ProcessBuilder("setsid", tree.resolve("slrm").toString(), "--version");
    start.environment().put("JAVA_HOME", tree.resolve("java").toString());
    start.environment().put("SLRM_RECORD", tree.resolve("record").toString());
    start.environment().merge("PATH", "", (path, x) -> tree.resolve("java/bin") + ":" + path);
    start.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    start.redirectError(ProcessBuilder.Redirect.DISCARD);
    return start.start();
  }
}
