package org.slrm.io.check;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** A simulated table: four features, a target that depends on them, and a defective column. */
final class Trap {
  static final int ROWS = 300;

  final List<String> names = new ArrayList<>(List.of("a", "b", "c", "d"));
  final double[][] x = new double[ROWS][4];
  final double[] y = new double[ROWS];
  private final List<IntFunction<String>> columns = new ArrayList<>();
  private final SplittableRandom random;
  private boolean target;

  Trap(long seed) {
    random = new SplittableRandom(seed);
    for (int i = 0; i < ROWS; i++) {
      double common = normal();
      for (int j = 0; j < 4; j++) {
        x[i][j] = common + normal();
      }
      y[i] = 50 + 3 * x[i][0] - 2 * x[i][1] + x[i][2] + 2 * normal();
    }
    for (int j = 0; j < 4; j++) {
      int column = j;
      columns.add(i -> Double.toString(x[i][column]));
    }
  }

  double normal() {
    return random.nextGaussian();
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  Trap with(String name, IntFunction<String> cell) {
    names.add(name);
    columns.add(cell);
    return this;
  }

  Trap number(String name, IntFunction<Double> cell) {
    return with(name, i -> Double.toString(cell.apply(i)));
  }

  Trap target(IntFunction<String> cell) {
    target = true;
    return with("y", cell);
  }

  /** The table without some columns. */
  Trap without(String name) {
    int at = names.indexOf(name);
    names.remove(at);
    columns.remove(at);
    return this;
  }

  String csv() {
    if (!target) {
      target(i -> Double.toString(y[i]));
    }
    StringBuilder out = new StringBuilder(String.join(",", names)).append('\n');
    IntStream.range(0, ROWS)
        .forEach(
            i ->
                out.append(String.join(",", columns.stream().map(c -> c.apply(i)).toList()))
                    .append('\n'));
    return out.toString();
  }
}
