package org.slrm.cli.report.evaluate;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.cli.Cli;
import org.slrm.cli.report.evaluate.ErrorSections.RowTimes;

class EvaluatePageTest {
  @TempDir Path folder;

  @Test
  void timesAreACopyOfTheirCells() {
    List<String> cells = new ArrayList<>(List.of("Monday"));
    RowTimes times = new RowTimes(new double[] {1}, cells);
    cells.set(0, "Tuesday");
    assertTrue(times.text().contains("Monday"));
    assertThrows(UnsupportedOperationException.class, () -> times.text().add("Wednesday"));
  }

  @Test
  void thePageShowsTheShareExplainedThatTheCommandPrints() throws IOException {
    Path model = folder.resolve("m.slrm");
    Path page = folder.resolve("p.html");
    String table = "../examples/sensors.csv";
    Cli.run("fit", table, "--target", "quality", "--method", "mean-lasso", "--out", model).done();
    String printed = Cli.run("evaluate", model, table, "--report", page).done().out();
    String explained = printed.replaceAll("(?s).*quality +400 +\\S+ +\\S+ +(\\S+).*", "$1");
    assertTrue(explained.matches("0\\.\\d{4}"), printed);
    assertTrue(Files.readString(page).contains(explained.substring(0, 5)), explained);
  }
}
