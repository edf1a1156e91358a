package org.slrm.io.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.slrm.io.format.JsonText;
import org.slrm.io.source.InputException;
import org.slrm.result.ModelState;

/**
 * The container of a model file: a zip of one JSON object and NumPy arrays. Equal contents give
 * equal bytes; reading validates names and sizes.
 */
public record ModelArchive(Map<String, Object> json, Map<String, ModelState.Array> arrays) {
  private static final String JSON = "model.json";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]{1,100}\\.npy");
  private static final int MAX_ENTRIES = 10_000;
  private static final long MAX_BYTES = 2L << 30;
  // Models have a compression ratio below this, or a size below the one that is always allowed.
  private static final long MAX_EXPANSION = 20;
  // A JSON value uses up to 200 bytes of memory and has a few bytes of text.
  private static final long VALUES_ALWAYS_ALLOWED = 1_000_000;
  private static final long ALWAYS_ALLOWED = 64L << 20;

  // A fixed time, since entries must have a time.
  private static final LocalDateTime FIXED_TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  public void write(OutputStream to) throws IOException {
    // Closed explicitly to release the native memory of the compressor.
    try (ZipOutputStream zip = new ZipOutputStream(new Unclosed(to))) {
      put(zip, JSON, JsonText.bytes(json, true));
      for (Map.Entry<String, ModelState.Array> e : new TreeMap<>(arrays).entrySet()) {
        put(zip, e.getKey() + ".npy", Npy.write(e.getValue()));
      }
    }
  }

  /** Does not close the underlying stream, which the caller closes. */
  private static final class Unclosed extends FilterOutputStream {
    Unclosed(OutputStream to) {
      super(to);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }

  private static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    if (!name.equals(JSON) && !NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "array names must be letters, digits and underscores, got " + name);
    }
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(FIXED_TIME);
    zip.putNextEntry(entry);
    zip.write(bytes);
    zip.closeEntry();
  }

  /** Opens a file; every rejection is an {@link InputException} with file and entry. */
  static ModelArchive read(Path file) throws IOException {
    Map<String, Object> json = null;
    Map<String, ModelState.Array> arrays = new LinkedHashMap<>();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (ZipEntry entry : checked(zip, file)) {
        byte[] bytes = bytes(zip, entry, file);
        if (entry.getName().equals(JSON)) {
          json = json(bytes, file, VALUES_ALWAYS_ALLOWED + Files.size(file));
        } else {
          String name = entry.getName().substring(0, entry.getName().length() - 4);
          arrays.put(name, array(bytes, entry, file));
        }
      }
    } catch (ZipException | java.io.EOFException | IllegalArgumentException e) {
      throw invalid(file, "", "not an SLRM model file: " + e.getMessage());
    } catch (java.nio.file.NoSuchFileException e) {
      throw invalid(file, "", "no such file");
    }
    if (json == null) {
      throw invalid(file, "", "not an SLRM model file: it has no " + JSON);
    }
    return new ModelArchive(json, arrays);
  }

  /** The entries, after checking their names, number and declared sizes. */
  private static List<ZipEntry> checked(ZipFile zip, Path file) throws IOException {
    if (zip.size() > MAX_ENTRIES) {
      throw invalid(file, "", "must have at most " + MAX_ENTRIES + " entries, has " + zip.size());
    }
    long allowed = Math.min(MAX_BYTES, Math.max(ALWAYS_ALLOWED, MAX_EXPANSION * Files.size(file)));
    Map<String, ZipEntry> entries = new TreeMap<>();
    long total = 0;
    for (ZipEntry entry : Collections.list(zip.entries())) {
      String name = entry.getName();
      if (!name.equals(JSON) && !NAME.matcher(name).matches()) {
        throw invalid(file, name, "is not an entry of model files");
      }
      if (entries.put(name, entry) != null) {
        throw invalid(file, name, "must occur once, occurs twice");
      }
      total += Math.max(0, entry.getSize());
      if (entry.getSize() < 0 || total > allowed) {
        throw invalid(
            file,
            name,
            "expands to more than the " + allowed + " bytes allowed for a file of this size");
      }
    }
    return new ArrayList<>(entries.values());
  }

  /** The bytes of an entry, which must have the declared length and checksum. */
  private static byte[] bytes(ZipFile zip, ZipEntry entry, Path file) throws IOException {
    if (entry.getSize() > Integer.MAX_VALUE - 64) {
      throw invalid(file, entry.getName(), "is too large: " + entry.getSize() + " bytes");
    }
    byte[] bytes;
    try (InputStream in = zip.getInputStream(entry)) {
      bytes = in.readNBytes((int) entry.getSize());
      if (bytes.length < entry.getSize() || in.read() >= 0) {
        throw invalid(file, entry.getName(), "does not have its declared size");
      }
    } catch (ZipException | java.io.EOFException e) {
      throw invalid(file, entry.getName(), "is damaged: " + e.getMessage());
    }
    CRC32 sum = new CRC32();
    sum.update(bytes);
    if (sum.getValue() != entry.getCrc()) {
      throw invalid(file, entry.getName(), "is damaged: its checksum does not match");
    }
    return bytes;
  }

  private static Map<String, Object> json(byte[] bytes, Path file, long maxValues)
      throws IOException {
    try {
      return JsonText.object(bytes, maxValues);
    } catch (JsonProcessingException e) {
      var at = e.getLocation();
      String place = at == null ? "" : " (line " + at.getLineNr() + ")";
      throw invalid(file, JSON, "is not valid JSON" + place + ": " + e.getOriginalMessage());
    }
  }

  private static ModelState.Array array(byte[] bytes, ZipEntry entry, Path file) {
    try {
      ModelState.Array array = Npy.read(bytes);
      for (double v : array.data()) {
        if (!Double.isFinite(v)) {
          throw new IOException("must hold finite numbers, got " + v);
        }
      }
      return array;
    } catch (IOException e) {
      throw invalid(file, entry.getName(), String.valueOf(e.getMessage()));
    }
  }

  static InputException invalid(Path file, String entry, String rule) {
    return InputException.of((entry.isEmpty() ? "" : entry + " ") + rule).file(file.toString());
  }
}
