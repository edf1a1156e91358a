package org.slrm.cli.report.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.reproduce.ReproduceInput.FigureRuns;
import org.slrm.cli.reproduce.ComparedMethod;
import org.slrm.cli.reproduce.Run;

/** The chosen settings, in the paper's letters. */
final class SettingsTable {
  private static final String START = "randomStart";

  /** A column for each method that was searched, a row for each point. */
  static DataTable of(ReproduceInput in) {
    List<ComparedMethod> methods =
        Stream.of(ComparedMethod.values())
            .filter(c -> c.searched() && in.figures().stream().anyMatch(f -> f.ran(c)))
            .toList();
    List<String> header = new ArrayList<>(List.of("Figure", "Point"));
    methods.forEach(c -> header.add(c.title() + ": " + letters(names(in, c))));
    DataTable table = new DataTable(header.toArray(String[]::new));
    for (FigureRuns f : in.figures()) {
      for (String point : f.plan().pointNames()) {
        List<String> row = new ArrayList<>(List.of(f.number(), point));
        methods.forEach(c -> row.add(values(f.at(point, c), names(in, c))));
        table.row(row.toArray(String[]::new));
      }
    }
    return table;
  }

  /** Names and values of a run's settings. */
  static String text(Run run) {
    return run.parameters().entrySet().stream()
        .map(e -> letter(e.getKey()) + " = " + value(e))
        .collect(Collectors.joining(", "));
  }

  /** Chosen settings only: forgetting is given, and the paper's SMPCR always starts at random. */
  private static Set<String> names(ReproduceInput in, ComparedMethod methods) {
    Set<String> out = new LinkedHashSet<>();
    for (FigureRuns f : in.figures()) {
      f.runs().stream()
          .filter(r -> r.method() == methods)
          .forEach(r -> out.addAll(r.parameters().keySet()));
    }
    out.remove("forgetting");
    if (methods == ComparedMethod.SMPCR) {
      out.remove(START);
    }
    return out;
  }

  private static String letters(Set<String> names) {
    return names.stream().map(SettingsTable::letter).collect(Collectors.joining(", "));
  }

  private static String values(List<Run> runs, Set<String> names) {
    return runs.isEmpty()
        ? ""
        : runs.get(0).parameters().entrySet().stream()
            .filter(e -> names.contains(e.getKey()))
            .map(SettingsTable::value)
            .collect(Collectors.joining(", "));
  }

  private static String value(Map.Entry<String, Double> e) {
    return e.getKey().equals(START)
        ? e.getValue() > 0 ? "random" : "singular"
        : NumberText.plain(e.getValue());
  }

  private static String letter(String name) {
    return switch (name) {
      case "reconstructionWeight" -> "λ1";
      case "l1" -> "λ2";
      case "l2" -> "λ3";
      case "stepSize" -> "ρ";
      case "constantRounds" -> "T₀";
      case "initialUncertainty" -> "δ";
      case START -> "start";
      default -> name;
    };
  }

  private SettingsTable() {}
}
