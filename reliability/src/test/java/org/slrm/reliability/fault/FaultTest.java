package org.slrm.reliability.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.reliability.Job;
import org.slrm.reliability.Workspace;

class FaultTest {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
  private static final String CLASSES = System.getProperty("java.class.path");

  @TempDir Path folder;

  @Test
  @Tag("slow")
  void aFullDiskAtAnyStepLosesNothingAndIsReported() throws Exception {
    Process process =
        new ProcessBuilder(
                JAVA.toString(),
                "-Djava.nio.file.spi.DefaultFileSystemProvider=" + FaultProvider.class.getName(),
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                CLASSES,
                FaultMain.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    System.out.println(output.lines().reduce((a, b) -> b).orElse(""));
    assertEquals(
        List.of(), output.lines().filter(line -> line.startsWith("WRONG")).toList(), () -> output);
    assertEquals(0, process.waitFor(), output);
  }

  @Test
  void noOutputTakesThePlaceOfAnInputOfAnotherOutputOrOfAPipe() throws Exception {
    MisplacedOutputs places = new MisplacedOutputs(new Workspace(folder));
    for (Job job : Job.all()) {
      assertEquals(List.of(), places.wrong(job));
    }
    assertTrue(places.tried() > 2 * Job.all().size());
  }

  @Test
  void aDeviceIsExitCode4ForEveryOutputOfEveryCommand() throws Exception {
    Assumptions.assumeTrue(Files.isWritable(Path.of("/dev/full")), "there is no /dev/full");
    Workspace place = new Workspace(folder);
    for (Job job : Job.all()) {
      for (String output : job.outputs()) {
        place.prepare(job);
        List<String> words =
            job.words().stream().map(w -> w.equals(output) ? "/dev/full" : w).toList();
        Job full = new Job(job.name(), words, List.of(), job.input());
        Job.Outcome outcome = full.run(folder, place.input(job));
        assertEquals(4, outcome.code(), job.name() + " " + output + ": " + outcome.output());
      }
    }
  }

  @Test
  void aFullStandardOutputIsExitCode4ForEveryCommand() throws Exception {
    Assumptions.assumeTrue(Files.isWritable(Path.of("/dev/full")), "there is no /dev/full");
    Workspace place = new Workspace(folder);
    place.prepare(Job.all().get(0));
    List<String> commands =
        List.of(
            "fit ./data.csv --target y --method pcr --json --out ./m.slrm",
            "predict ./model.slrm ./data.csv",
            "impute ./model.slrm ./data.csv",
            "evaluate ./model.slrm ./data.csv",
            "evaluate ./model.slrm ./data.csv --json",
            "inspect ./model.slrm",
            "compare ./data.csv --target y --methods pcr --folds 2 --json",
            "simulate --rows 20 --features 3 --rank 2 --nonzeros 2",
            "transduce ./data.csv --target y",
            "stream --model ./model.slrm",
            "completion",
            "--version",
            "--help");
    for (String command : commands) {
      assertEquals(4, code(command), command);
    }
  }

  private int code(String command) throws Exception {
    List<String> words =
        List.of(new Job("", List.of(command.split(" ")), List.of(), "").words(folder));
    List<String> start =
        Stream.concat(
                Stream.of(JAVA.toString(), "-XX:TieredStopAtLevel=1", "-cp", CLASSES),
                Stream.concat(Stream.of("org.slrm.cli.Main"), words.stream()))
            .toList();
    return new ProcessBuilder(start)
        .redirectInput(folder.resolve("data.csv").toFile())
        .redirectOutput(Path.of("/dev/full").toFile())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  /** Results must not depend on the clock, so no code that computes them may read it. */
  @Test
  void noResultDependsOnTheClock() throws Exception {
    Pattern clock =
        Pattern.compile("currentTimeMillis|Instant\\.now|LocalDate(Time)?\\.now|new Date\\(");
    for (String module : List.of("core", "io", "cli")) {
      try (Stream<Path> sources = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        for (Path source : sources.filter(p -> p.toString().endsWith(".java")).toList()) {
          assertEquals(false, clock.matcher(Files.readString(source)).find(), source.toString());
        }
      }
    }
  }
}
