/** What labels do in the paper's methods: numbers as the paper has them, others by extension. */
@NullMarked
package org.slrm.paper.internal.algorithm.label;

import org.jspecify.annotations.NullMarked;
