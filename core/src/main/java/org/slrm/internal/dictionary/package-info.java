/**
 * Sparse codes on learned dictionaries: codes, dictionaries learned without and with labels, their
 * member. Start at {@link org.slrm.internal.dictionary.OnlineDictionary} and {@link
 * org.slrm.internal.dictionary.TaskDescent}.
 */
@NullMarked
package org.slrm.internal.dictionary;

import org.jspecify.annotations.NullMarked;
