package org.slrm.internal.spec;

import java.util.List;
import org.slrm.internal.solver.Method;
import org.slrm.internal.solver.Solver;
import org.slrm.internal.trees.TreesSolver;
import org.slrm.method.MethodConfig;
import org.slrm.method.TreesConfig;

/** Boosted trees that split on missing entries. */
public final class TreesSpec implements Method {
  @Override
  public String name() {
    return "trees";
  }

  @Override
  public String summary() {
    return "Boosted trees on raw features, with a branch for missing entries at each split.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.count("--trees", "Number of trees. Default: auto, chosen by validation."),
        Option.whole("--leaves", "The most leaves of a tree."),
        Option.number("--learning-rate", "Fraction of each step that a tree takes, in (0, 1]."),
        Option.number("--l2", "The squared l2 penalty of leaf values."));
  }

  @Override
  public MethodConfig configure(Arguments given) {
    TreesConfig out = TreesConfig.defaults();
    return TreesConfig.defaults()
        .withTrees(given.count("--trees"))
        .withLeaves((int) given.whole("--leaves", out.leaves()))
        .withLearningRate(given.number("--learning-rate", out.learningRate()))
        .withL2(given.number("--l2", out.l2()));
  }

  @Override
  public Solver solver(MethodConfig config, int folds) {
    return new TreesSolver((TreesConfig) config, folds);
  }
}
