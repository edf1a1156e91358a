package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher takes words as words: none is an option of a tool, a pattern or a command. */
class LauncherTest {
  private static final Path MODEL = Path.of("src/test/resources/frozen/auto.slrm");
  private static final Path ROWS = Path.of("src/test/resources/frozen/rows.txt");

  @TempDir Path home;
  @TempDir Path folder;

  @BeforeEach
  void precious() throws IOException {
    Files.writeString(folder.resolve("precious.txt"), "keep me");
    Files.copy(MODEL, folder.resolve("m.slrm"));
  }

  private Set<String> files() throws IOException {
    try (var list = Files.list(folder)) {
      return new TreeSet<>(list.map(f -> f.getFileName().toString()).toList());
    }
  }

  private Cli slrm(Object... words) throws IOException, InterruptedException {
    Launcher launcher = Launcher.unpacked(Files.createTempDirectory(home, "slrm"));
    return Launcher.run(launcher.command(folder, words));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-delete", "$(touch pwned)", "two words"})
  void aHostileNameIsAFileLikeAnyOther(String name) throws Exception {
    assertSafe(name);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-exec",
        "`touch pwned`",
        "a;touch pwned",
        "new\nline",
        "*",
        "@words",
        "(",
        "!",
        "--engine=spark"
      })
  void furtherHostileNamesAreFilesLikeAnyOther(String name) throws Exception {
    assertSafe(name);
  }

  private void assertSafe(String name) throws Exception {
    Files.copy(ROWS, folder.resolve(name));
    Set<String> before = files();
    Cli expected = Cli.run("predict", MODEL, ROWS).done();
    Cli afterDashes = slrm("predict", "m.slrm", "--", name);
    assertEquals(expected.out(), afterDashes.done().out());
    assertEquals(expected.out(), slrm("predict", "m.slrm", "./" + name).done().out());
    assertEquals(before, files());
    slrm("predict", "m.slrm", name);
    slrm("fit", name, "--target", "y", "--out", "made.slrm");
    Files.deleteIfExists(folder.resolve("made.slrm"));
    assertEquals(before, files());
  }

  @ParameterizedTest
  @ValueSource(strings = {"-x.csv", "-delete"})
  void anOutputMayBeginWithADash(String name) throws Exception {
    Files.copy(ROWS, folder.resolve("rows.csv"));
    Set<String> expected = files();
    expected.add(name);
    slrm("predict", "m.slrm", "rows.csv", "--out=" + name).done();
    assertEquals(expected, files());
    Files.delete(folder.resolve(name));
    slrm("predict", "m.slrm", "rows.csv", "--out", name).done();
    assertEquals(expected, files());
  }

  @Test
  void aDataFileTakenForAnOptionIsExplained() throws Exception {
    Files.copy(ROWS, folder.resolve("-delete"));
    Cli refused = slrm("predict", "m.slrm", "-delete");
    assertEquals(2, refused.code());
    assertTrue(refused.err().contains("./-delete"), refused.err());
  }

  @Test
  void namesOfAnyLettersAreFoundWithoutALocale() throws Exception {
    Files.copy(ROWS, folder.resolve("naïve größe 数.csv"));
    Launcher launcher = Launcher.unpacked(home.resolve("any"));
    ProcessBuilder plain = launcher.command(folder, "predict", "m.slrm", "naïve größe 数.csv");
    plain.environment().remove("LANG");
    plain.environment().put("LC_ALL", "C.UTF-8");
    Assumptions.assumeTrue(Launcher.run(plain).code() == 0, "this system has no C.UTF-8");
    plain.environment().put("LC_ALL", "C");
    Launcher.run(plain).done();
    String java = plain.environment().get("JAVA_HOME");
    plain.environment().clear();
    plain.environment().put("JAVA_HOME", java);
    Launcher.run(plain).done();
    assertTrue(Files.notExists(Path.of("/.cache/slrm")), "no cache in the root folder");
  }

