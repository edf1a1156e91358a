package org.slrm.method;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * A method for users: its name, options and capabilities. Every module registers its methods in
 * {@code META-INF/services/org.slrm.method.MethodSpec}; command line, Spark and tests find them
 * here.
 *
 * <pre>{@code
 * MethodConfig config = MethodSpec.named("likelihood").configure(Map.of("--rank", "8"));
 * SlrmModel model = Slrm.with(config).fit(x, y);
 * }</pre>
 */
public interface MethodSpec {
  /** The method of this name, as in {@code --method}. */
  String name();

  /** Description, in one sentence for documentation. */
  String summary();

  /** Its options. */
  List<Option> options();

  /** Its settings for the given options, all of which it has. */
  MethodConfig configure(Arguments given);

  /** Whether it can be fitted by passes over rows in a file or on a cluster. */
  default boolean passes() {
    return false;
  }

  /** Whether given validation rows replace folds or its own hold-out rows. */
  default boolean takesValidation() {
    return false;
  }

  /** Whether it fits by least squares only, and so refuses targets that are not plain numbers. */
  default boolean leastSquaresOnly() {
    return false;
  }

  /**
   * Its settings for the given options, by name.
   *
   * @throws IllegalArgumentException for an option it does not have or a value out of range
   */
  default MethodConfig configure(Map<String, String> given) {
    for (String option : given.keySet()) {
      if (options().stream().noneMatch(o -> o.name().equals(option))) {
        throw new IllegalArgumentException(
            option + " is not an option of --method " + name() + others(option));
      }
    }
    return configure(new Arguments(given));
  }

  private static String others(String option) {
    List<String> names =
        all().stream()
            .filter(m -> m.options().stream().anyMatch(o -> o.name().equals(option)))
            .map(MethodSpec::name)
            .toList();
    return names.isEmpty() ? "" : "; " + option + " applies to " + String.join(", ", names);
  }

  /** Every method on the class path: the default first, then by name. */
  static List<MethodSpec> all() {
    return List.copyOf(Installed.METHODS.values());
  }

  /** Names of all methods. */
  static List<String> names() {
    return List.copyOf(Installed.METHODS.keySet());
  }

  /**
   * The method of a name.
   *
   * @throws IllegalArgumentException if there is none on the class path
   */
  static MethodSpec named(String name) {
    MethodSpec found = Installed.METHODS.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "method must be one of " + String.join(", ", names()) + ", got " + name);
    }
    return found;
  }

  /** The type of an option's value. */
  enum Takes {
    /** An integer from 1, or {@code auto}. */
    COUNT_OR_AUTO,
    /** An integer. */
    WHOLE_NUMBER,
    /** A number. */
    NUMBER,
    /** One of several words. */
    WORD,
    /** Nothing. */
    NOTHING,
    /** No value; the prefix {@code no-} switches it off. */
    ON_OR_OFF
  }

  /**
   * An option of a method.
   *
   * @param name with its dashes
   * @param takes type of its value
   * @param label its value in help texts, empty without a value
   * @param description description for help texts
   */
  record Option(String name, Takes takes, String label, String description) {
    /** The rank of a subspace. */
    public static final Option RANK =
        count("--rank", "Rank of the subspace. Default: auto, chosen by validation.");

    /** Whether entries may be missing because of their own values. */
    public static final Option MISSINGNESS =
        word(
            "--missingness",
            "ignorable|self-masking|auto",
            "Whether entries may be missing because of their own values: ignored, modelled by a curve"
                + " for each column, or modelled where that lowers the error. Default: auto;"
                + " ignorable with --method likelihood.");

    /** A count that can be chosen by validation. */
    public static Option count(String name, String description) {
      return new Option(name, Takes.COUNT_OR_AUTO, "auto|N", description);
    }

    /** A number. */
    public static Option number(String name, String description) {
      return new Option(name, Takes.NUMBER, "X", description);
    }

    /** An integer. */
    public static Option whole(String name, String description) {
      return new Option(name, Takes.WHOLE_NUMBER, "N", description);
    }

    /** One of the given words, separated by bars. */
    public static Option word(String name, String words, String description) {
      return new Option(name, Takes.WORD, words, description);
    }

    /** Given or not. */
    public static Option flag(String name, String description) {
      return new Option(name, Takes.NOTHING, "", description);
    }

    /** On or off. */
    public static Option onOrOff(String name, String description) {
      return new Option(name, Takes.ON_OR_OFF, "", description);
    }
  }

  /** Values of the given options; absent ones have their defaults. */
  final class Arguments {
    private final Map<String, String> values;

    private Arguments(Map<String, String> values) {
      this.values = new LinkedHashMap<>(values);
    }

    /** Whether an option is given. */
    public boolean has(String option) {
      return values.containsKey(option);
    }

    /** A count, 0 to have it chosen. */
    public int count(String option) {
      String given = values.getOrDefault(option, "auto");
      if (given.equals("auto")) {
        return 0;
      }
      try {
        int value = Integer.parseInt(given);
        if (value >= 1) {
          return value;
        }
      } catch (NumberFormatException e) {
        // Falls through to the common message.
      }
      throw wrong(option, "auto or a whole number from 1", given);
    }

    /** An integer. */
    public long whole(String option, long otherwise) {
      String given = values.get(option);
      try {
        return given == null ? otherwise : Long.parseLong(given);
      } catch (NumberFormatException e) {
        throw wrong(option, "a whole number", given);
      }
    }

    /** A number. */
    public double number(String option, double otherwise) {
      String given = values.get(option);
      try {
        return given == null ? otherwise : Double.parseDouble(given);
      } catch (NumberFormatException e) {
        throw wrong(option, "a number", given);
      }
    }

    /** Whether a flag is given. */
    public boolean flag(String option) {
      return flag(option, false);
    }

    /** Whether an option is switched on. */
    public boolean flag(String option, boolean otherwise) {
      return Boolean.parseBoolean(values.getOrDefault(option, String.valueOf(otherwise)));
    }

    /** An enum constant, given by its name in lower case. */
    public <E extends Enum<E>> E word(String option, Class<E> type, E otherwise) {
      String given = values.get(option);
      if (given == null) {
        return otherwise;
      }
      List<String> words = new ArrayList<>();
      for (E value : type.getEnumConstants()) {
        String word = value.name().toLowerCase(Locale.ROOT).replace('_', '-');
        if (word.equals(given)) {
          return value;
        }
        words.add(word);
      }
      String last = words.remove(words.size() - 1);
      throw wrong(option, String.join(", ", words) + " or " + last, given);
    }

    private static IllegalArgumentException wrong(
        String option, String expected, @Nullable String given) {
      return new IllegalArgumentException(option + " must be " + expected + ", got " + given);
    }
  }

  /** The methods on the class path. */
  final class Installed {
    private static final Map<String, MethodSpec> METHODS = new LinkedHashMap<>();

    static {
      List<MethodSpec> specs = new ArrayList<>();
      ServiceLoader.load(MethodSpec.class, MethodSpec.class.getClassLoader()).forEach(specs::add);
      specs.sort(
          Comparator.comparing((MethodSpec m) -> !m.name().equals("auto"))
              .thenComparing(MethodSpec::name));
      specs.forEach(m -> METHODS.put(m.name(), m));
    }

    private Installed() {}
  }
}
