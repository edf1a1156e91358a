package org.slrm.cli.output;

import java.util.List;
import java.util.Set;
import org.slrm.io.cell.MissingTokens;
import org.slrm.io.cell.ShellWord;

/** The given command with a change that would make it work, safe to paste. */
public final class ProposedCommand {
  private ProposedCommand() {}

  /** The command with exactly these tokens as missing values. */
  public static String withMissing(List<String> words, Set<String> tokens) {
    StringBuilder out = new StringBuilder("slrm");
    for (int k = 0; k < words.size(); k++) {
      if (words.get(k).equals("--na")) {
        k++;
      } else if (!words.get(k).startsWith("--na=")) {
        out.append(' ').append(ShellWord.of(words.get(k)));
      }
    }
    return out.append(' ').append(MissingTokens.asOption(tokens)).toString();
  }
}
