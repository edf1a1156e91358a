package org.slrm.io.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShellWordTest {
  private static final String SIGNS = "a-b '\"\\$`();&|<>*?[]{}~#!=\n\t%^,./é";

  /** The words as parsed by a shell, each followed by a zero byte. */
  private static String words(String line) throws IOException {
    Process shell = new ProcessBuilder("sh", "-c", "printf '%s\\0' " + line).start();
    return new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void aShellParsesTheQuotedText() throws IOException {
    Random random = new Random(7);
    for (int k = 0; k < 200; k++) {
      StringBuilder text = new StringBuilder("x");
      for (int n = random.nextInt(12); n > 0; n--) {
        text.append(SIGNS.charAt(random.nextInt(SIGNS.length())));
      }
      assertEquals(text + "\0", words(ShellWord.of(text.toString())));
    }
    assertEquals("\0", words(ShellWord.of("")));
    assertEquals("=ls\0", words(ShellWord.of("=ls")));
  }

  @Test
  void noValueIsTakenForAnOption() {
    assertEquals("--na -200", ShellWord.option("--na", "-200"));
    assertEquals("--na=-x", ShellWord.option("--na", "-x"));
    assertEquals("--ignore='--out $x'", ShellWord.option("--ignore", "--out $x"));
    assertEquals("./-x.slrm", ShellWord.file("-x.slrm"));
    for (String plain : List.of("m.slrm", "/a/b.slrm", "../m.slrm")) {
      assertEquals(plain, ShellWord.file(plain));
    }
  }
}
