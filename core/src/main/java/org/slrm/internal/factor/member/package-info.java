/** Members that predict from a row's posterior under the factor model, and their common parts. */
@NullMarked
package org.slrm.internal.factor.member;

import org.jspecify.annotations.NullMarked;
