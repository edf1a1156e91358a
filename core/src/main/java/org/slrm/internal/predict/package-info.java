/** What a fitted member is, and how members predict together. */
@NullMarked
package org.slrm.internal.predict;

import org.jspecify.annotations.NullMarked;
