package org.slrm.internal.solver;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.predict.Member;
import org.slrm.result.CrossValidated;

/**
 * The result of a solver, in scaled units.
 *
 * @param members the fitted members
 * @param weights weight of each member, by target: {@code weights[target][member]}, summing to 1
 * @param record criterion, history and other parts of the report
 * @param validation out-of-fold predictions the solver made anyway, null when it made none
 */
public record Fitted(
    List<Member> members,
    double[][] weights,
    FitRecord record,
    @Nullable CrossValidated validation) {

  /** A single member of weight 1. */
  public static Fitted of(Member member, FitRecord record) {
    return new Fitted(List.of(member), single(member.targets()), record, null);
  }

  /** Weights of a single member. */
  public static double[][] single(int targets) {
    double[][] weights = new double[targets][];
    Arrays.setAll(weights, t -> new double[] {1});
    return weights;
  }

  /** With out-of-fold predictions. */
  public Fitted with(@Nullable CrossValidated predictions) {
    return new Fitted(members, weights, record, predictions);
  }
}
