package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.cli.report.Chromium;

/**
 * Pages in a window 1280 pixels wide: at most 6,000 high, rows of cards filled, folds that open.
 */
class PageLayoutTest {
  private static final int HIGHEST = 6000;

  /**
   * Height; rows of cards that do not reach the right edge, and cards of a pair of charts of which
   * a third is empty; folded sections before and in print.
   */
  private static final String PROBE =
      """
      <script>
      const height = document.documentElement.scrollHeight;
      const closed = () => document.querySelectorAll("details.part:not([open])").length;
      const before = closed();
      dispatchEvent(new Event("beforeprint"));
      const printed = closed();
      const short = [];
      document.querySelectorAll(".grid2").forEach(g => {
        if (!g.offsetWidth) return; // of a target that is not chosen
        const right = new Map();
        g.querySelectorAll(":scope>.card").forEach(c => {
          const b = c.getBoundingClientRect();
          right.set(Math.round(b.top), Math.max(right.get(Math.round(b.top)) || 0, b.right));
        });
        const edge = g.getBoundingClientRect().right;
        right.forEach((r, top) => { if (r < edge - 2) short.push(Math.round(top)); });
        const pair = g.querySelectorAll(":scope>.card");
        const charts = g.querySelectorAll(":scope>.card>.rows, :scope>.card>svg.plot");
        if (pair.length !== 2 || charts.length !== 2) return;
        charts.forEach(c => {
          const card = c.closest(".card").getBoundingClientRect();
          const fold = c.parentNode.querySelector("details.data");
          const end = fold ? fold.getBoundingClientRect().top : card.bottom;
          if (end - c.getBoundingClientRect().bottom > card.height / 3) short.push(card.top);
        });
      });
      dispatchEvent(new Event("afterprint"));
      document.title = [height, short.length, before, printed, closed()].join(" ");
      </script></body>
      """;

  @TempDir Path folder;

  @BeforeAll
  static void needsChromium() {
    Chromium.assumed();
  }

  private record Layout(
      int height, int shortRows, int folded, int foldedInPrint, int foldedAfter) {}

  private Layout layout(Path page) throws IOException, InterruptedException {
    Path probe = folder.resolve("probe-" + page.getFileName());
    Files.writeString(probe, Files.readString(page).replace("</body>", PROBE));
    String dom =
        Chromium.run(
            folder, List.of("--window-size=1280,900", "--dump-dom", probe.toUri().toString()))[0];
    String[] said = dom.substring(dom.indexOf("<title>") + 7, dom.indexOf("</title>")).split(" ");
    int[] n = List.of(said).stream().mapToInt(Integer::parseInt).toArray();
    return new Layout(n[0], n[1], n[2], n[3], n[4]);
  }

  private void fits(Path page, int folds) throws IOException, InterruptedException {
    Layout seen = layout(page);
    assertTrue(seen.height <= HIGHEST, page + " " + seen);
    assertEquals(0, seen.shortRows, page + " " + seen);
    assertTrue(seen.folded >= folds, page + " " + seen);
    assertEquals(0, seen.foldedInPrint, page + " " + seen);
    assertEquals(seen.folded, seen.foldedAfter, page + " " + seen);
  }

  private Path fit(Path data, String target, Object... options) {
    Path page = folder.resolve("fit.html");
    List<Object> words = new ArrayList<>(List.of("fit", data, "--target", target));
    words.addAll(List.of("--effort", "quick", "--report", page, "--out", model()));
    words.addAll(List.of(options));
    Cli.run(words.toArray()).done();
    return page;
  }

  private Path model() {
    return folder.resolve("m.slrm");
  }

  private Path labelled(DoubleFunction<String> label) throws IOException {
    return Labelled.table(folder.resolve("data.csv"), 300, 11, label);
  }

  @Test
  void aFitOfANumberFits() throws Exception {
    Path data = folder.resolve("wide.csv");
    Cli.run(
            "simulate",
            "--rows",
            300,
            "--features",
            40,
            "--rank",
            3,
            "--nonzeros",
            3,
            "--out",
            data)
        .done();
    fits(fit(data, "y"), 5);
  }

  @Test
  void aFitOfTwoClassesFits() throws Exception {
    fits(fit(labelled(Labelled::yes), "y"), 5);
  }

  @Test
  void aFitOfFiveClassesOfWhichSomeAreRareFits() throws Exception {
    fits(fit(labelled(PageLayoutTest::five), "y"), 5);
  }

  private static String five(double hidden) {
    return hidden > 2
        ? "rarest"
        : hidden > 1.6 ? "rare" : hidden > 1 ? "few" : hidden > 0 ? "many" : "most";
  }

  @Test
  void aFitOfCountsFits() throws Exception {
    fits(fit(labelled(Labelled::count), "y", "--label", "counts"), 5);
  }

  @Test
  void aFitOfAQuantileFits() throws Exception {
    fits(fit(labelled(h -> String.valueOf(3 * h)), "y", "--label", "quantile:0.9"), 5);
  }

  @Test
  void aFitOfSeveralTargetsFits() throws Exception {
    Path data = folder.resolve("several.csv");
    Cli.run(
            "simulate",
            "--rows",
            300,
            "--features",
            12,
            "--rank",
            3,
            "--nonzeros",
            3,
            "--out",
            data)
        .done();
    fits(fit(data, "y,x1,x2"), 5);
  }

  @Test
  void evaluationsAndPredictionsFit() throws Exception {
    Path data = labelled(PageLayoutTest::five);
    fit(data, "y");
    Path evaluated = folder.resolve("evaluated.html");
    Cli.run("evaluate", model(), data, "--report", evaluated).done();
    fits(evaluated, 1);
    Path predicted = folder.resolve("predicted.html");
    Path out = folder.resolve("p.csv");
    Cli.run("predict", model(), data, "--out", out, "--report", predicted).done();
    fits(predicted, 1);
  }

  @Test
  void aComparisonFits() throws Exception {
    Path page = folder.resolve("compared.html");
    Cli.run(
            "compare",
            labelled(Labelled::yes),
            "--target",
            "y",
            "--folds",
            2,
            "--methods",
            "likelihood,trees,mean-lasso",
            "--report",
            page)
        .done();
    fits(page, 1);
  }

  @Test
  void theExperimentsOfThePaperFit() throws Exception {
    Path out = folder.resolve("paper");
    Cli.run("reproduce", "all", "--tiny", "--methods", "smpcr,bayes", "--out", out).done();
    fits(out.resolve("index.html"), 5);
  }

  @Test
  void yearsHaveNoThousandsSeparators() throws Exception {
    Path data = folder.resolve("years.csv");
    StringBuilder rows = new StringBuilder("year,x,y\n");
    for (int i = 0; i < 200; i++) {
      int year = 1990 + i % 34;
      rows.append(i % 7 == 0 ? "" : year).append(',').append(i * i % 11).append(',');
      rows.append(year + 3 * (i * i % 11) + i % 5).append('\n');
    }
    Files.writeString(data, rows.toString());
    String page = Files.readString(fit(data, "y"));
    assertTrue(page.contains("2019") || page.contains("2023"), "years are shown");
    assertTrue(!page.matches("(?s).*\\b(1,99\\d|2,0[012]\\d)\\b.*"), "2,019 is no year");
  }
}
