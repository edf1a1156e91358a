package org.slrm.io.score;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Misclassification costs by class, and the class of least expected cost. */
record ClassCosts(double[][] cost) {
  /** Costs by class name, for the only classification target. */
  static ClassCosts of(NamedModel model, Map<String, Double> named) {
    int[] targets =
        IntStream.range(0, model.targets().size())
            .filter(t -> !model.levels(t).isEmpty())
            .toArray();
    double[][] cost = new double[model.targets().size()][];
    for (int t : targets) {
      cost[t] = new double[model.levels(t).size()];
      Arrays.fill(cost[t], 1);
    }
    if (named.isEmpty()) {
      return new ClassCosts(cost);
    }
    if (targets.length != 1) {
      throw new IllegalArgumentException(
          "costs require exactly one classification target, found " + targets.length);
    }
    List<String> levels = model.levels(targets[0]);
    named.forEach(
        (name, value) -> {
          int k = levels.indexOf(name);
          if (k < 0) {
            throw new IllegalArgumentException(
                "costs must name classes of %s such as %s, got %s"
                    .formatted(
                        model.targets().get(targets[0]),
                        String.join(", ", levels.subList(0, Math.min(5, levels.size()))),
                        name));
          }
          cost[targets[0]][k] = value;
        });
    return new ClassCosts(cost);
  }

  /** The class with the largest product of cost and probability; the first of tied classes. */
  int predicted(int target, double[] probability) {
    int best = 0;
    for (int k = 1; k < probability.length; k++) {
      double weighted = cost[target][k] * probability[k];
      best = weighted > cost[target][best] * probability[best] ? k : best;
    }
    return best;
  }
}