  /** A file large enough for vector instructions, whose announcement by Java is filtered. */
  @Test
  void aLogThatOthersWriteToKeepsEveryLine() throws Exception {
    String rows = "no number,1,2\n1,2,3\n2,1,4\n".repeat(20_000);
    Files.writeString(folder.resolve("large.csv"), "a,b,y\n" + rows);
    Launcher launcher = Launcher.unpacked(Files.createTempDirectory(home, "slrm"));
    ProcessBuilder fit =
        launcher.command(
            folder, "fit", "large.csv", "--method", "pcr", "--target", "z", "--out", "z.slrm");
    Path log = folder.resolve("log");
    fit.redirectErrorStream(false);
    fit.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    List<String> words = new ArrayList<>(List.of("sh", "-c"));
    words.add("exec 2>log; echo before >&2; \"$@\" >/dev/null; echo after >&2");
    words.add("sh");
    words.addAll(fit.command());
    fit.command(words);
    fit.start().waitFor();
    List<String> lines = Files.readAllLines(log);
    assertEquals("before", lines.get(0));
    assertTrue(lines.get(1).startsWith("slrm: large.csv"), lines.toString());
    assertEquals("after", lines.get(lines.size() - 1));
  }

  @Test
  void aModelOfOtherDataIsNotReplacedUnasked() throws Exception {
    String rows = "a,b,y\n" + "1,2,3\n2,1,4\n3,5,4\n".repeat(10);
    Files.writeString(folder.resolve("houses.csv"), rows);
    Object[] fit = {"fit", "houses.csv", "--target", "y", "--method", "pcr"};
    slrm(fit).done();
    byte[] before = Files.readAllBytes(folder.resolve("houses.slrm"));
    slrm(fit).done();
    Files.writeString(folder.resolve("houses.csv"), rows + "4,4,4\n");
    Cli refused = slrm(fit);
    assertEquals(2, refused.code());
    assertTrue(
        refused.err().contains("houses.slrm already holds a model made from other data"),
        refused.err());
    assertArrayEquals(before, Files.readAllBytes(folder.resolve("houses.slrm")));
    Object[] named = java.util.Arrays.copyOf(fit, fit.length + 2);
    named[fit.length] = "--out";
    named[fit.length + 1] = "houses.slrm";
    slrm(named).done();
  }

  /** Results and messages in one file, which both write to from where the other stopped. */
  @Test
  void outputAndErrorsMayShareAFile() throws Exception {
    StringBuilder rows = new StringBuilder("a,b,y\n");
    for (int i = 0; i < 60_000; i++) {
      rows.append(i % 7).append(',').append(i % 5).append(',').append(i % 11).append('\n');
    }
    Files.writeString(folder.resolve("large.csv"), rows);
    Launcher launcher = Launcher.unpacked(Files.createTempDirectory(home, "slrm"));
    ProcessBuilder compare =
        launcher.command(
            folder, "compare", "large.csv", "--target", "y", "--methods", "pcr", "--folds", "2");
    List<String> words = new ArrayList<>(List.of("sh", "-c"));
    words.add("exec >log 2>&1; echo before; \"$@\" --report r.html; echo after >&2");
    words.add("sh");
    words.addAll(compare.command());
    compare.command(words).start().waitFor();
    List<String> lines = Files.readAllLines(folder.resolve("log"));
    assertEquals("before", lines.get(0));
    assertTrue(lines.stream().anyMatch(l -> l.startsWith("60,000 rows")), lines.toString());
    assertTrue(lines.contains("Lowest error: pcr."), lines.toString());
    assertTrue(lines.contains("slrm: report written to r.html"), lines.toString());
    assertEquals("after", lines.get(lines.size() - 1));
  }

