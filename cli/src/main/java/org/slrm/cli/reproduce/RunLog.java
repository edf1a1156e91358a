package org.slrm.cli.reproduce;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The finished runs of a figure. A callback after each new run stores them, so that a stopped
 * experiment can continue.
 */
public final class RunLog {
  private final List<String> order;
  private final Map<String, Run> runs = new LinkedHashMap<>();
  private final Consumer<List<Run>> store;

  /** A log that starts with earlier runs. */
  public RunLog(FigurePlan plan, Collection<Run> earlier, Consumer<List<Run>> store) {
    order = plan.pointNames();
    earlier.forEach(r -> runs.put(r.key(), r));
    this.store = store;
  }

  /** All runs: by point, data set and method. */
  public synchronized List<Run> all() {
    List<Run> out = new ArrayList<>(runs.values());
    out.sort(
        Comparator.<Run>comparingInt(r -> order.indexOf(r.point()))
            .thenComparingInt(Run::dataSet)
            .thenComparing(Run::method));
    return out;
  }

  synchronized @Nullable Run find(Point point, int dataSet, ComparedMethod method) {
    return runs.get(point.key(dataSet, method));
  }

  synchronized void add(Run run) {
    runs.put(run.key(), run);
    store.accept(all());
  }
}
