package org.slrm.cli.report.reproduce;

import java.util.ArrayList;
import java.util.List;
import org.slrm.cli.report.reproduce.ReproduceInput.FigureRuns;
import org.slrm.cli.reproduce.ComparedMethod;
import org.slrm.cli.reproduce.Point;
import org.slrm.cli.reproduce.Runner;

/**
 * Planned runs of a method that were not made, which are always listed.
 *
 * @param method the method
 * @param where the points, with their data sets
 */
record NotRun(ComparedMethod method, String where) {
  /** The missing runs of a figure, given the number of data sets per point. */
  static List<NotRun> of(FigureRuns f, int planned) {
    List<NotRun> out = new ArrayList<>();
    for (ComparedMethod c : ComparedMethod.values()) {
      String where = where(f, c, planned);
      if (!where.isEmpty()) {
        out.add(new NotRun(c, where));
      }
    }
    return out;
  }

  private static String where(FigureRuns f, ComparedMethod c, int planned) {
    List<String> fewer = new ArrayList<>();
    List<String> none = new ArrayList<>();
    List<Point> points = f.plan().points().stream().filter(p -> Runner.applies(p, c)).toList();
    for (Point p : points) {
      int there = f.at(p.name(), c).size();
      if (there == 0) {
        none.add(p.name());
      } else if (there < planned) {
        fewer.add(p.name() + " (" + there + " of " + planned + ")");
      }
    }
    String rest =
        none.isEmpty()
            ? ""
            : "not run" + (none.size() == points.size() ? "" : " at " + String.join(", ", none));
    String some = fewer.isEmpty() ? "" : "fewer data sets at " + String.join(", ", fewer);
    return some + (some.isEmpty() || rest.isEmpty() ? "" : "; ") + rest;
  }
}
