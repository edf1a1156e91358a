package org.slrm.internal.trees.imputed;

/**
 * What trees see besides completed features.
 *
 * @param line how they use a line
 * @param holes whether they see raw values, and with them which entries are missing
 */
public record Sight(RidgeUse line, boolean holes) {}
