/** The default method: candidates, their evaluation, the search among them and their stack. */
@NullMarked
package org.slrm.internal.auto;

import org.jspecify.annotations.NullMarked;
