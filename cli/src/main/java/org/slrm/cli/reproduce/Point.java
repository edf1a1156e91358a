package org.slrm.cli.reproduce;

import java.util.function.IntFunction;

/**
 * One place on a figure's axis, with its data sets.
 *
 * @param figure the figure's name
 * @param name what distinguishes the point, such as n=200 or a task's name
 * @param x where it lies on the axis
 * @param synthetic whether the truth is known
 * @param classes whether the labels are ±1
 * @param source its data sets, by number from 1
 */
public record Point(
    String figure,
    String name,
    double x,
    boolean synthetic,
    boolean classes,
    IntFunction<TaskData> source) {
  /** A point whose labels are numbers. */
  public Point(
      String figure, String name, double x, boolean synthetic, IntFunction<TaskData> source) {
    this(figure, name, x, synthetic, false, source);
  }

  /** The key of a run in its file. */
  String key(int dataSet, Contestant who) {
    return name + "|" + dataSet + "|" + who.id();
  }
}
