package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the data cause is bad input or cannot be finished, never wrong usage. */
class DataExitCodesTest {
  @TempDir Path folder;

  private Path table(IntFunction<String> label) throws IOException {
    StringBuilder out = new StringBuilder("a,b,y,g\n");
    for (int i = 0; i < 100; i++) {
      out.append(Math.sin(i)).append(',').append(Math.cos(3 * i)).append(',');
      out.append(label.apply(i)).append(',').append(i == 7 ? "one" : "other").append('\n');
    }
    return Files.writeString(folder.resolve("d.csv"), out);
  }

  private Cli fit(Path data, Object... more) {
    Object[] words = {"fit", data, "-t", "y", "-o", folder.resolve("m.slrm")};
    Object[] all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return Cli.run(all);
  }

  private void refused(Cli result, int code, String said) {
    assertEquals(code, result.code(), result.err());
    assertTrue(result.err().contains(said), result.err());
    assertFalse(Files.exists(folder.resolve("m.slrm")));
  }

  @Test
  void labelsOfVanishingSizeAreBadInput() throws IOException {
    Path data = table(i -> i % 7 + 1 + "e-300");
    refused(fit(data, "--ignore", "g"), 3, "use another unit");
    refused(fit(data, "--ignore", "g", "-m", "trees"), 3, "use another unit");
  }

  @Test
  void groupsThatLeaveNothingToFitAreBadInput() throws IOException {
    Path data = table(i -> "" + i % 7);
    refused(fit(data, "--group", "g"), 3, "the largest has 99 of 100 rows");
    refused(fit(data, "--group", "g", "--holdout", 0.2), 3, "at least 3 groups, got 2");
  }

  @Test
  void aCountThatNoDoubleCountsToIsNamedByItsLine() throws IOException {
    Path data = table(i -> i == 5 ? "1e300" : "" + i % 7);
    refused(
        fit(data, "--label", "counts"), 3, "d.csv, line 7, column \"y\": a count must be at most");
  }

  @Test
  void aComparisonInWhichNoMethodCanBeFittedIsNotFinished() throws IOException {
    Path data = table(i -> i % 7 + 1 + "e-300");
    Cli all = Cli.run("compare", data, "-t", "y", "--methods", "pcr,mean-lasso");
    assertEquals(4, all.code(), all.err());
    assertTrue(all.out().contains("No method could be fitted."), all.out());
  }

  @Test
  void aYoungCheckpointIsNamedWhateverReadsIt() throws IOException {
    Path young = folder.resolve("young.slrm");
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream("a,y\n1,2\n".getBytes(StandardCharsets.UTF_8)));
    try {
      Cli.run("stream", "-t", "y", "--learn", "--checkpoint", young).done();
    } finally {
      System.setIn(before);
    }
    Path data = table(i -> "1");
    refused(Cli.run("inspect", young), 3, "young.slrm: holds a stream of 1 rows");
    refused(Cli.run("inspect", young, "--json"), 3, "young.slrm: holds a stream of 1 rows");
    refused(Cli.run("predict", young, data), 3, "young.slrm: holds a stream of 1 rows");
  }
}
