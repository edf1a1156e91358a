package org.slrm.io.column;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.io.cell.EditDistance;
import org.slrm.io.source.InputException;
import org.slrm.method.LabelKind;

/** Assigns roles to columns by the names in the options. */
public final class Selection {

  /** The wildcard in a name. */
  private static final String ANY = "*";

  public final Schema.Role[] roles;
  public final boolean[] ignored;
  public final boolean[] categorical;

  /** The requested label kind of each target; null for other columns. */
  public final ReadOptions.@Nullable Label[] labels;

  public Selection(String file, RecordReader reader, ReadOptions options) {
    this(file, reader.names(), reader.defaultTarget(), options);
  }

  /** Roles of the named columns; the default target is used if options name no target. */
  public Selection(
      String file, List<String> names, @Nullable String defaultTarget, ReadOptions options) {
    options.rawCells().columns().forEach(c -> position(file, c, names));
    this.roles = new Schema.Role[names.size()];
    Arrays.fill(roles, Schema.Role.FEATURE);
    this.ignored = marked(file, "--ignore", options.ignore(), names);
    boolean[] keep = marked(file, "--keep", options.keep(), names);
    for (int j = 0; j < keep.length; j++) {
      rejectIf(keep[j] && ignored[j], file, names.get(j), "a column must not be kept and ignored");
    }
    this.categorical = marked(file, "--categorical", options.categorical(), names);
    List<String> targets = options.targets();
    if (targets.isEmpty() && defaultTarget != null) {
      targets = List.of(defaultTarget);
    }
    boolean[] target = marked(file, "--target", targets, names);
    options.requireTargetsInOrder(names);
    labels = labels(target, options);
    for (int j = 0; j < target.length; j++) {
      roles[j] = target[j] ? Schema.Role.TARGET : roles[j];
    }
    String weight = options.weight();
    if (weight != null) {
      boolean[] weights = marked(file, "--weights", List.of(weight), names);
      for (int j = 0; j < weights.length; j++) {
        if (weights[j]) {
          rejectIf(target[j], file, names.get(j), "a weight column must not be a target");
          roles[j] = Schema.Role.WEIGHT;
        }
      }
    }
    for (int j = 0; j < roles.length; j++) {
      boolean used = roles[j] != Schema.Role.FEATURE;
      rejectIf(used && ignored[j], file, names.get(j), "a target or weight must not be ignored");
      if (used && categorical[j]) {
        labels[j] = categorical(file, names.get(j), labels[j]);
      }
    }
  }

  /** Position of a column of raw cells. */
  static int position(String file, ReadOptions.RawCells.RawColumn column, List<String> names) {
    int position = names.indexOf(column.name());
    if (position < 0) {
      throw absent(file, column.option(), column.name(), names);
    }
    return position;
  }

  private static InputException absent(
      String file, String option, String name, List<String> names) {
    return InputException.of("the column named by " + option + " must be in the file")
        .file(file)
        .value(name)
        .hint(nearest(name, names));
  }

  /** The label kind of a target that is named as categorical; rejects weights. */
  private static ReadOptions.Label categorical(
      String file, String name, ReadOptions.@Nullable Label requested) {
    rejectIf(requested == null, file, name, "a weight must not be categorical");
    boolean classification = requested.isAuto() || requested.isClassification();
    rejectIf(!classification, file, name, "a categorical target must have label kind classes");
    return ReadOptions.Label.of(LabelKind.CLASSES);
  }

  private static ReadOptions.@Nullable Label[] labels(boolean[] target, ReadOptions options) {
    int[] targets = IntStream.range(0, target.length).filter(j -> target[j]).toArray();
    ReadOptions.@Nullable Label[] out = new ReadOptions.Label[target.length];
    for (int t = 0; t < targets.length; t++) {
      out[targets[t]] = options.label(t, targets.length);
    }
    return out;
  }

  private static void rejectIf(boolean condition, String file, String column, String rule) {
    if (condition) {
      throw InputException.of(rule).file(file).column(column);
    }
  }

  /** The names that match patterns, which may contain wildcards. */
  public static Set<String> named(List<String> patterns, List<String> names) {
    return patterns.stream()
        .flatMap(pattern -> matching(pattern, names).stream())
        .map(names::get)
        .collect(Collectors.toCollection(HashSet::new));
  }

  /** Rejects a target that is not a column of a file. */
  public static void requireTargets(String file, List<String> targets, List<String> names) {
    marked(file, "--target", targets, names);
  }

  private static boolean[] marked(
      String file, String option, List<String> requested, List<String> names) {
    boolean[] marked = new boolean[names.size()];
    for (String name : requested) {
      List<Integer> found = matching(name, names);
      if (found.isEmpty()) {
        throw absent(file, option, name, names);
      }
      for (int j : found) {
        if (marked[j] && option.equals("--target") && !name.contains(ANY)) {
          throw InputException.of("a target must be named once").file(file).value(name);
        }
        marked[j] = true;
      }
    }
    return marked;
  }

  /** Positions of the columns that match a name with wildcards; exact matches take precedence. */
  public static List<Integer> matching(String name, List<String> names) {
    int exact = names.indexOf(name);
    if (exact >= 0 || !name.contains(ANY)) {
      return exact >= 0 ? List.of(exact) : List.of();
    }
    // Consecutive wildcards are merged.
    List<String> parts = Arrays.stream(name.split("\\*+", -1)).map(Pattern::quote).toList();
    Pattern pattern = Pattern.compile(String.join(".*", parts), Pattern.DOTALL);
    return IntStream.range(0, names.size())
        .filter(j -> pattern.matcher(names.get(j)).matches())
        .boxed()
        .toList();
  }

  /** Up to three most similar names. */
  static String nearest(String name, List<String> names) {
    String lower = name.toLowerCase(Locale.ROOT);
    List<String> similar =
        names.stream()
            .filter(n -> similar(lower, n.toLowerCase(Locale.ROOT)))
            .sorted(
                Comparator.comparingInt(n -> EditDistance.of(lower, n.toLowerCase(Locale.ROOT))))
            .limit(3)
            .toList();
    if (!similar.isEmpty()) {
      return "did you mean " + String.join(" or ", similar) + "?";
    }
    List<String> shown = names.stream().limit(8).toList();
    return "the columns are "
        + String.join(", ", shown)
        + (names.size() > 8 ? ", … (" + names.size() + " in all)" : "");
  }

  private static boolean similar(String name, String other) {
    return EditDistance.similar(name, other) || other.contains(name);
  }
}
