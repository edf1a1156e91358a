package org.slrm.io.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.function.LongPredicate;
import java.util.zip.CRC32C;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;
import org.slrm.data.RowBlocks;
import org.slrm.io.Tables;
import org.slrm.io.cache.RowCacheWriter.IndexEntry;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.Schema;
import org.slrm.io.source.InputException;
import org.slrm.io.source.Source;
import org.slrm.io.source.WholeFile;

/**
 * The encoded rows of a file in binary form, for many passes with little memory. It stores size and
 * SHA-256 of its source file and the options of reading; every block has a checksum.
 *
 * <p>Layout, little-endian: {@code SLRMROWS}, version, number of blocks, positions of the index,
 * the description and the end, two checksums; the blocks; the index, 20 bytes for each block; the
 * description as JSON; the signature of its creator, which is required.
 *
 * <pre>{@code
 * try (RowCache rows = RowCache.of("big.csv.gz", options, Path.of("big.rows"), count -> true)) {
 *   SlrmModel model = Slrm.with(LikelihoodConfig.defaults()).fit(rows);
 * }
 * }</pre>
 */
public final class RowCache implements RowBlocks, AutoCloseable {
  /** The format's version; caches of other versions are rebuilt. */
  public static final int VERSION = 2;

  static final byte[] MAGIC = "SLRMROWS".getBytes(StandardCharsets.US_ASCII);
  public static final int HEADER = 48;

  /** Position of the total length in the header. */
  private static final int END = 32;

  private final Path path;
  private final FileChannel file;
  private final CacheContents contents;
  private final IndexEntry[] index;
  private final long[] firstRow;
  private final @Nullable WholeFile temporary;
  private final @Nullable String rebuildReason;
  private final BlockCodec.Builders builders;
  private ByteBuffer buffer = ByteBuffer.allocate(0);

