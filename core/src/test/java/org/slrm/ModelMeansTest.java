package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.KernelConfig;
import org.slrm.method.LabelKind;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MethodConfig;
import org.slrm.result.Predictions;

class ModelMeansTest {
  private static IncompleteMatrix features() {
    SplittableRandom random = new SplittableRandom(5);
    IncompleteMatrix.Builder x = IncompleteMatrix.builder(3);
    for (int i = 0; i < 80; i++) {
      double a = random.nextGaussian();
      x.addNaN(a, i % 5 == 0 ? Double.NaN : a + random.nextGaussian(), random.nextGaussian());
    }
    return x.build();
  }

  private static double[] labels(IncompleteMatrix x) {
    double[] y = new double[x.rows()];
    for (int i = 0; i < y.length; i++) {
      y[i] = 2 + Math.sin(x.valueAt(i, 0)) + 0.1 * x.valueAt(i, 2);
    }
    return y;
  }

  @Test
  void meansAreThoseOfPredictionsToTheLastBit() {
    IncompleteMatrix x = features();
    List<MethodConfig> methods = List.of(KernelConfig.defaults(), MeanElasticNetConfig.defaults());
    for (MethodConfig method : methods) {
      for (LabelKind kind : List.of(LabelKind.NUMERIC, LabelKind.POSITIVE, LabelKind.ROBUST)) {
        SlrmModel model = Slrm.with(method).labels(List.of(kind)).fit(x, labels(x));
        Predictions all = model.predict(x);
        double[] means = model.means(x, 0);
        for (int i = 0; i < x.rows(); i++) {
          assertEquals(all.mean(i, 0), means[i], method.method() + " " + kind);
        }
      }
    }
  }

  @Test
  void classesHaveNone() {
    IncompleteMatrix x = features();
    double[] y = labels(x);
    for (int i = 0; i < y.length; i++) {
      y[i] = y[i] > 2 ? 1 : 0;
    }
    SlrmModel model =
        Slrm.with(MeanElasticNetConfig.defaults()).labels(List.of(LabelKind.CLASSES)).fit(x, y);
    assertThrows(IllegalArgumentException.class, () -> model.means(x, 0));
  }
}
