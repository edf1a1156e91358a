package org.slrm.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.cli.Cli;

/** What others named reaches a terminal as letters only. */
class ForeignTextTest {
  private static final String NASTY = "\u001b[31mred\u009b2J\u202Eevil\u2066\u0007\r\u0085\u2028x";

  @TempDir Path folder;

  @Test
  void whatATerminalWouldObeyIsShownAsAnEscape() {
    assertEquals(
        "\\u001b[31mred\\u009b2J\\u202eevil\\u2066\\u0007\\r\\u0085\\u2028x",
        ForeignText.line(NASTY));
    assertEquals("a\\nb\\tc", ForeignText.word("a\nb\tc"));
    assertEquals("a\nb\tc\\r", ForeignText.block("a\nb\tc\r"));
    assertEquals("\\ud83d", ForeignText.word("\ud83d"));
    assertEquals("\\udb40\\udc41", ForeignText.word("\udb40\udc41"));
  }

  @Test
  void wordsOfAnyLanguageStayAsTheyAre() {
    for (String word : new String[] {"größe", "数", "می\u200Cخواهم", "👩\u200D🔬", "R² ± –"}) {
      assertEquals(word, ForeignText.word(word));
    }
  }

  @Test
  void whatIsEndlessIsCut() {
    assertEquals("x".repeat(80) + "… (100,000 characters)", ForeignText.word("x".repeat(100_000)));
    assertEquals("😀".repeat(80), ForeignText.word("😀".repeat(80)));
    assertTrue(ForeignText.line("y".repeat(100_000)).length() < 1100);
  }

  @Test
  void noCommandPassesOnWhatATerminalWouldObey() throws IOException {
    StringBuilder rows =
        new StringBuilder("\"a" + NASTY.replace("\r", "") + "\",b,\"y" + NASTY + "\",k\n");
    for (int i = 0; i < 60; i++) {
      String level = i % 3 == 0 ? "u" : "v";
      rows.append(i % 7).append(',').append(i % 5).append(',').append(i % 7 + i % 5).append(',');
      rows.append(level).append('\n');
    }
    Path data = Files.writeString(folder.resolve("d\u001b[2J.csv"), rows);
    Path model = folder.resolve("m\u001b[2J.slrm");
    String target = "y" + NASTY;
    harmless(Cli.run("fit", data, "--target", target, "--method", "pcr", "--out", model).done());
    harmless(Cli.run("inspect", model).done());
    harmless(Cli.run("evaluate", model, data).done());
    harmless(Cli.run("compare", data, "--target", target, "--methods", "pcr,mpcr").done());
    Path other = Files.writeString(folder.resolve("e.csv"), rows + "1,2,3,\"" + NASTY + "\"\n");
    Cli told = Cli.run("predict", model, other, "--out", folder.resolve("p\u001b.csv")).done();
    assertFalse(told.err().isEmpty());
    harmless(told);
    Path bad = Files.writeString(folder.resolve("bad\u001b.csv"), rows + "\u001b[31m,2,3,u\n");
    harmless(Cli.run("evaluate", model, bad));
    harmless(Cli.run("fit", data, "--target", "none\u001b[31m"));
    harmless(Cli.run("fit", data, "--\u001b[31m"));
    harmless(Cli.run("fit", data, "--target", "y", "--rank", "\u001b[31m\u202E"));
    harmless(Cli.run("nothing\u001b[31m"));
    harmless(Cli.run("predict", "no\u001b[31m", data, "--debug"));
    harmless(Cli.run("simulate", "--names", "\u001b,\u202E", "--features", "3"));
    String huge = "z".repeat(2_000_000);
    Path wide = Files.writeString(folder.resolve("wide.csv"), rows + huge + ",2,3,u\n");
    Cli long1 = Cli.run("evaluate", model, wide);
    assertTrue(long1.err().length() < 5000, "a message of " + long1.err().length());
    Cli long2 = Cli.run("fit", wide, "--target", target, "--out", model);
    assertTrue(long2.err().length() + long2.out().length() < 20_000);
  }

  private static void harmless(Cli said) {
    String all = said.out() + said.err();
    for (char c : all.toCharArray()) {
      boolean control = Character.isISOControl(c) && c != '\n' && c != '\t';
      boolean order = c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069 || c == 0x2028;
      assertFalse(control || order, () -> "U+" + Integer.toHexString(c) + " in\n" + all);
    }
  }
}