  /** Another in the place of Java says what it was started with. */
  private String started(Launcher launcher, String... words) throws Exception {
    Path java = Files.createDirectories(home.resolve("java/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\nprintf '%s ' \"$@\"\n");
    java.toFile().setExecutable(true);
    Files.writeString(home.resolve("java/release"), "JAVA_VERSION=\"17.0.1\"\n");
    List<String> all = new ArrayList<>(List.of("fit", "--target", "y"));
    all.addAll(List.of(words));
    ProcessBuilder command = launcher.command(folder, all.toArray());
    command.environment().put("JAVA_HOME", home.resolve("java").toString());
    return Launcher.run(command).done().out();
  }

  private String table(int rows, int columns) throws IOException {
    String name = rows + " by " + columns + ".csv";
    String row = "1,".repeat(columns - 1) + "2\n";
    Files.writeString(folder.resolve(name), "a,".repeat(columns - 1) + "y\n" + row.repeat(rows));
    return name;
  }

  @Test
  void fitsOfSmallFilesRunWithTheFirstCompilerAloneAndOfLargeOnesWithVectors() throws Exception {
    Launcher launcher = Launcher.unpacked(home.resolve("tree with blanks"));
    String small = started(launcher, table(100, 3));
    String middle = started(launcher, table(20_000, 3));
    String large = started(launcher, table(100_000, 3));
    assertTrue(small.contains("TieredStopAtLevel=1") && !small.contains("Tier4"), small);
    assertTrue(!(middle + large).contains("TieredStopAtLevel"));
    assertTrue(middle.contains("Tier4") && large.contains("Tier4"));
    assertTrue(!(small + middle).contains("jdk.incubator.vector"));
    assertTrue(large.contains("jdk.incubator.vector"));
    Files.copy(folder.resolve(table(100_000, 3)), folder.resolve("r.html"));
    String again = started(launcher, table(100, 3), "--report", "r.html");
    assertTrue(again.contains("TieredStopAtLevel=1"), again);
  }

  /** Processors without vectors of four numbers say so; the module is there in any case. */
  @Test
  void aFitOfALargeFileFindsTheVectorKernels() throws Exception {
    Path logging = folder.resolve("logging.properties");
    String console = "java.util.logging.ConsoleHandler";
    Files.writeString(
        logging, "handlers=" + console + "\norg.slrm.level=FINE\n" + console + ".level=FINE\n");
    StringBuilder rows = new StringBuilder("a,b,y\n");
    for (int i = 0; i < 20_000; i++) {
      rows.append(1000 + i % 7).append(',').append(1000 + i % 11).append(',').append(i % 13);
      rows.append("0000\n");
    }
    Files.writeString(folder.resolve("kernels.csv"), rows);
    ProcessBuilder fit =
        Launcher.unpacked(Files.createTempDirectory(home, "slrm"))
            .command(
                folder,
                "fit",
                "kernels.csv",
                "-t",
                "y",
                "-m",
                "likelihood",
                "--rank",
                1,
                "--out",
                "kernels.slrm");
    fit.environment().put("SLRM_OPTS", "-Djava.util.logging.config.file=" + logging.getFileName());
    String log = Launcher.run(fit).done().err();
    assertTrue(
        log.contains("kernels: vector instructions")
            || log.contains("(the processor has smaller vectors)"),
        log);
  }

  private static final String BUILD =
      """
      mkdir -p cli/target/lib
      cp ready.jar cli/target/slrm-cli-0.jar
      cp ready.jar cli/target/lib/other.jar
      echo rows=1 >cli/target/lib/other.properties
      echo built >>builds
      """;

  private ProcessBuilder built(Launcher launcher) {
    ProcessBuilder command = launcher.command(folder, "--version");
    Path tools = launcher.script.resolveSibling("tools");
    command.environment().put("PATH", tools + ":" + System.getenv("PATH"));
    command.environment().put("JAVA_HOME", tools.toString());
    return command;
  }

  @Test
  void theLockOfABuildThatWasKilledIsTakenOver() throws Exception {
    Launcher launcher = Launcher.sources(home.resolve("tree"), BUILD);
    Path cache = Files.createDirectories(launcher.script.resolveSibling(".slrm-build"));
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    long dead = gone.pid();
    Files.createSymbolicLink(cache.resolve("building"), Path.of(dead + "." + dead));
    Files.writeString(cache.resolve("classes." + dead), "left over");
    Files.createDirectory(cache.resolve("warm-up." + dead));
    // The folder that earlier versions locked with is of no more account.
    Files.createDirectory(cache.resolve("lock"));
    Cli started = Launcher.run(built(launcher)).done();
    assertTrue(!started.err().contains("waiting"), started.err());
    assertEquals(List.of(), leftOvers(cache));
  }

  /** Where nobody asks how it ended, a killed launcher keeps its number and its name. */
  @Test
  void theLockOfAKilledLauncherThatNobodyCalledForIsTakenOver() throws Exception {
    Launcher launcher = Launcher.sources(home.resolve("tree"), BUILD);
    Path cache = Files.createDirectories(launcher.script.resolveSibling(".slrm-build"));
    // It ends only when its parent is a sleep, which asks for nobody; a shell would.
    Path ended =
        Files.writeString(
            folder.resolve("slrm-ended"),
            """
            #!/bin/sh
            while [ -r /proc/$PPID/comm ] && ! grep -qx sleep /proc/$PPID/comm; do sleep 0.02; done
            """);
    ended.toFile().setExecutable(true);
    Process parent =
        new ProcessBuilder("sh", "-c", "./slrm-ended & echo $!; exec sleep 600")
            .directory(folder.toFile())
            .start();
    try {
      String pid = parent.inputReader().readLine();
      Path state = Path.of("/proc", pid, "stat");
      Assumptions.assumeTrue(Files.exists(state), "no /proc to see a process by");
      while (!Files.readString(state).contains(") Z")) {
        Thread.sleep(20);
      }
      Files.createSymbolicLink(cache.resolve("building"), Path.of(pid));
      Cli started = Launcher.run(built(launcher)).done();
      assertTrue(!started.err().contains("waiting"), started.err());
    } finally {
      parent.destroyForcibly();
    }
  }

  @Test
  void aSecondStartWaitsForABuildThatRuns() throws Exception {
    Launcher launcher =
        Launcher.sources(
            home.resolve("tree"), "echo >started; until [ -f go ]; do sleep 0.1; done\n" + BUILD);
    Path tree = launcher.script.getParent();
    Path second = folder.resolve("second");
    Process first = built(launcher).redirectErrorStream(true).start();
    await(tree.resolve("started"), first);
    Process other = built(launcher).redirectError(second.toFile()).start();
    while (!Files.exists(second) || !Files.readString(second).contains("waiting")) {
      assertTrue(other.isAlive());
      Thread.sleep(50);
    }
    Files.writeString(tree.resolve("go"), "");
    assertEquals(0, first.waitFor());
    assertEquals(0, other.waitFor());
    assertEquals("slrm: waiting for another build to finish\n", Files.readString(second));
    assertEquals("built\n", Files.readString(tree.resolve("builds")));
    assertEquals("rows=1\n", Files.readString(tree.resolve(".slrm-build/lib/other.properties")));
    assertEquals(List.of(), leftOvers(tree.resolve(".slrm-build")));
  }

  @Test
  void aKilledFirstBuildBlocksNoLaterStart() throws Exception {
    Launcher launcher =
        Launcher.sources(
            home.resolve("tree"),
            "echo $$ >started; [ -f go ] || { while :; do sleep 0.1; done; }\n" + BUILD);
    Path tree = launcher.script.getParent();
    Process first = built(launcher).start();
    await(tree.resolve("started"), first);
    first.destroyForcibly().waitFor();
    String maven = Files.readString(tree.resolve("started")).strip();
    ProcessHandle orphan = ProcessHandle.of(Long.parseLong(maven)).orElseThrow();
    orphan.destroyForcibly();
    orphan.onExit().get();
    Files.writeString(tree.resolve("go"), "");
    Cli started = Launcher.run(built(launcher)).done();
    assertTrue(!started.err().contains("waiting"), started.err());
    assertEquals("started\n", started.out());
  }

  /** Another in the place of Java that does something where classes are archived. */
  private static void archives(Launcher launcher, String what) throws IOException {
    Files.writeString(
        launcher.script.resolveSibling("tools/bin/java"),
        "#!/bin/sh\ncd \"${0%/*}\"/../..\ncase \"$*\" in *warm-up*) "
            + what
            + " ;; esac\nfor word in \"$@\"; do case $word in"
            + " -XX:SharedArchiveFile=*.jsa.*|-XX:ArchiveClassesAtExit=*) : >\"${word#*=}\" ;;"
            + " esac; done\necho started\n");
  }

  @Test
  void manyFirstStartsBuildOnceAndArchiveClassesOnce() throws Exception {
    Launcher launcher = Launcher.sources(home.resolve("tree"), BUILD);
    archives(launcher, "echo one >>archived; sleep 2");
    List<Process> starts = new ArrayList<>();
    for (int k = 0; k < 16; k++) {
      starts.add(built(launcher).redirectErrorStream(true).start());
    }
    for (Process start : starts) {
      String said = new String(start.getInputStream().readAllBytes());
      assertEquals(0, start.waitFor(), said);
      assertTrue(said.endsWith("started\n"), said);
    }
    Path tree = launcher.script.getParent();
    assertEquals("built\n", Files.readString(tree.resolve("builds")));
    assertEquals("one\n", Files.readString(tree.resolve("archived")));
    assertEquals(List.of(), leftOvers(tree.resolve(".slrm-build")));
  }

  @Test
  void aLauncherThatIsToldToEndTakesTheArchivingOfClassesWithIt() throws Exception {
    Launcher launcher = Launcher.sources(home.resolve("tree"), BUILD);
    archives(launcher, "echo $$ >archiving; exec sleep 600");
    Process start = built(launcher).start();
    Path tree = launcher.script.getParent();
    await(tree.resolve("archiving"), start);
    String java = Files.readString(tree.resolve("archiving")).strip();
    ProcessHandle child = ProcessHandle.of(Long.parseLong(java)).orElseThrow();
    start.destroy();
    child.onExit().get();
    assertEquals(130, start.waitFor());
    assertEquals(List.of(), leftOvers(tree.resolve(".slrm-build")));
  }

  @Test
  void whereNothingCanBeBuiltTheLauncherSaysSo() throws Exception {
    Launcher launcher = Launcher.sources(home.resolve("tree"), BUILD);
    Path cache = launcher.script.resolveSibling(".slrm-build");
    Files.writeString(cache, "no folder");
    Cli unmade = Launcher.run(built(launcher));
    assertEquals(4, unmade.code(), unmade.err());
    assertTrue(unmade.err().contains(".slrm-build cannot be made"), unmade.err());
    Files.delete(cache);
    Files.writeString(Files.createDirectory(cache).resolve("building"), "no link");
    Cli locked = Launcher.run(built(launcher));
    assertEquals(4, locked.code(), locked.err());
    assertTrue(locked.err().contains("building cannot be made"), locked.err());
  }

  @Test
  void aWorkingDirectoryThatIsGoneIsNamed() throws Exception {
    Launcher launcher = Launcher.unpacked(home.resolve("any"));
    Files.createDirectory(folder.resolve("gone"));
    ProcessBuilder start = launcher.command(folder.resolve("gone"), "--version");
    List<String> words =
        List.of("sh", "-c", "rmdir \"$PWD\"; exec \"$@\"", "sh", launcher.script.toString());
    Cli said = Launcher.run(start.command(words));
    assertEquals(4, said.code(), said.err());
    assertTrue(said.err().contains("slrm: the working directory no longer exists"), said.err());
  }

  @Test
  void tooFewOpenFilesAreNamed() throws Exception {
    Launcher launcher = Launcher.unpacked(home.resolve("any"));
    ProcessBuilder start = launcher.command(folder, "--version");
    List<String> words =
        List.of("sh", "-c", "ulimit -n 30; exec \"$@\"", "sh", launcher.script.toString());
    Cli said = Launcher.run(start.command(words));
    assertEquals(4, said.code(), said.err());
    assertTrue(said.err().contains("slrm: only 30 files may be open"), said.err());
  }

  private static void await(Path file, Process process) throws Exception {
    while (!Files.exists(file) || Files.size(file) == 0) {
      assertTrue(!process.waitFor(20, TimeUnit.MILLISECONDS), "the build goes on");
    }
  }

  private static List<String> leftOvers(Path cache) throws IOException {
    try (var list = Files.list(cache)) {
      return list.map(f -> f.getFileName().toString())
          .filter(f -> f.matches("building.*|started|.*\\.lock|.*\\.[0-9]+"))
          .toList();
    }
  }
}
