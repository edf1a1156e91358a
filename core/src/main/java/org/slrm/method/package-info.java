/**
 * Settings: one checked record per method, with its defaults. A leaf: nothing here fits anything.
 */
@NullMarked
package org.slrm.method;

import org.jspecify.annotations.NullMarked;
