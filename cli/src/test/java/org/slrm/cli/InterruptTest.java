package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.io.model.ModelFile;

class InterruptTest {
  private static final Path STATUS = Path.of("/proc/self/status");

  @TempDir Path folder;

  /**
   * A shell without job control starts background commands with Ctrl-C ignored, and their children.
   */
  @BeforeEach
  void interruptsArrive() throws IOException {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "there is no /bin/kill");
    Assumptions.assumeTrue(Files.isReadable(STATUS), "there is no /proc/self/status");
    String ignored =
        Files.readAllLines(STATUS).stream().filter(l -> l.startsWith("SigIgn:")).findFirst().get();
    long mask = Long.parseUnsignedLong(ignored.substring(7).strip(), 16);
    Assumptions.assumeTrue((mask & 2) == 0, "Ctrl-C is ignored where the tests were started");
  }

  @Test
  void controlCEndsWith130AndLeavesNoHalfWrittenFile() throws Exception {
    Path out = Files.writeString(folder.resolve("m.slrm"), "old");
    // Standard input stays open, so the fit waits for rows while its output is prepared.
    Process process = slrm("fit", "-", "--target", "y", "--out", out.toString());
    process.getOutputStream().write("a,y\n1,2\n".getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
    for (int k = 0; k < 600 && files().size() < 2; k++) {
      Thread.sleep(100);
    }
    assertEquals(2, files().size(), "the temporary file is there while the command runs");
    new ProcessBuilder("/bin/kill", "-INT", Long.toString(process.pid())).start().waitFor();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the process ends");
    assertEquals(130, process.exitValue());
    assertEquals(List.of(out), files());
    assertEquals("old", Files.readString(out));
  }

  @Test
  void aStreamThatIsInterruptedSavesWhatItHasLearned() throws Exception {
    Path saved = folder.resolve("s.slrm");
    Process process = slrm("stream", "--target", "y", "--learn", "--checkpoint", saved.toString());
    StringBuilder rows = new StringBuilder("a,b,y\n");
    for (int i = 0; i < 30; i++) {
      rows.append(i % 7).append(',').append(i % 5).append(',').append(i % 3).append('\n');
    }
    process.getOutputStream().write(rows.toString().getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
    var answers = process.inputReader();
    for (int line = 0; line <= 30; line++) {
      answers.readLine();
    }
    new ProcessBuilder("/bin/kill", "-INT", Long.toString(process.pid())).start().waitFor();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the process ends");
    assertEquals(130, process.exitValue());
    assertEquals(30, ModelFile.read(saved).stream().rows());
  }

  @Test
  void aComparisonThatIsInterruptedTellsWhatItHas() throws Exception {
    Path page = folder.resolve("c.html");
    Process process =
        slrm(
            "compare",
            "../examples/sensors.csv",
            "--target",
            "quality",
            "--methods",
            "mean-lasso,auto",
            "--report",
            page.toString());
    // The second method speaks of its progress only once the first has finished.
    var said = process.errorReader();
    StringBuilder heard = new StringBuilder();
    for (int c = said.read(); c >= 0 && heard.indexOf("auto,") < 0; c = said.read()) {
      heard.append((char) c);
    }
    new ProcessBuilder("/bin/kill", "-INT", Long.toString(process.pid())).start().waitFor();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String rest = said.lines().reduce("", (a, b) -> a + "\n" + b);
    assertEquals(130, process.waitFor());
    assertTrue(out.contains("mean-lasso") && !out.contains("auto"), out);
    assertTrue(rest.contains("stopped after 1 of 2 methods"), rest);
    assertTrue(rest.contains("what was finished is kept"), rest);
    assertTrue(Files.readString(page).contains("mean-lasso"), "the page has it too");
  }

  private List<Path> files() throws IOException {
    try (var list = Files.list(folder)) {
      return list.toList();
    }
  }

  private static Process slrm(String... words) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dslrm.terminal=true",
                "-cp",
                System.getProperty("java.class.path"),
                "org.slrm.cli.Main"));
    command.addAll(List.of(words));
    return new ProcessBuilder(command).start();
  }
}
