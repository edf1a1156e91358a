/** The factor model with missing entries: E and M steps, posterior, likelihood. */
@NullMarked
package org.slrm.internal.factor;

import org.jspecify.annotations.NullMarked;
