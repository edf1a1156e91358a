/**
 * Sparse codes on learned dictionaries: codes, dictionaries learned without and with labels, their
 * member. Start at {@link org.slrm.paper.internal.dictionary.OnlineDictionary} and {@link
 * org.slrm.paper.internal.dictionary.TaskDescent}.
 */
@NullMarked
package org.slrm.paper.internal.dictionary;

import org.jspecify.annotations.NullMarked;
