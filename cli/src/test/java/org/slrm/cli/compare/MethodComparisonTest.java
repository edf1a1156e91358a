package org.slrm.cli.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slrm.cli.result.MethodResult;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.train.SplitColumns;
import org.slrm.method.LabelKind;
import org.slrm.result.FitListener;

class MethodComparisonTest {
  private static final long SECOND = 1_000_000_000;

  private final Table table =
      Tables.read(
          Path.of("../examples/sensors.csv"), ReadOptions.builder().target("quality").build());
  private final AtomicLong clock = new AtomicLong();

  private MethodComparison comparison(double budget) {
    return new MethodComparison(
        table,
        new MethodComparison.Setup(
            List.of(LabelKind.NUMERIC), SplitColumns.NONE, 2, 1, 1, budget, false),
        clock::get);
  }

  /** Every word about progress takes the first method a second; it may have half of ten. */
  @Test
  void aMethodThatUsesUpItsShareLeavesTheRestToTheOthers() {
    MethodComparison comparison = comparison(10);
    FitListener slow =
        p -> {
          clock.addAndGet(SECOND);
          return true;
        };
    MethodResult first = comparison.evaluate("likelihood", 2, slow);
    assertNull(first.validation());
    assertTrue(first.failure().contains("its part of the time, 5.0 s"), first.failure());
    assertEquals(6, first.seconds(), 1e-9);
    MethodResult second = comparison.evaluate("mean-lasso", 1, FitListener.NONE);
    assertNotNull(second.validation(), second.failure());
    clock.addAndGet(10 * SECOND);
    assertTrue(
        comparison.evaluate("pcr", 1, FitListener.NONE).failure().contains("no time was left"));
  }

  @Test
  void withoutABudgetNoMethodIsLimited() {
    FitListener slow =
        p -> {
          clock.addAndGet(3600 * SECOND);
          return true;
        };
    assertNotNull(comparison(0).evaluate("likelihood", 1, slow).validation());
  }

  @Test
  void anObjectiveIsNotShownAsAnError() {
    List<FitListener.Progress> heard = new ArrayList<>();
    FitListener listener =
        p -> {
          heard.add(p);
          return true;
        };
    comparison(0).evaluate("likelihood", 1, listener);
    comparison(0).evaluate("mixture", 1, listener);
    assertTrue(heard.stream().anyMatch(p -> p.stage().contains("likelihood")), "likelihood");
    assertTrue(heard.stream().anyMatch(p -> p.stage().contains("mixture")), "mixture");
    for (FitListener.Progress p : heard) {
      assertTrue(Double.isNaN(p.error()), p.toString());
    }
  }
}
