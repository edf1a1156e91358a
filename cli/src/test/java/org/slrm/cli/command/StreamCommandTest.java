package org.slrm.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.cli.Cli;

class StreamCommandTest {
  private static final Path DATA = Path.of("../examples/sensors.csv");
  private static final Path FROZEN = Path.of("src/test/resources/frozen");

  @TempDir Path folder;

  private static Cli stream(String input, Object... args) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
    try {
      Object[] all = new Object[args.length + 1];
      all[0] = "stream";
      System.arraycopy(args, 0, all, 1, args.length);
      return Cli.run(all);
    } finally {
      System.setIn(before);
    }
  }

  /** All kinds but checkpoints, which go on with the numbers of their rows. */
  static List<Path> models() throws IOException {
    try (var files = Files.list(FROZEN)) {
      return files
          .filter(f -> f.toString().endsWith(".slrm") && !f.toString().endsWith("stream.slrm"))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void aModelPredictsAStreamAsItDoesAFile(Path model) throws IOException {
    Path rows = FROZEN.resolve("rows.txt");
    assertEquals(
        Cli.run("predict", model, rows).done().out(),
        stream(Files.readString(rows), "--model", model).done().out());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void goingOnFromACheckpointPredictsAsIfNeverStopped(int components) throws IOException {
    List<String> lines = Files.readAllLines(DATA);
    String header = lines.get(0) + "\n";
    String first = String.join("\n", lines.subList(0, 301)) + "\n";
    String rest = header + String.join("\n", lines.subList(301, 401)) + "\n";
    Path saved = folder.resolve("s.slrm");
    Object[] fresh = {
      "--target", "quality", "--learn", "--warm-up", 150, "--rank", 4, "--components", components
    };
    List<String> whole = stream(Files.readString(DATA), fresh).done().out().lines().toList();
    Object[] kept = java.util.Arrays.copyOf(fresh, fresh.length + 2);
    kept[fresh.length] = "--checkpoint";
    kept[fresh.length + 1] = saved;
    assertEquals(
        whole.subList(0, 301), stream(first, kept).done().out().lines().toList(), "first part");
    List<String> later =
        stream(rest, "--model", saved, "--learn", "--checkpoint", saved)
            .done()
            .out()
            .lines()
            .toList();
    for (int i = 1; i < later.size(); i++) {
      assertEquals(whole.get(300 + i), later.get(i));
    }
    assertTrue(whole.get(10).startsWith("10,quality,,,,,"), "nothing claimed before the first fit");
    assertTrue(whole.get(10).endsWith("false,"), "not answered before the first fit");
    assertTrue(whole.get(400).endsWith("true,"), whole.get(400));
    String inside = Cli.run("inspect", saved).done().out();
    assertTrue(inside.lines().anyMatch(l -> l.matches(" *components +" + components)), inside);
    Cli.run("predict", saved, DATA).done();
  }

  @Test
  void aCheckpointBeforeTheFirstFitKeepsTheFittedModel() throws IOException {
    List<String> lines = Files.readAllLines(DATA);
    Path model = folder.resolve("m.slrm");
    Path saved = folder.resolve("s.slrm");
    Cli.run("fit", DATA, "--target", "quality", "--method", "pcr", "--rank", 2, "--out", model)
        .done();
    String some = String.join("\n", lines.subList(0, 21)) + "\n";
    String more = lines.get(0) + "\n" + String.join("\n", lines.subList(21, 31)) + "\n";
    stream(some, "--model", model, "--learn", "--checkpoint", saved).done();
    List<String> whole =
        Cli.run("predict", model, DATA).done().out().lines().toList().subList(21, 31);
    List<String> resumed =
        stream(more, "--model", saved, "--learn", "--checkpoint", saved)
            .done()
            .out()
            .lines()
            .skip(1)
            .toList();
    assertEquals(whole, resumed);
    Cli.run("predict", saved, DATA).done();
  }

  @Test
  void aCheckpointDoesNotTakeThePlaceOfAFittedModel() throws IOException {
    Path model = Files.copy(FROZEN.resolve("auto.slrm"), folder.resolve("m.slrm"));
    Path link = Files.createSymbolicLink(folder.resolve("link.slrm"), model);
    Path twin = Files.createLink(folder.resolve("twin.slrm"), model);
    byte[] before = Files.readAllBytes(model);
    for (Object other :
        List.of(model, link, twin, folder.resolve("../" + folder.getFileName() + "/m.slrm"))) {
      Cli refused =
          stream(
              Files.readString(FROZEN.resolve("rows.txt")),
              "--model",
              model,
              "--learn",
              "--checkpoint",
              other);
      assertEquals(2, refused.code(), refused.err());
      assertTrue(refused.err().contains("--checkpoint"), refused.err());
    }
    assertTrue(java.util.Arrays.equals(before, Files.readAllBytes(model)));
  }

  /** The first known cell says what a column holds; a checkpoint keeps it. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 25})
  void datesAndTimesAreLearnedFromLikeNumbers(int unknown) throws IOException {
    StringBuilder dated = new StringBuilder("day,clock,a,y\n");
    StringBuilder counted = new StringBuilder("day,clock,a,y\n");
    for (int i = 0; i < 60; i++) {
      String rest = "," + i % 7 + "," + (i + i % 7) + "\n";
      String time = String.format("%02d:30:00", i % 24);
      Object day = i < unknown ? "NA" : java.time.LocalDate.of(2024, 1, 1).plusDays(i);
      dated.append(day).append(",").append(time).append(rest);
      Object count = i < unknown ? "" : 19723 + i;
      counted.append(count).append(',').append(i % 24 + 0.5).append(rest);
    }
    Object[] words = {"--target", "y", "--learn", "--warm-up", 20, "--rank", 2};
    Cli dates = stream(dated.toString(), words).done();
    assertEquals(stream(counted.toString(), words).done().out(), dates.out());
    Cli other = stream(dated + "12/31/2024,11:00,1,2\n", words);
    assertEquals(3, other.code());
    assertTrue(other.err().contains("must be written like year-month-day"), other.err());
    Path saved = folder.resolve("dates.slrm");
    stream(dated.toString(), with(words, "--checkpoint", saved)).done();
    stream("day,clock,a,y\n2024-03-01,00:30:00,4,64\n", "--model", saved, "--learn").done();
  }

  private static Object[] with(Object[] words, Object... more) {
    Object[] all = java.util.Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return all;
  }

  @Test
  void withoutModelOrLearningThereIsNothingToSay() {
    assertEquals(2, stream("a,y\n1,2\n").code());
    assertEquals(2, stream("a,y\n1,2\n", "--target", "y").code());
  }
}
