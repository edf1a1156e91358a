package org.slrm.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slrm.result.FitListener.Progress;

class ProgressBarTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final AtomicLong clock = new AtomicLong();

  private ProgressBar bar(boolean terminal, double budget) {
    PrintStream to = new PrintStream(err, true, StandardCharsets.UTF_8);
    Console console = new Console(to, to, terminal);
    return new ProgressBar(console, clock::get, budget);
  }

  @Test
  void aTerminalSeesStageShareErrorAndTimeLeft() {
    ProgressBar bar = bar(true, 0);
    clock.set(10_000_000_000L);
    assertTrue(bar.onProgress(new Progress("likelihood, rank 8", 0.25, 3, 1.5)));
    String line = err.toString(StandardCharsets.UTF_8);
    for (String part : new String[] {"25 %", "30 s left", "error 1.5", "likelihood, rank 8"}) {
      assertTrue(line.contains(part), line);
    }
  }

  @Test
  void nobodyWatchingMeansNothingWritten() {
    ProgressBar bar = bar(false, 0);
    clock.set(10_000_000_000L);
    bar.onProgress(new Progress("x", 0.5, 1, 1));
    bar.clear();
    assertEquals(0, err.size());
  }

  @Test
  void theLineIsRewrittenAFewTimesASecondOnly() {
    ProgressBar bar = bar(true, 0);
    for (int k = 0; k < 1000; k++) {
      clock.addAndGet(1_000_000);
      bar.onProgress(new Progress("x", k / 1000.0, k, 1));
    }
    long drawn = err.toString(StandardCharsets.UTF_8).chars().filter(c -> c == '\r').count();
    assertTrue(drawn <= 8, drawn + " times");
  }

  @Test
  void theTimeBudgetStopsTheFit() {
    ProgressBar bar = bar(false, 2);
    clock.set(1_900_000_000L);
    assertTrue(bar.onProgress(new Progress("x", 0.1, 1, 1)));
    clock.set(2_100_000_000L);
    assertFalse(bar.onProgress(new Progress("x", 0.2, 2, 1)));
    assertTrue(bar.outOfTime());
  }

  @Test
  void longStagesAreCutToTheLine() {
    assertEquals(78, ProgressBar.line(new Progress("s".repeat(200), 0.5, 1, 1), 9).length());
  }
}
