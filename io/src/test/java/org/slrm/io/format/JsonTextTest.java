package org.slrm.io.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTextTest {
  /** A record with components. */
  public record Pair(String name, double value) {}

  @Test
  void nonFiniteNumbersBecomeNull() {
    List<Object> values =
        List.of(new double[] {Double.NaN, 2}, 1.5, -0.0, Double.NEGATIVE_INFINITY);
    assertEquals("[[null,2.0],1.5,-0.0,null]", JsonText.line(values));
  }

  @Test
  void valuesOfEveryKindAreEqualAfterReading() throws IOException {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("text", "a \"quoted\" line\nµ\u0001");
    value.put("number", 4.9e-324);
    value.put("count", 12);
    value.put("large", 1L << 60);
    value.put("true", true);
    value.put("list", List.of(1, List.of("x"), Map.of("k", 2.5)));
    value.put("pair", new Pair("p", 0.1));
    Map<String, Object> expected = new LinkedHashMap<>(value);
    expected.put("pair", Map.of("name", "p", "value", 0.1));
    assertEquals(expected, JsonText.object(JsonText.bytes(value, true), 100));
    assertEquals(expected, JsonText.object(JsonText.bytes(value, false), 100));
  }

  @Test
  void duplicateNamesAndTrailingTextAreRejected() {
    for (String bad :
        List.of(
            "{\"a\":1,\"a\":2}",
            "{\"a\":1} 2",
            "[1]",
            "{\"a\":NaN}",
            "{\"a\":1e999}",
            "{\"a\"",
            "")) {
      byte[] bytes = bad.getBytes(StandardCharsets.UTF_8);
      assertThrows(JsonProcessingException.class, () -> JsonText.object(bytes, 100), bad);
    }
  }

  @Test
  void unsupportedValuesAreRejectedByClass() {
    var problem = assertThrows(IllegalArgumentException.class, () -> JsonText.line(new Object()));
    assertEquals(
        "JSON must consist of supported values, got a class java.lang.Object",
        problem.getMessage());
  }
}
