/**
 * Scoring by name: rows from files or maps in; predictions, explanations, suggestions, imputed rows
 * and errors out. Prints nothing and writes no format, so that a command, a cluster or a service
 * can use it.
 */
@NullMarked
package org.slrm.io.score;

import org.jspecify.annotations.NullMarked;
