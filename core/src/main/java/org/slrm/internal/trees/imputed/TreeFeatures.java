package org.slrm.internal.trees.imputed;

/**
 * Inputs of trees besides imputed features.
 *
 * @param line how they use a ridge prediction
 * @param missing whether raw values, with their missing entries, are inputs
 */
public record TreeFeatures(RidgeUse line, boolean missing) {}
