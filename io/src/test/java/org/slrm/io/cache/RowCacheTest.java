package org.slrm.io.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.slrm.Slrm;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.RowBlocks;
import org.slrm.io.InFolder;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.source.InputException;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MethodConfig;
import org.slrm.paper.SlrmConfig;
import org.slrm.paper.SmpcrConfig;

class RowCacheTest extends InFolder {
  private static final ReadOptions OPTIONS = target("y", "z");

  /** Numbers, categories, booleans, missing entries in features and labels. */
  private static String text(int rows) {
    Random random = new Random(3);
    StringBuilder out = new StringBuilder("a,colour,b,c,yes,y,z\n");
    for (int i = 0; i < rows; i++) {
      double t = random.nextGaussian();
      double s = random.nextGaussian();
      List<String> cells =
          List.of(
              String.valueOf(t + 0.1 * random.nextGaussian()),
              t > 0 ? "red" : "blue",
              String.valueOf(2 * s),
              String.valueOf(s - t),
              s > 0 ? "yes" : "no",
              String.valueOf(t + s),
              String.valueOf(t - s));
      List<String> kept = new ArrayList<>();
      cells.forEach(cell -> kept.add(random.nextDouble() < 0.8 ? cell : ""));
      out.append(String.join(",", kept)).append('\n');
    }
    return out.toString();
  }

  private RowCache cache(Path data) {
    return RowCache.of(data.toString(), OPTIONS, folder.resolve("a.rows"), count -> true);
  }

  private static void assertHolds(Table table, RowCache cache) {
    List<IncompleteMatrix> x = new ArrayList<>();
    List<IncompleteMatrix> y = new ArrayList<>();
    for (int b = 0; b < cache.blocks(); b++) {
      assertEquals(x.stream().mapToInt(IncompleteMatrix::rows).sum(), cache.read(b).firstRow());
      x.add(cache.read(b).x());
      y.add(cache.read(b).y());
    }
    assertEquals(table.features(), IncompleteMatrix.stacked(cache.features(), x));
    assertEquals(table.labels(), IncompleteMatrix.stacked(cache.targets(), y));
    assertEquals(table.schema(), cache.schema());
    assertEquals(table.report(), cache.report());
    assertEquals(table.features().known(), cache.known());
    assertEquals(table.rows(), cache.rows());
  }

  @Test
  void holdsWhatReadingTheFileGives() {
    for (Path data : List.of(write("a.csv", text(300)), write("a.csv.gz", gzip(text(20_000))))) {
      try (RowCache cache = cache(data)) {
        assertHolds(Tables.read(data, OPTIONS), cache);
      }
    }
  }

  @Test
  void manyRowsMakeManyBlocks() {
    try (RowCache cache = cache(write("a.csv", text(20_000)))) {
      assertTrue(cache.blocks() > 1);
    }
  }

