/**
 * Regression when features are missing, at training time and at prediction time. Start at {@link
 * org.slrm.Slrm}.
 */
@NullMarked
package org.slrm;

import org.jspecify.annotations.NullMarked;
