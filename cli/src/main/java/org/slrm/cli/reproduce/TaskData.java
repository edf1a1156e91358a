package org.slrm.cli.reproduce;

import org.jspecify.annotations.Nullable;
import org.slrm.data.Scaling;
import org.slrm.paper.Simulation;

/**
 * One data set of an experiment.
 *
 * @param train training rows
 * @param validation rows that choose parameters and stop fits
 * @param test test rows
 * @param rank rank given to the paper's methods, 0 for its 99 % rule
 * @param scaling scaling for the paper's methods; the default uses its own
 * @param labelMean subtracted from the labels of the paper's methods, which have no intercept
 * @param truth true parameters, null for real data
 */
public record TaskData(
    Simulation.Sample train,
    Simulation.Sample validation,
    Simulation.Sample test,
    int rank,
    Scaling.Kind scaling,
    double labelMean,
    Simulation.@Nullable Truth truth) {}
