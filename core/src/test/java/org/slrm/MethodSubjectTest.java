package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.slrm.internal.fit.Methods;
import org.slrm.internal.fit.ModelStates;
import org.slrm.internal.neighbour.NeighbourMember;
import org.slrm.internal.predict.CautiousMember;
import org.slrm.internal.predict.ClassScoresMember;
import org.slrm.internal.transform.TransformedMember;
import org.slrm.internal.trees.imputed.ImputedTreesMember;
import org.slrm.method.MethodConfig;

/** A method or a kind of member that the contract forgets is found here. */
class MethodSubjectTest {
  private static final Set<Class<?>> SETTINGS = Set.of(MethodConfig.class.getPermittedSubclasses());

  @Test
  void everySettingsTypeIsUnderContract() {
    assertEquals(
        SETTINGS,
        Arrays.stream(MethodSubject.values())
            .map(s -> s.config.getClass())
            .collect(Collectors.toSet()));
  }

  @Test
  void everySettingsTypeHasASolver() {
    for (MethodSubject subject : MethodSubject.values()) {
      assertNotNull(Methods.solver(subject.config, 5));
    }
  }

  @Test
  void everyKindOfMemberIsUnderContract() {
    Simulation.Sample rows = Simulated.table(60, 5, 2, 2).keep(0.8).build().train();
    Set<String> kinds = new TreeSet<>();
    for (MethodSubject subject : MethodSubject.values()) {
      SlrmModel model = Slrm.with(subject.config).folds(0).fit(rows.x(), rows.y());
      for (Object member : (List<?>) model.state().values().get("members")) {
        kinds.add(String.valueOf(((Map<?, ?>) member).get("kind")));
      }
    }
    // Only auto makes these, for some data: tests of their own hold them to the contract.
    kinds.addAll(
        List.of(
            ImputedTreesMember.KIND,
            TransformedMember.KIND,
            CautiousMember.KIND,
            ClassScoresMember.KIND,
            NeighbourMember.KIND));
    assertEquals(new TreeSet<>(ModelStates.kinds()), kinds);
  }

  /** The command line's FrozenModelTest sees to what the files predict. */
  @Test
  void everyKindOfMemberHasAFrozenFileOfItsName() throws IOException {
    for (String kind : ModelStates.kinds()) {
      Path file = Path.of("../cli/src/test/resources/frozen").resolve(kind + ".slrm");
      try (ZipFile zip = new ZipFile(file.toFile())) {
        byte[] json = zip.getInputStream(zip.getEntry("model.json")).readAllBytes();
        String text = new String(json, StandardCharsets.UTF_8).replaceAll("\\s", "");
        assertTrue(text.contains("\"kind\":\"" + kind + "\""), kind);
      }
    }
  }
}
