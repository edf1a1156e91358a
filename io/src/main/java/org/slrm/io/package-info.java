/**
 * Tables from files: CSV/TSV, ARFF, LIBSVM and Parquet become an incomplete matrix of encoded
 * features, a label matrix, and a report.
 */
@NullMarked
package org.slrm.io;

import org.jspecify.annotations.NullMarked;
