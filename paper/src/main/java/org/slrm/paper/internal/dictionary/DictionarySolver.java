package org.slrm.paper.internal.dictionary;

import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.Solver;
import org.slrm.paper.DictionaryConfig;
import org.slrm.result.FitListener;

/**
 * Dictionary learning with missing entries, then lasso on the codes:
 *
 * <ol>
 *   <li>choose λ1 and the number of atoms by held-out labels, unless they are given;
 *   <li>learn a dictionary without labels (Z-3), (Z-4);
 *   <li>regress the labels on codes (Z-5).
 * </ol>
 */
public record DictionarySolver(DictionaryConfig config) implements Solver {

  @Override
  public Fitted fit(TrainingData data, FitContext given) {
    StopListener listener = new StopListener(given.listener());
    FitContext context = given.with(listener);
    DictionarySearch search = new DictionarySearch(config, data, context);
    LearnedDictionary learned = LearnedDictionary.of(search.best(), data, context);
    return fitted(learned, search, listener, data, context);
  }

  /** The member and its record. */
  static Fitted fitted(
      LearnedDictionary learned,
      DictionarySearch search,
      StopListener listener,
      TrainingData data,
      FitContext context) {
    FitRecord record = new FitRecord();
    record.criterion = "mean of reconstruction and penalties over rows";
    record.tolerance = search.best().tolerance();
    record.history.addAll(learned.history());
    record.iterations = learned.history().size();
    record.stop = listener.stopped ? FitRecord.STOPPED : learned.stop();
    record.objective.put("reconstruction", learned.history().get(record.iterations - 1));
    search.describe(record);
    CodeRegressors r = learned.regressors();
    for (int t = 0; t < r.b().length; t++) {
      record.found.put((t == 0 ? "" : "target " + t + ": ") + "l1", r.l1()[t]);
    }
    double[] errors = search.errors().length > 0 ? search.errors() : r.error();
    DictionaryMember member = DictionaryMembers.member(learned, errors, data, context.workers());
    return Fitted.of(member, record);
  }

  /** Remembers a stop request, so that the rest of the fit stops soon. */
  static final class StopListener implements FitListener {
    private final FitListener listener;
    private boolean stopped;

    StopListener(FitListener listener) {
      this.listener = listener;
    }

    @Override
    public boolean onProgress(Progress progress) {
      stopped = stopped || !listener.onProgress(progress);
      return !stopped;
    }
  }
}
