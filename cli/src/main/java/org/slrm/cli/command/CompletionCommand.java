package org.slrm.cli.command;

import org.slrm.cli.output.Console;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** Prints the completion script for bash and zsh. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = "Print a completion script for bash and zsh.",
    footer = {
      "",
      "Example:",
      "  source <(slrm completion)      now",
      "  slrm completion > ~/.local/share/bash-completion/completions/slrm      for good"
    })
final class CompletionCommand implements Runnable {
  private final Console console;

  CompletionCommand(Console console) {
    this.console = console;
  }

  @Override
  public void run() {
    console.out().print(AutoComplete.bash("slrm", SlrmCommand.commandLine(console)));
  }
}
