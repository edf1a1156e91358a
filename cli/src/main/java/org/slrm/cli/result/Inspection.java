package org.slrm.cli.result;

import java.util.List;
import org.slrm.SlrmModel;
import org.slrm.io.check.DataWarning;
import org.slrm.io.model.ModelFile;
import org.slrm.io.shift.TrainingProfile;

/**
 * The input of a model's description.
 *
 * @param file the file
 * @param model its model
 * @param coefficients number of the largest coefficients to show
 * @param candidates whether every candidate is listed
 */
public record Inspection(ModelFile file, SlrmModel model, int coefficients, boolean candidates) {
  /** Warnings about the training data. */
  public List<DataWarning> warnings() {
    TrainingProfile training = file.training();
    return training == null ? List.of() : training.warnings();
  }
}
