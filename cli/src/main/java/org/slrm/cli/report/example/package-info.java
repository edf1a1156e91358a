/** Example rows with predictions and contributions. */
@NullMarked
package org.slrm.cli.report.example;

import org.jspecify.annotations.NullMarked;
