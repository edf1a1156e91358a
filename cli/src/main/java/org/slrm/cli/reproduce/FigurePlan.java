package org.slrm.cli.reproduce;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The definition of a figure and its points.
 *
 * @param id its name on the command line
 * @param title its title
 * @param setUp description of its data
 * @param xTitle title of the horizontal axis, empty for tasks side by side
 * @param logX whether that axis is logarithmic
 * @param points its points
 * @param absent points that cannot be run, and why
 */
public record FigurePlan(
    String id,
    String title,
    String setUp,
    String xTitle,
    boolean logX,
    List<Point> points,
    List<Absent> absent) {
  public FigurePlan {
    points = List.copyOf(points);
    absent = List.copyOf(absent);
  }

  /**
   * A task without data.
   *
   * @param point the task
   * @param why what is missing, and where to get it
   */
  public record Absent(Point point, String why) {}

  /** The plan to report on: it includes tasks that have runs, even without their data. */
  public FigurePlan reported(Collection<Run> runs) {
    List<Point> known = new ArrayList<>(points);
    List<Absent> left = new ArrayList<>();
    for (Absent a : absent) {
      if (runs.stream().anyMatch(r -> r.point().equals(a.point().name()))) {
        known.add(a.point());
      } else {
        left.add(a);
      }
    }
    known.sort(Comparator.comparingDouble(Point::x));
    return new FigurePlan(id, title, setUp, xTitle, logX, known, left);
  }

  /** Names of the points, in order. */
  public List<String> pointNames() {
    return points.stream().map(Point::name).toList();
  }

  /** Whether its points are real tasks side by side. */
  public boolean tasks() {
    return xTitle.isEmpty();
  }
}
