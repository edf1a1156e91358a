/**
 * What every solver works with: scaled data, passes over rows, missingness patterns, threads, and
 * what a fit returns.
 */
@NullMarked
package org.slrm.internal.run;

import org.jspecify.annotations.NullMarked;
