package org.slrm.internal.selection.rows;

import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.transform.FeatureTransforms;
import org.slrm.method.LikelihoodConfig;

/** A subset of the rows for slow learners; fits of the features use all rows. */
record SubsetRows(CandidateRows all, TableRows table) implements CandidateRows {

  @Override
  public boolean inMemory() {
    return false;
  }

  @Override
  public boolean regressesAll(int regressors) {
    return false;
  }

  @Override
  public ColumnStatistics features() {
    return all.features();
  }

  @Override
  public Joint joint(LikelihoodConfig config, int iterations, @Nullable Factors start) {
    return all.joint(config, iterations, start);
  }

  @Override
  public Factors labelFree(LikelihoodConfig config, int iterations, @Nullable Factors start) {
    return all.labelFree(config, iterations, start);
  }

  @Override
  public CandidateRows transformed(FeatureTransforms transforms) {
    return new SubsetRows(all.transformed(transforms), table.transformed(transforms));
  }

  @Override
  public CandidateRows with(MissingIndicators indicators) {
    return new SubsetRows(all.with(indicators), table.with(indicators));
  }
}
