/**
 * The input of every solver: scaled data, passes over rows, missingness patterns, folds, threads.
 */
@NullMarked
package org.slrm.internal.run;

import org.jspecify.annotations.NullMarked;
