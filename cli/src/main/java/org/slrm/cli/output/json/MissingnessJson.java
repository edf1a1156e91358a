package org.slrm.cli.output.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.cli.output.text.MissingnessText;
import org.slrm.cli.result.MaskedColumn;
import org.slrm.cli.result.MaskedColumn.CurvePoint;
import org.slrm.io.column.Schema;
import org.slrm.result.Missingness;

/** Which columns are missing because of their values, as a JSON object. */
record MissingnessJson(Missingness missingness, Schema schema) {
  Map<String, Object> map() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("band", MaskedColumn.LEVEL);
    out.put("variance", byTarget(missingness.variance()));
    out.put(
        "columns",
        new MissingnessText(missingness, schema).columns().stream().map(this::column).toList());
    return out;
  }

  private Map<String, Object> column(MaskedColumn c) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("column", c.name());
    out.put("missing", c.missing());
    out.put("variance", byTarget(c.variance()));
    out.put("curve", c.points().stream().map(MissingnessJson::point).toList());
    return out;
  }

  private static Map<String, Object> point(CurvePoint p) {
    Map<String, Object> out = new LinkedHashMap<>();
    if (p.level() == null) {
      out.put("value", p.value());
    } else {
      out.put("level", p.level());
    }
    out.put("probability", p.probability());
    out.put("lower", p.lower());
    out.put("upper", p.upper());
    return out;
  }

  private Map<String, Object> byTarget(List<Double> values) {
    Map<String, Object> out = new LinkedHashMap<>();
    for (int t = 0; t < values.size(); t++) {
      out.put(schema.targets().get(t), values.get(t));
    }
    return out;
  }
}
