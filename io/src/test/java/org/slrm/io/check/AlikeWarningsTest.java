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
  void ofManyAlikeTheFirstThreeAreToldInFull() {
    List<DataWarning> all = new ArrayList<>(leaks(20));
    all.add(new DataWarning(DataWarning.RARE, "z", 2, "rare"));
    List<DataWarning> told = AlikeWarnings.shortened(all);
    assertEquals(5, told.size());
    assertEquals("c3 leaks", told.get(2).message());
    assertTrue(told.get(3).message().startsWith("the same in c4, c5"), told.get(3).message());
    assertTrue(told.get(3).message().endsWith("and 5 more"), told.get(3).message());
    assertEquals("rare", told.get(4).message());
  }

  @Test
  void fourAreToldAsTheyAre() {
    assertEquals(leaks(4), AlikeWarnings.shortened(leaks(4)));
  }

  @Test
  void thoseBeyondFiftyAreCountedOnly() {
    List<DataWarning> out = new ArrayList<>();
    TableChecks.add(leaks(60), out);
    assertEquals(51, out.size());
    List<DataWarning> told = AlikeWarnings.shortened(out);
    assertTrue(told.get(3).message().contains("and 10 columns more"), told.get(3).message());
  }

  @Test
  void aWarningComesBackFromItsMap() {
    DataWarning w = leaks(1).get(0);
    assertEquals(w, DataWarning.fromMap(w.toMap()));
    assertThrows(IllegalArgumentException.class, () -> DataWarning.fromMap(Map.of("code", "leak")));
  }
}
