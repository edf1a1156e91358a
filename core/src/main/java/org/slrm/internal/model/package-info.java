/** Fitted members: how a model answers a row with a given pattern. */
@NullMarked
package org.slrm.internal.model;

import org.jspecify.annotations.NullMarked;
