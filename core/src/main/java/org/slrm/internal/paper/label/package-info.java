/** What labels do in the paper's methods: numbers as the paper has them, others by extension. */
@NullMarked
package org.slrm.internal.paper.label;

import org.jspecify.annotations.NullMarked;
