/**
 * What every solver works with: scaled data, passes over rows, patterns of holes, threads, and what
 * a fit returns.
 */
@NullMarked
package org.slrm.internal.run;

import org.jspecify.annotations.NullMarked;
