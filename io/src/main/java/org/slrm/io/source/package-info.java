/**
 * Where bytes come from and go to: files, standard input, limits, whole files, what is wrong with
 * an input.
 */
@NullMarked
package org.slrm.io.source;

import org.jspecify.annotations.NullMarked;
