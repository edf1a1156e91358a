package org.slrm.internal.run;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.predict.Member;
import org.slrm.result.CrossValidated;

/**
 * What a solver returns, all in scaled units.
 *
 * @param members the fitted members
 * @param weights weight of each member, by target: {@code weights[target][member]}, summing to 1
 * @param certificate criterion, history and what else the report needs
 * @param validation out-of-fold predictions the solver made anyway, null when it made none
 */
public record Fitted(
    List<Member> members,
    double[][] weights,
    Certificate certificate,
    @Nullable CrossValidated validation) {

  /** A single member of weight one. */
  public static Fitted of(Member member, Certificate certificate) {
    double[][] weights = new double[member.targets()][1];
    for (double[] w : weights) {
      w[0] = 1;
    }
    return new Fitted(List.of(member), weights, certificate, null);
  }

  /** The same with out-of-fold predictions. */
  public Fitted with(CrossValidated own) {
    return new Fitted(members, weights, certificate, own);
  }
}
