/** Members that answer from a row's posterior under the factor model, and what they share. */
@NullMarked
package org.slrm.internal.factor.member;

import org.jspecify.annotations.NullMarked;
