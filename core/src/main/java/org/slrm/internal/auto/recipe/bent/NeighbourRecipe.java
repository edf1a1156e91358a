package org.slrm.internal.auto.recipe.bent;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.internal.auto.recipe.AutoRules;
import org.slrm.internal.auto.recipe.Recipe;
import org.slrm.internal.auto.recipe.SharedFits;
import org.slrm.internal.auto.recipe.TableSize;
import org.slrm.internal.neighbour.NeighbourMember;
import org.slrm.internal.neighbour.NeighbourTable;
import org.slrm.internal.predict.Member;
import org.slrm.internal.regression.LabelNoise;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.family.DenseDesign;
import org.slrm.internal.regression.family.LabelChoice;
import org.slrm.internal.run.TrainingData;

/** Features completed by the nearest rows, then a ridge regression on them (N-4). */
public record NeighbourRecipe(int neighbours, int stored) implements Recipe {
  @Override
  public String name() {
    return "completed by " + neighbours + " neighbours + ridge";
  }

  @Override
  public int rank() {
    return 0;
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>();
    s.put("neighbours", neighbours);
    s.put("penalty", "l2");
    return s;
  }

  @Override
  public boolean bends() {
    return true;
  }

  @Override
  public Family family() {
    return Family.NEIGHBOURS;
  }

  @Override
  public double odds() {
    return AutoRules.ODDS_OF_NEIGHBOURS;
  }

  /** Every row is compared with every other, and so is every one it predicts. */
  @Override
  public double seconds(TableSize size) {
    return 1.6e-8 * size.rows() * Math.min(size.rows(), stored) * size.known();
  }

  @Override
  public Member fit(SharedFits set) {
    TrainingData data = set.data();
    int p = data.x().columns();
    int targets = data.y().columns();
    NeighbourTable table = NeighbourTable.of(data.x(), stored);
    DenseDesign design =
        new DenseDesign(table.completed(data.x(), neighbours, set.rows().context().workers()), p);
    double[] intercept = new double[targets];
    double[] beta = new double[targets * p];
    double[] error = new double[targets];
    for (int t = 0; t < targets; t++) {
      PenaltyChoice chosen = LabelChoice.ridge(design, data, t);
      intercept[t] = chosen.intercept();
      System.arraycopy(chosen.w(), 0, beta, t * p, p);
      error[t] = chosen.error();
    }
    NeighbourMember bare =
        new NeighbourMember(table.rows(), neighbours, intercept, beta, new double[targets]);
    double[] tau = LabelNoise.of(bare, data, error);
    return new NeighbourMember(table.rows(), neighbours, intercept, beta, tau);
  }
}
