/** Pages, tables and charts of a report, independent of models. */
@NullMarked
package org.slrm.cli.report.chart;

import org.jspecify.annotations.NullMarked;
