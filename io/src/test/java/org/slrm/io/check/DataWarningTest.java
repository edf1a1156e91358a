package org.slrm.io.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Messages of merged warnings. */
class DataWarningTest {
  private static List<DataWarning> leaks(int count) {
    List<DataWarning> out = new ArrayList<>();
    for (int k = 1; k <= count; k++) {
      out.add(
          DataWarning.of(DataWarning.LEAK, "c" + k, 0.99).with("target", "y").with("others", 0.2));
    }
    return out;
  }

  @Test
  void repeatedWarningsAreMergedWithACount() {
    List<DataWarning> all = new ArrayList<>(leaks(20));
    all.add(DataWarning.of(DataWarning.RARE, "z", 2).with("levels", List.of("a", "b")));
    List<DataWarning> told = DataWarning.shortened(all);
    assertEquals(2, told.size());
    String message = told.get(0).message();
    assertTrue(message.startsWith("\"c1\" alone explains 99 % of \"y\", the best others"), message);
    assertTrue(message.contains("; the same in 19 more columns: c2, c3, "), message);
    assertTrue(message.endsWith(", c13, …"), message);
    assertEquals("c1", told.get(0).column());
    assertEquals(all.get(20), told.get(1));
  }

  @Test
  void threeWarningsAreListed() {
    assertEquals(leaks(3), DataWarning.shortened(leaks(3)));
  }

  @Test
  void warningsBeyondFiftyAreOnlyCounted() {
    List<DataWarning> out = new ArrayList<>();
    TableChecks.add(leaks(60), out);
    assertEquals(51, out.size());
    List<DataWarning> told = DataWarning.shortened(out);
    assertTrue(told.get(0).message().contains("in 59 more columns"), told.get(0).message());
  }

  @Test
  void aWarningIsEqualAfterConversionToAMap() {
    DataWarning w = leaks(1).get(0);
    assertEquals(w, DataWarning.fromMap(w.toMap()));
    assertEquals(w.message(), DataWarning.fromMap(w.toMap()).message());
    assertThrows(IllegalArgumentException.class, () -> DataWarning.fromMap(Map.of("code", "leak")));
  }

  @Test
  void aWarningOfAnEarlierFileKeepsItsSentence() {
    Map<String, Object> former =
        Map.of("code", "leak", "column", "x", "value", 0.99, "message", "x tells all");
    assertEquals("x tells all", DataWarning.fromMap(former).message());
  }

  @Test
  void argumentsOfAnyFormGiveASentence() {
    for (String code : new TreeSet<>(DataWarningTest.codes())) {
      DataWarning odd =
          DataWarning.of(code, "x", 2)
              .with("values", "?")
              .with("rows", List.of("?"))
              .with("levels", 3);
      assertTrue(odd.message().length() > 10, code);
    }
  }

  private static List<String> codes() {
    return Arrays.stream(DataWarning.class.getFields())
        .map(
            f -> {
              try {
                return (String) f.get(null);
              } catch (IllegalAccessException e) {
                throw new AssertionError(e);
              }
            })
        .toList();
  }

  @Test
  void jsonHasTheFormerCodeForOneRelease() {
    assertEquals(
        "missing-moved",
        DataWarning.of(DataWarning.MISSINGNESS_SHIFT, "x", 0.5)
            .with("training", 0.1)
            .toMap()
            .get("formerCode"));
    assertFalse(leaks(1).get(0).toMap().containsKey("formerCode"));
  }
}
