/** What labels do in the paper's methods: numbers as the paper has them, others by extension. */
@NullMarked
package org.slrm.paper.algorithm.label;

import org.jspecify.annotations.NullMarked;
