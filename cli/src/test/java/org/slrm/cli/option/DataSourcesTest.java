package org.slrm.cli.option;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.cli.Cli;
import org.slrm.cli.output.CommandException;

class DataSourcesTest {
  @Test
  void theCommandIsKeptWithoutItsOutputs() {
    assertEquals(
        "slrm fit d.csv --target y --seed 3",
        DataSources.command(
            List.of(
                "fit",
                "d.csv",
                "--target",
                "y",
                "--out",
                "m.slrm",
                "--json",
                "--report",
                "--seed",
                "3",
                "--threads=4")));
  }

  @Test
  void wordsWithBlanksAreQuoted() {
    assertEquals(
        "slrm fit d.csv --target 'Sale Price'",
        DataSources.command(List.of("fit", "d.csv", "--target", "Sale Price")));
  }

  @Test
  void anOutputThatBeginsWithADashIsNoPartOfTheCommand() {
    assertEquals(
        "slrm fit --target y -- -d.csv --json",
        DataSources.command(
            List.of("fit", "--out", "-m.slrm", "--target", "y", "--", "-d.csv", "--json")));
  }

  @Test
  void aModelOfAnotherTargetIsNotReplacedUnasked(@TempDir Path folder) throws IOException {
    StringBuilder rows = new StringBuilder("a,b,y\n");
    for (int i = 0; i < 30; i++) {
      rows.append(i % 7).append(',').append(i % 5).append(',').append(i % 7 + i % 2).append('\n');
    }
    Path data = Files.writeString(folder.resolve("d.csv"), rows);
    Path place = folder.resolve("d.slrm");
    Cli.run("fit", data, "--target", "y", "--method", "pls", "--out", place).done();
    CommandException other =
        assertThrows(
            CommandException.class,
            () -> DataSources.refuseOther(place, data.toString(), List.of("b")));
    assertTrue(other.getMessage().contains("a model for target \"y\""), other.getMessage());
    assertTrue(other.getMessage().contains("--out"), other.getMessage());
    assertDoesNotThrow(() -> DataSources.refuseOther(place, data.toString(), List.of("y")));
    assertDoesNotThrow(() -> DataSources.refuseOther(place, data.toString(), List.of("y*")));
  }
}
