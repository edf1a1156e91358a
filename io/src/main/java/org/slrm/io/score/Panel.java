package org.slrm.io.score;

import java.util.List;
import org.slrm.internal.check.Checks;

/**
 * A group of features that are measured together, such as those of one blood test.
 *
 * <pre>{@code
 * Panel blood = new Panel("blood", List.of("iron", "zinc"), 5);
 * PredictOptions options = PredictOptions.DEFAULT.suggest(2).panels(List.of(blood));
 * }</pre>
 *
 * @param name its name
 * @param columns its columns
 * @param cost its cost, in any unit; columns outside panels cost 1 each
 */
public record Panel(String name, List<String> columns, double cost) {
  public Panel {
    columns = List.copyOf(columns);
    Checks.atLeast("columns of panel " + name, columns.size(), 1);
    Checks.positive("cost of panel " + name, cost);
  }
}
