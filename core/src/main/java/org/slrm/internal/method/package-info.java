/** Methods that choose their rank by cross-validation. */
@org.jspecify.annotations.NullMarked
package org.slrm.internal.method;
