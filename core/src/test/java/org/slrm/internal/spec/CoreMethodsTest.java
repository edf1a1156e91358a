package org.slrm.internal.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.internal.solver.Method;
import org.slrm.method.MethodConfig;
import org.slrm.method.MethodSpec;

class CoreMethodsTest {
  @ParameterizedTest
  @MethodSource("org.slrm.method.MethodSpec#all")
  void settingsNameTheMethodTheyBelongTo(MethodSpec spec) {
    MethodConfig defaults = spec.configure(Map.of());
    assertEquals(spec.name(), defaults.method());
    assertEquals(spec, Method.of(defaults));
    assertEquals(defaults, spec.configure(Map.of()));
  }

  @ParameterizedTest
  @MethodSource("org.slrm.method.MethodSpec#all")
  void anOptionThatAMethodDoesNotHaveIsRefusedByName(MethodSpec spec) {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> spec.configure(Map.of("--nonsense", "1")));
    assertTrue(refusal.getMessage().contains("--nonsense"), refusal::getMessage);
  }
}
