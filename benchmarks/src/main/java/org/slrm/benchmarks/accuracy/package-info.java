/** Studies of accuracy: each a program that prints CSV. */
@NullMarked
package org.slrm.benchmarks.accuracy;

import org.jspecify.annotations.NullMarked;
