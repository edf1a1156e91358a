package org.slrm.io.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes and parses JSON of maps, lists, records, text, numbers, booleans and null; non-finite
 * numbers become null. Uses the streaming API, because object binding takes 0.1 s to start.
 *
 * <pre>{@code
 * String line = JsonText.line(Map.of("rows", 12));
 * }</pre>
 */
public final class JsonText {
  private static final int MAX_NESTED = 64;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNestingDepth(MAX_NESTED).build())
          .build();

  private JsonText() {}

  /** The value on one line. */
  public static String line(@Nullable Object value) {
    return new String(bytes(value, false), StandardCharsets.UTF_8);
  }

  /** The value in UTF-8, on one line or indented. */
  public static byte[] bytes(@Nullable Object value, boolean indented) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator to = FACTORY.createGenerator(out)) {
      if (indented) {
        to.setPrettyPrinter(new DefaultPrettyPrinter());
      }
      write(value, to);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return out.toByteArray();
  }

  private static void write(@Nullable Object value, JsonGenerator to) throws IOException {
    if (value == null) {
      to.writeNull();
    } else if (value instanceof Map<?, ?> map) {
      to.writeStartObject();
      for (Map.Entry<?, ?> e : map.entrySet()) {
        to.writeFieldName(String.valueOf(e.getKey()));
        write(e.getValue(), to);
      }
      to.writeEndObject();
    } else if (value instanceof Iterable<?> list) {
      to.writeStartArray();
      for (Object each : list) {
        write(each, to);
      }
      to.writeEndArray();
    } else if (value instanceof double[] list) {
      to.writeStartArray();
      for (double each : list) {
        write(each, to);
      }
      to.writeEndArray();
    } else if (value instanceof int[] list) {
      to.writeArray(list, 0, list.length);
    } else if (value instanceof Record record) {
      write(components(record), to);
    } else if (value instanceof Double d) {
      write(d.doubleValue(), to);
    } else if (value instanceof Integer i) {
      to.writeNumber(i);
    } else if (value instanceof Long l) {
      to.writeNumber(l);
    } else if (value instanceof BigInteger i) {
      to.writeNumber(i);
    } else if (value instanceof Boolean b) {
      to.writeBoolean(b);
    } else if (value instanceof Enum<?> e) {
      to.writeString(e.name());
    } else if (value instanceof String s) {
      to.writeString(s);
    } else {
      throw new IllegalArgumentException(
          "JSON must consist of supported values, got a " + value.getClass());
    }
  }

  private static Map<String, @Nullable Object> components(Record record) {
    Map<String, @Nullable Object> out = new LinkedHashMap<>();
    try {
      for (RecordComponent component : record.getClass().getRecordComponents()) {
        out.put(component.getName(), component.getAccessor().invoke(record));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("JSON records must be public, got " + record, e);
    }
    return out;
  }

  private static void write(double value, JsonGenerator to) throws IOException {
    if (Double.isFinite(value)) {
      to.writeNumber(value);
    } else {
      to.writeNull();
    }
  }

  /**
   * Parses an object; duplicate names and trailing text are errors.
   *
   * @param limit maximum number of values, since a value uses far more memory than its text
   */
  public static Map<String, @Nullable Object> object(byte[] bytes, long limit) throws IOException {
    checkValues(bytes, limit);
    try (JsonParser from = FACTORY.createParser(bytes)) {
      if (from.nextToken() != JsonToken.START_OBJECT) {
        throw new JsonParseException(from, "must be an object");
      }
      Map<String, @Nullable Object> members = members(from);
      if (from.nextToken() != null) {
        throw new JsonParseException(from, "must end after its object");
      }
      return members;
    }
  }

  private static void checkValues(byte[] bytes, long limit) throws IOException {
    // A value has at least one byte.
    if (bytes.length <= limit) {
      return;
    }
    try (JsonParser from = FACTORY.createParser(bytes)) {
      long values = 0;
      for (JsonToken token = from.nextToken(); token != null; token = from.nextToken()) {
        values += token.isScalarValue() || token.isStructStart() ? 1 : 0;
        if (values > limit) {
          throw new JsonParseException(from, "must have at most " + limit + " values");
        }
      }
    }
  }

  private static Map<String, @Nullable Object> members(JsonParser from) throws IOException {
    Map<String, @Nullable Object> out = new LinkedHashMap<>();
    while (from.nextToken() != JsonToken.END_OBJECT) {
      String name = from.currentName();
      from.nextToken();
      out.put(name, value(from));
    }
    return out;
  }

  private static @Nullable Object value(JsonParser from) throws IOException {
    return switch (from.currentToken()) {
      case START_OBJECT -> members(from);
      case START_ARRAY -> elements(from);
      case VALUE_STRING -> from.getText();
      case VALUE_NUMBER_INT ->
          from.getNumberType() == JsonParser.NumberType.BIG_INTEGER
              ? finite(from)
              : from.getNumberValue();
      case VALUE_NUMBER_FLOAT -> finite(from);
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new JsonParseException(from, "must hold values, got " + from.currentToken());
    };
  }

  private static double finite(JsonParser from) throws IOException {
    double value = from.getDoubleValue();
    if (Double.isInfinite(value)) {
      throw new JsonParseException(from, "must hold finite numbers");
    }
    return value;
  }

  private static List<@Nullable Object> elements(JsonParser from) throws IOException {
    List<@Nullable Object> out = new ArrayList<>();
    while (from.nextToken() != JsonToken.END_ARRAY) {
      out.add(value(from));
    }
    return out;
  }
}
