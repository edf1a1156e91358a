/** Labels in the paper's methods: numbers as in the paper, others by extension. */
@NullMarked
package org.slrm.paper.internal.algorithm.label;

import org.jspecify.annotations.NullMarked;
