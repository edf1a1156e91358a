package org.slrm.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class SettingsTest {
  private static void refused(String message, Executable settings) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, settings).getMessage());
  }

  @Test
  void valuesOutOfRangeAreRefusedWithNameRuleAndValue() {
    refused("rank must be at least 0, got -1", () -> LikelihoodConfig.builder().rank(-1).build());
    refused(
        "leaves must be between 2 and 1024, got 1", () -> TreesConfig.builder().leaves(1).build());
    refused("warmUp must be at least 8, got 5", () -> stream().rank(8).warmUp(5).build());
  }

  private static StreamConfig.Builder stream() {
    return StreamConfig.builder();
  }
}
