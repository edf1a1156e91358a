package org.slrm.internal.run;

/**
 * The data of a solver that makes passes, in scaled units. Only the passes cover all rows.
 *
 * @param rows the rows to fit
 * @param sample some of them in memory, all of them if they are few
 * @param held held-out rows that evaluate passes
 * @param separate whether the held-out rows are separate; otherwise they are the sample
 */
public record PassData(RowPasses rows, TrainingData sample, TrainingData held, boolean separate) {}
