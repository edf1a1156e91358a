package org.slrm.paper.internal.algorithm.passes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slrm.internal.run.Workers;
import org.slrm.paper.internal.algorithm.passes.SettingsSearch.Outcome;
import org.slrm.paper.internal.algorithm.passes.SettingsSearch.Stage;
import org.slrm.result.FitListener;

class SettingsSearchTest {
  private static final List<Symbol.Axis> AXES =
      List.of(
          Symbol.L1.axis(List.of()),
          Symbol.STEP_SIZE.axis(List.of()),
          Symbol.INITIAL_UNCERTAINTY.axis(List.of()));

  /** A bowl whose lowest point is at the given places. */
  private static double bowl(int[] places, int... lowest) {
    double sum = 0;
    for (int a = 0; a < places.length; a++) {
      sum += (places[a] - lowest[a]) * (places[a] - lowest[a]);
    }
    return sum;
  }

  private static int[] search(
      List<Symbol.Axis> axes, long seed, SettingsSearch.SettingsError error) {
    return new SettingsSearch(axes, 32, 600, 10_000, seed)
        .best(error, Workers.single(), FitListener.NONE);
  }

  @Test
  void movesReachTheLowestPointOfABowl() {
    int[] best = search(AXES, 3, (p, stage) -> new Outcome(bowl(p, 1, 3, 6), 0, stage.rows()));
    assertArrayEquals(new int[] {1, 3, 6}, best);
  }

  @Test
  void everyMethodHasTheSameStagesWhateverItsAxes() {
    List<List<Stage>> seen = new ArrayList<>();
    for (List<Symbol.Axis> axes : List.of(AXES, AXES.subList(0, 2))) {
      List<Stage> stages = Collections.synchronizedList(new ArrayList<>());
      search(
          axes,
          1,
          (p, stage) -> {
            stages.add(stage);
            return new Outcome(p[0], 0, (long) stage.rows() * stage.passes());
          });
      seen.add(stages.stream().distinct().toList());
    }
    assertEquals(seen.get(0), seen.get(1));
    assertEquals(
        List.of(new Stage(0, 32, 300, 2), new Stage(1, 8, 1200, 2), new Stage(2, 4, 4800, 2)),
        seen.get(0));
  }

  @Test
  void smallTablesArePassedMoreOftenForTheSameVisits() {
    assertEquals(new Stage(0, 32, 100, 6), Stage.of(0, 32, 600, 100));
    assertEquals(new Stage(2, 4, 100, 96), Stage.of(2, 32, 600, 100));
    assertEquals(8, Stage.of(0, 32, 600, 10).passes(), "at most");
  }

  @Test
  void everyValueOfAnAxisIsTriedAtFirst() {
    List<Integer> first = Collections.synchronizedList(new ArrayList<>());
    search(
        AXES,
        9,
        (p, stage) -> {
          if (stage.number() == 0 && first.size() < 16) {
            first.add(p[2]);
          }
          return new Outcome(1, 0, 1);
        });
    assertEquals(8, first.stream().distinct().count());
  }

  @Test
  void everyStageTriesThePlainSetting() {
    List<Integer> stages = Collections.synchronizedList(new ArrayList<>());
    search(
        AXES,
        4,
        (p, stage) -> {
          if (p[0] == 0 && p[1] == 2 && p[2] == 4) {
            stages.add(stage.number());
          }
          return new Outcome(bowl(p, 5, 4, 0), 0, 1);
        });
    assertEquals(List.of(0, 1, 2), stages, "without a penalty, in the middle of the others");
  }

  @Test
  void whatIsGivenIsNotSearched() {
    List<Symbol.Axis> given = List.of(Symbol.L1.axis(List.of(0.1)), Symbol.L2.axis(List.of(0.0)));
    int[] best =
        search(
            given,
            1,
            (p, stage) -> {
              throw new AssertionError("nothing to try");
            });
    assertArrayEquals(new int[2], best);
  }

  @Test
  void threadsDoNotChangeWhatIsFound() {
    SettingsSearch one = new SettingsSearch(AXES, 32, 600, 5000, 7);
    SettingsSearch four = new SettingsSearch(AXES, 32, 600, 5000, 7);
    SettingsSearch.SettingsError error = (p, stage) -> new Outcome(bowl(p, 5, 0, 2), 0, 1);
    int[] a = one.best(error, Workers.single(), FitListener.NONE);
    int[] b = four.best(error, Workers.of(4), FitListener.NONE);
    assertArrayEquals(a, b);
    assertEquals(one.count(), four.count());
    assertTrue(one.count() <= 32 + 8 + 4, "no more than the budget");
  }

  @Test
  void settingsFollowTheUnitsOfTheTable() {
    Units small = new Units(1, 1, 5, 1);
    Units large = new Units(100, 1, 5, 1);
    int[] places = {2, 2, 2};
    Parameters a = Parameters.at(AXES, places, small, 100);
    Parameters b = Parameters.at(AXES, places, large, 100);
    assertEquals(10 * a.lambda2(), b.lambda2(), 1e-12);
    assertEquals(a.rho(), b.rho());
    assertEquals(a.delta(), b.delta());
    assertEquals(a.delta() / 2, Parameters.at(AXES, places, small, 200).delta(), 1e-12);
  }
}
