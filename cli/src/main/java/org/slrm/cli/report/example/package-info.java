/** A few rows with what the model says of them and why. */
@NullMarked
package org.slrm.cli.report.example;

import org.jspecify.annotations.NullMarked;
