package org.slrm.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.cli.Cli;
import org.slrm.cli.Main;
import org.slrm.cli.command.CommandRun;

/** Output that was not written is not done. */
class StandardOutputTest {
  private static final String MODEL = "src/test/resources/frozen/auto.slrm";
  private static final String ROWS = "src/test/resources/frozen/rows.txt";
  private static final String DATA = "../examples/sensors.csv";
  private static final File FULL = new File("/dev/full");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fit DATA --target quality --method pcr --rank 2 --out OUT --json",
        "fit DATA --target quality --method pcr --rank 2 --out OUT",
        "predict MODEL ROWS",
        "impute MODEL ROWS",
        "evaluate MODEL DATA",
        "evaluate MODEL DATA --json",
        "inspect MODEL",
        "inspect MODEL --json",
        "compare DATA --target quality --methods pcr",
        "compare DATA --target quality --methods pcr --json",
        "simulate --rows 20",
        "transduce DATA --target quality",
        "stream --model MODEL",
        "completion",
        "--help",
        "fit --help",
        "--version",
        ""
      })
  void aFullDiskEndsEveryCommandUnfinished(String command) throws IOException {
    Assumptions.assumeTrue(FULL.exists(), "there is no /dev/full");
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(Files.readAllBytes(Path.of(ROWS))));
    try (OutputStream full = new FileOutputStream(FULL);
        PrintStream told = new PrintStream(err, true, StandardCharsets.UTF_8)) {
      Console console = new Console(StandardOutput.of(full, () -> false), told, false);
      assertEquals(4, CommandRun.run(words(command), console), err::toString);
    } finally {
      System.setIn(before);
    }
    String said = err.toString(StandardCharsets.UTF_8);
    // Methods compared so far are progress, not complaints.
    List<String> complaints = said.lines().filter(l -> !l.contains(" methods done: ")).toList();
    assertEquals(1, complaints.size(), said);
    assertTrue(complaints.get(0).startsWith("slrm: cannot write standard output: "), said);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fit DATA --target quality --method pcr --rank 2 --out /dev/full",
        "fit DATA --target quality --method pcr --rank 2 --out OUT --report /dev/full",
        "predict MODEL ROWS --out /dev/full",
        "predict MODEL ROWS --explain 2 --suggest 1 --out /dev/full",
        "impute MODEL ROWS --out /dev/full",
        "compare DATA --target quality --methods pcr --report /dev/full",
        "simulate --rows 20 --out /dev/full",
        "simulate --rows 20 --out OUT --truth /dev/full",
        "transduce DATA --target quality --out /dev/full",
        "stream --model MODEL --learn --checkpoint /dev/full"
      })
  void aDeviceAsOutputIsNamedAndTheOthersAreLeftAlone(String command) throws IOException {
    Assumptions.assumeTrue(FULL.exists(), "there is no /dev/full");
    Files.writeString(folder.resolve("old.out"), "old");
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(Files.readAllBytes(Path.of(ROWS))));
    try {
      Cli run = Cli.run((Object[]) words(command));
      assertEquals(4, run.code(), run.err());
      assertTrue(run.err().contains("slrm: cannot write /dev/full: "), run.err());
    } finally {
      System.setIn(before);
    }
    assertEquals("old", Files.readString(folder.resolve("old.out")));
    try (var list = Files.list(folder)) {
      assertEquals(1, list.count(), "nothing half-written stays");
    }
  }

  @Test
  void anotherStreamThatFailsIsNoticedToo() {
    OutputStream failing =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("gone");
          }
        };
    PrintStream out = new PrintStream(failing, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(OutputStream.nullOutputStream());
    assertEquals(4, Main.run(words("inspect MODEL"), out, err));
  }

  @Test
  void theProcessSaysSoWithItsExitCode() throws Exception {
    Assumptions.assumeTrue(FULL.exists(), "there is no /dev/full");
    for (String command : List.of("--version", "predict MODEL ROWS")) {
      Process process = java(command).redirectOutput(FULL).start();
      String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(4, process.waitFor());
      assertTrue(said.startsWith("slrm: cannot write standard output"), said);
    }
  }

  @Test
  void aReaderThatGoesAwayEndsACommandQuietly() throws Exception {
    Process process = java("simulate --rows 20000 --features 20 --rank 3 --nonzeros 3").start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertTrue(out.readLine().startsWith("x1,"));
    }
    assertEquals("", new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
    assertEquals(141, process.waitFor());
  }

  private ProcessBuilder java(String command) {
    List<String> all = new ArrayList<>();
    all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    all.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.slrm.cli.Main"));
    all.addAll(Arrays.asList(words(command)));
    return new ProcessBuilder(all).redirectInput(new File("/dev/null"));
  }

  private String[] words(String command) {
    return Arrays.stream(command.split(" "))
        .filter(w -> !w.isEmpty())
        .map(
            w ->
                switch (w) {
                  case "MODEL" -> MODEL;
                  case "ROWS" -> ROWS;
                  case "DATA" -> DATA;
                  case "OUT" -> folder.resolve("old.out").toString();
                  default -> w;
                })
        .toArray(String[]::new);
  }
}
