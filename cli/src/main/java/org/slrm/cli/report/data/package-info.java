/** What the data look like: how values are spread, and which holes come together. */
@NullMarked
package org.slrm.cli.report.data;

import org.jspecify.annotations.NullMarked;
