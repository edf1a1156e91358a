/** The page that compares new rows with the training rows. */
@org.jspecify.annotations.NullMarked
package org.slrm.cli.report.shift;
