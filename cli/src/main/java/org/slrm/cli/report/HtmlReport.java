package org.slrm.cli.report;

import java.util.List;
import org.slrm.cli.report.compare.CompareInput;
import org.slrm.cli.report.compare.ComparePage;
import org.slrm.cli.report.fit.FitFacts;
import org.slrm.cli.report.fit.FitInput;
import org.slrm.cli.report.fit.FitPage;
import org.slrm.cli.report.reproduce.ReproduceInput;
import org.slrm.cli.report.reproduce.ReproducePage;
import org.slrm.cli.report.reproduce.ReproducePlot;
import org.slrm.cli.report.reproduce.StandaloneSvg;
import org.slrm.cli.report.reproduce.Theorem1Plot;
import org.slrm.cli.report.shift.ShiftInput;
import org.slrm.cli.report.shift.ShiftPage;
import org.slrm.cli.reproduce.Theorem1;
import org.slrm.io.check.DataWarning;

/**
 * Writes a report as one HTML file that opens offline. Equal inputs give equal bytes; the times of
 * a comparison and the optional time of writing are in marked places.
 *
 * <pre>{@code
 * Files.writeString(path, HtmlReport.fit(input));
 * }</pre>
 */
public final class HtmlReport {
  private HtmlReport() {}

  /** The page of a fit. */
  public static String fit(FitInput input) {
    return fit(input, List.of());
  }

  /** The page of a fit, with warnings about its data first. */
  public static String fit(FitInput input, List<DataWarning> warnings) {
    return FitPage.html(FitFacts.of(input), warnings);
  }

  /** The page of a comparison. */
  public static String compare(CompareInput input) {
    return compare(input, List.of());
  }

  /** The page of a comparison, with warnings about its data first. */
  public static String compare(CompareInput input, List<DataWarning> warnings) {
    return ComparePage.html(input, warnings);
  }

  /** The page of new rows compared with training rows. */
  public static String shift(ShiftInput input) {
    return ShiftPage.html(input);
  }

  /** The page of a reproduction of the paper. */
  public static String reproduce(ReproduceInput input) {
    return ReproducePage.html(input);
  }

  /** Theorem 1's bound and the error it bounds as an SVG file. */
  public static String theorem1(List<Theorem1.Draw> draws) {
    return Theorem1Plot.svg(draws);
  }

  /** A figure of the paper as an SVG file. */
  public static String plot(ReproduceInput.FigureRuns figure) {
    return StandaloneSvg.of(new ReproducePlot(figure));
  }
}
