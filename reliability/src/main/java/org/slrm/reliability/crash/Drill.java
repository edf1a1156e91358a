package org.slrm.reliability.crash;

import java.util.random.RandomGenerator;

/** Something that is killed, looked at, and started again. */
interface Drill {
  String name();

  /** Kills once; what is wrong afterwards in words, empty if nothing is. */
  String kill(RandomGenerator random) throws Exception;
}
