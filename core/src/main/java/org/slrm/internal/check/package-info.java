/**
 * Messages for misuse. Every room of every module may use this one, and it uses none; it is no part
 * of what users see.
 */
@NullMarked
package org.slrm.internal.check;

import org.jspecify.annotations.NullMarked;
