package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.Failure;

/**
 * A table of bad inputs: each ends with its exit code and a message naming file and place, and
 * leaves what was there before as it was.
 */
class BadInputTest {
  private static final String GOOD = "a,b,c,y\n" + "1,2,x,3\n2,,z,5\n3,1,x,4\n4,2,z,8\n".repeat(10);
  private static final byte[] OLD = "precious".getBytes(StandardCharsets.UTF_8);

  @TempDir Path folder;
  private Path model;
  private final List<DynamicTest> table = new ArrayList<>();

  @BeforeEach
  void fitOnce() throws IOException {
    model = folder.resolve("good.slrm");
    Cli.run("fit", file("good.csv", GOOD), "--target", "y", "--method", "mean-lasso", "-o", model)
        .done();
  }

  private Path file(String name, String text) throws IOException {
    return file(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  /** Adds a line of the table: expected code, words of the message, and the command. */
  private void bad(String what, int code, List<String> words, Object... command) {
    table.add(
        dynamicTest(
            what,
            () -> {
              Path out = file("existing.out", OLD);
              Object[] args = Arrays.stream(command).map(a -> a.equals("OUT") ? out : a).toArray();
              Cli result = Cli.run(args);
              assertEquals(code, result.code(), result.err() + result.out());
              for (String word : words) {
                assertTrue(result.err().contains(word), "'" + word + "' in: " + result.err());
              }
              assertFalse(result.err().contains("\tat "), result.err());
              assertArrayEquals(OLD, Files.readAllBytes(out), "existing output is untouched");
              assertEquals(0, temporaries(), "no temporary file is left");
            }));
  }

  private long temporaries() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.getFileName().toString().endsWith(".tmp")).count();
    }
  }

  private void badFit(String what, Path data, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add(data.getFileName().toString());
    bad(what, 3, all, "fit", data, "--target", "y", "--method", "mean-lasso", "--out", "OUT");
  }

  private void badModel(String what, Path broken, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add(broken.getFileName().toString());
    bad(what, 3, all, "predict", broken, folder.resolve("good.csv"), "--out", "OUT");
  }

  private void badLabel(String what, String kind, Path data, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of(data.getFileName().toString(), "\"y\""));
    Object[] fit = {"fit", data, "--target", "y", "--label", kind, "--out", "OUT"};
    bad(what, 3, all, fit);
  }

  @TestFactory
  List<DynamicTest> labels() throws IOException {
    String counts = "a,b,y\n" + "1,2,0\n2,1,3\n3,1,1\n".repeat(9);
    badLabel(
        "a negative count",
        "counts",
        file("neg.csv", counts + "1,2,-1\n"),
        "line 29",
        "a count must not be negative",
        "-1");
    badLabel(
        "a count that is not whole",
        "counts",
        file("part.csv", counts + "1,2,0.5\n"),
        "line 29",
        "a count must be a whole number",
        "0.5");
    badLabel("an amount of 0", "positive", file("zero.csv", counts), "line 2", "must be above 0");
    StringBuilder many = new StringBuilder("a,b,y\n");
    for (int i = 0; i <= 1000; i++) {
      many.append(i % 7).append(',').append(i % 5).append(',').append(i).append('\n');
    }
    badLabel("too many classes", "classes", file("many.csv", many.toString()), "1000 at most");
    badLabel(
        "one class said to be classes",
        "classes",
        file("same.csv", "a,b,y\n1,2,4\n2,3,4\n3,3,4\n"),
        "two at least");
    Path good = folder.resolve("good.csv");
    Object[] fit = {"fit", good, "--target", "y", "--out", "OUT"};
    bad("no kind", 2, List.of("--label", "sorts"), with(fit, "--label", "sorts"));
    bad("too many kinds", 2, List.of("2"), with(fit, "--label", "numeric,counts"));
    bad(
        "weights for numbers",
        2,
        List.of("--class-weights", "exactly one classification target"),
        with(fit, "--class-weights", "balanced"));
    bad(
        "weights without rows in memory",
        2,
        List.of("--class-weights", "--stream"),
        with(fit, "--class-weights", "balanced", "--stream"));
    bad(
        "costs for numbers",
        2,
        List.of("costs", "exactly one classification target"),
        "predict",
        model,
        good,
        "--cost",
        "a=2",
        "--out",
        "OUT");
    bad(
        "costs that are no numbers",
        2,
        List.of("--cost", "a=much"),
        "predict",
        model,
        good,
        "--cost",
        "a=much",
        "--out",
        "OUT");
    return table;
  }

  private static Object[] with(Object[] command, Object... more) {
    return Stream.concat(Arrays.stream(command), Arrays.stream(more)).toArray();
  }

  @TestFactory
  List<DynamicTest> dataFiles() throws IOException {
    badFit("no such file", folder.resolve("nowhere.csv"));
    badFit("a folder", Files.createDirectory(folder.resolve("dir.csv")));
    badFit("empty file", file("empty.csv", ""));
    badFit("blank lines only", file("blank.csv", "\n\n\n"));
    badFit("header only", file("header.csv", "a,b,y\n"));
    badFit("one row", file("one.csv", "a,b,y\n1,2,3\n"), "2 rows");
    byte[] noise = new byte[5000];
    new Random(1).nextBytes(noise);
    badFit("binary file", file("binary.csv", noise));
    byte[] packed = gzip(GOOD.repeat(200));
    badFit("truncated gzip", file("cut.csv.gz", Arrays.copyOf(packed, packed.length / 2)));
    byte[] damaged = packed.clone();
    damaged[packed.length / 2] ^= 0x55;
    badFit("damaged gzip", file("damaged.csv.gz", damaged));
    badFit("row too long", file("long.csv", GOOD + "1,2,x,3,9\n"), "line 42");
    badFit("text in a number", file("text.csv", GOOD + "oops,2,x,3\n"), "line 42", "\"a\"", "oops");
    badFit("text in the target", file("label.csv", GOOD + "1,2,x,bad\n"), "line 42", "y", "bad");
    badFit("infinite value", file("inf.csv", GOOD + "inf,2,x,3\n"), "line 42", "a");
    badFit("a number too large", file("huge.csv", GOOD + "1e999,2,x,3\n"), "line 42", "a");
    badFit("infinite target", file("infy.csv", GOOD + "1,2,x,-Infinity\n"), "line 42", "y");
    badFit("target absent", file("absent.csv", GOOD.replace("y\n", "z\n")), "y");
    badFit("target missing everywhere", file("unlabelled.csv", "a,y\n1,\n2,\n3,\n"), "y");
    badFit("only one label", file("onelabel.csv", "a,y\n1,\n2,5\n3,\n"), "y");
    badFit(
        "one class only",
        file("single.csv", "a,y\n1,red\n2,red\n3,red\n"),
        "\"y\"",
        "two at least",
        "red");
    badFit(
        "names for classes",
        file("names.csv", "a,y\n1,Ann\n2,Bob\n3,Cy\n"),
        "\"y\"",
        "every label differs");
    badFit("nothing but the target", file("alone.csv", "y\n1\n2\n3\n"));
    badFit("every feature missing", file("void.csv", "a,b,y\n,,1\n,,2\n,,3\n"));
    badFit("a quote that never ends", file("quote.csv", GOOD + "\"1,2,x,3\n"));
    badFit("ARFF without data", file("nodata.arff", "@relation r\n@attribute y numeric\n"));
    badFit(
        "ARFF with too few values",
        file("few.arff", "@relation r\n@attribute a numeric\n@attribute y numeric\n@data\n1\n"),
        "line 5");
    badFit(
        "ARFF attribute without type",
        file("untyped.arff", "@relation r\n@attribute a\n@attribute y numeric\n@data\n1,2\n"),
        "line 2");
    badFit("Parquet cut short", file("cut.parquet", "PAR1xxxxPAR1"));
    bad(
        "LIBSVM index 0",
        3,
        List.of("zero.libsvm", "line 2"),
        "fit",
        file("zero.libsvm", "1 1:2 2:3\n2 0:1\n"),
        "--out",
        "OUT");
    bad(
        "LIBSVM entry without value",
        3,
        List.of("novalue.libsvm", "line 1"),
        "fit",
        file("novalue.libsvm", "1 1:2 2\n2 1:1\n"),
        "--out",
        "OUT");
    bad(
        "LIBSVM index twice",
        3,
        List.of("twice.libsvm", "line 1"),
        "fit",
        file("twice.libsvm", "1 1:2 1:3\n2 1:1\n"),
        "--out",
        "OUT");
    Path good = folder.resolve("good.csv");
    Object[] fit = {"fit", good, "--target", "y", "--method", "mean-lasso", "--out", "OUT"};
    bad("column to ignore absent", 3, List.of("nix"), and(fit, "--ignore", "nix"));
    bad("weights absent", 3, List.of("nix"), and(fit, "--weights", "nix"));
    bad(
        "weights all 0",
        3,
        List.of("none.csv", "\"w\"", "above 0"),
        "fit",
        file("none.csv", "w,a,y\n" + "0,1,2\n0,2,3\n".repeat(9)),
        "--target",
        "y",
        "--weights",
        "w",
        "-o",
        "OUT");
    bad(
        "labels beyond what a model may hold",
        3,
        List.of("between 1.0E-100 and 1.0E100", "another unit"),
        "fit",
        file("vast.csv", "a,y\n" + "1,1e300\n2,3e300\n4,2e300\n".repeat(9)),
        "--target",
        "y",
        "--method",
        "mean-lasso",
        "-o",
        "OUT");
    Path weights = file("weights.csv", GOOD.replace("1,2,x,3", "-1,2,x,3"));
    bad(
        "negative weight",
        3,
        List.of("weights.csv", "line 2", "a"),
        "fit",
        weights,
        "--target",
        "y",
        "--method",
        "mean-lasso",
        "--weights",
        "a",
        "--out",
        "OUT");
    bad("validation file absent", 3, List.of("nix.csv"), and(fit, "--validation", "nix.csv"));
    return table;
  }

  private static Object[] and(Object[] first, Object... more) {
    Object[] out = Arrays.copyOf(first, first.length + more.length);
    System.arraycopy(more, 0, out, first.length, more.length);
    return out;
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      // Random digits, so that half of the stream really is half of the data.
      Random random = new Random(1);
      StringBuilder rows = new StringBuilder("a,b,y\n");
      for (int i = 0; i < text.length() / 100; i++) {
        rows.append(random.nextDouble()).append(',').append(random.nextDouble()).append(",1\n");
      }
      gzip.write(rows.toString().getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }

  @TestFactory
  List<DynamicTest> modelFiles() throws IOException {
    badModel("no such model", folder.resolve("nowhere.slrm"), "no such file");
    badModel("a folder as model", Files.createDirectory(folder.resolve("dir.slrm")));
    badModel("text as model", file("text.slrm", "hello"), "zip");
    badModel("empty model", file("empty.slrm", ""), "zip");
    byte[] whole = Files.readAllBytes(model);
    badModel("cut model", file("cut.slrm", Arrays.copyOf(whole, whole.length / 2)), "zip");
    byte[] flipped = whole.clone();
    flipped[60] ^= 0x10;
    badModel("damaged model", file("flipped.slrm", flipped));
    badModel(
        "model of another version",
        rezip(
            "newer.slrm", "model.json", t -> t.replaceFirst("\"version\" : 1", "\"version\" : 2")),
        "newer");
    badModel(
        "not our model",
        rezip("other.slrm", "model.json", t -> t.replace("slrm-model", "other")),
        "format");
    badModel("broken JSON", rezip("json.slrm", "model.json", t -> t.substring(9)), "JSON");
    badModel(
        "unknown kind of member",
        rezip("kind.slrm", "model.json", t -> t.replace("\"linear\"", "\"magic\"")),
        "magic");
    badModel(
        "a column renamed twice",
        rezip("names.slrm", "model.json", t -> t.replace("\"name\" : \"b\"", "\"name\" : \"a\"")));
    badModel("array missing", rezip("less.slrm", "weights.npy", null), "weights");
    badModel("array too long", rezip("long.slrm", "weights.npy", t -> t + "12345678"), "weights");
    badModel(
        "array of another type",
        rezip("type.slrm", "weights.npy", t -> t.replace("<f8", "<i8")),
        "weights");
    badModel(
        "array of another shape",
        rezip("shape.slrm", "weights.npy", t -> t.replace("(1, 1)", "(1,)  ")),
        "weights");
    badModel(
        "array with NaN",
        rezip(
            "nan.slrm",
            "feature_scale.npy",
            t -> t.substring(0, t.length() - 8) + "\0\0\0\0\0\0\u00f8\u007f"),
        "feature_scale",
        "finite");
    badModel("path traversal", added("evil.slrm", "../evil.npy", 3), "../evil.npy");
    badModel("absolute path", added("root.slrm", "/evil.npy", 3), "/evil.npy");
    badModel("something else inside", added("class.slrm", "Evil.class", 3), "Evil.class");
    badModel("zip bomb", added("bomb.slrm", "bomb.npy", 80 << 20), "bomb.npy");
    badModel("huge declared size", declaring("declares.slrm", 0x7fffffff));
    badModel("smaller declared size", declaring("small.slrm", 5));
    bad("inspect refuses too", 3, List.of("text.slrm"), "inspect", folder.resolve("text.slrm"));
    return table;
  }

  /** The good model with one entry changed, or left out. */
  private Path rezip(String name, String entry, UnaryOperator<String> change) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipFile in = new ZipFile(model.toFile());
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (ZipEntry e : java.util.Collections.list(in.entries())) {
        byte[] bytes = in.getInputStream(e).readAllBytes();
        if (e.getName().equals(entry)) {
          if (change == null) {
            continue;
          }
          String before = new String(bytes, StandardCharsets.ISO_8859_1);
          String after = change.apply(before);
          assertFalse(before.equals(after), "the change must change something: " + before);
          bytes = after.getBytes(StandardCharsets.ISO_8859_1);
        }
        zip.putNextEntry(new ZipEntry(e.getName()));
        zip.write(bytes);
        zip.closeEntry();
      }
    }
    return file(name, out.toByteArray());
  }

  /** The good model with one more entry of zeros. */
  private Path added(String name, String entry, int size) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipFile in = new ZipFile(model.toFile());
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (ZipEntry e : java.util.Collections.list(in.entries())) {
        zip.putNextEntry(new ZipEntry(e.getName()));
        zip.write(in.getInputStream(e).readAllBytes());
        zip.closeEntry();
      }
      zip.putNextEntry(new ZipEntry(entry));
      zip.write(new byte[size]);
      zip.closeEntry();
    }
    return file(name, out.toByteArray());
  }

  /** The good model whose directory declares this unpacked size for every entry. */
  private Path declaring(String name, int size) throws IOException {
    byte[] bytes = Files.readAllBytes(model);
    for (int k = 0; k + 28 < bytes.length; k++) {
      if (bytes[k] == 'P' && bytes[k + 1] == 'K' && bytes[k + 2] == 1 && bytes[k + 3] == 2) {
        for (int b = 0; b < 4; b++) {
          bytes[k + 24 + b] = (byte) (size >> 8 * b);
        }
      }
    }
    return file(name, bytes);
  }

  @TestFactory
  List<DynamicTest> newRows() throws IOException {
    Path late = file("late.csv", "a,b,c\n" + "1,2,x\n".repeat(20000) + "oops,2,x\n");
    bad("text late in the file", 3, List.of("late.csv", "line 20002", "oops"), predict(late));
    bad("late text in evaluate", 3, List.of("late.csv"), "evaluate", model, late);
    bad("late text in impute", 3, List.of("late.csv"), "impute", model, late, "--out", "OUT");
    Path cut = file("new.csv.gz", Arrays.copyOf(gzip(GOOD.repeat(300)), 700));
    bad("new rows cut short", 3, List.of("new.csv.gz"), predict(cut));
    bad("no new rows", 3, List.of("none.csv"), predict(folder.resolve("none.csv")));
    bad("empty new rows", 3, List.of("empty.csv"), predict(file("empty.csv", "")));
    Path fewer = file("fewer.csv", "a,b\n1,2\n");
    bad("strict: column absent", 3, List.of("fewer.csv", "c"), strict(fewer));
    Path more = file("more.csv", "a,b,c,y,q\n1,2,x,3,4\n");
    bad("strict: column extra", 3, List.of("more.csv", "q"), strict(more));
    Path unseen = file("unseen.csv", "a,b,c,y\n1,2,new,3\n");
    bad("strict: unseen level", 3, List.of("unseen.csv", "line 2", "new"), strict(unseen));
    Path infinite = file("infinite.csv", "a,b,c\ninf,2,x\n");
    bad("infinite new value", 3, List.of("infinite.csv", "line 2", "a"), predict(infinite));
    Path unlabelled = file("unlabelled.csv", "a,b,c\n1,2,x\n");
    bad(
        "evaluate without target",
        3,
        List.of("unlabelled.csv", "y"),
        "evaluate",
        model,
        unlabelled);
    Path blank = file("blank.csv", "a,b,c,y\n1,2,x,\n");
    bad("evaluate without labels", 3, List.of("blank.csv"), "evaluate", model, blank);
    Path good = folder.resolve("good.csv");
    Path truth = file("truth.json", "{\"format\": \"slrm-truth\", \"mean\": [1]}");
    bad("broken truth", 3, List.of("truth.json"), "evaluate", model, good, "--truth", truth);
    return table;
  }

  private Object[] predict(Path data) {
    return new Object[] {"predict", model, data, "--out", "OUT"};
  }

  private Object[] strict(Path data) {
    return and(predict(data), "--mode", "strict");
  }

  @TestFactory
  List<DynamicTest> outputs() {
    Path good = folder.resolve("good.csv");
    Path nowhere = folder.resolve("no/such/folder/p.csv");
    bad("output folder absent", 4, List.of("p.csv"), "predict", model, good, "--out", nowhere);
    bad("output is a folder", 4, List.of("cannot write"), "predict", model, good, "-o", folder);
    Path full = Path.of("/dev/full");
    if (Files.exists(full)) {
      bad("device", 4, List.of("/dev/full"), "predict", model, good, "--out", full);
      bad("device, imputing", 4, List.of("/dev/full"), "impute", model, good, "-o", full);
      bad("device, simulating", 4, List.of("/dev/full"), "simulate", "--out", full);
    }
    bad("output would overwrite data", 2, List.of("good.csv"), "predict", model, good, "-o", good);
    bad("output would overwrite model", 2, List.of("slrm"), "predict", model, good, "-o", model);
    return table;
  }

  @TestFactory
  List<DynamicTest> usage() {
    Path good = folder.resolve("good.csv");
    Object[] fit = {"fit", good, "--target", "y", "--out", "OUT"};
    bad("unknown command", 2, List.of("guess"), "guess");
    bad("unknown option", 2, List.of("--wrong"), and(fit, "--wrong"));
    bad("no data", 2, List.of("DATA"), "fit");
    bad("no target", 2, List.of("--target", "good.csv"), "fit", good, "--out", "OUT");
    bad("unknown method", 2, List.of("--method", "magic"), and(fit, "--method", "magic"));
    bad("rank of nothing", 2, List.of("--rank", "0"), and(fit, "--method", "pcr", "--rank", "0"));
    bad("rank of words", 2, List.of("--rank"), and(fit, "--method", "pcr", "--rank", "many"));
    bad(
        "option of another method",
        2,
        List.of("--gate", "mean-lasso", "slrm"),
        and(fit, "--method", "mean-lasso", "--gate", "0.5"));
    bad("trees of words", 2, List.of("--trees"), and(fit, "--method", "trees", "--trees", "all"));
    bad("one leaf", 2, List.of("leaves"), and(fit, "--method", "trees", "--leaves", "1"));
    bad("one fold", 2, List.of("--folds"), and(fit, "--folds", "1"));
    bad("no threads", 2, List.of("--threads"), and(fit, "--threads", "0"));
    bad("a seed of words", 2, List.of("--seed"), and(fit, "--seed", "lucky"));
    bad("no time", 2, List.of("--time-budget"), and(fit, "--time-budget", "soon"));
    bad("two characters", 2, List.of("--separator"), and(fit, "--separator", "ab"));
    bad("everything held out", 2, List.of("--validation"), and(fit, "--validation", "1.5"));
    bad("negative penalty", 2, List.of("l1"), and(fit, "--method", "mean-lasso", "--l1", "-1"));
    bad("sure interval", 2, List.of("--interval"), "predict", model, good, "--interval", "1");
    bad("more rank than features", 2, List.of("rank"), "simulate", "--rank", "500");
    return table;
  }

  @Test
  void runningOutOfMemoryIsSaidWithItsRemedy() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(System.out, new java.io.PrintStream(err, true, StandardCharsets.UTF_8), false);
    assertEquals(4, Failure.of(new OutOfMemoryError("Java heap space"), console, false));
    assertTrue(err.toString(StandardCharsets.UTF_8).contains("SLRM_OPTS"));
  }
}
