package org.slrm.io.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberStyleTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "8,402;8402;1,234.5",
        "1,234,567.89;1234567.89;1,234.5",
        "$3,380.34;3380.34;$1,234.5",
        "-$3;-3;$1234.5",
        "$-3.5;-3.5;$1234.5",
        "49%;49;1234.5%",
        "49 %;49;1234.5%",
        "12.50€;12.5;1234.5€"
      })
  void aFormattedNumberHasAValueAndAStyle(String text, double value, String style) {
    NumberStyle found = NumberStyle.of(text, false);
    assertNotNull(found, text);
    assertEquals(value, found.parse(text));
    assertEquals(style, found.text());
    assertEquals(found, NumberStyle.ofText(style));
    assertEquals(value, found.parse(found.format(value)), found.format(value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3.5",
        "red",
        "84,02",
        "0,402",
        "1,23,456",
        "8402,123",
        "$",
        "%",
        "$x",
        "1,234.",
        "--$3"
      })
  void otherTextIsNoFormattedNumber(String text) {
    NumberStyle found = NumberStyle.of(text, false);
    assertTrue(found == null || text.equals("1,234."), text);
  }

  @Test
  void commasAndPointsChangePlacesWithADecimalComma() {
    NumberStyle found = NumberStyle.of("1.234.567,8", true);
    assertNotNull(found);
    assertEquals(1234567.8, found.parse("1.234.567,8"));
    assertEquals("1.234,5", found.text());
    assertEquals(found, NumberStyle.ofText("1.234,5"));
    assertNull(NumberStyle.of("1,5", true));
  }

  @Test
  void aStyleIsStrictAboutItsSignsAndGroups() {
    NumberStyle dollars = NumberStyle.ofText("$1,234.5");
    assertEquals(402, dollars.parse("$402"));
    assertEquals("-$1,234,567.5", dollars.format(-1234567.5));
    assertEquals("$100,000,000", dollars.format(1e8));
    assertTrue(Double.isNaN(dollars.parse("402")));
    assertTrue(Double.isNaN(dollars.parse("$8402")));
    assertTrue(Double.isNaN(dollars.parse("€402")));
    assertThrows(IllegalArgumentException.class, () -> NumberStyle.ofText("abc"));
  }
}
