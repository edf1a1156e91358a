package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.slrm.internal.fit.ModelStates;
import org.slrm.internal.neighbour.NeighbourMember;
import org.slrm.internal.predict.ClassScoresMember;
import org.slrm.internal.predict.ShrunkMember;
import org.slrm.internal.solver.Method;
import org.slrm.internal.transform.TransformedLabelsMember;
import org.slrm.internal.transform.TransformedMember;
import org.slrm.internal.trees.imputed.ImputedTreesMember;
import org.slrm.method.MethodConfig;
import org.slrm.method.MethodSpec;
import org.slrm.paper.Simulation;

/** A method or a kind of member that the contract forgets is found here. */
class MethodSubjectTest {
  @Test
  void aMethodMakesSettingsOfItsNameWithASolver() {
    assertTrue(MethodSubject.specs().count() > 0);
    MethodSubject.specs()
        .forEach(
            m -> {
              MethodConfig config = m.configure(Map.of());
              assertEquals(m.name(), config.method());
              assertNotNull(Method.of(config).solver(config, 5));
              assertTrue(m.summary().matches("[A-Z].*\\."), m.name());
            });
  }

  @Test
  void everyOptionOfAMethodIsReadAndOthersAreRefused() {
    MethodSubject.specs()
        .forEach(
            m -> {
              for (MethodSpec.Option option : m.options()) {
                boolean value =
                    option.takes() != MethodSpec.Takes.NOTHING
                        && option.takes() != MethodSpec.Takes.ON_OR_OFF;
                if (value) {
                  assertThrows(
                      IllegalArgumentException.class,
                      () -> m.configure(Map.of(option.name(), "neither word nor number")),
                      option.name() + " of " + m.name());
                }
              }
              assertThrows(
                  IllegalArgumentException.class, () -> m.configure(Map.of("--no-such", "1")));
            });
  }

  @Test
  void everyKindOfMemberIsUnderContract() {
    Simulation.Sample rows = Simulated.table(60, 5, 2, 2).keep(0.8).build().train();
    Set<String> kinds = new TreeSet<>();
    for (MethodSubject subject : (Iterable<MethodSubject>) MethodSubject.all()::iterator) {
      SlrmModel model = Slrm.with(subject.config()).folds(0).fit(rows.x(), rows.y());
      for (Object member : (List<?>) model.state().values().get("members")) {
        kinds.add(String.valueOf(((Map<?, ?>) member).get("kind")));
      }
    }
    // Only auto makes these, for some data: tests of their own hold them to the contract.
    kinds.addAll(
        List.of(
            ImputedTreesMember.KIND,
            TransformedMember.KIND,
            TransformedLabelsMember.KIND,
            ShrunkMember.KIND,
            ClassScoresMember.KIND,
            NeighbourMember.KIND));
    assertTrue(kinds.containsAll(kindsOfThisModule()), () -> "only " + kinds);
  }

  /** Kinds that no other module's methods make. */
  private static Set<String> kindsOfThisModule() {
    Set<String> out = new TreeSet<>();
    MethodSubject.specs().forEach(m -> out.addAll(((Method) m).members().keySet()));
    if (MethodSubject.specs().anyMatch(m -> m.name().equals("auto"))) {
      out.addAll(ModelStates.kinds());
    }
    return out;
  }

  /** The command line's FrozenModelTest sees to what the files predict. */
  @Test
  void everyKindOfMemberHasAFrozenFileOfItsName() throws IOException {
    for (String kind : kindsOfThisModule()) {
      Path file = Path.of("../cli/src/test/resources/frozen").resolve(kind + ".slrm");
      try (ZipFile zip = new ZipFile(file.toFile())) {
        byte[] json = zip.getInputStream(zip.getEntry("model.json")).readAllBytes();
        String text = new String(json, StandardCharsets.UTF_8).replaceAll("\\s", "");
        assertTrue(text.contains("\"kind\":\"" + kind + "\""), kind);
      }
    }
  }
}
