package org.slrm.reliability.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CrashTest {
  private static final long SEED = Long.getLong("slrm.crash.seed", 4);

  /** Some commands, selected by seed; {@code .ci/crash 200} runs all commands many times. */
  @Test
  @Tag("slow")
  void aKilledCommandLosesNothingAndBlocksNothing() throws Exception {
    assertEquals(List.of(), CrashMain.run(Path.of(".."), 5, SEED), "seed " + SEED);
  }
}
