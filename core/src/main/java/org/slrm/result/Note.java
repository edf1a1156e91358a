package org.slrm.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A fact about a fit for its user: a code and arguments. Output formats turn it into sentences.
 *
 * <pre>{@code
 * Note note = Note.of("constant-features", "features", List.of(3, 7));
 * note.code();                       // "constant-features"
 * note.arguments().get("features");  // [3, 7]
 * }</pre>
 *
 * @param code its code, in lower case with hyphens
 * @param arguments names with numbers, texts, or lists of these
 */
public record Note(String code, Map<String, Object> arguments) {
  /** Code of a note that is a sentence; only model files of version 0.1.0 have such notes. */
  public static final String TEXT = "text";

  /** Copies the arguments. */
  public Note {
    arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
  }

  /** A note with alternating names and values. */
  public static Note of(String code, Object... namesAndValues) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    for (int k = 0; k < namesAndValues.length; k += 2) {
      arguments.put((String) namesAndValues[k], namesAndValues[k + 1]);
    }
    return new Note(code, arguments);
  }

  /** An integer argument, 0 without one of this name. */
  public long number(String name) {
    return arguments.get(name) instanceof Number n ? n.longValue() : 0;
  }
}
