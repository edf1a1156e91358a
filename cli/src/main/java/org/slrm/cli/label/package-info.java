/** Label kinds that were chosen automatically, and class weights. */
@NullMarked
package org.slrm.cli.label;

import org.jspecify.annotations.NullMarked;
