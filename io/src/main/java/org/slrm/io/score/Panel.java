package org.slrm.io.score;

import java.util.List;
import org.slrm.internal.check.Checks;

/**
 * Columns that are measured together, such as those of one blood test.
 *
 * <pre>{@code
 * Question q = Question.DEFAULT.suggest(2).panels(List.of(new Panel("blood", List.of("iron", "zinc"), 5)));
 * }</pre>
 *
 * @param name what it is called
 * @param columns its columns
 * @param cost what measuring it costs, in any unit; columns of no panel cost 1 each
 */
public record Panel(String name, List<String> columns, double cost) {
  /** Checks the cost. */
  public Panel {
    columns = List.copyOf(columns);
    Checks.atLeast("columns of panel " + name, columns.size(), 1);
    Checks.positive("cost of panel " + name, cost);
  }
}
