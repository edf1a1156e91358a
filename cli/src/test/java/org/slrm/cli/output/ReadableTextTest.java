package org.slrm.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReadableTextTest {
  @Test
  void numbersHaveFourDigitsAndNoTail() {
    assertEquals("0", ReadableText.number(0));
    assertEquals("1.5", ReadableText.number(1.5));
    assertEquals("123500", ReadableText.number(123456));
    assertEquals("0.001235", ReadableText.number(0.00123456));
    assertEquals("1.235e-05", ReadableText.number(0.0000123456));
    assertEquals("–", ReadableText.number(Double.NaN));
  }

  @Test
  void durationsAreSaidAsPeopleSayThem() {
    assertEquals("3.2 s", ReadableText.duration(3.21));
    assertEquals("42 s", ReadableText.duration(42.4));
    assertEquals("4 min 10 s", ReadableText.duration(250));
    assertEquals("2 h 5 min", ReadableText.duration(7500));
  }

  @Test
  void timeBudgetsTakeUnits() {
    assertEquals(60, ReadableText.seconds("60s"));
    assertEquals(90, ReadableText.seconds("1.5m"));
    assertEquals(3600, ReadableText.seconds("1h"));
    assertEquals(5, ReadableText.seconds("5"));
    for (String bad : List.of("", "abc", "-1s", "0", "1e99s", "s")) {
      assertThrows(CommandException.class, () -> ReadableText.seconds(bad), bad);
    }
  }

  @Test
  void longListsShowTheirLastName() {
    assertEquals("a, b, c", ReadableText.some(List.of("a", "b", "c"), 3));
    assertEquals("a, b, …, d", ReadableText.some(List.of("a", "b", "c", "d"), 3));
  }

  @Test
  void tablesAlign() {
    assertEquals(
        "  name    error\n  a          10\n  longer      1\n",
        ReadableText.table(
            List.of("name", ">error"), List.of(List.of("a", "10"), List.of("longer", "1"))));
  }
}
