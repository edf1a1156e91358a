package org.slrm.reliability.fuzz;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * One thing that takes bytes from strangers.
 *
 * <pre>{@code
 * boolean taken = target.accepts(target.mutated(seed, other, random));
 * }</pre>
 */
interface Target extends AutoCloseable {
  /** Its name, which is also that of its folder in the corpus. */
  String name();

  /** How many inputs of other targets one of its own takes as long as. */
  default int weight() {
    return 1;
  }

  /** Inputs that the target makes itself, besides those in the corpus. */
  default List<byte[]> seeds() throws Exception {
    return List.of();
  }

  /** An input made from another, with parts of a second one where that helps. */
  default byte[] mutated(byte[] input, byte[] other, RandomGenerator random) throws Exception {
    return Bytes.mutated(input, other, random);
  }

  /**
   * Whether the input is taken rather than refused as documented.
   *
   * @throws Exception where it is neither, which is a finding, as is any error
   */
  boolean accepts(byte[] input) throws Exception;

  @Override
  default void close() throws java.io.IOException {}
}
