package org.slrm.internal.auto.recipe.bent;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.slrm.internal.auto.recipe.AutoRules;
import org.slrm.internal.auto.recipe.CandidateRows;
import org.slrm.internal.auto.recipe.Recipe;
import org.slrm.internal.auto.recipe.SharedFits;
import org.slrm.internal.auto.recipe.TableSize;
import org.slrm.internal.curve.CurvedMember;
import org.slrm.internal.curve.Curves;
import org.slrm.internal.curve.Shape;
import org.slrm.internal.predict.Member;
import org.slrm.internal.run.TrainingData;

/** Another recipe on features bent by curves. */
public record CurvedRecipe(Recipe inner, Shape shape) implements Recipe {
  @Override
  public String name() {
    return inner.name() + (shape == Shape.LOG ? ", logarithms" : ", normal scores");
  }

  @Override
  public int rank() {
    return inner.rank();
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>(inner.settings());
    s.put("curves", shape.name().toLowerCase(Locale.ROOT));
    return s;
  }

  @Override
  public boolean bends() {
    return true;
  }

  /** Whether some feature of these rows would be bent. */
  public boolean bends(TrainingData data) {
    return Curves.of(data.x(), data.weights(), shape).bend();
  }

  @Override
  public Family family() {
    return inner.family();
  }

  @Override
  public double odds() {
    return inner.odds() * AutoRules.ODDS_OF_CURVES;
  }

  /** Features are fitted anew behind curves. */
  @Override
  public double seconds(TableSize size) {
    double rank = inner.rank();
    return inner.seconds(size) + 1e-8 * size.rows() * size.known() * rank * rank;
  }

  @Override
  public boolean sampleOnly(CandidateRows rows) {
    return inner.sampleOnly(rows);
  }

  @Override
  public Member fit(SharedFits set) {
    SharedFits bent = set.behind(shape);
    return new CurvedMember(bent.curves(), inner.fit(bent));
  }
}
