package org.slrm.cli.reproduce;

import java.util.List;

/**
 * What a figure shows and at which points.
 *
 * <pre>{@code
 * FigurePlan plan = Figures.plan("fig1a", Scale.QUICK, 1, null);
 * plan.pointNames();
 * }</pre>
 *
 * @param id its name on the command line
 * @param title what it shows
 * @param setUp how its data are made
 * @param xTitle title of the horizontal axis, empty for tasks side by side
 * @param logX whether that axis is logarithmic
 * @param points where it is measured
 * @param absent what cannot be run, why, and where to get it
 */
public record FigurePlan(
    String id,
    String title,
    String setUp,
    String xTitle,
    boolean logX,
    List<Point> points,
    List<String> absent) {
  /** Copies the lists. */
  public FigurePlan {
    points = List.copyOf(points);
    absent = List.copyOf(absent);
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
