package org.slrm.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;

/** One line of JSON; what is not a finite number becomes null, as JSON has no NaN. */
final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().registerModule(new SimpleModule().addSerializer(new Numbers()));

  private Json() {}

  static String of(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Numbers extends StdSerializer<Double> {
    private static final long serialVersionUID = 1L;

    Numbers() {
      super(Double.class);
    }

    @Override
    public void serialize(Double value, JsonGenerator to, SerializerProvider provider)
        throws IOException {
      if (Double.isFinite(value)) {
        to.writeNumber(value);
      } else {
        to.writeNull();
      }
    }
  }
}
