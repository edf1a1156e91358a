/**
 * Predictions, explanations, suggestions, imputed rows and scores for rows with column names, from
 * files or maps. Prints nothing and performs no output, so that commands, clusters and services can
 * use it.
 */
@NullMarked
package org.slrm.io.score;

import org.jspecify.annotations.NullMarked;
