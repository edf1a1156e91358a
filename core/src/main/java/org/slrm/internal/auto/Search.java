package org.slrm.internal.auto;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.run.Certificate;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;

/**
 * Goes through the family: the simplest rival, joint fits of growing rank while that helps,
 * variations around the best rank.
 *
 * <p>With many rows fits go by moments of pairs of columns, which cost next to nothing; only around
 * the best rank a few iterations over the rows follow, if they change anything. Where they change
 * much, moments are too coarse for these data.
 */
final class Search {
  /** Directions to begin with are found at once up to this rank, beyond it when it is asked for. */
  private static final int FIRST_RANKS = 30;

  /** Beyond it one rank that does not help ends the search; before it, two in a row. */
  private static final int SMALL_RANK = 20;

  /** A larger rank must lower the error by this share to be taken. */
  private static final double LEAST_GAIN = 0.005;

  /** Larger ranks cost next to nothing by moments, and with rows in plenty they do no harm. */
  private static final double LEAST_GAIN_WITH_PLENTY = 0.001;

  /** The simplest rival is far ahead when its error is below this share of another's. */
  private static final double FAR_AHEAD = 0.8;

  /** Moments are too coarse when iterations over the rows lower the error by this share. */
  private static final double COARSE = 0.05;

  /** They are good enough when iterations over the rows lower it by less than this share. */
  private static final double FINE = 0.01;

  /** The simplest rival is behind when its error is above this multiple of the best's. */
  private static final double BEHIND = 1.02;

  /** With rows in plenty what completed features add to the best joint fit is tiny. */
  private static final double BEHIND_WITH_PLENTY = 1;

  /** Iterations over the rows after a fit to moments, for candidates. */
  private static final int POLISH = 2;

  private static final int POLISHED_ROWS = 2000;

  private final AutoConfig config;
  private final Judge judge;
  private final Family family;
  private final Pace pace;
  private final Certificate certificate;
  private final AutoConfig.Indicators indicators;
  private final List<Trial> trials = new ArrayList<>();
  private final boolean byMoments;
  private boolean fine;

  Search(
      AutoConfig config,
      Judge judge,
      Family family,
      AutoConfig.Indicators indicators,
      boolean byMoments,
      Pace pace,
      Certificate certificate) {
    this.config = config;
    this.judge = judge;
    this.family = family;
    this.indicators = indicators;
    this.byMoments = byMoments;
    this.pace = pace;
    this.certificate = certificate;
  }

  /** Everything judged; null when moments are too coarse. */
  @Nullable List<Trial> run() {
    int[] ranks = family.ranks(config.rank());
    pace.plan(family.simple().size() + ranks.length + 10);
    if (byMoments) {
      judge.byMoments(Math.min(FIRST_RANKS, ranks[ranks.length - 1]));
    }
    attempt(family.simple().get(0));
    Trial best = bestRank(ranks);
    if (byMoments && best != null) {
      best = polished(best);
      if (best == null) {
        return null;
      }
    }
    List<Recipe> rest = new ArrayList<>(family.simple().subList(1, family.simple().size()));
    if (best != null) {
      rest.addAll(around(best));
    }
    for (Recipe recipe : byMoments ? worthwhile(rest, best) : rest) {
      attempt(recipe);
    }
    return trials;
  }

  /** The best joint fit in the plainest form. */
  private @Nullable Trial bestRank(int[] ranks) {
    Trial best = null;
    int worse = 0;
    boolean patient = byMoments && family.plenty();
    double gain = patient ? LEAST_GAIN_WITH_PLENTY : LEAST_GAIN;
    for (int rank : ranks) {
      boolean ended = worse >= (rank > SMALL_RANK && !patient ? 1 : 2) && !beaten(best);
      Trial trial = ended ? null : attempt(dressed().apply(Family.joint(rank)));
      if (trial != null) {
        boolean better = best == null || trial.score() < (1 - gain) * best.score();
        worse = better ? 0 : worse + 1;
        best = better ? trial : best;
      } else if (byMoments) {
        worse++;
      }
    }
    return best;
  }

