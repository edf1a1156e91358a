/** Kernels in vector instructions; needs the module jdk.incubator.vector. */
@org.jspecify.annotations.NullMarked
package org.slrm.internal.linalg.vector;
