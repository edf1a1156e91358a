package org.slrm.paper.internal.spec;

import java.util.List;
import org.slrm.internal.solver.Method;
import org.slrm.internal.solver.Solver;
import org.slrm.method.MethodConfig;
import org.slrm.paper.TaskDrivenConfig;
import org.slrm.paper.internal.dictionary.TaskDrivenSolver;

/** Dictionary learned for the label. */
public final class TaskDrivenSpec implements Method {
  @Override
  public String name() {
    return "task-driven";
  }

  @Override
  public String summary() {
    return "Task-driven dictionary learning: a dictionary trained by gradient descent on the label loss.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.count("--atoms", "Number of atoms. Default: auto, chosen by validation."),
        Option.number("--l1", "The l1 penalty of sparse codes. Default: chosen."),
        Option.number("--l2", "The squared l2 penalty of sparse codes."),
        Option.number("--step-size", "First step size of the dictionary. Default: chosen."),
        Option.whole("--passes", "Number of passes over the rows."));
  }

  @Override
  public MethodConfig configure(Arguments given) {
    TaskDrivenConfig out = TaskDrivenConfig.defaults().withStart(DictionarySpec.settings(given));
    out = given.has("--step-size") ? out.withStepSize(given.number("--step-size", 0)) : out;
    return out.withPasses((int) given.whole("--passes", out.passes()));
  }

  @Override
  public Solver solver(MethodConfig config, int folds) {
    return new TaskDrivenSolver((TaskDrivenConfig) config);
  }
}