  @Test
  void anInterruptStopsAFitAndLeavesTheCacheOpen() {
    try (RowCache cache = cache(write("a.csv", text(300)))) {
      Thread.currentThread().interrupt();
      var model = Slrm.with(LikelihoodConfig.defaults().withRank(2)).fit(cache);
      assertTrue(Thread.interrupted());
      assertEquals("stopped by an interrupt", model.report().stop());
      assertHolds(Tables.read(folder.resolve("a.csv"), OPTIONS), cache);
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void aKindThatLateCellsContradictIsFoundFromAllOfThem() {
    String late = "a,y\n" + "1,2\n".repeat(1500) + "x,2\n".repeat(1600);
    Path data = write("late.csv", late);
    ReadOptions options = target("y");
    try (RowCache cache =
        RowCache.of(data.toString(), options, folder.resolve("late.rows"), count -> true)) {
      assertHolds(Tables.read(data, options), cache);
    }
  }

  @Test
  void standardInputIsReadOnceIntoATemporaryCache() throws IOException {
    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream(text(50).getBytes(StandardCharsets.UTF_8)));
      Path place;
      try (RowCache cache = RowCache.temporary("-", OPTIONS, folder, count -> true)) {
        place = cache.path();
        assertEquals(50, cache.rows());
        assertEquals("", cache.sourceHash());
      }
      assertFalse(Files.exists(place));
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void aGoodCacheIsUsedAgain() throws IOException {
    Path data = write("a.csv", text(100));
    cache(data).close();
    var time = Files.getLastModifiedTime(folder.resolve("a.rows"));
    byte[] bytes = Files.readAllBytes(folder.resolve("a.rows"));
    try (RowCache again =
        RowCache.of(data.toString(), OPTIONS, folder.resolve("a.rows"), n -> false)) {
      assertNull(again.rebuildReason());
      assertHolds(Tables.read(data, OPTIONS), again);
    }
    assertEquals(time, Files.getLastModifiedTime(folder.resolve("a.rows")));
    Files.delete(folder.resolve("a.rows"));
    cache(data).close();
    assertArrayEquals(bytes, Files.readAllBytes(folder.resolve("a.rows")), "equal bytes");
  }

  private void assertRebuilt(Path data, String why) {
    try (RowCache cache = cache(data)) {
      String reason = cache.rebuildReason();
      assertTrue(reason != null && reason.contains(why), "reason: " + reason);
      assertHolds(Tables.read(data, OPTIONS), cache);
    }
  }

  @Test
  void aCacheOfOtherDataOrOptionsIsBuiltAgain() throws IOException {
    Path data = write("a.csv", text(100));
    cache(data).close();
    String same = Files.readString(data);
    int digit = same.indexOf('\n') + 3;
    write("a.csv", same.substring(0, digit) + '7' + same.substring(digit + 1));
    assertEquals(same.length(), Files.size(data));
    assertRebuilt(data, "data have changed");
    write("a.csv", text(101));
    assertRebuilt(data, "data have changed");
    try (RowCache other =
        RowCache.of(data.toString(), target("y"), folder.resolve("a.rows"), n -> true)) {
      assertEquals("it was created with other options", other.rebuildReason());
    }
  }

  @Test
  void aCacheCutOffAnywhereIsBuiltAgain() throws IOException {
    Path data = write("a.csv", text(60));
    cache(data).close();
    Path place = folder.resolve("a.rows");
    byte[] whole = Files.readAllBytes(place);
    for (int length = 0; length < whole.length; length += 97) {
      Files.write(place, Arrays.copyOf(whole, length));
      assertRebuilt(data, "truncated");
    }
  }

  @Property(tries = 60)
  void aFlippedBitIsFoundAndTheCacheBuiltAgain(@ForAll @IntRange(min = 0) int where)
      throws IOException {
    Path mine = Files.createTempDirectory("slrm-cache");
    try {
      Path data = Files.writeString(mine.resolve("a.csv"), text(60));
      Path place = mine.resolve("a.rows");
      RowCache.of(data.toString(), OPTIONS, place, n -> true).close();
      byte[] bytes = Files.readAllBytes(place);
      byte[] good = bytes.clone();
      int bit = where % (8 * bytes.length - 64) + 64;
      bytes[bit / 8] ^= (byte) (1 << (bit % 8));
      Files.write(place, bytes);
      try (RowCache again = RowCache.of(data.toString(), OPTIONS, place, n -> true)) {
        assertTrue(again.rebuildReason() != null);
      }
      assertArrayEquals(good, Files.readAllBytes(place));
    } finally {
      try (var files = Files.list(mine)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(mine);
    }
  }

  @Test
  void anotherFileInItsPlaceIsNotOverwritten() throws IOException {
    Path data = write("a.csv", text(10));
    Path other = write("precious.txt", "do not touch");
    assertRefused(
        () -> RowCache.of(data.toString(), OPTIONS, other, n -> true), "must be a row cache");
    assertEquals("do not touch", Files.readString(other));
  }

  @Test
  void badDataLeaveNoCache() throws IOException {
    Path data = write("bad.csv", "a,y\n1,2\n3,word\n4,5\n5,6\n");
    assertRefused(
        () -> RowCache.of(data.toString(), target("y"), folder.resolve("b.rows"), n -> true),
        "bad.csv",
        "line 3",
        "word");
    assertRefused(
        () -> RowCache.of("none.csv", target("y"), folder.resolve("b.rows"), n -> true),
        "none.csv",
        "no such file");
    try (var files = Files.list(folder)) {
      assertEquals(List.of(data), files.toList());
    }
  }

  @Test
  void damageWhileItIsInUseIsNotReadAsNumbers() throws IOException {
    Path data = write("a.csv", text(100));
    try (RowCache cache = cache(data)) {
      byte[] bytes = Files.readAllBytes(cache.path());
      bytes[200] ^= 1;
      Files.write(cache.path(), bytes);
      InputException e = assertThrows(InputException.class, () -> cache.read(0));
      assertTrue(e.getMessage().contains("damaged"), e.getMessage());
    }
  }

  @Test
  void aFitOverTheCacheIsTheFitInMemoryToTheBit() {
    Path data = write("a.csv", text(9000));
    Table table = Tables.read(data, OPTIONS);
    RowBlocks.Passes passes = RowBlocks.Passes.defaults().withMaxPasses(2).withMemoryRows(4000);
    for (MethodConfig config :
        List.of(
            SlrmConfig.builder().rank(2).build(),
            SmpcrConfig.defaults().withRank(2),
            LikelihoodConfig.defaults().withRank(2))) {
      try (RowCache cache = cache(data)) {
        RowBlocks memory = RowBlocks.of(table.features(), table.labels(), cache.read(0).x().rows());
        assertArrayEquals(
            Slrm.with(config).fit(memory, passes).predict(table.features()).upper(),
            Slrm.with(config).fit(cache, passes).predict(table.features()).upper(),
            config.method());
      }
    }
  }
}
