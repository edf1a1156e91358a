package org.slrm.cli.reproduce;

import java.util.function.IntFunction;

/**
 * A point of a figure, with its data sets.
 *
 * @param figure the figure's name
 * @param name its name, such as n=200 or a task's name
 * @param x its position on the axis
 * @param synthetic whether the true parameters are known
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
  String key(int dataSet, ComparedMethod method) {
    return name + "|" + dataSet + "|" + method.id();
  }
}
