package org.slrm.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.slrm.CrossValidation;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MethodConfig;
import org.slrm.paper.Simulation;

class FoldsTest {
  @Test
  void fewerThanTwoFoldsAreTheDefault() {
    assertEquals(Folds.DEFAULT, Folds.orDefault(0));
    assertEquals(Folds.DEFAULT, Folds.orDefault(1));
    assertEquals(2, Folds.orDefault(2));
  }

  @Test
  void trainerAndCrossValidationTakeTheDefault() {
    Simulation.Sample rows =
        Simulation.builder().rows(40).features(4).rank(2).nonzeros(2).seed(1).build().train();
    MethodConfig config = MeanElasticNetConfig.defaults();
    SlrmModel given = Slrm.with(config).folds(Folds.DEFAULT).fit(rows.x(), rows.y());
    SlrmModel left = Slrm.with(config).fit(rows.x(), rows.y());
    assertEquals(given.report().scores(), left.report().scores());
    CrossValidated cv =
        CrossValidation.of(config).run(rows.x(), IncompleteMatrix.ofColumn(rows.y()));
    assertEquals(Folds.DEFAULT, Arrays.stream(cv.fold()).distinct().count());
  }
}
