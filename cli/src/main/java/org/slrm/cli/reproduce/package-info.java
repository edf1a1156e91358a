/** The paper's experiments: data sets, runs, and verdicts on its claims. */
@NullMarked
package org.slrm.cli.reproduce;

import org.jspecify.annotations.NullMarked;
