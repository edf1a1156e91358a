package org.slrm.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;

class ShardingTest {
  private static final int GIGABYTE = 1 << 30;

  private static SparkConf conf(String memory) {
    return new SparkConf(false)
        .set("spark.master", "spark://host:7077")
        .set("spark.executor.memory", memory)
        .set("spark.executor.cores", "1");
  }

  @Test
  void narrowStatisticsStayInWhole() {
    assertEquals(Sharding.NONE, Sharding.of(0, 101, 10, 64, conf("1g")));
  }

  @Test
  void wideOnesAreShardedInBlocksThatFit() {
    Sharding wide = Sharding.of(0, 20_001, 20, 4, conf("1g"));
    assertTrue(wide.block() >= 1000 && wide.block() <= 4000, wide::toString);
    assertTrue(wide.blocks(20_001) * (long) wide.block() >= 20_001);
    long bytes = org.slrm.internal.factor.FactorStatistics.bytes(wide.block(), 20);
    assertTrue(bytes < GIGABYTE / 64, () -> bytes + " bytes");
  }

  @Test
  void moreMemoryMeansWholeStatistics() {
    boolean roomy = Runtime.getRuntime().maxMemory() > 700L << 20;
    assertEquals(roomy, Sharding.of(0, 20_001, 20, 4, conf("64g")).whole());
  }

  @Test
  void manyPartitionsAreTooMuchForTheDriver() {
    assertTrue(!Sharding.of(0, 5_001, 30, 100_000, conf("640g")).whole());
  }

  @Test
  void whatIsAskedForIsDone() {
    assertEquals(7, Sharding.of(7, 100, 3, 2, conf("1g")).block());
    assertTrue(Sharding.of(-1, 1_000_000, 50, 2, conf("1g")).whole());
  }
}
