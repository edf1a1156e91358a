package org.slrm;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.slrm.method.MethodConfig;
import org.slrm.method.MethodSpec;

/**
 * Settings that the contract is checked for: the defaults of every method of the module under test,
 * and what its {@link More} adds.
 *
 * @param name what to call it
 * @param config the settings
 * @param traits where it may differ from others
 */
record MethodSubject(String name, MethodConfig config, Set<Trait> traits) {
  /** Where the contract allows a method to differ. */
  enum Trait {
    /**
     * Folds, held-out rows, stochastic steps, the groups a mixture starts from and the rows that
     * dictionaries begin as are drawn by a row's place: a new order, a new draw.
     */
    DRAW_ROWS_BY_PLACE,
    /**
     * SMPCR starts at a subspace drawn column by column, and few rows do not make it forget; what
     * auto, mixture and the fits that kernels build on compare stops at tolerances meant for
     * comparing, so that near ties may fall the other way; of cuts that part the same training
     * rows, trees take the first column's.
     */
    DRAW_COLUMNS_BY_PLACE,
    /**
     * The ranks that are tried depend on the number of columns; SMPCR draws a start for each of
     * them; MPCR counts a row's entries to see whether it teaches anything, constant ones included;
     * a mixture groups rows in a subspace as wide as columns allow; the fits that kernels build on
     * stop before they have forgotten where they started.
     */
    COUNT_EVERY_COLUMN,
    /**
     * Kernels are validated by leaving out single rows: a copy of a row stays and gives its label
     * away. With kernel and penalty given KernelFitTest shows the two to be the same.
     */
    COPIES_GIVE_LABELS_AWAY
  }

  /** What a module adds to the defaults of its methods; named in META-INF/services of its tests. */
  interface More {
    /** Traits of methods whose defaults have any, by name of the method. */
    Map<String, Set<Trait>> traits();

    /** Further settings. */
    List<MethodSubject> subjects();

    /** Methods whose default settings are tested with the slow tests, by name. */
    default Set<String> slow() {
      return Set.of();
    }
  }

  /** Whether it has a trait. */
  boolean is(Trait trait) {
    return traits.contains(trait);
  }

  /** Every subject of the module under test but the slow ones. */
  static Stream<MethodSubject> all() {
    return Stream.concat(
        defaults().filter(s -> !more().slow().contains(s.name)), more().subjects().stream());
  }

  /** Default settings that take long. */
  static Stream<MethodSubject> slow() {
    return defaults().filter(s -> more().slow().contains(s.name));
  }

  private static More more() {
    return ServiceLoader.load(More.class).findFirst().orElseThrow();
  }

  private static Stream<MethodSubject> defaults() {
    Map<String, Set<Trait>> traits = more().traits();
    return specs()
        .map(
            m ->
                new MethodSubject(
                    m.name(), m.configure(Map.of()), traits.getOrDefault(m.name(), Set.of())));
  }

  /** The methods of the module under test, not those of modules it depends on. */
  static Stream<MethodSpec> specs() {
    Path here = Path.of("target/classes").toAbsolutePath();
    return MethodSpec.all().stream().filter(m -> here.equals(place(m)));
  }

  private static Path place(MethodSpec method) {
    return Path.of(method.getClass().getProtectionDomain().getCodeSource().getLocation().getPath())
        .toAbsolutePath();
  }

  @Override
  public String toString() {
    return name;
  }
}
