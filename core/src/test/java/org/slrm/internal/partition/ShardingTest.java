package org.slrm.internal.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.slrm.internal.factor.FactorStatistics;
import org.slrm.internal.partition.DistributedRows.Capacity;

class ShardingTest {
  private static final long GIGABYTE = 1 << 30;

  private static Capacity executor(long gigabytes) {
    return new Capacity(gigabytes * GIGABYTE, 1, 2 * GIGABYTE);
  }

  @Test
  void narrowStatisticsStayInWhole() {
    assertEquals(Sharding.NONE, Sharding.of(0, 101, 10, 64, executor(1)));
  }

  @Test
  void wideOnesAreShardedInBlocksThatFit() {
    Sharding wide = Sharding.of(0, 20_001, 20, 4, executor(1));
    assertTrue(wide.block() >= 1000 && wide.block() <= 4000, wide::toString);
    assertTrue(wide.blocks(20_001) * (long) wide.block() >= 20_001);
    long bytes = FactorStatistics.bytes(wide.block(), 20);
    assertTrue(bytes < GIGABYTE / 64, () -> bytes + " bytes");
  }

  @Test
  void moreMemoryMeansWholeStatistics() {
    assertTrue(Sharding.of(0, 20_001, 20, 4, executor(64)).whole());
    assertFalse(Sharding.of(0, 20_001, 20, 4, new Capacity(64 * GIGABYTE, 1, 1 << 20)).whole());
  }

  @Test
  void tasksThatShareAnExecutorHaveLessMemoryEach() {
    assertFalse(Sharding.of(0, 20_001, 20, 4, new Capacity(64 * GIGABYTE, 64, GIGABYTE)).whole());
  }

  @Test
  void manyPartitionsAreTooMuchForTheDriver() {
    assertFalse(Sharding.of(0, 5_001, 30, 100_000, executor(640)).whole());
  }

  @Test
  void whatIsAskedForIsDone() {
    assertEquals(7, Sharding.of(7, 100, 3, 2, executor(1)).block());
    assertTrue(Sharding.of(-1, 1_000_000, 50, 2, executor(1)).whole());
  }
}
