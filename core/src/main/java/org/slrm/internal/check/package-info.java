/** Messages for misuse, for every package of any module; not a public API. */
@NullMarked
package org.slrm.internal.check;

import org.jspecify.annotations.NullMarked;
