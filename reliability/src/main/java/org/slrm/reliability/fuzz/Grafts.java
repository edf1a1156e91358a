package org.slrm.reliability.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Changes of a model file that keep it consistent: parts of another model, other labels, members
 * inside members. All entries exist, so only their meaning can be wrong.
 */
record Grafts(Map<String, byte[]> entries, RandomGenerator random) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MODEL = "model.json";

  /** Parts of a state with the prefixes of their array names. */
  private static final List<List<String>> PARTS =
      List.of(
          List.of("labels", "calibration_", "errors_", "set_", "map_", "scale_"),
          List.of("members", "member", "weights"),
          List.of("imputation", "imputation"),
          List.of("report"),
          List.of("labels"),
          List.of("members"));

  private static final String[] LABELS = {"numeric", "two classes", "student", "counts", "none"};
  private static final String[] KINDS = {"numeric", "robust", "classes", "counts", "positive"};
  private static final double[] SIZES = {0, 1, 2, 1e-300, 1e12, 1e38, 1e120, 1e308, -1, 2e9};
  private static final int MAX_NESTED = 40;

  /** Replaces a part by that of another model. */
  void part(Map<String, byte[]> other) throws IOException {
    ObjectNode model = root(entries);
    ObjectNode from = root(other);
    List<String> part = PARTS.get(random.nextInt(PARTS.size()));
    JsonNode value = from.path("state").get(part.get(0));
    if (value == null) {
      return;
    }
    state(model).set(part.get(0), value);
    for (String start : part.subList(1, part.size())) {
      for (String name : List.copyOf(entries.keySet())) {
        if (name.startsWith(start)) {
          entries.remove(name);
          object(model, "/arrays").remove(plain(name));
        }
      }
      for (String name : other.keySet()) {
        if (name.startsWith(start)) {
          entries.put(name, other.get(name));
          object(model, "/arrays").set(plain(name), from.path("arrays").get(plain(name)));
        }
      }
    }
    write(model);
  }

  /** A label with the payload of another kind. */
  void label() throws IOException {
    ObjectNode model = root(entries);
    ArrayNode labels = JSON.createArrayNode();
    int count = Math.max(1, state(model).path("labels").size());
    for (int t = 0; t < count; t++) {
      ObjectNode label = labels.addObject();
      label.put("kind", Bytes.any(KINDS, random));
      label.put("label", Bytes.any(LABELS, random));
      ArrayNode shape = label.putArray("shape");
      for (int k = random.nextInt(3); k > 0; k--) {
        shape.add(SIZES[random.nextInt(SIZES.length)]);
      }
      label.put("center", random.nextInt(3) == 0 ? size() : 0);
      label.put("scale", random.nextInt(3) == 0 ? size() : 1);
      label.put("levels", random.nextInt(4));
      label.putArray("tree").add(-1).add(random.nextInt(-3, 3));
      String limit = new String[] {"min", "max", "reach"}[random.nextInt(3)];
      label.put(limit, size());
    }
    state(model).set("labels", labels);
    write(model);
  }

  private double size() {
    return SIZES[random.nextInt(SIZES.length)];
  }

  /** A member nested in others. */
  void nest() throws IOException {
    ObjectNode model = root(entries);
    if (!(state(model).get("members") instanceof ArrayNode members) || members.isEmpty()) {
      return;
    }
    int at = random.nextInt(members.size());
    String prefix = "member" + at + "_";
    for (int depth = 1 << random.nextInt(6); depth > 0; depth--) {
      JsonNode inner = members.get(at);
      int features = inner.path("features").asInt();
      int targets = inner.path("targets").asInt();
      boolean cautious = !inner.path("kind").asText().equals("cautious");
      boolean sizes = Math.min(features, targets) > 0 && Math.max(features, targets) <= 100;
      if (!sizes || inner.toString().length() > MAX_NESTED * 1000) {
        break;
      }
      for (String name : List.copyOf(entries.keySet())) {
        if (name.startsWith(prefix)) {
          String renamed = prefix + "inner_" + name.substring(prefix.length());
          entries.put(renamed, entries.remove(name));
          ObjectNode listed = object(model, "/arrays");
          listed.set(plain(renamed), listed.remove(plain(name)));
        }
      }
      ObjectNode outer = JSON.createObjectNode();
      outer.put("kind", cautious ? "cautious" : "curved");
      outer.put("features", features).put("targets", targets).put("usual", 2);
      outer.set("inner", inner);
      members.set(at, outer);
      if (cautious) {
        array(model, prefix + "kept", filled(targets, 0.5));
      } else {
        double[] from = new double[2 * features];
        Arrays.setAll(from, k -> k % 2);
        array(model, prefix + "curve_knots", filled(features, 2));
        array(model, prefix + "curve_from", from);
        array(model, prefix + "curve_to", from);
      }
    }
    write(model);
  }

  private static double[] filled(int count, double value) {
    double[] out = new double[count];
    Arrays.fill(out, value);
    return out;
  }

  private void array(ObjectNode model, String name, double[] values) {
    String text = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + values.length + ",), }";
    ByteBuffer out = ByteBuffer.allocate(128 + 8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    out.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII)).put((byte) 1);
    out.put((byte) 0).putShort((short) 118);
    out.put((text + " ".repeat(117 - text.length()) + "\n").getBytes(StandardCharsets.US_ASCII));
    for (double v : values) {
      out.putDouble(v);
    }
    entries.put(name + ".npy", out.array());
    object(model, "/arrays").putArray(name).add(values.length);
  }

  private static String plain(String entry) {
    return entry.replace(".npy", "");
  }

  private static ObjectNode root(Map<String, byte[]> from) throws IOException {
    byte[] text = from.get(MODEL);
    return text != null && JSON.readTree(text) instanceof ObjectNode root
        ? root
        : JSON.createObjectNode();
  }

  private static ObjectNode state(ObjectNode root) {
    return object(root, "/state");
  }

  /** An object at a path, replacing any earlier change. */
  private static ObjectNode object(ObjectNode root, String at) {
    return root.withObject(at, JsonNode.OverwriteMode.ALL, true);
  }

  private void write(ObjectNode root) throws IOException {
    entries.put(MODEL, JSON.writeValueAsBytes(root));
  }
}
