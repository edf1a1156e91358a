package org.slrm.io.shift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.check.DataWarning;
import org.slrm.io.check.TableChecks;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.method.LikelihoodConfig;

/** Columns whose correlations change. */
class HiddenEntriesTest {
  private static final int COLUMNS = 6;
  private static final ReadOptions OPTIONS = ReadOptions.builder().target("y").build();

  @TempDir Path folder;

  /** Six columns with two factors; without correlations, the variances of the columns are equal. */
  private Path table(String name, int rows, long seed, boolean apart) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder out = new StringBuilder("a,b,c,d,e,f,y\n");
    for (int i = 0; i < rows; i++) {
      double u = random.nextGaussian();
      double v = random.nextGaussian();
      for (int j = 0; j < COLUMNS; j++) {
        double s = apart ? random.nextGaussian() : u;
        double t = apart ? random.nextGaussian() : v;
        double value = Math.cos(j) * s + Math.sin(j) * t + 0.3 * random.nextGaussian();
        out.append(random.nextDouble() < 0.1 ? "" : String.format(Locale.ROOT, "%.4f", value));
        out.append(',');
      }
      out.append(String.format(Locale.ROOT, "%.4f%n", u - v));
    }
    return Files.writeString(folder.resolve(name), out);
  }

  private record Fitted(Table table, SlrmModel model, TrainingProfile profile) {}

  private Fitted fitted() throws IOException {
    Table table = Tables.read(table("train.csv", 400, 1, false), OPTIONS);
    SlrmModel model =
        Slrm.with(LikelihoodConfig.defaults().withRank(2))
            .folds(0)
            .fit(table.features(), table.labels());
    HiddenEntries.Result told =
        new HiddenEntries(model, table.schema()).add(table.features()).result();
    TrainingProfile profile =
        TrainingProfile.of(TableChecks.of(table, OPTIONS), OPTIONS).with(told);
    return new Fitted(table, model, profile);
  }

  private static List<String> codes(Fitted f, Path file) {
    NewDataCheck check = new NewDataCheck(f.profile, f.table.schema(), f.model);
    try (RowSource rows = Tables.open(file.toString(), ReadOptions.DEFAULT, f.table.schema())) {
      for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
        check.add(batch);
      }
      return check.warnings(rows.report()).stream().map(DataWarning::code).toList();
    }
  }

  @Test
  void changedCorrelationsGiveAWarningEvenIfDistributionsAreEqual() throws IOException {
    assertEquals(
        List.of(DataWarning.CORRELATION_SHIFT), codes(fitted(), table("new.csv", 200, 2, true)));
  }

  @Test
  void rowsFromTheTrainingDistributionGiveNoWarning() throws IOException {
    Fitted f = fitted();
    for (int seed = 2; seed < 12; seed++) {
      assertEquals(List.of(), codes(f, table("new.csv", 200, seed, false)), "seed " + seed);
    }
  }

  /** The result uses the last 500 tests and does not depend on the batches. */
  @Test
  void rowsInOnePieceTellWhatRowsOneByOneDo() throws IOException {
    Fitted f = fitted();
    Table many = Tables.read(table("many.csv", 15_000, 3, false), OPTIONS);
    HiddenEntries whole = new HiddenEntries(f.model, f.table.schema()).add(many.features());
    HiddenEntries single = new HiddenEntries(f.model, f.table.schema());
    for (int i = 0; i < many.rows(); i++) {
      single.add(many.features().selectRows(new int[] {i}));
    }
    assertEquals(single.result(), whole.result());
    assertEquals(500, whole.result().rows());
  }

  @Test
  void aModelFileStoresTheErrorOfHiddenEntries() throws IOException {
    Fitted f = fitted();
    TrainingProfile read = TrainingProfile.fromMap(f.profile.toMap(), f.table.schema());
    assertEquals(f.profile.hidden(), read.hidden());
    assertTrue(read.hidden().rows() > 300);
    assertThrows(
        IllegalArgumentException.class,
        () -> HiddenEntries.Result.fromMap(Map.of("mean", -1, "standardError", 0, "rows", 3)));
  }
}
