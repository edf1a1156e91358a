package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;

class AuxiliaryTargetsTest {
  private static final int ROWS = 300;
  private static final int LABELLED = 40;
  private static final int NEW = 500;

  private final double[][] x = new double[ROWS + NEW][15];
  private final double[] y = new double[ROWS + NEW];
  private final double[] signal = new double[ROWS + NEW];

  AuxiliaryTargetsTest() {
    Random random = new Random(3);
    double[][] loading = new double[15][6];
    for (double[] row : loading) {
      for (int k = 0; k < row.length; k++) {
        row[k] = random.nextGaussian() * (k == 5 ? 0.4 : 1);
      }
    }
    for (int i = 0; i < x.length; i++) {
      double[] code = new double[6];
      for (int k = 0; k < code.length; k++) {
        code[k] = random.nextGaussian();
      }
      for (int j = 0; j < 15; j++) {
        for (int k = 0; k < code.length; k++) {
          x[i][j] += loading[j][k] * code[k];
        }
        x[i][j] += 0.7 * random.nextGaussian();
        x[i][j] = random.nextInt(5) == 0 ? Double.NaN : x[i][j];
      }
      signal[i] = 2 * code[5] + code[0];
      y[i] = signal[i] + random.nextGaussian();
    }
  }

  private IncompleteMatrix features() {
    return IncompleteMatrix.ofNaN(Arrays.copyOf(x, ROWS));
  }

  private double[] labels() {
    double[] out = Arrays.copyOf(y, ROWS);
    Arrays.fill(out, LABELLED, ROWS, Double.NaN);
    return out;
  }

  private static Trainer trainer() {
    return Slrm.with(LikelihoodConfig.defaults().withRank(6)).threads(1);
  }

  private SlrmModel with(double[] more) {
    IncompleteMatrix known = IncompleteMatrix.ofColumn(Arrays.copyOf(more, ROWS));
    return trainer().auxiliaryTargets(known, List.of(LabelKind.NUMERIC)).fit(features(), labels());
  }

  private double error(SlrmModel model) {
    double sum = 0;
    for (int i = ROWS; i < ROWS + NEW; i++) {
      double e = model.predict(IncompleteRow.ofNaN(x[i])).mean() - signal[i];
      sum += e * e / NEW;
    }
    return sum;
  }

  @Test
  void anAssayOfTheSignalLowersTheErrorWhereLabelsAreFew() {
    SlrmModel joint = with(signal);
    double alone = error(trainer().fit(features(), labels()));
    double helped = error(joint);
    assertTrue(helped < 0.95 * alone, () -> helped + " with, " + alone + " without");
    assertTrue(used(joint));
    assertEquals(1, joint.targets());
    assertEquals(1, joint.report().targets());
    assertEquals(1, joint.report().scores().size());
    assertEquals(1, joint.predict(features()).targets());
  }

  private static boolean used(SlrmModel model) {
    return model
        .report()
        .note("auxiliary-targets")
        .orElseThrow()
        .arguments()
        .get("used")
        .equals(true);
  }

  @Test
  void whatDoesNotHelpIsNotUsed() {
    Random random = new Random(9);
    double[] chance = random.doubles(ROWS).toArray();
    SlrmModel model = with(chance);
    SlrmModel alone = trainer().fit(features(), labels());
    if (!used(model)) {
      IncompleteRow row = IncompleteRow.ofNaN(x[ROWS]);
      assertEquals(alone.predict(row).mean(), model.predict(row).mean());
    }
    double helped = error(model);
    assertTrue(helped < 1.1 * error(alone), () -> helped + " with chance");
  }

  @Test
  void aModelFittedWithThemIsSavedAndReadAgain() {
    SlrmModel joint = with(signal);
    SlrmModel read = SlrmModel.of(joint.state());
    assertEquals(1, read.targets());
    IncompleteRow row = IncompleteRow.ofNaN(x[ROWS]);
    assertEquals(joint.predict(row).mean(), read.predict(row).mean());
    assertEquals(joint.predict(row).interval(0.9), read.predict(row).interval(0.9));
  }

  @Test
  void furtherLabelsMustHaveTheRowsOfTheFeatures() {
    IncompleteMatrix few = IncompleteMatrix.ofColumn(new double[5]);
    Trainer wrong = trainer().auxiliaryTargets(few, List.of(LabelKind.NUMERIC));
    assertThrows(IllegalArgumentException.class, () -> wrong.fit(features(), labels()));
  }
}
