package org.slrm.cli.output;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.slrm.cli.reproduce.Theorem1;
import org.slrm.io.format.TableFormat;
import org.slrm.io.format.TableWriter;

/** The simulation of Theorem 1 as CSV, a line for each fit, and as a table of means. */
public final class DrawsFile {
  /** Titles of the table. */
  public static final List<String> TITLES =
      List.of(
          "n", "m", "γ", "refused", "error", "bound, K = 1", "with b as printed", "bound/error");

  private static final String HEADER =
      "rows share_known gate draw error label_variance refused"
          + " bound printed_bound complexity_term";

  private DrawsFile() {}

  /** Writes the file. */
  public static void write(Path file, List<Theorem1.Draw> draws) {
    try (OutputFile out = OutputFile.at(file)) {
      out.write(
          stream -> {
            TableWriter csv = TableFormat.CSV.writer(stream);
            csv.begin(Stream.of(HEADER.split(" ")).map(TableWriter.OutputColumn::text).toList());
            for (Theorem1.Draw d : draws) {
              csv.number((long) d.rows()).number(d.keep()).number(d.gate()).number((long) d.draw());
              csv.number(d.risk()).number(d.labelVariance()).number(d.refused());
              csv.number(d.bound()).number(d.printed()).number(d.complexity()).endRow();
            }
            csv.flush();
          });
      out.commit();
    }
  }

  /** Means over the tables of a point, as text. */
  public static List<String> line(List<Theorem1.Draw> draws, int n, double keep, double gate) {
    List<String> out = new ArrayList<>();
    out.add(Integer.toString(n));
    out.add(Long.toString(Math.round(100 * keep)));
    out.add(Double.toString(gate));
    double error = Theorem1.mean(draws, n, keep, gate, Theorem1.Draw::risk);
    double bound = Theorem1.mean(draws, n, keep, gate, Theorem1.Draw::bound);
    double printed = Theorem1.mean(draws, n, keep, gate, Theorem1.Draw::printed);
    double refused = Theorem1.mean(draws, n, keep, gate, Theorem1.Draw::refused);
    out.add(Math.round(100 * refused) + " %");
    for (double v : new double[] {error, bound, printed, bound / error}) {
      out.add(ReadableText.number(v));
    }
    return out;
  }
}
