/** The factor model learned row by row, with forgetting and drift. */
@NullMarked
package org.slrm.internal.factor.online;

import org.jspecify.annotations.NullMarked;
