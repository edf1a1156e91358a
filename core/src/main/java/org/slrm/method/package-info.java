/** Settings: one checked record per method, with its defaults. */
@NullMarked
package org.slrm.method;

import org.jspecify.annotations.NullMarked;
