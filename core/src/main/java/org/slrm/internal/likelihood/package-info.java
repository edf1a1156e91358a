/** The likelihood solver: expectation and maximisation over features and labels together. */
@NullMarked
package org.slrm.internal.likelihood;

import org.jspecify.annotations.NullMarked;
