/**
 * Sparse codes on learned dictionaries: codes, dictionaries learned without and with labels, their
 * member. Start at {@link org.slrm.paper.dictionary.OnlineDictionary} and {@link
 * org.slrm.paper.dictionary.TaskDescent}.
 */
@NullMarked
package org.slrm.paper.dictionary;

import org.jspecify.annotations.NullMarked;
