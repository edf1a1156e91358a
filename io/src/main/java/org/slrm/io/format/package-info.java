/** File formats: each reader turns bytes into records of cells. */
@NullMarked
package org.slrm.io.format;

import org.jspecify.annotations.NullMarked;
