/**
 * Scoring by name: new rows as files or maps in, predictions, explanations, suggestions,
 * completions and errors out, with the names of columns and targets. Prints nothing and writes no
 * format, so that a command, a cluster or a service can use it alike.
 */
@NullMarked
package org.slrm.io.score;

import org.jspecify.annotations.NullMarked;
