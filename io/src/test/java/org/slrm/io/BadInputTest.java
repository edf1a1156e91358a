package org.slrm.io;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.io.column.ReadOptions;

class BadInputTest extends InFolder {
  private static final ReadOptions PLAIN = ReadOptions.DEFAULT;

  static Stream<Arguments> texts() {
    return Stream.of(
        arguments("empty", "a.csv", "", PLAIN, "file is empty"),
        arguments("blank lines only", "a.csv", "\n\n", PLAIN, "is empty"),
        arguments("header only", "a.csv", "a,b\n", PLAIN, "header only"),
        arguments("ragged", "a.csv", "a,b\n1,2\n3\n", PLAIN, "line 3|2 fields|got 1"),
        arguments("ragged, long", "a.csv", "a,b\n1,2\n3,4,5\n", PLAIN, "line 3|got 3"),
        arguments("stray text", "a.csv", "a\n1\n2\nx\n", PLAIN, "line 4|\"a\"|\"x\"|--na x"),
        arguments(
            "tokens in use are kept in the hint",
            "a.csv",
            "a,b\n1,NA\n2,3\nx,4\n",
            PLAIN,
            "--na NA,x"),
        arguments(
            "one word among many numbers",
            "a.csv",
            "a\nnone\nnone\nnone\n" + numbers(40) + "none\n".repeat(60),
            PLAIN,
            "line 2|--na none"),
        arguments("decimal comma", "a.csv", "a;b\n1,5;2\n", PLAIN, "line 2|--decimal-comma"),
        arguments("inf", "a.csv", "a\n1\n-inf\n2\n", PLAIN, "line 3|must be finite|-inf"),
        arguments("infinity", "a.csv", "a\n1\nInfinity\n2\n", PLAIN, "line 3|must be finite"),
        arguments("too large", "a.csv", "a\n1\n1e999\n2\n", PLAIN, "line 3|must be finite|1e999"),
        arguments("no target", "a.csv", "price,b\n1,2\n", target("prize"), "mean price?|prize"),
        arguments("no target, case", "a.csv", "Price,b\n1,2\n", target("price"), "mean Price?"),
        arguments("no such target", "a.csv", "a,b\n1,2\n", target("zzzzzz"), "columns are a, b"),
        arguments("target twice", "a.csv", "y,a,y\n1,2,3\n", target("y"), "columns 1 and 3"),
        arguments("target named twice", "a.csv", "y,a\n1,2\n", target("y", "y"), "named once"),
        arguments(
            "text for a number",
            "a.csv",
            "y,a\nu,2\nv,3\nu,4\n",
            labels(ReadOptions.Label.of("numeric")),
            "line 2|\"y\"|\"u\""),
        arguments(
            "one class",
            "a.csv",
            "y,a\nu,2\nu,3\nu,4\n",
            target("y"),
            "two at least|\"y\"|\"u\"; name another target"),
        arguments(
            "negative count",
            "a.csv",
            "y,a\n1,2\n0,3\n-2,4\n",
            labels(ReadOptions.Label.of("counts")),
            "line 4|\"y\"|must not be negative|-2"),
        arguments(
            "target ignored",
            "a.csv",
            "y,a\n1,2\n",
            ReadOptions.builder().target("y").ignore("y").build(),
            "must not be ignored"),
        arguments(
            "ignored is absent",
            "a.csv",
            "y,a\n1,2\n",
            ReadOptions.builder().ignore("aa").build(),
            "--ignore|mean a"),
        arguments(
            "weight negative",
            "a.csv",
            "w,a\n1,2\n-1,3\n",
            ReadOptions.builder().weight("w").build(),
            "line 3|\"w\"|-1"),
        arguments(
            "weight missing",
            "a.csv",
            "w,a\n1,2\n,3\n",
            ReadOptions.builder().weight("w").build(),
            "line 3|\"w\"|must not be missing"),
        arguments("escape in a number", "a.csv", "a,b\n1,2\n\u001b1,3\n", PLAIN, "line 3|\"a\""),
        arguments("bell after a number", "a.csv", "a,b\n1,2\n2\u0007,3\n", PLAIN, "line 3|\"a\""),
        arguments(
            "long name nearly met",
            "a.csv",
            "a".repeat(300) + "b,c\n1,2\n",
            ReadOptions.builder().target("a".repeat(300) + "c").build(),
            "the columns are"),
        arguments("quote not closed", "a.csv", "a,b\n1,\"2\n3,4\n", PLAIN, "line 2|quote"),
        arguments(
            "arff without data", "a.arff", "@relation r\n@attribute a numeric\n", PLAIN, "@data"),
        arguments(
            "arff without attributes", "a.arff", "@relation r\n@data\n1\n", PLAIN, "attributes"),
        arguments(
            "arff type", "a.arff", "@relation r\n@attribute a relational\n", PLAIN, "line 2|\"a\""),
        arguments("arff head", "a.arff", "@relation r\nfoo\n", PLAIN, "line 2|foo"),
        arguments("arff ragged", "a.arff", arff("1,2\n1\n"), PLAIN, "line 6|2 values|got 1"),
        arguments(
            "arff sparse index", "a.arff", arff("{7 1}\n"), PLAIN, "line 5|between 0 and 1|7"),
        arguments("arff sparse open", "a.arff", arff("{1 1\n"), PLAIN, "line 5|}"),
        arguments("arff text", "a.arff", arff("1,2\nx,2\n"), PLAIN, "line 6|\"a\"|\"x\""),
        arguments("libsvm index 0", "a.svm", "1 0:3 1:2\n", PLAIN, "line 1|positive integer"),
        arguments("libsvm order", "a.svm", "1 1:3 2:1\n1 2:3 1:2\n", PLAIN, "line 2|increase|1:2"),
        arguments("libsvm pair", "a.svm", "1 1:3 foo\n", PLAIN, "line 1|index:value|foo"),
        arguments("libsvm value", "a.svm", "1 1:3\n-1 1:foo\n", PLAIN, "line 2|\"x1\"|foo"),
        arguments("libsvm label", "a.svm", "1 1:3\nfoo 1:2\n", PLAIN, "line 2|\"label\"|foo"),
        arguments("not parquet", "a.parquet", "hello", PLAIN, "a.parquet|Parquet"));
  }

