package org.slrm.internal.trees.imputed;

/**
 * What trees see besides imputed features.
 *
 * @param line how they use a line
 * @param missing entries whether they see raw values, and with them which entries are missing
 */
public record TreeFeatures(RidgeUse line, boolean missing) {}
