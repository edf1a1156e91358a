package org.slrm.io.cache;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.Schema;
import org.slrm.io.format.JsonText;
import org.slrm.io.model.ModelFile;

/**
 * The description of a row cache.
 *
 * @param sourceSize bytes of its source file, -1 for standard input
 * @param sourceHash SHA-256 of the source file in hex; empty for standard input
 * @param reading the options of reading the file
 * @param labelledRows rows with at least one observed label
 * @param observed number of observed entries of the features
 * @param schema the columns
 * @param report the report of reading the file
 */
record CacheContents(
    long sourceSize,
    String sourceHash,
    String reading,
    long labelledRows,
    long observed,
    Schema schema,
    ReadReport report) {
  /** The options that affect the contents, as text; the batch size does not. */
  static String reading(ReadOptions options) {
    return options.toBuilder().batchRows(1).build().toString();
  }

  byte[] bytes() throws IOException {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("sourceSize", sourceSize);
    out.put("sourceHash", sourceHash);
    out.put("reading", reading);
    out.put("labelledRows", labelledRows);
    out.put("known", observed);
    out.put("schema", schema.toMap());
    out.put("file", report.file());
    out.put("format", report.format());
    out.put("rows", report.rows());
    out.put("columns", report.columns().stream().map(CacheContents::column).toList());
    out.put("notes", report.notes());
    return JsonText.bytes(out, false);
  }

  private static Map<String, Object> column(ReadReport.ReadColumn c) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("missing", c.missing());
    out.put("missingShare", c.missingShare());
    out.put("tokens", c.tokens());
    out.put("unseen", c.unseen());
    out.put("note", c.note());
    return out;
  }

  /** Parses the bytes of a description. */
  static CacheContents of(byte[] bytes) throws IOException {
    Map<String, Object> in = JsonText.object(bytes, bytes.length);
    Schema schema = Schema.fromMap(ModelFile.map(in, "schema"));
    List<ReadReport.ReadColumn> columns = new ArrayList<>();
    List<?> listed = (List<?>) in.get("columns");
    for (int c = 0; c < listed.size(); c++) {
      Map<?, ?> m = (Map<?, ?>) listed.get(c);
      columns.add(
          new ReadReport.ReadColumn(
              schema.columns().get(c),
              number(m, "missing").longValue(),
              number(m, "missingShare").doubleValue(),
              counts(m, "tokens"),
              counts(m, "unseen"),
              (@Nullable String) m.get("note")));
    }
    List<String> notes = ((List<?>) in.get("notes")).stream().map(String::valueOf).toList();
    return new CacheContents(
        number(in, "sourceSize").longValue(),
        (String) in.get("sourceHash"),
        (String) in.get("reading"),
        number(in, "labelledRows").longValue(),
        number(in, "known").longValue(),
        schema,
        new ReadReport(
            (String) in.get("file"),
            (String) in.get("format"),
            number(in, "rows").longValue(),
            columns,
            notes));
  }

  private static Number number(Map<?, ?> in, String name) {
    return (Number) in.get(name);
  }

  private static Map<String, Long> counts(Map<?, ?> in, String name) {
    Map<String, Long> out = new LinkedHashMap<>();
    ((Map<?, ?>) in.get(name)).forEach((k, v) -> out.put((String) k, ((Number) v).longValue()));
    return out;
  }
}
