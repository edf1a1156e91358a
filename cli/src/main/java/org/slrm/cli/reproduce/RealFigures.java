package org.slrm.cli.reproduce;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slrm.data.Scaling;
import org.slrm.paper.Simulation;

/** The figures on real data, for the data sets in the data folder. */
record RealFigures(Scale scale, long seed, @Nullable Path folder) {
  private static final String LEUKEMIA = "leukemia/leukemia_standardized.csv.gz";
  private static final String COLON = "colon/colon-cancer.libsvm.gz";
  private static final String SLICES = "ct_slice/slice_localization_first682.csv.gz";
  private static final String MORE_SLICES = "ct_slice/slice_localization_sample78.csv.gz";

  FigurePlan plan(String id) {
    return switch (id) {
      case "fig2a" ->
          plan(
              id,
              "Leukemia, colon cancer, CT slices",
              "Leukemia: 30 rows to fit, 22 to test, 20 to choose, a tenth of the training entries shown; "
                  + "colon cancer, whose sizes the paper does not give: 26, 19, 17, likewise; "
                  + "CT slices: 100 each, three quarters shown, on the 757 rows of 53,500 that are to be had: "
                  + "partial, not comparable with the paper's.",
              List.of(
                  genes("leukemia", 30, 22, 20, LEUKEMIA, RealTables::leukemia),
                  genes("colon", 26, 19, 17, COLON, RealTables::colon),
                  slices()));
      case "fig2b" -> airline(id, "atp1d");
      default -> airline(id, "atp7d");
    };
  }

  private FigurePlan airline(String id, String name) {
    List<RealTask> tasks = new ArrayList<>();
    for (int t = 0; t < scale.targets(); t++) {
      int target = t;
      String file = "atp/" + name + ".arff";
      tasks.add(
          new RealTask(
              name + "-" + (t + 1),
              200,
              46,
              50,
              Figures.OBSERVED,
              Scaling.Kind.CENTER,
              List.of(file),
              once(() -> RealTables.airline(at(file), target))));
    }
    return plan(
        id,
        "Airline tickets, " + name.toUpperCase(java.util.Locale.ROOT),
        "200 rows to fit, 46 to test, 50 to choose, three quarters of the entries shown; prices and quotes ÷ 1000, "
            + "days ÷ 180, weekday as seven indicators.",
        tasks);
  }

  /** A table of genes, of whose training entries a tenth is observed. */
  private RealTask genes(
      String name,
      int train,
      int test,
      int validation,
      String file,
      Function<Path, Simulation.Sample> reader) {
    return new RealTask(
        name,
        train,
        test,
        validation,
        0.1,
        Scaling.Kind.NONE,
        List.of(file),
        once(() -> reader.apply(at(file))));
  }

  private RealTask slices() {
    return new RealTask(
        "ct-slice (partial)",
        100,
        100,
        100,
        Figures.OBSERVED,
        Scaling.Kind.CENTER,
        List.of(SLICES, MORE_SLICES),
        once(() -> RealTables.slices(at(SLICES), at(MORE_SLICES))));
  }

  private FigurePlan plan(String id, String title, String setUp, List<RealTask> tasks) {
    List<Point> points = new ArrayList<>();
    List<FigurePlan.Absent> absent = new ArrayList<>();
    for (RealTask task : tasks) {
      boolean classes = task.files().contains(LEUKEMIA) || task.files().contains(COLON);
      double x = points.size() + absent.size() + 1;
      Point point = new Point(id, task.name(), x, false, classes, s -> task.split(seed, s));
      List<String> lacking = task.files().stream().filter(f -> !present(f)).toList();
      if (lacking.isEmpty()) {
        points.add(point);
      } else {
        absent.add(new FigurePlan.Absent(point, lacking(task, lacking)));
      }
    }
    String more = " " + scale.dataSets() + " random splits a task.";
    return new FigurePlan(id, title, setUp + more, "", false, points, absent);
  }

  private String lacking(RealTask task, List<String> files) {
    String where = folder == null ? "no --data folder was given" : "the data folder lacks it";
    return "%s: not run, needs %s; %s. %s"
        .formatted(task.name(), String.join(" and ", files), where, from(task));
  }

  private static String from(RealTask task) {
    String name = task.name();
    return name.startsWith("atp")
        ? "From http://mulan.sourceforge.net/datasets-mtr.html"
        : name.startsWith("ct")
            ? "From https://archive.ics.uci.edu/dataset/206"
            : "From https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/ (leu, colon-cancer); "
                + "leukemia as CSV with a column label";
  }

  private boolean present(String file) {
    return folder != null && Files.isRegularFile(folder.resolve(file));
  }

  private Path at(String file) {
    return java.util.Objects.requireNonNull(folder).resolve(file);
  }

  /** Reads on first use and caches the result. */
  private static Supplier<Simulation.Sample> once(Supplier<Simulation.Sample> reading) {
    return new Supplier<>() {
      private Simulation.@Nullable Sample read;

      @Override
      public synchronized Simulation.Sample get() {
        Simulation.Sample known = read;
        if (known == null) {
          known = reading.get();
          read = known;
        }
        return known;
      }
    };
  }
}
