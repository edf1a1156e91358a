package org.slrm.reliability.crash;

import java.util.random.RandomGenerator;

/** A process that is killed, checked, and started again. */
interface KillTrial {
  String name();

  /** Kills once; returns the faults found afterwards. */
  String kill(RandomGenerator random) throws Exception;
}
