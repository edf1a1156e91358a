package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reproduction at its smallest scale, through the command line. */
@Tag("slow")
class ReproduceTest {
  private static final String PAPERS = "slrm,smpcr,mpcr,bayes";

  @TempDir Path folder;

  @Test
  void aFileInTheFoldersPlaceIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("kept.txt"), "kept");
    Cli refused = Cli.run("reproduce", "fig1a", "--tiny", "--out", file);
    assertEquals(2, refused.code(), refused.err());
    assertTrue(refused.err().contains("--out must be a folder, got " + file), refused.err());
    assertEquals("kept", Files.readString(file));
  }

  @Test
  void writesRunsPlotAndPage() throws IOException {
    Cli run = Cli.run("reproduce", "fig1a", "--tiny", "--out", folder.resolve("a")).done();
    List<String> lines = Files.readAllLines(folder.resolve("a/fig1a.csv"));
    assertEquals(1 + 2 * 2 * 7, lines.size());
    assertTrue(lines.get(1).startsWith("fig1a,n=40,40.0,1,slrm-printed,"), lines.get(1));
    assertTrue(lines.get(1).contains("reconstructionWeight="), lines.get(1));
    assertTrue(Files.readString(folder.resolve("a/fig1a.svg")).startsWith("<svg xmlns="));
    String page = Files.readString(folder.resolve("a/index.html"));
    assertTrue(page.contains("Without noise: error against rows"));
    assertFalse(page.contains("fig1b"), "only what was asked for");
    assertFalse(run.out().contains("fig1b"), run.out());
    assertTrue(run.out().contains("fig1a"), run.out());
    String tables = Files.readString(folder.resolve("a/results.md"));
    assertTrue(tables.contains("| n=40 | "), tables);
    assertFalse(tables.contains("| 1b |"), "only what was asked for");
    assertTrue(tables.contains("Every run that was planned has been made."), tables);
    String spent =
        run.out().lines().filter(l -> l.contains("of one thread")).findFirst().orElse("");
    assertTrue(spent.startsWith("28 runs at the tiny scale took "), run.out());
    assertTrue(page.contains(spent) && tables.contains(spent), spent);
    String fading = lines.stream().filter(l -> l.contains(",smpcr-fading,")).findFirst().orElse("");
    String paper = lines.stream().filter(l -> l.contains(",smpcr,")).findFirst().orElse("");
    assertTrue(fading.contains("forgetting=0.975"), fading);
    assertTrue(paper.contains("forgetting=1.0"), paper);
  }

  @Test
  void runsOfSmpcrMadeWithFadingAreThoseOfTheVariant() throws IOException {
    Cli.run("reproduce", "fig1a", "--tiny", "--methods", "smpcr-fading", "--out", folder).done();
    Path csv = folder.resolve("fig1a.csv");
    List<String> named = Files.readAllLines(csv);
    Files.writeString(csv, Files.readString(csv).replace(",smpcr-fading,", ",smpcr,"));
    Cli.run("reproduce", "fig1a", "--tiny", "--methods", "smpcr", "--out", folder).done();
    List<String> all = Files.readAllLines(csv);
    assertEquals(1 + 2 * 2 * 2, all.size());
    assertTrue(all.containsAll(named), "renamed, not taken for the paper's");
  }

  @Test
  void finishedRunsAreReadNotRepeated() throws IOException {
    Path out = folder.resolve("b");
    Path csv = out.resolve("fig1c.csv");
    Cli.run("reproduce", "fig1c", "--tiny", "--methods", "smpcr,bayes", "--out", out).done();
    List<String> first = Files.readAllLines(csv);
    Cli more = Cli.run("reproduce", "fig1c", "--tiny", "--methods", PAPERS, "--out", out).done();
    List<String> all = Files.readAllLines(csv);
    assertEquals(17, all.size());
    assertTrue(all.containsAll(first), "earlier lines stay to the byte, seconds included");
    assertFalse(more.err().contains("smpcr:"), more.err());
    Cli again = Cli.run("reproduce", "fig1c", "--tiny", "--methods", PAPERS, "--out", out).done();
    assertEquals(all, Files.readAllLines(csv));
    assertFalse(again.err().contains("/16"), again.err());
  }

  @Test
  void runsAreTheSameForAnyNumberOfThreads() throws IOException {
    Path one = folder.resolve("one");
    Path two = folder.resolve("two");
    for (Path out : List.of(one, two)) {
      int threads = out == one ? 1 : 2;
      Cli.run(
              "reproduce",
              "fig1d",
              "--tiny",
              "--methods",
              PAPERS,
              "--threads",
              threads,
              "--out",
              out)
          .done();
    }
    assertEquals(withoutSeconds(one), withoutSeconds(two));
  }

  private static List<String> withoutSeconds(Path out) throws IOException {
    return Files.readAllLines(out.resolve("fig1d.csv")).stream()
        .map(line -> line.replaceFirst("^((?:[^,]*,){11})[^,]*", "$1"))
        .toList();
  }

  @Test
  void otherDataSetsOfAPointUseWhatTheFirstFound() throws IOException {
    Cli.run("reproduce", "fig1b", "--tiny", "--methods", "slrm", "--out", folder).done();
    List<String> lines = Files.readAllLines(folder.resolve("fig1b.csv"));
    assertEquals(
        List.of("true", "false"), List.of(field(lines.get(1), 14), field(lines.get(2), 14)));
    assertTrue(field(lines.get(1), 19).contains("initialUncertainty="), lines.get(1));
    assertEquals(field(lines.get(1), 19), field(lines.get(2), 19));
  }

  private static String field(String line, int number) {
    return line.split(",")[number];
  }

  @Test
  void allMethodsThatMakePassesSpendTheSameOnTheirSearch() throws IOException {
    Cli.run(
            "reproduce",
            "fig1c",
            "--tiny",
            "--methods",
            "slrm-printed,slrm,smpcr,smpcr-fading",
            "--out",
            folder)
        .done();
    List<String> searched =
        Files.readAllLines(folder.resolve("fig1c.csv")).stream()
            .filter(l -> field(l, 14).equals("true"))
            .toList();
    assertEquals(8, searched.size());
    for (String line : searched) {
      assertEquals("60,40,11", String.join(",", field(line, 15), field(line, 16), field(line, 17)));
    }
    String page = Files.readString(folder.resolve("index.html"));
    assertTrue(page.contains("Rows × passes in a search"), "the table of budgets");
  }

  @Test
  void theoremOneIsDrawnAgainstTheErrorItBounds() throws IOException {
    Cli run = Cli.run("reproduce", "theorem1", "--tiny", "--out", folder).done();
    assertEquals(1 + 2 * 3 * 3, Files.readAllLines(folder.resolve("theorem1.csv")).size());
    assertTrue(Files.readString(folder.resolve("theorem1.svg")).contains("error, m = 75"));
    assertTrue(run.out().contains("18 of 18 bounds are at or above the error"), run.out());
    assertFalse(Files.exists(folder.resolve("index.html")), "a picture of its own");
  }

  @Test
  void dataThatAreNotThereAreNamedWithWhereToGetThem() throws IOException {
    Cli run = Cli.run("reproduce", "fig2b", "--tiny", "--data", folder, "--out", folder).done();
    String page = Files.readString(folder.resolve("index.html"));
    assertTrue(page.contains("needs atp/atp1d.arff; the data folder lacks it"), page);
    assertTrue(page.contains("mulan.sourceforge.net"), page);
    assertTrue(run.out().contains("could not be tested"), run.out());
  }

  @Test
  void runsOfAnotherScaleOrSeedAreNotMixedIn() {
    Cli.run("reproduce", "fig1a", "--tiny", "--methods", "bayes", "--out", folder).done();
    Cli other = Cli.run("reproduce", "fig1a", "--methods", "bayes", "--out", folder);
    assertEquals(2, other.code());
    assertTrue(other.err().contains("another seed or scale"), other.err());
    Cli seed =
        Cli.run("reproduce", "fig1a", "--tiny", "--seed", 2, "--methods", "bayes", "--out", folder);
    assertEquals(2, seed.code());
  }

  @Test
  void unknownFiguresAndMethodsAreRefusedWithThoseThereAre() {
    Cli figure = Cli.run("reproduce", "fig9", "--tiny", "--out", folder);
    assertEquals(2, figure.code());
    assertTrue(figure.err().contains("fig1a, fig1b"), figure.err());
    Cli method = Cli.run("reproduce", "fig1a", "--tiny", "--methods", "magic", "--out", folder);
    assertEquals(2, method.code());
    assertTrue(
        method
            .err()
            .contains("slrm-printed, slrm, slrm-logistic, smpcr, smpcr-fading, mpcr, auto, bayes"),
        method.err());
  }

  @Test
  void aFileThatIsNoListOfRunsIsBadInput() throws IOException {
    Files.writeString(folder.resolve("fig1a.csv"), "a,b\n1,2\n");
    Cli run = Cli.run("reproduce", "fig1a", "--tiny", "--methods", "bayes", "--out", folder);
    assertEquals(3, run.code());
    assertTrue(run.err().contains("fig1a.csv"), run.err());
  }

  @Test
  void aReportAloneRunsNothingAndSaysSo() throws IOException {
    Cli.run("reproduce", "fig1a", "--tiny", "--methods", "smpcr,bayes", "--out", folder).done();
    Path csv = folder.resolve("fig1a.csv");
    byte[] runs = Files.readAllBytes(csv);
    String tables = Files.readString(folder.resolve("results.md"));
    for (String name : List.of("results.md", "index.html", "fig1a.svg")) {
      Files.delete(folder.resolve(name));
    }
    Cli again = Cli.run("reproduce", "fig1a", "--tiny", "--report-only", "--out", folder).done();
    assertArrayEquals(runs, Files.readAllBytes(csv));
    assertEquals(tables, Files.readString(folder.resolve("results.md")));
    assertTrue(tables.contains("| 1a | MPCR | not run |"), tables);
    assertTrue(Files.readString(folder.resolve("index.html")).contains("MPCR: not run; go on"));
    assertTrue(Files.exists(folder.resolve("fig1a.svg")));
    // A folder's name may end in a number too.
    assertFalse(again.err().matches("(?s).*\\d/\\d+ fig1a .*"), again.err());
    Cli.run("reproduce", "all", "--tiny", "--report-only", "--out", folder).done();
    assertFalse(Files.exists(folder.resolve("fig1b.csv")), "no run, no file of runs");
    assertTrue(Files.readString(folder.resolve("results.md")).contains("| 1b | all | not run |"));
  }

  @Test
  void aReportAloneTakesNothingThatWouldRun() {
    Cli methods =
        Cli.run(
            "reproduce", "fig1a", "--tiny", "--report-only", "--methods", "bayes", "--out", folder);
    assertEquals(2, methods.code());
    assertTrue(methods.err().contains("leave --methods out"), methods.err());
    assertEquals(2, Cli.run("reproduce", "theorem1", "--report-only", "--out", folder).code());
    Path none = folder.resolve("none");
    assertEquals(3, Cli.run("reproduce", "fig1a", "--report-only", "--out", none).code());
    assertFalse(Files.exists(none));
  }
}
