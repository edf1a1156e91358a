package org.slrm.cli.report.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.cli.Cli;

class ComparePageTest {
  private static final String METHODS = "mean-lasso,likelihood,pcr";

  @TempDir Path folder;

  private String page(String name) throws IOException {
    Path page = folder.resolve(name);
    Cli.run(
            "compare",
            "../examples/sensors.csv",
            "--target",
            "quality",
            "--folds",
            2,
            "--methods",
            METHODS,
            "--report",
            page)
        .done();
    return Files.readString(page);
  }

  /** Times are the only numbers that differ, and stand between two marks. */
  @Test
  void everyMethodIsShownAndEqualRunsDifferInTimesOnly() throws IOException {
    String one = page("one.html");
    for (String method : METHODS.split(",")) {
      assertTrue(one.contains(">" + method + "<"), method);
    }
    String other = page("other.html").replace("other.html", "one.html");
    assertEquals(withoutTimes(one), withoutTimes(other));
  }

  private static String withoutTimes(String page) {
    return page.replaceAll("(?s)<!--clock-->.*?<!--/clock-->", "");
  }
}
