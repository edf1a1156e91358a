package org.slrm.io.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.slrm.io.InFolder;
import org.slrm.io.Tables;

class WholeGzipTest extends InFolder {
  private static final String FIRST = "a,y\n" + "1,2\n".repeat(60);
  private static final String SECOND = "3,4\n".repeat(60);

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private static byte[] unpacked(byte[] packed, int size) throws IOException {
    return new WholeGzip(new ByteArrayInputStream(packed), size).readAllBytes();
  }

  @Test
  void membersFollowEachOther() throws IOException {
    byte[] all = joined(gzip(FIRST), gzip(""), gzip(SECOND));
    byte[] expected = (FIRST + SECOND).getBytes(StandardCharsets.UTF_8);
    for (int size : new int[] {1, 7, 8, 9, 18, 64, all.length, 1 << 16}) {
      assertArrayEquals(expected, unpacked(all, size));
    }
  }

  @Test
  void everyByteAfterAMemberThatBeginsNoOtherIsRejected() {
    byte[] member = gzip(FIRST);
    Random random = new Random(5);
    for (int extra = 1; extra < 40; extra++) {
      byte[] more = new byte[extra];
      random.nextBytes(more);
      for (byte[] tail : new byte[][] {more, new byte[extra]}) {
        byte[] all = joined(member, tail);
        for (int size : new int[] {1, 8, 64, member.length, member.length + 1, 1 << 16}) {
          assertThrows(IOException.class, () -> unpacked(all, size), extra + " bytes, " + size);
        }
      }
    }
  }

  @Test
  void noDamagedHeaderEndsTheDataEarly() throws IOException {
    byte[] one = gzip(FIRST);
    byte[] all = joined(one, gzip(SECOND));
    byte[] expected = (FIRST + SECOND).getBytes(StandardCharsets.UTF_8);
    for (int k = one.length; k < one.length + 10; k++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] damaged = all.clone();
        damaged[k] ^= (byte) (1 << bit);
        try {
          assertArrayEquals(expected, unpacked(damaged, 64), "time, system and level say nothing");
        } catch (ZipException | EOFException e) {
          assertTrue(k < one.length + 4, "a byte that matters, at " + (k - one.length));
        }
      }
    }
  }

  @Test
  void aTableOfTwoMembersIsReadWholeOrRejected() {
    byte[] all = joined(gzip(FIRST), gzip(SECOND));
    assertEquals(120, Tables.read(write("a.csv.gz", all), target("y")).rows());
    byte[] damaged = all.clone();
    damaged[gzip(FIRST).length] ^= 1;
    assertRefused(
        () -> Tables.read(write("b.csv.gz", damaged), target("y")),
        "b.csv.gz",
        "complete gzip data");
    assertRefused(
        () -> Tables.read(write("c.csv.gz", joined(all, new byte[] {1})), target("y")),
        "c.csv.gz",
        "followed by other bytes");
  }
}
