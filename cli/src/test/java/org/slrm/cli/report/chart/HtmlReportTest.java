package org.slrm.cli.report.chart;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.slrm.cli.report.Samples;
import org.slrm.cli.report.compare.ComparePage;
import org.slrm.cli.report.fit.FitPage;

class HtmlReportTest {
  private static final List<String> SECTIONS =
      List.of(
          "errors",
          "intervals",
          "features",
          "effects",
          "data",
          "components",
          "kinds",
          "values",
          "choice",
          "notes",
          "fit",
          "provenance");

  @Test
  void everySectionOfAFitIsThereAndLinked() {
    String page = FitPage.html(Samples.fit(200, 30, 1), List.of());
    for (String id : SECTIONS) {
      assertTrue(page.contains("<section id=\"" + id + "\">"), id);
      assertTrue(page.contains("<a href=\"#" + id + "\">"), id);
    }
    // What matters comes first, how it was found last.
    int[] places = SECTIONS.stream().mapToInt(id -> page.indexOf("<section id=\"" + id)).toArray();
    assertArrayEquals(Arrays.stream(places).sorted().toArray(), places);
  }

  @Test
  void namesFromDataCannotBecomeMarkup() {
    for (String page :
        List.of(
            FitPage.html(Samples.fit(200, 30, 2), List.of()),
            ComparePage.html(Samples.compare(1, "auto"), List.of()))) {
      assertFalse(page.contains("<script>alert"));
      assertTrue(page.contains("&lt;script&gt;alert"));
      assertEquals(1, count(page, "<script"));
    }
  }

  @Test
  void nothingIsFetchedFromElsewhere() {
    for (String page :
        List.of(
            FitPage.html(Samples.fit(200, 30, 1), List.of()),
            ComparePage.html(Samples.compare(2, "auto"), List.of()))) {
      assertFalse(Pattern.compile("https?://|url\\(|@import|src=").matcher(page).find());
      assertTrue(page.contains("default-src 'none'"));
    }
  }

  @Test
  void equalInputsGiveEqualBytes() {
    assertEquals(
        FitPage.html(Samples.fit(300, 20, 1), List.of()),
        FitPage.html(Samples.fit(300, 20, 1), List.of()));
    assertEquals(
        ComparePage.html(Samples.compare(1, "auto"), List.of()),
        ComparePage.html(Samples.compare(1, "auto"), List.of()));
  }

  @Test
  void wideAndLongDataStayBelowTwoMegabytes() {
    String wide = FitPage.html(Samples.fit(60, 7129, 1), List.of());
    String several = FitPage.html(Samples.fit(5000, 60, 6), List.of());
    assertTrue(wide.length() < 1_000_000, "wide page has " + wide.length() + " characters");
    assertTrue(
        several.length() < 2_000_000,
        "page of six targets has " + several.length() + " characters");
  }

  @Test
  void aLossIsCalledALoss() {
    String page = ComparePage.html(Samples.compare(1, "smpcr"), List.of());
    assertTrue(page.contains("<b>knn-lasso</b> has the smallest RMSE"));
    assertTrue(page.contains("<b>smpcr</b> is at"));
    assertTrue(page.contains("a clear loss"));
    assertTrue(page.contains("broken gave no result: ran out of &lt;memory&gt;"));
  }

  @Test
  void timesStandInTheOneMarkedPlace() {
    String page = ComparePage.html(Samples.compare(1, "auto"), List.of());
    assertEquals(1, count(page, "<!--clock-->"));
    String rest = page.replaceAll("(?s)<!--clock-->.*<!--/clock-->", "");
    assertFalse(rest.contains("seconds, each tick"));
  }

  private static int count(String text, String part) {
    return (text.length() - text.replace(part, "").length()) / part.length();
  }
}
