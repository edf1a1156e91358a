package org.slrm.io.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.slrm.io.InFolder;
import org.slrm.io.column.ReadOptions;

/** Defects of training data, each with the code and column of its warning. */
class TableChecksTest extends InFolder {
  private record Case(
      String name, String code, String column, Consumer<Trap> set, ReadOptions.Label label) {
    Case(String name, String code, String column, Consumer<Trap> set) {
      this(name, code, column, set, ReadOptions.Label.AUTO);
    }
  }

  private static final List<Case> CASES =
      List.of(
          new Case("a copy of the target", "leak", "z", t -> t.number("z", i -> t.y[i])),
          new Case("a scaled copy", "leak", "z", t -> t.number("z", i -> -0.001 * t.y[i])),
          new Case("the target plus one", "leak", "z", t -> t.number("z", i -> t.y[i] + 1)),
          new Case(
              "the target with a little noise",
              "leak",
              "z",
              t -> t.number("z", i -> t.y[i] + 0.2 * t.normal())),
          new Case(
              "a curve of the target", "leak", "z", t -> t.number("z", i -> Math.exp(t.y[i] / 5))),
          new Case(
              "a fold of the target",
              "leak",
              "z",
              t -> t.target(i -> Double.toString(Math.abs(t.y[i] - 50))).number("z", i -> t.y[i])),
          new Case(
              "a copy known in half of the rows",
              "leak",
              "z",
              t -> t.with("z", i -> i % 2 == 0 ? "" : Double.toString(t.y[i]))),
          new Case(
              "the class in other words",
              "leak",
              "z",
              t ->
                  t.target(i -> t.y[i] > 51 ? "sold" : "open")
                      .with("z", i -> t.y[i] > 51 ? "closed" : "active")),
          new Case(
              "a score that makes the class",
              "leak",
              "z",
              t -> t.target(i -> t.y[i] > 51 ? "sold" : "open").number("z", i -> t.y[i])),
          new Case(
              "row numbers", "identifier", "V0", t -> t.with("V0", i -> Integer.toString(i + 1))),
          new Case(
              "a shuffled ID",
              "identifier",
              "customerID",
              t -> t.with("customerID", i -> Integer.toString(100000 + i * 7919 % 9973))),
          new Case(
              "a text of its own in every row",
              "identifier",
              "name",
              t -> t.with("name", i -> "p" + i)),
          new Case(
              "-200 for missing",
              "code-like-missing",
              "z",
              t ->
                  t.with("z", i -> i % 10 == 0 ? "-200" : Double.toString(900 + 200 * t.normal()))),
          new Case(
              "-999 for missing",
              "code-like-missing",
              "z",
              t -> t.with("z", i -> i % 25 == 0 ? "-999.0" : Double.toString(t.normal()))),
          new Case(
              "9999 for missing",
              "code-like-missing",
              "z",
              t -> t.with("z", i -> i % 50 == 0 ? "9999" : Integer.toString(t.below(120)))),
          new Case(
              "99 among ages",
              "code-like-missing",
              "z",
              t -> t.with("z", i -> i % 20 == 0 ? "99" : Integer.toString(1 + t.below(8)))),
          new Case(
              "-200 in the target",
              "code-like-missing",
              "y",
              t -> t.target(i -> i % 10 == 0 ? "-200" : Double.toString(t.y[i]))),
          new Case(
              "three wild labels",
              "extreme-labels",
              "y",
              t -> t.target(i -> Double.toString(i % 100 == 7 ? 1e5 * (i + 1) : t.y[i]))),
          new Case(
              "a label with the point in the wrong place",
              "extreme-labels",
              "y",
              t -> t.target(i -> Double.toString(i == 40 ? 1e4 * t.y[i] : t.y[i]))),
          new Case(
              "a count of 1e12 among small ones",
              "extreme-labels",
              "y",
              t ->
                  t.target(
                      i -> i == 40 ? "1000000000000" : Long.toString(Math.round(t.y[i]) % 7 + 1)),
              ReadOptions.Label.of("counts")),
          new Case(
              "two values as a number",
              "few-valued-target",
              "y",
              t -> t.target(i -> t.y[i] > 50 ? "1" : "2"),
              ReadOptions.Label.of("numeric")),
          new Case(
              "stars from 1 to 5",
              "few-valued-target",
              "y",
              t ->
                  t.target(i -> Integer.toString((int) Math.max(1, Math.min(5, t.y[i] / 2 - 22))))),
          new Case(
              "one value but in three rows",
              "constant-in-fold",
              "z",
              t -> t.with("z", i -> i % 100 == 3 ? "1" : "0")),
          new Case(
              "words with one row each",
              "rare-categories",
              "z",
              t -> t.with("z", i -> i < 5 ? "only" + i : i % 2 == 0 ? "red" : "blue")));

