package org.slrm.io.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Many warnings of one kind, for people. */
class AlikeWarningsTest {
  private static List<DataWarning> leaks(int count) {
    List<DataWarning> out = new ArrayList<>();
    for (int k = 1; k <= count; k++) {
      out.add(new DataWarning(DataWarning.LEAK, "c" + k, 0.99, "c" + k + " leaks"));
    }
    return out;
  }

  @Test
  void manyAlikeAreOneLineWithTheFirstInFullAndACount() {
    List<DataWarning> all = new ArrayList<>(leaks(20));
    all.add(new DataWarning(DataWarning.RARE, "z", 2, "rare"));
    List<DataWarning> told = GroupedWarnings.shortened(all);
    assertEquals(2, told.size());
    String message = told.get(0).message();
    assertTrue(message.startsWith("c1 leaks; the same in 19 more columns: c2, c3, "), message);
    assertTrue(message.endsWith(", c13, …"), message);
    assertEquals("c1", told.get(0).column());
    assertEquals("rare", told.get(1).message());
  }

  @Test
  void threeAreShownAsTheyAre() {
    assertEquals(leaks(3), GroupedWarnings.shortened(leaks(3)));
  }

  @Test
  void thoseBeyondFiftyAreCountedOnly() {
    List<DataWarning> out = new ArrayList<>();
    TableChecks.add(leaks(60), out);
    assertEquals(51, out.size());
    List<DataWarning> told = GroupedWarnings.shortened(out);
    assertTrue(told.get(0).message().contains("in 59 more columns"), told.get(0).message());
  }

  @Test
  void aWarningComesBackFromItsMap() {
    DataWarning w = leaks(1).get(0);
    assertEquals(w, DataWarning.fromMap(w.toMap()));
    assertThrows(IllegalArgumentException.class, () -> DataWarning.fromMap(Map.of("code", "leak")));
  }
}
