/**
 * Messages for misuse. Any package of any module may use it, and it uses no other; it is no public
 * API.
 */
@NullMarked
package org.slrm.internal.check;

import org.jspecify.annotations.NullMarked;
