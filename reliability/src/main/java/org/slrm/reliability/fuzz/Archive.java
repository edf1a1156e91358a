package org.slrm.reliability.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Mutates the entries of a model file and updates its checksums. */
final class Archive {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double[] EDGES = {
    0, -1, 1, 2, -0.5, 1e-300, 1e-12, 1e12, 1e100, 1e200, -1e200, 1e308, -1e308, 4e-324, Double.NaN
  };

  private final Map<String, byte[]> entries = new LinkedHashMap<>();
  private final RandomGenerator random;

  private Archive(byte[] zip, RandomGenerator random) throws IOException {
    this.random = random;
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip))) {
      for (ZipEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
        entries.put(e.getName(), in.readNBytes(1 << 22));
      }
    }
  }

  static byte[] mutated(byte[] zip, byte[] other, RandomGenerator random) throws IOException {
    try {
      Archive archive = new Archive(zip, random);
      if (random.nextInt(10) == 0 || !archive.entries.containsKey("model.json")) {
        return Bytes.mutated(zip, other, random);
      }
      int changes = 1 << random.nextInt(3);
      for (int k = 0; k < changes; k++) {
        archive.change(other);
      }
      return archive.bytes();
    } catch (IOException | IllegalArgumentException e) {
      return Bytes.mutated(zip, other, random);
    }
  }

  private void change(byte[] other) throws IOException {
    int choice = random.nextInt(24);
    if (choice == 0) {
      entries.remove(name());
    } else if (choice == 1) {
      String name = name();
      entries.put(name, Bytes.mutated(entries.get(name), other, random));
    } else if (choice == 2) {
      entries.put(name(), entries.get(name()));
    } else if (choice == 3) {
      resize();
    } else if (choice < 12) {
      json();
    } else if (choice < 20) {
      numbers();
    } else {
      graft(choice, other);
    }
  }

  private void graft(int choice, byte[] other) throws IOException {
    Grafts grafts = new Grafts(entries, random);
    switch (choice) {
      case 20 -> grafts.label();
      case 21 -> grafts.nest();
      default -> grafts.part(new Archive(other, random).entries);
    }
  }

  private String name() {
    List<String> names = new ArrayList<>(entries.keySet());
    return names.get(random.nextInt(names.size()));
  }

  /** Changes some or all numbers of an array. */
  private void numbers() {
    String name = name();
    byte[] npy = entries.get(name).clone();
    int header = header(npy);
    int count = header < 0 ? 0 : (npy.length - header) / 8;
    if (count == 0) {
      return;
    }
    ByteBuffer values = ByteBuffer.wrap(npy).order(ByteOrder.LITTLE_ENDIAN);
    int from = random.nextInt(count);
    int to = random.nextInt(3) == 0 ? count : from + 1;
    double edge = EDGES[random.nextInt(EDGES.length)];
    boolean times = random.nextBoolean();
    for (int k = to == count ? 0 : from; k < to; k++) {
      int at = header + 8 * k;
      values.putDouble(at, times ? values.getDouble(at) * edge : edge);
    }
    entries.put(name, npy);
  }

  private static int header(byte[] npy) {
    return npy.length < 10 || npy[1] != 'N' ? -1 : 10 + (npy[8] & 0xff | (npy[9] & 0xff) << 8);
  }

  /** Changes the length of an array, with a consistent header. */
  private void resize() throws IOException {
    String name = name();
    byte[] npy = entries.get(name);
    int header = header(npy);
    if (header < 0) {
      return;
    }
    int count = random.nextInt(1, 40);
    String text = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + count + ",), }";
    ByteBuffer out = ByteBuffer.allocate(128 + 8 * count).order(ByteOrder.LITTLE_ENDIAN);
    out.put(npy, 0, 8).putShort((short) 118).put(text.getBytes(StandardCharsets.US_ASCII));
    while (out.position() < 127) {
      out.put((byte) ' ');
    }
    out.put((byte) '\n');
    while (out.hasRemaining()) {
      out.putDouble(random.nextGaussian());
    }
    entries.put(name, out.array());
    byte[] json = entries.get("model.json");
    if (json != null
        && JSON.readTree(json) instanceof ObjectNode root
        && root.get("arrays") instanceof ObjectNode arrays) {
      arrays.putArray(name.replace(".npy", "")).add(count);
      entries.put("model.json", JSON.writeValueAsBytes(root));
    }
  }

  private void json() throws IOException {
    byte[] text = entries.get("model.json");
    if (text == null) {
      return;
    }
    JsonNode root = JSON.readTree(text);
    List<JsonNode> holders = new ArrayList<>();
    collect(root, holders);
    if (holders.isEmpty()) {
      return;
    }
    JsonNode holder = holders.get(random.nextInt(holders.size()));
    if (holder instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      String name = names.get(random.nextInt(names.size()));
      if (random.nextInt(6) == 0) {
        object.remove(name);
      } else {
        object.set(name, other(object.get(name)));
      }
    } else if (holder instanceof ArrayNode array) {
      int at = random.nextInt(array.size());
      switch (random.nextInt(6)) {
        case 0 -> array.remove(at);
        case 1 -> array.insert(at, array.get(at));
        default -> array.set(at, other(array.get(at)));
      }
    }
    entries.put("model.json", JSON.writeValueAsBytes(root));
  }

  private static void collect(JsonNode node, List<JsonNode> into) {
    if (node.isContainerNode() && !node.isEmpty()) {
      into.add(node);
      node.forEach(child -> collect(child, into));
    }
  }

  private JsonNode other(JsonNode old) {
    double edge = EDGES[random.nextInt(EDGES.length)];
    return switch (random.nextInt(9)) {
      case 0 -> JSON.getNodeFactory().nullNode();
      case 1 -> JSON.getNodeFactory().textNode(Bytes.any(Bytes.NUMBERS, random));
      case 2 -> JSON.createObjectNode();
      case 3 -> JSON.createArrayNode().add(old.deepCopy());
      case 4 -> JSON.getNodeFactory().booleanNode(random.nextBoolean());
      case 5 -> JSON.getNodeFactory().numberNode(random.nextInt(-2, 300));
      case 6 -> JSON.getNodeFactory().textNode("\u001b[31m" + old.asText() + "\n\u0007");
      case 7 -> JSON.getNodeFactory().numberNode(old.asDouble() * edge);
      default -> JSON.getNodeFactory().numberNode(edge);
    };
  }

  private byte[] bytes() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      // Speed matters more than size here.
      zip.setLevel(1);
      for (Map.Entry<String, byte[]> e : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(e.getKey()));
        zip.write(e.getValue());
        zip.closeEntry();
      }
    }
    return out.toByteArray();
  }
}
