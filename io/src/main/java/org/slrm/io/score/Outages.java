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
 * The error when columns are lost, measured on labelled rows: a growing fraction of a panel's
 * observed columns is hidden in each row, in a random but reproducible order, and the model
 * predicts from the rest.
 *
 * <pre>{@code
 * List<Panel> panels = List.of(new Panel("blood", List.of("iron", "zinc"), 1));
 * Outages out = new Outages(named, source.labelled(), PredictionOptions.DEFAULT, panels);
 * out.add(batch);
 * double without = out.curves().get(0).scores().get(4).get("price").score();
 * }</pre>
 */
public final class Outages {
  /** The name of a panel of all columns. */
  public static final String ALL = "all columns";

  /** Fractions of a panel's observed columns that are hidden. */
  private static final double[] HIDDEN = {0, 0.25, 0.5, 0.75, 1};

  private final Schema schema;
  private final List<Panel> panels;
  private final List<List<Evaluation>> evaluations = new ArrayList<>();

  /**
   * For the labelled targets of the rows.
   *
   * @param panels columns that are lost together; all columns are also evaluated as one panel
   */
  public Outages(
      NamedModel model, List<String> labelled, PredictionOptions options, List<Panel> panels) {
    schema = model.schema();
    this.panels = new ArrayList<>(panels);
    List<String> every =
        schema.columns().stream().filter(c -> c.width() > 0).map(Schema.Column::name).toList();
    this.panels.add(new Panel(ALL, every, 1));
    for (int p = 0; p < this.panels.size(); p++) {
      evaluations.add(
          Arrays.stream(HIDDEN).mapToObj(h -> model.evaluation(labelled, options)).toList());
    }
  }

  /**
   * Scores as more of a panel is hidden.
   *
   * @param panel its name
   * @param columns number of its columns
   * @param hidden fractions of its observed columns that are hidden, from none to all
   * @param scores by target for each of these
   */
  public record Curve(
      String panel, int columns, double[] hidden, List<Map<String, Scores>> scores) {
    public Curve {
      hidden = hidden.clone();
      scores = List.copyOf(scores);
    }
  }

  /** Adds some rows. */
  public void add(RowBatch batch) {
    for (int p = 0; p < panels.size(); p++) {
      boolean[] column = columns(panels.get(p));
      for (int h = 0; h < HIDDEN.length; h++) {
        IncompleteMatrix rest = hidden(batch, column, HIDDEN[h]);
        evaluations.get(p).get(h).add(new RowBatch(batch.firstRow(), rest, batch.labels(), null));
      }
    }
  }

  /** The results so far, panel by panel, all columns last. */
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
    double half = random.nextDouble();
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
    // Half a column is hidden in half of the rows.
    int count = (int) Math.floor(fraction * observed.length + (fraction < 1 ? half : 0));
    boolean[] out = new boolean[panel.length];
    Arrays.stream(observed).limit(count).forEach(c -> out[c] = true);
    return out;
  }
}
