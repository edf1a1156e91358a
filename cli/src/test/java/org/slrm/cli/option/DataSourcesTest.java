package org.slrm.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

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
}
