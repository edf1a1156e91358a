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
    refused("rank must be at least 0, got -1", () -> LikelihoodConfig.defaults().withRank(-1));
    refused("leaves must be between 2 and 1024, got 1", () -> TreesConfig.defaults().withLeaves(1));
    refused("warmUp must be at least 8, got 5", () -> StreamConfig.ofRank(8).withWarmUp(5));
  }
}
