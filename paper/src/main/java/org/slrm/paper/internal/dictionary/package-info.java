/** Sparse codes on dictionaries learned without and with labels, and their member. */
@NullMarked
package org.slrm.paper.internal.dictionary;

import org.jspecify.annotations.NullMarked;
