/** The model file: JSON and NumPy arrays in a zip. */
@NullMarked
package org.slrm.io.model;

import org.jspecify.annotations.NullMarked;
