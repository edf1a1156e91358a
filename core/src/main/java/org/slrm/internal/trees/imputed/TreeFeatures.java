package org.slrm.internal.trees.imputed;

/**
 * Inputs of trees besides imputed features.
 *
 * @param ridge how they use a ridge prediction
 * @param missing whether raw values, with their missing entries, are inputs
 */
public record TreeFeatures(RidgeUse ridge, boolean missing) {}
