/** The input of every solver: scaled data, passes over rows, patterns, folds, threads. */
@NullMarked
package org.slrm.internal.run;

import org.jspecify.annotations.NullMarked;
