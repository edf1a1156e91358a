package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the time of a fit goes. */
class TimingsTest {
  /** Sums of seconds differ by rounding. */
  private static final double ROUNDING = 1e-6;

  @TempDir Path folder;
  private Path data;

  @BeforeEach
  void simulate() {
    data = folder.resolve("d.csv");
    Object[] size = {"simulate", "--rows", 60, "--features", 6, "--rank", 2, "--nonzeros", 2};
    List<Object> words = new ArrayList<>(List.of(size));
    words.addAll(List.of("--keep", 0.8, "--out", data));
    Cli.run(words.toArray()).done();
  }

  private Cli fit(String model, Object... more) {
    List<Object> words = new ArrayList<>();
    words.addAll(List.of("fit", data, "--target", "y", "--out", folder.resolve(model)));
    words.addAll(List.of("--threads", 1));
    words.addAll(List.of(more));
    return Cli.run(words.toArray()).done();
  }

  private JsonNode timings(Object... more) throws Exception {
    List<Object> words = new ArrayList<>(List.of("--json", "--timings"));
    words.addAll(List.of(more));
    return new ObjectMapper().readTree(fit("m.slrm", words.toArray()).out()).get("timings");
  }

  private static List<String> names(JsonNode of) {
    List<String> out = new ArrayList<>();
    of.forEach(each -> out.add(each.get("name").textValue()));
    return out;
  }

  private static JsonNode named(JsonNode of, String name) {
    return of.get(names(of).indexOf(name));
  }

  @Test
  void aFitTellsItsPhasesInTheOrderTheyBegan() throws Exception {
    JsonNode phases = timings("--report", folder.resolve("r.html")).get("phases");
    List<String> order =
        List.of(
            "start",
            "reading",
            "preparing",
            "fitting",
            "choosing",
            "final fits",
            "calibration",
            "writing");
    assertEquals(order, names(phases));
    assertEquals(
        List.of("profile of the rows", "model", "report"),
        names(named(phases, "writing").get("parts")));
  }

  @Test
  void phasesSumToTheWholeAndPartsToTheirPhase() throws Exception {
    JsonNode timings = timings();
    for (String unit : List.of("seconds", "cpuSeconds")) {
      assertEquals(timings.get(unit).asDouble(), sum(timings.get("phases"), unit), ROUNDING);
      for (JsonNode phase : timings.get("phases")) {
        assertTrue(phase.get(unit).asDouble() >= 0, phase.toString());
        if (phase.has("parts")) {
          assertEquals(phase.get(unit).asDouble(), sum(phase.get("parts"), unit), ROUNDING);
        }
      }
    }
    assertTrue(timings.get("compilingSeconds").asDouble() >= 0);
    assertTrue(timings.get("collectingSeconds").asDouble() >= 0);
  }

  private static double sum(JsonNode of, String unit) {
    double sum = 0;
    for (JsonNode each : of) {
      sum += each.get(unit).asDouble();
    }
    return sum;
  }

  @Test
  void phasesAfterTheStartTakeNoLongerThanTheCommand() throws Exception {
    long before = System.nanoTime();
    JsonNode phases = timings().get("phases");
    double most = (System.nanoTime() - before) / 1e9;
    assertTrue(sum(phases, "seconds") - phases.get(0).get("seconds").asDouble() <= most);
  }

  @Test
  void everyCandidateEvaluatedOrKeptHasItsTime() throws Exception {
    JsonNode all = new ObjectMapper().readTree(fit("m.slrm", "--json", "--timings").out());
    JsonNode phases = all.get("timings").get("phases");
    List<String> evaluated = names(named(phases, "choosing").get("parts"));
    List<String> kept = names(named(phases, "final fits").get("parts"));
    assertTrue(all.get("candidates").size() > 2);
    for (JsonNode candidate : all.get("candidates")) {
      String name = candidate.get("name").textValue();
      boolean free = name.startsWith("baseline");
      assertTrue(free || evaluated.contains(name), name);
      assertEquals(candidate.get("weight").asDouble() > 0, kept.contains(name), name);
    }
  }

  @Test
  void aMethodThatChoosesNothingHasOnePhaseOfFitting() throws Exception {
    JsonNode phases = timings("--method", "likelihood", "--rank", 2).get("phases");
    assertEquals(List.of("likelihood", "imputation"), names(named(phases, "fitting").get("parts")));
    assertFalse(names(phases).contains("choosing"));
    Object[] stream = {"--method", "likelihood", "--rank", 2, "--stream", "--cache", rows()};
    JsonNode passes = timings(stream).get("phases");
    assertEquals(List.of("passes", "imputation"), names(named(passes, "fitting").get("parts")));
  }

  private Path rows() {
    return folder.resolve("d.rows");
  }

  @Test
  void theModelKnowsNothingOfIt() throws Exception {
    String text = fit("timed.slrm", "--timings").out();
    assertTrue(text.contains("final fits"), text);
    assertFalse(fit("plain.slrm").out().contains("final fits"));
    assertArrayEquals(
        Files.readAllBytes(folder.resolve("plain.slrm")),
        Files.readAllBytes(folder.resolve("timed.slrm")));
  }
}
