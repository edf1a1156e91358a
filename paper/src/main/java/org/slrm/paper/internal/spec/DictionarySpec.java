package org.slrm.paper.internal.spec;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slrm.internal.predict.Member;
import org.slrm.internal.solver.Method;
import org.slrm.internal.solver.Solver;
import org.slrm.method.MethodConfig;
import org.slrm.paper.DictionaryConfig;
import org.slrm.paper.internal.dictionary.DictionaryMember;
import org.slrm.paper.internal.dictionary.DictionarySolver;
import org.slrm.result.ModelState;

/** Sparse codes on a learned dictionary. */
public final class DictionarySpec implements Method {
  @Override
  public String name() {
    return "dictionary";
  }

  @Override
  public String summary() {
    return "Online dictionary learning, then a lasso on sparse codes.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.count("--atoms", "Number of atoms. Default: auto, chosen by validation."),
        Option.number("--l1", "The l1 penalty of sparse codes. Default: chosen."),
        Option.number("--l2", "The squared l2 penalty of sparse codes."));
  }

  @Override
  public MethodConfig configure(Arguments given) {
    return settings(given);
  }

  @Override
  public Solver solver(MethodConfig config, int folds) {
    return new DictionarySolver((DictionaryConfig) config);
  }

  @Override
  public Map<String, Function<ModelState, Member>> members() {
    return Map.of(DictionaryMember.KIND, DictionaryMember::of);
  }

  /** The dictionary settings of the given options. */
  static DictionaryConfig settings(Arguments given) {
    DictionaryConfig out = DictionaryConfig.defaults().withAtoms(given.count("--atoms"));
    out = given.has("--l1") ? out.withL1(given.number("--l1", 0)) : out;
    return given.has("--l2") ? out.withL2(given.number("--l2", 0)) : out;
  }
}
