package org.slrm.internal.run;

/**
 * What a solver that makes passes is given, all in scaled units. Only the passes know all rows.
 *
 * @param rows the rows to fit
 * @param sample some of them in memory, all of them where they are few
 * @param held rows held out, to evaluate passes by
 * @param own whether the rows held out are rows of their own; else they are the sample
 */
public record PassData(RowPasses rows, TrainingData sample, TrainingData held, boolean own) {}