  @TestFactory
  Stream<DynamicTest> everyTrapIsWarnedOfByItsCode() {
    return CASES.stream().map(c -> DynamicTest.dynamicTest(c.name, () -> warned(c)));
  }

  private void warned(Case c) {
    Trap trap = new Trap(c.name.hashCode());
    c.set.accept(trap);
    List<DataWarning> found = checked(trap, c.label).warnings();
    assertTrue(
        found.stream().anyMatch(w -> w.code().equals(c.code) && w.column().equals(c.column)),
        found::toString);
    assertEquals(1, found.size(), found::toString);
  }

  private CheckedTable checked(Trap trap, ReadOptions.Label label, String... keep) {
    ReadOptions options =
        ReadOptions.builder().target("y").labels(List.of(label)).keep(List.of(keep)).build();
    return TableChecks.of(read(trap.csv(), options), options);
  }

  @Test
  void aNumericIdentifierIsUsedWithAWarningUnlessKeepNamesIt() {
    Trap trap = new Trap(1).with("row id", i -> Integer.toString(i + 1));
    CheckedTable used = checked(trap, ReadOptions.Label.AUTO);
    assertTrue(used.table().featureNames().contains("row id"));
    assertEquals(
        "\"row id\" differs in every row and looks like an identifier; it is used as a number. If it is unrelated to new rows, fit with --ignore 'row id'",
        used.warnings().get(0).message());
    assertEquals(List.of(), checked(trap, ReadOptions.Label.AUTO, "row*").warnings());
  }

  @Test
  void textThatIdentifiesRowsIsExcludedWithAHint() {
    CheckedTable checked = checked(new Trap(1).with("name", i -> "p" + i), ReadOptions.Label.AUTO);
    assertEquals(4, checked.table().features().columns());
    assertEquals(
        "\"name\" holds text that has too many values and is not used; to use it as categories, fit with --categorical name",
        checked.warnings().get(0).message());
  }

  @Test
  void aDistinctIntegerPredictorIsUsed() {
    for (String name : List.of("weight", "serial number", "order")) {
      for (String format : List.of("%d", "\"%,d\"", "$%d")) {
        Trap trap =
            new Trap(5)
                .with(name, i -> String.format(Locale.ROOT, format, 1000 + i * 37 % 300))
                .target(i -> Integer.toString(3 * (i * 37 % 300) + i % 90));
        CheckedTable checked = checked(trap, ReadOptions.Label.AUTO);
        assertTrue(checked.table().featureNames().contains(name), name + " as " + format);
      }
    }
  }

  @Test
  void measurementsThatDifferInEveryRowAreNoIdentifiers() {
    Trap trap =
        new Trap(2)
            .with("weight", i -> Integer.toString(3 * (i * 37 % 300) + 1000))
            .with("rank", i -> Integer.toString(i * 7 % 300 + 1))
            .with("year", i -> Integer.toString(1700 + i))
            .with("step", i -> Integer.toString(i))
            .number("number", i -> i + 0.5);
    assertEquals(List.of(), checked(trap, ReadOptions.Label.AUTO).warnings());
  }

  @Test
  void aMessageNamesRowsAndWhatToDo() {
    Trap outlying = new Trap(3);
    outlying.target(i -> Double.toString(i == 40 ? 1e6 : outlying.y[i]));
    DataWarning w = checked(outlying, ReadOptions.Label.AUTO).warnings().get(0);
    assertEquals(
        "\"y\" has 1 label far from all others: 1000000 in row 41. Correct it, or fit without such labels (--outliers exclude) or with less weight for them (--label robust)",
        w.message());
    assertEquals(1, w.value());
  }

  @Test
  void theCodeIsSuggestedWithTheTokensInUse() {
    Trap trap = new Trap(4);
    trap.with("z", i -> i % 10 == 0 ? "-200" : i % 10 == 1 ? "NA" : Double.toString(trap.x[i][0]));
    DataWarning w = checked(trap, ReadOptions.Label.AUTO).warnings().get(0);
    assertEquals(-200, w.value());
    assertTrue(w.message().endsWith("--na -200,NA"), w.message());
  }
}