  /**
   * The same fit after some iterations over rows if these change something; null when they change
   * too much. With rows in plenty some of the rows can tell.
   */
  private @Nullable Trial polished(Trial coarse) {
    judge.polish(POLISH, POLISHED_ROWS);
    Trial first = judge.run(coarse.recipe());
    if (first == null || first.score() < (1 - COARSE) * coarse.score()) {
      return null;
    }
    fine = first.score() > (1 - FINE) * coarse.score();
    judge.polish(fine ? 0 : POLISH, Integer.MAX_VALUE);
    Trial taken = family.plenty() ? coarse : first;
    if (!fine && family.plenty()) {
      taken = judge.run(coarse.recipe());
    }
    if (taken != null) {
      trials.set(trials.indexOf(coarse), taken);
    }
    return taken;
  }

  /** Whether iterations over the rows changed hardly anything. */
  boolean fine() {
    return fine;
  }

  /** Variations of the best fit, after its own noise has been tried. */
  private List<Recipe> around(Trial best) {
    int rank = best.recipe().rank();
    Trial own = attempt(dressed().apply(Family.ownNoise(rank)));
    boolean better = own != null && own.score() < best.score();
    LikelihoodConfig plain = Family.plain(rank, better);
    List<Recipe> out = new ArrayList<>();
    family.around(plain, config.rank() > 0).forEach(r -> out.add(dressed().apply(r)));
    out.addAll(Family.indicated(rank, indicators));
    return out;
  }

  /**
   * Leaves out what takes long and has little hope: regressions on completed features where the
   * simplest rival is behind the joint fit, a lasso where it cannot beat ridge.
   */
  private List<Recipe> worthwhile(List<Recipe> recipes, @Nullable Trial best) {
    boolean quick = !family.wide() && !family.plenty();
    Trial simplest = trials.get(0);
    double behind = family.plenty() ? BEHIND_WITH_PLENTY : BEHIND;
    boolean completed = quick || best == null || simplest.score() < behind * best.score();
    boolean noRidge = simplest.recipe() instanceof MeanRecipe;
    boolean lasso = quick || noRidge || judge.lassoMayHelp(simplest);
    List<Recipe> out = new ArrayList<>();
    for (Recipe r : recipes) {
      boolean onCompleted = r instanceof CompletedRecipe;
      boolean byLasso =
          r instanceof MeanRecipe
              || r instanceof CodesRecipe
              || r instanceof CompletedRecipe c && c.lasso();
      if ((completed || !onCompleted) && (lasso || !byLasso)) {
        out.add(r);
      } else {
        certificate.notes.add("not worth judging by what was known: " + r.name());
      }
    }
    return out;
  }

  private UnaryOperator<Recipe> dressed() {
    return r -> indicators == AutoConfig.Indicators.ON ? new IndicatorRecipe(r) : r;
  }

  /**
   * Whether the simplest rival is far ahead of every joint fit so far: then the label lies in
   * directions of the features that come late, and larger ranks will find them.
   */
  private boolean beaten(@Nullable Trial best) {
    return best != null && trials.get(0).score() < FAR_AHEAD * best.score();
  }

  private @Nullable Trial attempt(Recipe recipe) {
    if (!trials.isEmpty() && !pace.goOn(recipe.name())) {
      return null;
    }
    boolean raced = byMoments && trials.size() > 1;
    Judge.Outcome outcome = judge.run(recipe, raced ? leader() : null);
    if (outcome.trial() != null) {
      trials.add(outcome.trial());
    } else {
      certificate.notes.add(outcome.why() + ": " + recipe.name());
    }
    pace.done(outcome.trial() == null ? Double.NaN : outcome.trial().score());
    return outcome.trial();
  }

  private Trial leader() {
    Trial best = trials.get(0);
    for (Trial trial : trials) {
      best = trial.score() < best.score() ? trial : best;
    }
    return best;
  }
}
