package org.slrm.io.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.slrm.result.ModelState;

class NpyTest {
  private static byte[] written(int... shape) {
    int size = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    double[] data = new double[size];
    Arrays.setAll(data, k -> k + 0.5);
    return Npy.write(new ModelState.Array(data, shape));
  }

  @Test
  void theNumbersBeginAtAMultipleOf64AsNumPyWantsThem() {
    for (int[] shape : new int[][] {{}, {1}, {7}, {2, 3}, {100, 1000}, {1, 2, 3, 4, 5, 6, 1, 1}}) {
      byte[] bytes = written(shape);
      int header = (bytes[8] & 0xff) + 256 * (bytes[9] & 0xff);
      assertEquals(0, (10 + header) % 64);
      assertEquals('\n', bytes[10 + header - 1]);
      assertEquals(bytes.length, 10 + header + 8 * Arrays.stream(shape).reduce(1, (a, b) -> a * b));
      // No more padding than needed.
      String text = new String(bytes, 10, header, StandardCharsets.US_ASCII);
      assertEquals(true, header - text.stripTrailing().length() <= 64);
    }
  }

  @Test
  void writtenFilesAreReadUnchanged() throws IOException {
    for (int[] shape : new int[][] {{}, {0}, {1}, {7}, {2, 3}, {3, 1, 2}}) {
      ModelState.Array array = Npy.read(written(shape));
      assertArrayEquals(shape, array.shape());
      for (int k = 0; k < array.data().length; k++) {
        assertEquals(k + 0.5, array.data()[k]);
      }
    }
  }

  @Test
  void everyTruncatedFileIsRejected() {
    byte[] whole = written(3);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThrows(IOException.class, () -> Npy.read(cut), "cut to " + length);
    }
    assertThrows(IOException.class, () -> Npy.read(Arrays.copyOf(whole, whole.length + 1)));
  }

  @Test
  void aFileWithAHeaderOnlyIsNotTruncated() throws IOException {
    byte[] empty = written(0);
    assertEquals(0, Npy.read(empty).data().length);
  }
}
