package org.slrm.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slrm.io.model.ModelArchive;
import org.slrm.result.ModelState;

class ModelWriteTest {
  private static final ModelArchive ARCHIVE =
      new ModelArchive(
          Map.of("a", 1), Map.of("b", new ModelState.Array(new double[] {1, 2}, new int[] {2})));

  @Test
  void theStreamIsFlushedAndLeftOpenForWhoeverOpenedIt() throws IOException {
    int[] closed = new int[1];
    int[] flushed = new int[1];
    ByteArrayOutputStream to =
        new ByteArrayOutputStream() {
          @Override
          public void close() {
            closed[0]++;
          }

          @Override
          public void flush() {
            flushed[0] = size();
          }
        };
    ARCHIVE.write(to);
    assertEquals(0, closed[0]);
    assertEquals(to.size(), flushed[0]);
    byte[] first = to.toByteArray();
    ARCHIVE.write(to);
    byte[] both = to.toByteArray();
    assertArrayEquals(first, Arrays.copyOfRange(both, first.length, both.length));
  }
}
