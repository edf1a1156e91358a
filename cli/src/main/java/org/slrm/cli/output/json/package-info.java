/** Results as JSON objects. */
@NullMarked
package org.slrm.cli.output.json;

import org.jspecify.annotations.NullMarked;
