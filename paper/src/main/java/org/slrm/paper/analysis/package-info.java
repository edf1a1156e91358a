/** What the paper adds to its methods: transduction and the risk bound of Theorem 1. */
@NullMarked
package org.slrm.paper.analysis;

import org.jspecify.annotations.NullMarked;