  /** A cache with a valid signature, or a new one. */
  private RowCache(Path path, @Nullable WholeFile temporary, @Nullable String rebuildReason)
      throws IOException {
    this.path = path;
    this.temporary = temporary;
    this.rebuildReason = rebuildReason;
    file = FileChannel.open(path, StandardOpenOption.READ);
    try {
      Header header = header();
      int blocks = header.blocks;
      ByteBuffer list = at(header.index, Math.toIntExact(header.text - header.index));
      ByteBuffer description = at(header.text, Math.toIntExact(header.end - header.text));
      CRC32C checksum = new CRC32C();
      checksum.update(list.duplicate());
      checksum.update(description.duplicate());
      require(header.checksum == (int) checksum.getValue(), "is damaged");
      contents = CacheContents.of(description.array());
      builders = BlockCodec.Builders.of(features(), targets());
      index = new IndexEntry[blocks];
      firstRow = new long[blocks + 1];
      for (int b = 0; b < blocks; b++) {
        IndexEntry p = new IndexEntry(list.getLong(), list.getInt(), list.getInt(), list.getInt());
        index[b] = p;
        firstRow[b + 1] = firstRow[b] + p.rows();
        require(
            p.offset() >= HEADER
                && p.bytes() >= 0
                && p.rows() >= 0
                && p.offset() <= header.index - p.bytes(),
            "has a block outside the file");
      }
      require(rows() == contents.report().rows(), "has a number of rows other than declared");
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** Positions of the index, the description and the end, and the checksum of the first two. */
  private record Header(int blocks, long index, long text, long end, int checksum) {}

  private Header header() throws IOException {
    ByteBuffer bytes = at(0, HEADER);
    byte[] magic = new byte[MAGIC.length];
    bytes.get(magic);
    require(Arrays.equals(magic, MAGIC), "is not a row cache");
    require(bytes.getInt() == VERSION, "was written by another version");
    Header header =
        new Header(
            bytes.getInt(), bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getInt());
    require(
        bytes.getInt() == RowCacheWriter.checksum(bytes.duplicate().rewind().limit(HEADER - 4)),
        "is damaged");
    require(file.size() - CacheKey.SIGNATURE_BYTES == header.end, "is truncated");
    long length = (long) header.blocks * IndexEntry.BYTES;
    require(
        header.index >= HEADER && header.text - header.index == length,
        "has an index of another length");
    return header;
  }

  /**
   * The cache of a file: the existing one if it is complete and was built from the same bytes with
   * the same options, otherwise a new one. Other existing files are rejected.
   *
   * @param data path, or {@code -} for standard input, whose cache is always rebuilt
   * @param place path of the cache
   * @param continues receives the number of rows read; false stops reading
   * @throws InputException if the data are invalid
   */
  public static RowCache of(String data, ReadOptions options, Path place, LongPredicate continues) {
    try {
      WholeFile.rejectSpecial(place);
      CacheOrigin origin = origin(data, options);
      String reason = null;
      if (Files.exists(place)) {
        rejectOtherFiles(place);
        try {
          RowCache found = verified(place);
          reason = found.difference(origin);
          if (reason == null) {
            WholeFile.restrict(place, Path.of(data));
            return found;
          }
          found.close();
        } catch (IOException | RuntimeException e) {
          // An invalid cache is rebuilt from the data.
          reason = e.getMessage();
        }
      }
      try (WholeFile output = WholeFile.at(place)) {
        output.restrictedTo(Source.readableOnce(data) ? null : Path.of(data));
        write(data, options, origin, output, continues);
        output.commit();
      }
      return new RowCache(place, null, reason);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The existing cache if it is complete and the data have the same size and options, without
   * reading the data; null otherwise.
   */
  public static @Nullable RowCache trusted(String data, ReadOptions options, Path place) {
    try {
      Path file = Path.of(data);
      if (!Files.isRegularFile(file) || !Files.isRegularFile(place)) {
        return null;
      }
      RowCache found = verified(place);
      CacheOrigin origin =
          new CacheOrigin(Files.size(file), found.sourceHash(), CacheContents.reading(options), 0);
      if (found.difference(origin) == null) {
        WholeFile.restrict(place, file);
        return found;
      }
      found.close();
    } catch (IOException | RuntimeException e) {
      // The cache will be rebuilt, which reports the reason.
    }
    return null;
  }

  /** A cache in the given folder that is deleted on close. */
  public static RowCache temporary(
      String data, ReadOptions options, Path folder, LongPredicate continues) {
    try {
      CacheOrigin origin = origin(data, options);
      WholeFile output = WholeFile.at(folder.resolve("slrm-rows"));
      try {
        write(data, options, origin, output, continues);
        return new RowCache(output.temporary(), output, null);
      } catch (IOException | RuntimeException e) {
        output.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CacheOrigin origin(String data, ReadOptions options) {
    try (Source source = Source.of(data)) {
      try {
        return CacheOrigin.of(data, options);
      } catch (IOException e) {
        throw source.failure(e, 0);
      }
    }
  }

  private static void write(
      String data,
      ReadOptions options,
      CacheOrigin origin,
      WholeFile output,
      LongPredicate continues)
      throws IOException {
    try {
      RowCacheWriter writer = new RowCacheWriter(output.channel());
      ReadOptions smallBatches = options.toBuilder().batchRows(256).build();
      Tables.whole(data, smallBatches, rows -> writer.write(rows, origin, continues));
      if (!origin.unchanged(data)) {
        throw InputException.of("must not change while it is read, but it did").file(data);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Opens an existing cache after checking its signature. */
  private static RowCache verified(Path place) throws IOException {
    try (FileChannel in = FileChannel.open(place, StandardOpenOption.READ)) {
      long end = in.size() - CacheKey.SIGNATURE_BYTES;
      require(end >= HEADER, "is truncated");
      ByteBuffer part = ByteBuffer.allocate(1 << 16);
      fill(in, part.limit(HEADER), 0);
      byte[] header = Arrays.copyOf(part.array(), HEADER);
      require(Arrays.equals(header, 0, MAGIC.length, MAGIC, 0, MAGIC.length), "is not a row cache");
      ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
      require(fields.getInt(MAGIC.length) == VERSION, "was written by another version");
      require(fields.getLong(END) == end, "is truncated");
      Mac mac = CacheKey.mac();
      for (long at = HEADER; at < end; at += part.limit()) {
        fill(in, part.clear().limit((int) Math.min(part.capacity(), end - at)), at);
        mac.update(part);
      }
      mac.update(header);
      fill(in, part.clear().limit(CacheKey.SIGNATURE_BYTES), end);
      byte[] signature = Arrays.copyOf(part.array(), CacheKey.SIGNATURE_BYTES);
      require(
          MessageDigest.isEqual(signature, mac.doFinal()),
          "is damaged or was created by another user");
    }
    return new RowCache(place, null, null);
  }

  private static void rejectOtherFiles(Path place) throws IOException {
    if (Files.isDirectory(place)) {
      throw InputException.of("a row cache must be a file, not a folder").file(place.toString());
    }
    byte[] head = new byte[MAGIC.length];
    try (var in = Files.newInputStream(place)) {
      int count = in.readNBytes(head, 0, head.length);
      if (!Arrays.equals(head, 0, count, MAGIC, 0, count)) {
        throw InputException.of("must be a row cache or absent, but is another file")
            .file(place.toString());
      }
    }
  }

  /** The reason why this cache does not match an origin; null if it matches. */
  private @Nullable String difference(CacheOrigin origin) {
    if (contents.sourceSize() != origin.size() || !contents.sourceHash().equals(origin.hash())) {
      return "the data have changed";
    }
    return origin.size() < 0
        ? "standard input is always read again"
        : contents.reading().equals(origin.reading()) ? null : "it was created with other options";
  }

  /** The reason why an earlier cache was replaced; null if none was. */
  public @Nullable String rebuildReason() {
    return rebuildReason;
  }

  /** Its path. */
  public Path path() {
    return path;
  }

  /** Its size in bytes. */
  public long size() {
    try {
      return file.size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The columns and their encoding. */
  public Schema schema() {
    return contents.schema();
  }

  /** The report of the reading that built the cache. */
  public ReadReport report() {
    return contents.report();
  }

  /** SHA-256 of the data in hex; empty for standard input. */
  public String sourceHash() {
    return contents.sourceHash();
  }

  @Override
  public int features() {
    return contents.schema().features().size();
  }

  @Override
  public int targets() {
    return contents.schema().targets().size();
  }

  @Override
  public long rows() {
    return firstRow[index.length];
  }

  @Override
  public long labelledRows() {
    return contents.labelledRows();
  }

  @Override
  public long known() {
    return contents.observed();
  }

  @Override
  public int blocks() {
    return index.length;
  }

  @Override
  public Block read(int block) {
    // An interrupt would close the channel; interrupted readers stop after the block.
    boolean interrupted = Thread.interrupted();
    try {
      return BlockCodec.decoded(
          bytes(index[block]), firstRow[block], index[block].rows(), features(), builders);
    } catch (ClosedByInterruptException e) {
      throw InputException.of("was closed by an interrupt while a block was read")
          .file(path.toString())
          .cause(e);
    } catch (IOException | IllegalArgumentException e) {
      throw InputException.of("must not change while it is used: " + e.getMessage())
          .file(path.toString())
          .cause(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The bytes of a block after checking their checksum; valid until the next call. */
  private ByteBuffer bytes(IndexEntry place) throws IOException {
    if (buffer.capacity() < place.bytes()) {
      buffer = ByteBuffer.allocate(place.bytes() + (place.bytes() >> 2));
    }
    fill(file, buffer.clear().limit(place.bytes()), place.offset());
    require(RowCacheWriter.checksum(buffer) == place.checksum(), "is damaged");
    return buffer;
  }

  private ByteBuffer at(long from, int length) throws IOException {
    require(from >= 0 && length >= 0 && from + length <= file.size(), "is truncated");
    ByteBuffer out = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    fill(file, out, from);
    return out;
  }

  private static void fill(FileChannel file, ByteBuffer out, long from) throws IOException {
    long at = from;
    while (out.hasRemaining()) {
      int count = file.read(out, at);
      require(count > 0, "is truncated");
      at += count;
    }
    out.flip();
  }

  private static void require(boolean condition, String problem) throws IOException {
    if (!condition) {
      throw new IOException("it " + problem);
    }
  }

  @Override
  public void close() {
    try {
      file.close();
      if (temporary != null) {
        temporary.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
