package org.slrm;

import java.util.ArrayList;
import java.util.List;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.LabelKind;
import org.slrm.result.FitReport;
import org.slrm.result.Note;

/**
 * Auxiliary targets: labels known in training only, fitted jointly if that helps.
 *
 * @param labels a row for each row of the features
 * @param kinds the label kind of each column
 */
record AuxiliaryTargets(IncompleteMatrix labels, List<LabelKind> kinds) {
  /** The kinds of all targets of the joint fit. */
  List<LabelKind> after(List<LabelKind> first) {
    List<LabelKind> out = new ArrayList<>(first);
    out.addAll(kinds);
    return out;
  }

  /** Labels of other rows, with unknown auxiliary ones. */
  IncompleteMatrix absentIn(IncompleteMatrix y) {
    IncompleteMatrix.Builder none = IncompleteMatrix.builder(kinds.size());
    for (int i = 0; i < y.rows(); i++) {
      none.endRow();
    }
    return y.besides(none.build());
  }

  /** The fit with the smaller held-out error; the separate one without held-out rows. */
  SlrmModel better(SlrmModel alone, SlrmModel joint) {
    FitReport plain = alone.report();
    int targets = alone.targets();
    if (plain.scores().size() < targets || joint.report().scores().size() < targets) {
      return alone.noted(Note.of("auxiliary-targets-not-validated"));
    }
    double without = 0;
    double with = 0;
    for (int t = 0; t < targets; t++) {
      without += Math.log(plain.scores().get(t).score()) / targets;
      with += Math.log(joint.report().scores().get(t).score()) / targets;
    }
    double change = Math.exp(with - without) - 1;
    boolean used = with < without;
    Note note = Note.of("auxiliary-targets", "used", used, "errorChange", change);
    return used ? joint.ofFirst(targets).noted(note) : alone.noted(note);
  }
}
