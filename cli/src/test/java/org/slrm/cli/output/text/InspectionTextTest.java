package org.slrm.cli.output.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

class InspectionTextTest {
  private static String line(String name, String value) {
    StringBuilder out = new StringBuilder();
    InspectionText.line(out, name, value);
    return out.toString();
  }

  @Test
  void valuesStartInOneColumnAndNeverTouchALongName() {
    assertEquals(line("rank", "3").indexOf('3'), line("noise", "3").indexOf('3'));
    String longName = "n".repeat(40);
    assertEquals(longName + " 3\n", line(longName, "3"));
  }

  @Test
  void aNameFromAFileCannotAddALineOrMoveTheCursor() {
    String shown = line("a\nb", "\u001b[2Jc");
    assertEquals(shown.length() - 1, shown.indexOf('\n'));
    assertFalse(shown.contains("\u001b"));
  }
}
