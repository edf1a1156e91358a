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

class MethodRaceTest {
  private static final long SECOND = 1_000_000_000;

  private final Table table =
      Tables.read(
          Path.of("../examples/sensors.csv"), ReadOptions.builder().target("quality").build());
  private final AtomicLong clock = new AtomicLong();

  private MethodRace race(double budget) {
    return new MethodRace(
        table,
        new MethodRace.Terms(List.of(LabelKind.NUMERIC), SplitColumns.NONE, 2, 1, 1, budget, false),
        clock::get);
  }

  /** Every word about progress takes the first method a second; it may have half of ten. */
  @Test
  void aMethodThatUsesUpItsShareLeavesTheRestToTheOthers() {
    MethodRace race = race(10);
    FitListener slow =
        p -> {
          clock.addAndGet(SECOND);
          return true;
        };
    MethodResult first = race.measured("likelihood", 2, slow);
    assertNull(first.validation());
    assertTrue(first.failure().contains("its part of the time, 5.0 s"), first.failure());
    assertEquals(6, first.seconds(), 1e-9);
    MethodResult second = race.measured("mean-lasso", 1, FitListener.NONE);
    assertNotNull(second.validation(), second.failure());
    clock.addAndGet(10 * SECOND);
    assertTrue(race.measured("pcr", 1, FitListener.NONE).failure().contains("no time was left"));
  }

  @Test
  void withoutABudgetNoMethodIsLimited() {
    FitListener slow =
        p -> {
          clock.addAndGet(3600 * SECOND);
          return true;
        };
    assertNotNull(race(0).measured("likelihood", 1, slow).validation());
  }

  @Test
  void anObjectiveIsNotShownAsAnError() {
    List<FitListener.Progress> heard = new ArrayList<>();
    FitListener listener =
        p -> {
          heard.add(p);
          return true;
        };
    race(0).measured("likelihood", 1, listener);
    race(0).measured("mixture", 1, listener);
    assertTrue(heard.stream().anyMatch(p -> p.stage().contains("likelihood")), "likelihood");
    assertTrue(heard.stream().anyMatch(p -> p.stage().contains("mixture")), "mixture");
    for (FitListener.Progress p : heard) {
      assertTrue(Double.isNaN(p.error()), p.toString());
    }
  }
}
