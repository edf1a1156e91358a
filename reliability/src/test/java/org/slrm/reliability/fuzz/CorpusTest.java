package org.slrm.reliability.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.slrm.internal.fit.ModelStates;
import org.slrm.method.LabelKind;

/**
 * Every input that ever failed, and some mutations of them by a seed that can be given: {@code
 * -Dslrm.fuzz.seed=7}.
 */
class CorpusTest {
  private static final Path TREE = Path.of("..").toAbsolutePath().normalize();
  private static final long SEED = Long.getLong("slrm.fuzz.seed", 20);
  private static final int MUTATIONS = 1000;

  private final Corpus corpus = Corpus.in(TREE);

  @TestFactory
  List<DynamicTest> everyInputIsAcceptedOrRejectedAsDocumented() throws Exception {
    List<DynamicTest> out = new ArrayList<>();
    for (Target target : corpus.targets(TREE)) {
      Map<String, byte[]> inputs = corpus.of(target.name());
      out.add(dynamicTest(target.name() + ", the corpus", () -> replay(target, inputs)));
      String name = target.name() + ", mutations by seed " + SEED;
      out.add(dynamicTest(name, () -> mutations(target, corpus.small(target.name()))));
    }
    return out;
  }

  private static void replay(Target target, Map<String, byte[]> inputs) throws Exception {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, byte[]> input : inputs.entrySet()) {
      Campaign run = new Campaign(target, List.of(input.getValue()), SEED);
      run.take(input.getValue());
      run.findings().forEach(finding -> wrong.add(input.getKey() + ": " + finding));
    }
    assertEquals(List.of(), wrong);
  }

  private static void mutations(Target target, List<byte[]> inputs) throws Exception {
    try (target) {
      Campaign run = new Campaign(target, inputs, SEED);
      run.inputs(MUTATIONS / target.weight());
      System.out.println(run);
      assertEquals(List.of(), run.findings().stream().map(Finding::toString).toList());
    }
  }

  /** A target must accept some inputs. */
  @Test
  void everyTargetAcceptsOneOfItsSeeds() throws Exception {
    for (Target target : corpus.targets(TREE)) {
      try (target) {
        List<byte[]> seeds = new ArrayList<>(corpus.small(target.name()));
        seeds.addAll(target.seeds());
        int taken = 0;
        for (byte[] seed : seeds) {
          taken += target.accepts(seed) ? 1 : 0;
        }
        assertTrue(taken > 0, target.name());
      }
    }
  }

  /** Files that are small enough to be mutated thousands of times. */
  @Test
  void theCorpusHasAModelOfEveryKindOfMemberAndLabel() throws Exception {
    Set<String> found = new TreeSet<>();
    for (byte[] model : corpus.small("model")) {
      Matcher kind = Pattern.compile("\"kind\" *: *\"([a-z-]+)\"").matcher(json(model));
      while (kind.find()) {
        found.add(kind.group(1));
      }
    }
    Set<String> expected = new TreeSet<>(ModelStates.kinds());
    for (LabelKind label : LabelKind.all()) {
      expected.add(label.label());
    }
    expected.remove("auto");
    expected.removeAll(found);
    assertEquals(Set.of(), expected);
  }

  private static String json(byte[] model) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(model))) {
      for (ZipEntry e = zip.getNextEntry(); e != null; e = zip.getNextEntry()) {
        if (e.getName().equals("model.json")) {
          return new String(zip.readAllBytes(), StandardCharsets.UTF_8);
        }
      }
    } catch (ZipException e) {
      return "";
    }
    return "";
  }

  @Test
  void theSameSeedGivesTheSameInputs() throws Exception {
    byte[] seed = corpus.of("csv").get("seed.csv");
    List<List<Byte>> runs = new ArrayList<>();
    for (int k = 0; k < 2; k++) {
      Recording target = new Recording();
      new Campaign(target, List.of(seed), 3).inputs(100);
      runs.add(target.seen);
    }
    assertEquals(runs.get(0), runs.get(1));
    assertTrue(runs.get(0).size() > seed.length);
  }

  @Test
  void undocumentedResultsAreFindings() throws Exception {
    Campaign run = new Campaign(new Failing(), List.of(new byte[] {1}), 3);
    run.inputs(10);
    assertEquals(2, run.findings().size());
    assertEquals(Map.of("IllegalStateException at CorpusTest$Failing.accepts", 10), run.faults());
  }

  /** Records its inputs. */
  private static final class Recording extends Target {
    private final List<Byte> seen = new ArrayList<>();

    @Override
    public String name() {
      return "recording";
    }

    @Override
    public boolean accepts(byte[] input) {
      for (byte b : input) {
        seen.add(b);
      }
      return true;
    }
  }

  /** Fails on every input. */
  private static final class Failing extends Target {
    @Override
    public String name() {
      return "failing";
    }

    @Override
    public boolean accepts(byte[] input) {
      throw new IllegalStateException("x");
    }
  }
}
