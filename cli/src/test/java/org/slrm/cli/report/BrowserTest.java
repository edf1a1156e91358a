package org.slrm.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.cli.report.compare.ComparePage;
import org.slrm.cli.report.fit.FitPage;

/** Opens the pages in headless Chromium where there is one. */
class BrowserTest {
  private static final Path SHOTS = Path.of("target", "report");

  /**
   * Moves the pointer over a dot, a row and the map, presses the buttons, and tells what happened.
   */
  private static final String PROBE =
      """
      <script>
      const said = [];
      const over = (el, x, y) => {
        const b = el.getBoundingClientRect();
        el.dispatchEvent(new PointerEvent("pointermove", {bubbles: true, clientX: b.left + x * b.width, clientY: b.top + y * b.height}));
        said.push(document.getElementById("tip").hidden ? "no tip" : document.getElementById("tip").textContent);
      };
      over(document.querySelector(".near circle"), 0.5, 0.5);
      over(document.querySelector("#data .r .l"), 0.5, 0.5);
      over(document.querySelector("[data-map]"), 0.6, 0.5);
      document.getElementById("theme").click();
      document.getElementById("theme").click();
      said.push(document.documentElement.dataset.theme);
      const b = document.querySelector("[data-choose='1']");
      if (b) b.click();
      said.push([...document.querySelectorAll("#errors .panel")].map(p => p.hidden).join());
      const wide = document.documentElement.scrollWidth;
      said.push(innerWidth + " wide, " + (wide <= innerWidth ? "nothing" : wide - innerWidth) + " beyond");
      parent.postMessage(said.join("|"), "*");
      </script>
      """;

  @TempDir Path folder;

  @BeforeAll
  static void needsChromium() throws IOException {
    Chromium.assumed();
    Files.createDirectories(SHOTS);
  }

  @Test
  void pagesOpenWithoutErrorsAndStayOffline() throws Exception {
    Path fit = write("fit.html", FitPage.html(Samples.fit(400, 30, 1), List.of()));
    Path compare = write("compare.html", ComparePage.html(Samples.compare(1, "auto"), List.of()));
    for (Seen seen :
        List.of(
            look(fit, "fit-desktop", "1280,6000"),
            look(phone(fit, 9000), "fit-phone", "500,9000"),
            look(compare, "compare-desktop", "1280,3000"))) {
      assertFalse(seen.log.contains("CONSOLE"), seen.log);
      assertEquals(List.of(), seen.requests);
    }
  }

  @Test
  void theWatchWouldSeeErrorsAndRequests() throws Exception {
    String bad = "<img src='http://example.invalid/a.png'><script>nothing.here()</script>";
    Seen seen = look(Files.writeString(folder.resolve("bad.html"), bad), "bad", "500,500");
    assertTrue(seen.log.contains("CONSOLE"), seen.log);
    assertEquals(List.of("http://example.invalid/a.png"), seen.requests);
  }

  @Test
  void tooltipsThemeAndTargetsWorkOnAPhone() throws Exception {
    String page =
        FitPage.html(Samples.fit(120, 30, 2), List.of()).replace("</body>", PROBE + "</body>");
    Path frame = phone(Files.writeString(folder.resolve("probe.html"), page), 900);
    String dom = Chromium.run(folder, List.of("--dump-dom", frame.toUri().toString()))[0];
    String title = dom.substring(dom.indexOf("<title>") + 7, dom.indexOf("</title>"));
    String[] said = title.split("\\|");
    assertTrue(said[0].contains("actual"), title);
    assertTrue(said[1].contains("missing"), title);
    assertTrue(said[2].contains("row"), title);
    assertEquals("dark", said[3], title);
    assertEquals("true,false", said[4], title);
    assertEquals("390 wide, nothing beyond", said[5], title);
  }

  @Test
  void longNamesDoNotMakeAPhoneScrollSideways() throws Exception {
    String name = "a_name_without_a_single_blank_that_no_phone_could_ever_show_in_one_line";
    String wide =
        "<script>parent.postMessage(innerWidth + ' wide, page '"
            + " + document.documentElement.scrollWidth, '*')</script></body>";
    String page =
        FitPage.html(Samples.fit(120, 30, 1), List.of())
            .replace("SalePrice", name)
            .replace("</body>", wide);
    assertTrue(page.contains("<b>" + name), "the name is in the headline");
    Path frame = phone(Files.writeString(folder.resolve("long.html"), page), 900);
    String dom = Chromium.run(folder, List.of("--dump-dom", frame.toUri().toString()))[0];
    String title = dom.substring(dom.indexOf("<title>") + 7, dom.indexOf("</title>"));
    assertTrue(title.startsWith("390 wide, page "), title);
    assertTrue(Integer.parseInt(title.replaceAll(".* ", "")) <= 390, title);
  }

  private static Path write(String name, String page) throws IOException {
    return Files.writeString(SHOTS.resolve(name), page).toAbsolutePath();
  }

  /** A window cannot be as narrow as a phone, a frame can; it passes on what the page says. */
  private Path phone(Path file, int height) throws IOException {
    String frame =
        "<!doctype html><title></title><body style='margin:0'><script>"
            + "onmessage = e => { document.title = e.data; };</script><iframe width=390 height="
            + height
            + " style='border:0' src='"
            + file.toUri()
            + "'></iframe>";
    return Files.writeString(folder.resolve("phone-" + file.getFileName()), frame);
  }

  /**
   * What a visit showed.
   *
   * @param log what the browser logged, the page's console included
   * @param requests addresses asked for, but for those the browser asks for by itself
   */
  private record Seen(String log, List<String> requests) {}

  private Seen look(Path file, String name, String size) throws Exception {
    Path shot = SHOTS.resolve(name + ".png").toAbsolutePath();
    Path netLog = folder.resolve(name + "-net.json");
    String[] out =
        Chromium.run(
            folder,
            List.of(
                "--screenshot=" + shot,
                "--window-size=" + size,
                "--hide-scrollbars",
                "--log-net-log=" + netLog,
                file.toUri().toString()));
    assertTrue(Files.size(shot) > 1000, "screenshot " + name);
    List<String> requests =
        Pattern.compile("\"url\":\"((?:https?|wss?)://[^\"]*)\"")
            .matcher(Files.readString(netLog))
            .results()
            .map(m -> m.group(1))
            .filter(u -> !u.matches("https?://[a-z0-9.-]+\\.google(apis)?\\.com/.*"))
            .distinct()
            .toList();
    return new Seen(out[1], requests);
  }
}
