package org.slrm.cli.reproduce;

import org.jspecify.annotations.Nullable;
import org.slrm.data.Scaling;
import org.slrm.paper.Simulation;

/**
 * One data set of an experiment.
 *
 * @param train rows to fit
 * @param validation rows to choose parameters and stop by
 * @param test test rows
 * @param rank rank given to the paper's methods, 0 for its 99 % rule
 * @param scaling scaling for the paper's methods; the default scales as it always does
 * @param labelMean subtracted from the labels the paper's methods see: they have no intercept
 * @param truth what the rows were drawn from, null for real data
 */
public record TaskData(
    Simulation.Sample train,
    Simulation.Sample validation,
    Simulation.Sample test,
    int rank,
    Scaling.Kind scaling,
    double labelMean,
    Simulation.@Nullable Truth truth) {}
