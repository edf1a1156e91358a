package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.cli.command.CommandRun;
import org.slrm.cli.output.Console;

class MainTest {
  static Stream<Throwable> errors() {
    return Stream.of(
        new OutOfMemoryError("Java heap space"),
        new StackOverflowError(),
        new NoSuchMethodError("'void org.other.Codec.go()'"),
        new NoClassDefFoundError("org/other/Codec"),
        new ExceptionInInitializerError("no"),
        new AssertionError("no"),
        new IllegalStateException(new ExecutionException(new OutOfMemoryError())));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void anErrorIsOneLineAndExitCode4(Throwable error) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream to = new PrintStream(err, true, StandardCharsets.UTF_8);
    Console console = new Console(to, to, false);
    assertEquals(4, CommandRun.guarded(c -> sneaky(error), console, false));
    String said = err.toString(StandardCharsets.UTF_8);
    assertTrue(said.startsWith("slrm: "), said);
    assertEquals(1, said.lines().count(), said);
    assertFalse(said.contains("\tat "), said);
    err.reset();
    assertEquals(4, CommandRun.guarded(c -> sneaky(error), console, true));
    assertTrue(err.toString(StandardCharsets.UTF_8).contains("MainTest"));
  }

  @Test
  void aNameThatBeginsWithAnAtSignIsAName() {
    Cli run = Cli.run("inspect", "@missing.slrm");
    assertEquals(3, run.code());
    assertTrue(run.err().contains("@missing.slrm"), run.err());
  }

  private static int sneaky(Throwable problem) {
    if (problem instanceof Error e) {
      throw e;
    }
    throw (RuntimeException) problem;
  }
}
