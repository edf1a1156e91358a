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

/** A column of numbers or text in a Parquet file; other types are rejected. */
final class ParquetColumn {
  final String name;
  final ColumnDescriptor descriptor;
  private final PrimitiveType type;
  private final @Nullable LogicalTypeAnnotation logicalType;
  private final PrimitiveStringifier texts;

  private ParquetColumn(ColumnDescriptor descriptor) {
    this.name = descriptor.getPath()[0];
    this.descriptor = descriptor;
    this.type = descriptor.getPrimitiveType();
    this.logicalType = type.getLogicalTypeAnnotation();
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
    String unsupported = column.unsupportedType();
    if (unsupported != null) {
      throw InputException.of(
              "a column must hold numbers, text, dates or times, not " + unsupported)
          .file(file)
          .column(column.name)
          .hint("write it as double or text first");
    }
    return column;
  }

  /** Name of the type if it is not supported; null otherwise. */
  private @Nullable String unsupportedType() {
    if (logicalType instanceof DecimalLogicalTypeAnnotation) {
      return "decimals (" + logicalType + ")";
    }
    return switch (type.getPrimitiveTypeName()) {
      case BINARY -> logicalType == null || isText() ? null : logicalType.toString();
      case FIXED_LEN_BYTE_ARRAY ->
          logicalType instanceof Float16LogicalTypeAnnotation
                  || logicalType instanceof UUIDLogicalTypeAnnotation
              ? null
              : "raw bytes of fixed length";
      case INT96 -> "times of 96 bits";
      default -> null;
    };
  }

  /** Whether the file declares it as text. */
  boolean isText() {
    return logicalType instanceof StringLogicalTypeAnnotation
        || logicalType instanceof EnumLogicalTypeAnnotation
        || logicalType instanceof JsonLogicalTypeAnnotation;
  }

  /** Whether the current cell is null. */
  boolean isNull(ColumnReader reader) {
    return reader.getCurrentDefinitionLevel() < descriptor.getMaxDefinitionLevel();
  }

  /** Whether cells are numbers; dates and times are stored as numbers too. */
  boolean holdsNumbers() {
    return switch (type.getPrimitiveTypeName()) {
      case FLOAT, DOUBLE -> true;
      case INT32, INT64 -> logicalType == null || logicalType instanceof IntLogicalTypeAnnotation;
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
    return logicalType instanceof IntLogicalTypeAnnotation integer && !integer.isSigned();
  }

  /** The nearest double of an unsigned long, by halving with a sticky bit. */
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

  /** Decodes UTF-8, which some writers do not declare. */
  private String utf8(Binary value) {
    ByteBuffer bytes = value.toByteBuffer();
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw InputException.of("must be UTF-8 text, but holds other bytes").column(name).cause(e);
    }
  }
}
