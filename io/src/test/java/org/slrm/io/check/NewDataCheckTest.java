package org.slrm.io.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.slrm.Slrm;
import org.slrm.io.InFolder;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;
import org.slrm.io.shift.NewDataCheck;
import org.slrm.io.shift.TrainingProfile;
import org.slrm.method.MeanElasticNetConfig;

/** Defects of new data, each with the code and column of its warning. */
class NewDataCheckTest extends InFolder {
  private static final List<String> COLOURS = List.of("red", "green", "blue");

  private record Case(String name, String code, String column, Consumer<Trap> set) {}

  private static final List<Case> CASES =
      List.of(
          new Case(
              "another unit", "out-of-range", "z", t -> plain(t, i -> 1000 * t.normal(), 0.2, 3)),
          new Case(
              "a tenth of the values a little above the range",
              "out-of-range",
              "z",
              t -> plain(t, i -> t.normal() + (i % 10 == 0 ? 5 : 0), 0.2, 3)),
          new Case(
              "one value far below the range",
              "out-of-range",
              "z",
              t -> plain(t, i -> i == 7 ? -1e6 : t.normal() / 2, 0.2, 3)),
          new Case("more holes", "missingness-shift", "z", t -> plain(t, i -> t.normal(), 0.6, 3)),
          new Case("fewer holes", "missingness-shift", "z", t -> plain(t, i -> t.normal(), 0, 3)),
          new Case(
              "a column that is never known",
              "auxiliary-column",
              "z",
              t -> plain(t, i -> t.normal(), 1, 3)),
          new Case(
              "a column that is absent",
              "auxiliary-column",
              "z",
              t -> {
                plain(t, i -> t.normal(), 0.2, 3);
                t.without("z");
              }),
          new Case(
              "levels never seen",
              "unseen-levels",
              "colour",
              t -> t.number("z", i -> t.normal()).with("colour", i -> "mauve")),
          new Case(
              "holes where none were together",
              "new-patterns",
              "",
              t -> {
                plain(t, i -> t.normal(), 0.2, 3);
                t.without("a").with("a", i -> i % 2 == 0 ? "" : Double.toString(t.x[i][0]));
              }));

  private static Trap plain(
      Trap t, java.util.function.IntFunction<Double> z, double missing, int colours) {
    return t.with("z", i -> t.below(1000) < 1000 * missing ? "" : Double.toString(z.apply(i)))
        .with("colour", i -> COLOURS.get(t.below(colours)));
  }

  private Table training() {
    Trap t = new Trap(1);
    return read(plain(t, i -> t.normal(), 0.2, 3).csv(), target("y"));
  }

  private TrainingProfile profile(Table table) {
    return TrainingProfile.of(TableChecks.of(table, target("y")), target("y"));
  }

  private List<DataWarning> warnings(TrainingProfile profile, Schema schema, Trap t) {
    Path file = write("new.csv", t.csv());
    NewDataCheck check = new NewDataCheck(profile, schema, null);
    try (RowSource rows = Tables.open(file.toString(), ReadOptions.DEFAULT, schema)) {
      for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
        check.add(batch);
      }
      return check.warnings(rows.report());
    }
  }

  @TestFactory
  Stream<DynamicTest> everyTrapInNewDataIsWarnedOfByItsCode() {
    return CASES.stream().map(c -> DynamicTest.dynamicTest(c.name, () -> warned(c)));
  }

  private void warned(Case c) {
    Table table = training();
    Trap t = new Trap(2);
    c.set.accept(t);
    List<DataWarning> found = warnings(profile(table), table.schema(), t);
    assertTrue(
        found.stream().anyMatch(w -> w.code().equals(c.code) && w.column().equals(c.column)),
        found::toString);
  }

  @Test
  void rowsLikeTheTrainingRowsGiveNoWarning() {
    Table table = training();
    TrainingProfile profile = profile(table);
    for (int seed = 2; seed < 22; seed++) {
      Trap t = new Trap(seed);
      plain(t, i -> t.normal(), 0.2, 3);
      assertEquals(List.of(), warnings(profile, table.schema(), t), "seed " + seed);
    }
  }

  @Test
  void theMessageStatesDistanceAndCount() {
    Table table = read("a,b,y\n" + "0,1,1\n10,2,2\n".repeat(40), target("y"));
    TrainingProfile profile = profile(table);
    NewDataCheck check = new NewDataCheck(profile, table.schema(), null);
    Path file = write("new.csv", "a,b\n5,1\n1010,1\n,2\n5,2\n");
    try (RowSource rows = Tables.open(file.toString(), ReadOptions.DEFAULT, table.schema())) {
      check.add(rows.next());
      DataWarning w = check.warnings(rows.report()).get(0);
      assertEquals(
          "\"a\" is outside the training range (0 to 10) in 33.3 % of its new values, as far as 1010,"
              + " 100 times the width of that range outside: predictions there are uncertain; check"
              + " units and codes",
          w.message());
      assertEquals(1 / 3.0, w.value(), 1e-12);
      assertEquals(0.25, check.columns().get(0).missing());
    }
  }

  @Test
  void aProfileIsEqualAfterReadingTheModelFile() throws IOException {
    Table table = training();
    TrainingProfile profile = profile(table);
    Path place = folder.resolve("m.slrm");
    modelFile(table, profile).write(place);
    assertEquals(profile, ModelFile.read(place).training());
    modelFile(table, null).write(place);
    assertNull(ModelFile.read(place).training());
  }

  @Test
  void aProfileThatDoesNotFitItsSchemaIsRejected() throws IOException {
    Table table = training();
    Map<String, Object> map = new LinkedHashMap<>(profile(table).toMap());
    map.put("columns", List.of());
    assertThrows(
        IllegalArgumentException.class, () -> TrainingProfile.fromMap(map, table.schema()));
    map.put("columns", "all");
    assertThrows(
        IllegalArgumentException.class, () -> TrainingProfile.fromMap(map, table.schema()));
  }

  private static ModelFile modelFile(
      Table table, @org.jspecify.annotations.Nullable TrainingProfile profile) {
    return new ModelFile(
        ModelFile.MODEL,
        Slrm.with(MeanElasticNetConfig.defaults()).fit(table.features(), table.labels()).state(),
        table.schema(),
        ReadOptions.DEFAULT,
        ModelFile.Provenance.ofSeed(1),
        profile);
  }
}
