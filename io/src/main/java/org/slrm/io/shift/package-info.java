/** How new rows differ from those that a model was fitted to. */
@NullMarked
package org.slrm.io.shift;

import org.jspecify.annotations.NullMarked;
