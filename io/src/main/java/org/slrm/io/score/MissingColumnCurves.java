package org.slrm.io.score;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.Schema;

/**
 * Scores as a function of the fraction of missing columns, on labelled rows: in each row a growing
 * fraction of a panel's observed columns is hidden, in a random but reproducible order, and the
 * model predicts from the remaining columns.
 *
 * <pre>{@code
 * List<Panel> panels = List.of(new Panel("blood", List.of("iron", "zinc"), 1));
 * MissingColumnCurves curves = new MissingColumnCurves(named, source.labelled(), PredictOptions.DEFAULT, panels);
 * curves.add(batch);
 * double without = curves.curves().get(0).scores().get(4).get("price").score();
 * }</pre>
 */
public final class MissingColumnCurves {
  /** The name of the panel of all columns. */
  public static final String ALL = "all columns";

  /** Fractions of a panel's observed columns that are hidden. */
  private static final double[] HIDDEN = {0, 0.25, 0.5, 0.75, 1};

  private final Schema schema;
  private final List<Panel> panels;
  private final List<List<Evaluation>> evaluations = new ArrayList<>();

  /**
   * Curves of a model for the targets that the rows contain.
   *
   * @param labelled names of these targets
   * @param panels columns that are missing together; all columns are also evaluated as one panel
   */
  public MissingColumnCurves(
      NamedModel model, List<String> labelled, PredictOptions options, List<Panel> panels) {
    schema = model.schema();
    this.panels = new ArrayList<>(panels);
    List<String> all =
        schema.columns().stream().filter(c -> c.width() > 0).map(Schema.Column::name).toList();
    this.panels.add(new Panel(ALL, all, 1));
    for (int p = 0; p < this.panels.size(); p++) {
      evaluations.add(
          Arrays.stream(HIDDEN).mapToObj(h -> model.evaluation(labelled, options)).toList());
    }
  }

  /**
   * Scores by the hidden fraction of a panel.
   *
   * @param panel its name
   * @param columns number of its columns
   * @param hidden fractions of its observed columns that are hidden, from 0 to 1
   * @param scores the scores by target, for each fraction
   */
  public record Curve(
      String panel, int columns, double[] hidden, List<Map<String, Scores>> scores) {
    public Curve {
      hidden = hidden.clone();
      scores = List.copyOf(scores);
    }
  }

  /** Adds the rows of a batch. */
  public void add(RowBatch batch) {
    for (int p = 0; p < panels.size(); p++) {
      boolean[] inPanel = columns(panels.get(p));
      for (int h = 0; h < HIDDEN.length; h++) {
        IncompleteMatrix x = hidden(batch, inPanel, HIDDEN[h]);
        evaluations.get(p).get(h).add(new RowBatch(batch.firstRow(), x, batch.labels(), null));
      }
    }
  }

  /** The curves of the rows added so far, one per panel; the panel of all columns is last. */
  public List<Curve> curves() {
    return IntStream.range(0, panels.size())
        .mapToObj(
            p ->
                new Curve(
                    panels.get(p).name(),
                    panels.get(p).columns().size(),
                    HIDDEN,
                    evaluations.get(p).stream().map(Evaluation::scores).toList()))
        .toList();
  }

  private boolean[] columns(Panel panel) {
    boolean[] out = new boolean[schema.columns().size()];
    panel.columns().forEach(name -> out[schema.indexOf(name)] = true);
    return out;
  }

  private IncompleteMatrix hidden(RowBatch batch, boolean[] panel, double fraction) {
    IncompleteMatrix x = batch.features();
    IncompleteMatrix.Builder out = IncompleteMatrix.builder(x.columns());
    for (int i = 0; i < x.rows(); i++) {
      boolean[] hidden = hiddenColumns(x, i, batch.firstRow() + i, panel, fraction);
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        if (!hidden[column(x.column(k))]) {
          out.entry(x.column(k), x.value(k));
        }
      }
      out.endRow();
    }
    return out.build();
  }

  private int column(int feature) {
    return schema.features().get(feature).column();
  }

  /** The hidden columns of a row; a larger fraction includes those of a smaller one. */
  private boolean[] hiddenColumns(
      IncompleteMatrix x, int i, long row, boolean[] panel, double fraction) {
    SplittableRandom random = new SplittableRandom(row);
    double uniform = random.nextDouble();
    double[] order = random.doubles(panel.length).toArray();
    int[] observed =
        IntStream.range(x.rowStart(i), x.rowStart(i + 1))
            .map(k -> column(x.column(k)))
            .filter(c -> panel[c])
            .distinct()
            .boxed()
            .sorted(Comparator.comparingDouble(c -> order[c]))
            .mapToInt(c -> c)
            .toArray();
    // Randomised rounding of the number of hidden columns.
    int count = (int) Math.floor(fraction * observed.length + (fraction < 1 ? uniform : 0));
    boolean[] out = new boolean[panel.length];
    Arrays.stream(observed).limit(count).forEach(c -> out[c] = true);
    return out;
  }
}
