package org.slrm.paper.internal.spec;

import java.util.List;
import org.slrm.internal.solver.Method;
import org.slrm.internal.solver.Solver;
import org.slrm.method.MethodConfig;
import org.slrm.paper.MousseConfig;
import org.slrm.paper.internal.mousse.MousseMethod;

/** Tracked mixture of factor analysers. */
public final class MousseSpec implements Method {
  @Override
  public String name() {
    return "mousse";
  }

  @Override
  public String summary() {
    return "MOUSSE: a tracked tree of subspaces with a regression on each leaf.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.RANK,
        Option.whole("--leaves", "The most leaves of the tree of subspaces."),
        Option.number(
            "--tolerance",
            "Mean squared residual of standardised features that a leaf may have without"
                + " splitting. Default: 0, it splits whenever splitting lowers the residual."),
        Option.number("--forgetting", "Forgetting factor of a row, in (0, 1]."));
  }

  @Override
  public MethodConfig configure(Arguments given) {
    MousseConfig out = MousseConfig.defaults().withRank(given.count("--rank"));
    return out.withLeaves((int) given.whole("--leaves", out.leaves()))
        .withTolerance(given.number("--tolerance", out.tolerance()))
        .withForgetting(given.number("--forgetting", out.forgetting()));
  }

  @Override
  public boolean timeOrdered() {
    return true;
  }

  @Override
  public Solver solver(MethodConfig config, int folds) {
    return new MousseMethod((MousseConfig) config, folds);
  }
}
