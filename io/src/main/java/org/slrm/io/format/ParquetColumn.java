package org.slrm.io.format;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveStringifier;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;
import org.slrm.io.source.InputException;

/** A column of a Parquet file with numbers or text; other types are rejected by name. */
final class ParquetColumn {
  final String name;
  final ColumnDescriptor descriptor;
  private final PrimitiveType type;
  private final @Nullable LogicalTypeAnnotation meaning;
  private final PrimitiveStringifier texts;

  private ParquetColumn(ColumnDescriptor descriptor) {
    this.name = descriptor.getPath()[0];
    this.descriptor = descriptor;
    this.type = descriptor.getPrimitiveType();
    this.meaning = type.getLogicalTypeAnnotation();
    this.texts = type.stringifier();
  }

  /** The column, if its type is supported. */
  static ParquetColumn of(ColumnDescriptor descriptor, String file) {
    if (descriptor.getPath().length != 1 || descriptor.getMaxRepetitionLevel() > 0) {
      throw InputException.of("must be a flat table, but a column is nested")
          .file(file)
          .column(String.join(".", descriptor.getPath()));
    }
    ParquetColumn column = new ParquetColumn(descriptor);
    String unknown = column.unknown();
    if (unknown != null) {
      throw InputException.of("a column must hold numbers, text, dates or times, not " + unknown)
          .file(file)
          .column(column.name)
          .hint("write it as double or text first");
    }
    return column;
  }

  /** Its type if it is not supported, otherwise null. */
  private @Nullable String unknown() {
    if (meaning instanceof DecimalLogicalTypeAnnotation) {
      return "decimals (" + meaning + ")";
    }
    return switch (type.getPrimitiveTypeName()) {
      case BINARY -> meaning == null || isText() ? null : meaning.toString();
      case FIXED_LEN_BYTE_ARRAY ->
          meaning instanceof Float16LogicalTypeAnnotation
                  || meaning instanceof UUIDLogicalTypeAnnotation
              ? null
              : "raw bytes of fixed length";
      case INT96 -> "times of 96 bits";
      default -> null;
    };
  }

  /** Whether the file declares it as text. */
  boolean isText() {
    return meaning instanceof StringLogicalTypeAnnotation
        || meaning instanceof EnumLogicalTypeAnnotation
        || meaning instanceof JsonLogicalTypeAnnotation;
  }

  /** Whether the current cell is null. */
  boolean isNull(ColumnReader reader) {
    return reader.getCurrentDefinitionLevel() < descriptor.getMaxDefinitionLevel();
  }

  /** Whether cells are numbers; dates and times are stored as numbers too. */
  boolean holdsNumbers() {
    return switch (type.getPrimitiveTypeName()) {
      case FLOAT, DOUBLE -> true;
      case INT32, INT64 -> meaning == null || meaning instanceof IntLogicalTypeAnnotation;
      default -> false;
    };
  }

  /** The number of the current cell. */
  double number(ColumnReader reader) {
    return switch (type.getPrimitiveTypeName()) {
      case INT32 -> unsigned() ? Integer.toUnsignedLong(reader.getInteger()) : reader.getInteger();
      case INT64 -> unsigned() ? unsigned(reader.getLong()) : reader.getLong();
      case FLOAT -> reader.getFloat();
      default -> reader.getDouble();
    };
  }

  private boolean unsigned() {
    return meaning instanceof IntLogicalTypeAnnotation whole && !whole.isSigned();
  }

  /** The nearest double; the sticky bit of a half records whether there are more digits. */
  private static double unsigned(long bits) {
    return bits >= 0 ? bits : 2.0 * (bits >>> 1 | bits & 1);
  }

  /** The current cell as text that parses to the same value. */
  String text(ColumnReader reader) {
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> String.valueOf(reader.getBoolean());
      case INT32 -> texts.stringify(reader.getInteger());
      case INT64 -> texts.stringify(reader.getLong());
      case FLOAT -> Double.toString(reader.getFloat());
      case DOUBLE -> Double.toString(reader.getDouble());
      case BINARY -> utf8(reader.getBinary());
      default -> texts.stringify(reader.getBinary());
    };
  }

  /** Text, even where an old writer did not declare it. */
  private String utf8(Binary value) {
    ByteBuffer bytes = value.toByteBuffer();
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw InputException.of("must be UTF-8 text, but holds other bytes").column(name).cause(e);
    }
  }
}
