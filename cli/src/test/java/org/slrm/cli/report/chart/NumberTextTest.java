package org.slrm.cli.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class NumberTextTest {
  @Test
  void plainNumbersHaveTheirDigitsAndNoGroups() {
    assertEquals("3.890", NumberText.plain(3.89, 4));
    assertEquals("0.0010", NumberText.plain(0.001, 2));
    assertEquals("2.1e-6", NumberText.plain(2.108e-6, 2));
    assertEquals("12350", NumberText.plain(12345.678, 4));
    assertEquals("-1.235e7", NumberText.plain(-12345678, 4));
    assertEquals("0", NumberText.plain(0, 4));
    assertEquals("–", NumberText.plain(Double.NaN, 4));
  }

  @Test
  void settingsAreWholeOrAsShortAsThreeDigitsAllow() {
    assertEquals("102400", NumberText.plain(102400));
    assertEquals("0.25", NumberText.plain(0.25));
    assertEquals("3.02e-4", NumberText.plain(3.0151e-4));
    assertEquals("6.11e6", NumberText.plain(6107891.2));
    assertEquals("0", NumberText.plain(0));
  }
}