  private static ReadOptions labels(ReadOptions.Label kind) {
    return ReadOptions.builder().target("y").labels(List.of(kind)).build();
  }

  private static String numbers(int count) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < count; i++) {
      out.append(i).append('\n');
    }
    return out.toString();
  }

  private static String arff(String rows) {
    return "@relation r\n@attribute a numeric\n@attribute b numeric\n@data\n" + rows;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("texts")
  void invalidTextIsReportedWithColumnLineAndRule(
      String what, String name, String text, ReadOptions options, String parts) {
    assertRefused(() -> Tables.read(write(name, text), options), parts.split("\\|"));
    assertRefused(() -> Tables.read(write(name, text), options), name);
  }

  @Test
  void badBytesAreRejected() {
    byte[] packed = gzip("a,b\n" + "1,2\n".repeat(5000));
    refused(Arrays.copyOf(packed, packed.length / 2), "truncated or damaged");
    byte[] damaged = packed.clone();
    damaged[damaged.length - 6] ^= 0x55;
    refused(damaged, "truncated or damaged");
    refused(new byte[] {0, 1, 2, 3, 0, 0}, "zero byte at position 0");
    refused(new byte[] {'P', 'K', 3, 4, 20, 0}, "zip archive");
    refused(new byte[] {'B', 'Z', 'h', '9'}, "another compression");
    refused("a,b\n1,\u00e9\n".getBytes(StandardCharsets.ISO_8859_1), "must be UTF-8");
    assertRefused(() -> Tables.read(folder.resolve("none.csv"), PLAIN), "none.csv", "no such file");
    assertRefused(() -> Tables.read(folder, PLAIN), "not a directory");
  }

  private void refused(byte[] bytes, String... parts) {
    assertRefused(() -> Tables.read(write("bad.csv", bytes), PLAIN), parts);
    assertRefused(() -> Tables.read(write("bad.csv", bytes), PLAIN), "bad.csv");
  }

  @Test
  void endlessValuesAreShortenedInMessages() {
    String endless = "x".repeat(5000);
    assertRefused(() -> read("a\n1\n2\n" + endless + "\n", PLAIN), "xxx…");
  }

  @Test
  void invalidOptionsAreRejected() {
    for (Runnable wrong :
        List.<Runnable>of(
            () -> ReadOptions.builder().separator('"').build(),
            () -> ReadOptions.builder().separator(',').decimalComma(true).build(),
            () -> ReadOptions.builder().maxLevels(1).build(),
            () -> ReadOptions.builder().batchRows(0).build())) {
      org.junit.jupiter.api.Assertions.assertThrows(IllegalArgumentException.class, wrong::run);
    }
  }
}
