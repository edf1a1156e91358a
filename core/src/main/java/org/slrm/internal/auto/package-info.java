/** The default method: candidates, their evaluation, the search among them and their stacking. */
@NullMarked
package org.slrm.internal.auto;

import org.jspecify.annotations.NullMarked;
