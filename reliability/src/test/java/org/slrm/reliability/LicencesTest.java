package org.slrm.reliability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Libraries of the command line, from the list of the build. */
class LicencesTest {
  private static final Path LIST = Path.of("..", "docs", "licences.md");
  private static final Set<String> TAKEN =
      Set.of(
          "Apache-2.0",
          "MIT",
          "BSD-2-Clause",
          "BSD-3-Clause",
          "EPL-2.0",
          "(CDDL-1.0 OR GPL-2.0-with-classpath-exception)");

  @Test
  void everyLibraryIsListedWithALicenceThatMayBePassedOn() throws Exception {
    Path bom = Path.of("..", "cli", "target", "bom.json");
    Assumptions.assumeTrue(Files.exists(bom), "no list of parts: cli was not packaged");
    Set<String> found = new TreeSet<>();
    for (JsonNode part : new ObjectMapper().readTree(bom.toFile()).get("components")) {
      if (!part.path("group").asText().equals("org.slrm")) {
        found.add(row(part));
      }
    }
    Set<String> listed = new TreeSet<>();
    Files.readAllLines(LIST).stream().filter(line -> line.contains("` |")).forEach(listed::add);
    assertEquals(String.join("\n", found), String.join("\n", listed), "docs/licences.md");
  }

  private static String row(JsonNode part) {
    Set<String> licences = new TreeSet<>();
    for (JsonNode each : part.path("licenses")) {
      JsonNode licence = each.path("license");
      String name = licence.path("id").asText(licence.path("name").asText());
      licences.add(name.isEmpty() ? each.path("expression").asText() : name);
    }
    assertTrue(
        !licences.isEmpty() && TAKEN.containsAll(licences), part.path("name") + " " + licences);
    return "| `"
        + part.path("group").asText()
        + ":"
        + part.path("name").asText()
        + "` | "
        + part.path("version").asText()
        + " | "
        + String.join(", ", licences)
        + " |";
  }
}
