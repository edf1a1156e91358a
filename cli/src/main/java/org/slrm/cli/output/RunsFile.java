package org.slrm.cli.output;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slrm.cli.reproduce.ComparedMethod;
import org.slrm.cli.reproduce.Run;
import org.slrm.io.format.TableFormat;
import org.slrm.io.format.TableWriter;

/** A figure's runs as CSV, read to continue and rewritten atomically after every run. */
public final class RunsFile {
  private static final String HEADER =
      "figure point x data_set method mse label_variance relative_mse refused rank passes"
          + " seconds seed scale searched training_rows validation_rows settings_tried search_visits"
          + " parameters stop";

  private RunsFile() {}

  /** The runs of a file, none when there is no file. */
  public static List<Run> read(Path file) {
    List<Run> out = new ArrayList<>();
    if (!Files.exists(file)) {
      return out;
    }
    try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(file)) {
      csv.forEach(r -> out.add(run(r)));
      return out;
    } catch (IOException
        | UncheckedIOException
        | IllegalArgumentException
        | IndexOutOfBoundsException e) {
      throw CommandException.input(
          file + ": must hold runs of an earlier reproduce, cannot be read: " + e.getMessage());
    } catch (java.util.NoSuchElementException e) {
      throw CommandException.input(
          file + ": must hold runs of an earlier reproduce, has other columns: " + e.getMessage());
    }
  }

  public static void write(Path file, List<Run> runs) {
    try (OutputFile out = OutputFile.at(file)) {
      out.write(stream -> write(stream, runs));
      out.commit();
    }
  }

  private static void write(OutputStream stream, List<Run> runs) throws IOException {
    TableWriter csv = TableFormat.CSV.writer(stream);
    csv.begin(Stream.of(HEADER.split(" ")).map(TableWriter.OutputColumn::text).toList());
    for (Run r : runs) {
      csv.text(r.figure()).text(r.point()).number(r.x()).number((long) r.dataSet());
      csv.text(r.method().id()).number(r.mse()).number(r.variance()).number(r.relative());
      csv.number(r.refused()).number((long) r.rank()).number((long) r.passes());
      csv.number(Math.round(100 * r.seconds()) / 100.0).number(r.seed()).text(r.scale());
      csv.text(Boolean.toString(r.searched()));
      csv.number((long) r.budget().trainingRows()).number((long) r.budget().validationRows());
      csv.number((long) r.budget().settings()).number(r.budget().visits());
      csv.text(text(r.parameters())).text(r.stop()).endRow();
    }
    csv.flush();
  }

  private static Run run(NamedCsvRecord r) {
    return new Run(
        r.getField("figure"),
        r.getField("point"),
        number(r, "x"),
        (int) number(r, "data_set"),
        method(r),
        number(r, "mse"),
        number(r, "label_variance"),
        number(r, "refused"),
        (int) number(r, "rank"),
        (int) number(r, "passes"),
        number(r, "seconds"),
        Long.parseLong(r.getField("seed")),
        r.getField("scale"),
        Boolean.parseBoolean(r.getField("searched")),
        budget(r),
        parameters(r.getField("parameters")),
        r.getField("stop"));
  }

  /** Unknown in files of earlier versions. */
  private static Run.Budget budget(NamedCsvRecord r) {
    return r.findField("settings_tried").isEmpty()
        ? Run.Budget.UNKNOWN
        : new Run.Budget(
            (int) number(r, "training_rows"),
            (int) number(r, "validation_rows"),
            (int) number(r, "settings_tried"),
            (long) number(r, "search_visits"));
  }

  /** Earlier runs named smpcr had forgetting; their parameters identify them. */
  private static ComparedMethod method(NamedCsvRecord r) {
    ComparedMethod named = ComparedMethod.of(r.getField("method"));
    double forgetting = parameters(r.getField("parameters")).getOrDefault("forgetting", 1.0);
    return named == ComparedMethod.SMPCR && forgetting < 1 ? ComparedMethod.FADING : named;
  }

  private static double number(NamedCsvRecord r, String name) {
    String text = r.getField(name);
    return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
  }

  private static String text(Map<String, Double> parameters) {
    return parameters.entrySet().stream()
        .map(e -> e.getKey() + "=" + e.getValue())
        .collect(Collectors.joining(";"));
  }

  private static Map<String, Double> parameters(String text) {
    Map<String, Double> out = new LinkedHashMap<>();
    for (String part : text.isEmpty() ? new String[0] : text.split(";")) {
      String[] pair = part.split("=", 2);
      out.put(pair[0], Double.parseDouble(pair[1]));
    }
    return out;
  }
}
