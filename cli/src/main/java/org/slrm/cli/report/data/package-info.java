/** What the data look like: how values are spread, and missingness patterns. */
@NullMarked
package org.slrm.cli.report.data;

import org.jspecify.annotations.NullMarked;
