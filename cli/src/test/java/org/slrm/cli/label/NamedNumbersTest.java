package org.slrm.cli.label;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamedNumbersTest {
  @Test
  void aNameMayHoldEqualsSigns() {
    assertEquals(
        Map.of("a=b", 2.0, "no", 0.5), NamedNumbers.of("--costs", List.of("a=b=2", "no=0.5")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"yes", "=3", "yes=", "yes=0", "yes=-1", "yes=NaN", "yes=Infinity"})
  void whatIsNoPositiveNumberOfAClassIsRefusedWithTheWord(String word) {
    RuntimeException refusal =
        assertThrows(RuntimeException.class, () -> NamedNumbers.of("--costs", List.of(word)));
    assertTrue(refusal.getMessage().startsWith("--costs must be CLASS=NUMBER"));
    assertTrue(refusal.getMessage().endsWith("got " + word));
  }

  @Test
  void aClassHasOneNumber() {
    assertThrows(
        RuntimeException.class, () -> NamedNumbers.of("--costs", List.of("yes=1", "yes=2")));
  }
}
