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
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.Schema;
import org.slrm.io.source.InputException;
import org.slrm.io.source.Source;
import org.slrm.io.source.WholeFile;

/**
 * The encoded rows of a file in binary form, for many passes with little memory. It stores size and
 * SHA-256 of its source file and how that was read; every block has a checksum.
 *
 * <p>Layout, little-endian: {@code SLRMROWS}, version, number of blocks, positions of the index,
 * the description and the end, two checksums; the blocks; the index, 20 bytes for each block; the
 * description as JSON; the signature of the user who created it, without which it is rejected.
 *
 * <pre>{@code
 * try (RowCache rows = RowCache.of("big.csv.gz", options, Path.of("big.rows"), count -> true)) {
 *   SlrmModel model = Slrm.with(LikelihoodConfig.defaults()).fit(rows);
 * }
 * }</pre>
 */
public final class RowCache implements RowBlocks, AutoCloseable {
  /** The format's version; caches of other versions are built again. */
  public static final int VERSION = 2;

  static final byte[] MAGIC = "SLRMROWS".getBytes(StandardCharsets.US_ASCII);
  public static final int HEADER = 48;

  /** Position of the total length in the header. */
  private static final int END = 32;

  private final Path path;
  private final FileChannel file;
  private final CacheContents contents;
  private final RowCacheWriter.Place[] places;
  private final long[] firstRow;
  private final @Nullable WholeFile temporary;
  private final @Nullable String remade;
  private final BlockCodec.Builders builders;
  private ByteBuffer buffer = ByteBuffer.allocate(0);

  /** A cache with a valid signature, or a new one. */
  private RowCache(Path path, @Nullable WholeFile temporary, @Nullable String remade)
      throws IOException {
    this.path = path;
    this.temporary = temporary;
    this.remade = remade;
    file = FileChannel.open(path, StandardOpenOption.READ);
    try {
      Header header = header();
      int blocks = header.blocks;
      ByteBuffer list = at(header.index, Math.toIntExact(header.text - header.index));
      ByteBuffer description = at(header.text, Math.toIntExact(header.end - header.text));
      CRC32C both = new CRC32C();
      both.update(list.duplicate());
      both.update(description.duplicate());
      require(header.checksum == (int) both.getValue(), "is damaged");
      contents = CacheContents.of(description.array());
      builders = BlockCodec.Builders.of(features(), targets());
      places = new RowCacheWriter.Place[blocks];
      firstRow = new long[blocks + 1];
      for (int b = 0; b < blocks; b++) {
        RowCacheWriter.Place p =
            new RowCacheWriter.Place(list.getLong(), list.getInt(), list.getInt(), list.getInt());
        places[b] = p;
        firstRow[b + 1] = firstRow[b] + p.rows();
        require(
            p.offset() >= HEADER
                && p.bytes() >= 0
                && p.rows() >= 0
                && p.offset() <= header.index - p.bytes(),
            "has a block outside its place");
      }
      require(rows() == contents.report().rows(), "has another number of rows than it declares");
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
    require(file.size() - CacheKey.SEAL == header.end, "is cut off");
    long length = (long) header.blocks * RowCacheWriter.Place.BYTES;
    require(
        header.index >= HEADER && header.text - header.index == length,
        "has an index of another length");
    return header;
  }

  /**
   * The cache of a file: the existing one if it is complete and was built from the same bytes with
   * the same options, otherwise a new one. An existing file that is no row cache is rejected.
   *
   * @param data path, or {@code -} for standard input, whose cache is always built again
   * @param place path of the cache
   * @param continues receives the number of rows read, and may stop the reading
   * @throws InputException where the data break a rule
   */
  public static RowCache of(String data, ReadOptions options, Path place, LongPredicate continues) {
    try {
      WholeFile.refuseSpecial(place);
      CacheOrigin origin = origin(data, options);
      String why = null;
      if (Files.exists(place)) {
        refuseOthers(place);
        try {
          RowCache found = sealed(place);
          why = found.difference(origin);
          if (why == null) {
            WholeFile.restrict(place, Path.of(data));
            return found;
          }
          found.close();
        } catch (IOException | RuntimeException e) {
          // An invalid cache is built again from the data.
          why = e.getMessage();
        }
      }
      try (WholeFile made = WholeFile.at(place)) {
        made.restrictedTo(Source.readableOnce(data) ? null : Path.of(data));
        write(data, options, origin, made, continues);
        made.commit();
      }
      return new RowCache(place, null, why);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The existing cache if it is complete and the data have the same size and options; null
   * otherwise. The data are not read.
   */
  public static @Nullable RowCache trusted(String data, ReadOptions options, Path place) {
    try {
      Path file = Path.of(data);
      if (!Files.isRegularFile(file) || !Files.isRegularFile(place)) {
        return null;
      }
      RowCache found = sealed(place);
      CacheOrigin origin =
          new CacheOrigin(Files.size(file), found.sourceHash(), CacheContents.reading(options), 0);
      if (found.difference(origin) == null) {
        WholeFile.restrict(place, file);
        return found;
      }
      found.close();
    } catch (IOException | RuntimeException e) {
      // It will be built again, which reports the reason.
    }
    return null;
  }

  /** A cache in the given folder that is deleted on close. */
  public static RowCache temporary(
      String data, ReadOptions options, Path folder, LongPredicate continues) {
    try {
      CacheOrigin origin = origin(data, options);
      WholeFile made = WholeFile.at(folder.resolve("slrm-rows"));
      try {
        write(data, options, origin, made, continues);
        return new RowCache(made.temporary(), made, null);
      } catch (IOException | RuntimeException e) {
        made.close();
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
      String data, ReadOptions options, CacheOrigin origin, WholeFile made, LongPredicate continues)
      throws IOException {
    try {
      RowCacheWriter writer = new RowCacheWriter(made.channel());
      ReadOptions smallBatches = options.toBuilder().batchRows(256).build();
      Tables.whole(data, smallBatches, rows -> writer.write(rows, origin, continues));
      if (!origin.unchanged(data)) {
        throw InputException.of("must not change while it is read, but it did").file(data);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** The existing cache, if this user created it. */
  private static RowCache sealed(Path place) throws IOException {
    try (FileChannel in = FileChannel.open(place, StandardOpenOption.READ)) {
      long end = in.size() - CacheKey.SEAL;
      require(end >= HEADER, "is cut off");
      ByteBuffer part = ByteBuffer.allocate(1 << 16);
      fill(in, part.limit(HEADER), 0);
      byte[] header = Arrays.copyOf(part.array(), HEADER);
      require(Arrays.equals(header, 0, MAGIC.length, MAGIC, 0, MAGIC.length), "is not a row cache");
      ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
      require(fields.getInt(MAGIC.length) == VERSION, "was written by another version");
      require(fields.getLong(END) == end, "is cut off");
      Mac mac = CacheKey.mac();
      for (long at = HEADER; at < end; at += part.limit()) {
        fill(in, part.clear().limit((int) Math.min(part.capacity(), end - at)), at);
        mac.update(part);
      }
      mac.update(header);
      fill(in, part.clear().limit(CacheKey.SEAL), end);
      byte[] seal = Arrays.copyOf(part.array(), CacheKey.SEAL);
      require(MessageDigest.isEqual(seal, mac.doFinal()), "is damaged or was made by someone else");
    }
    return new RowCache(place, null, null);
  }

  private static void refuseOthers(Path place) throws IOException {
    if (Files.isDirectory(place)) {
      throw InputException.of("a row cache must be a file, not a folder").file(place.toString());
    }
    byte[] head = new byte[MAGIC.length];
    try (var in = Files.newInputStream(place)) {
      int got = in.readNBytes(head, 0, head.length);
      if (!Arrays.equals(head, 0, got, MAGIC, 0, got)) {
        throw InputException.of("must be a row cache or absent, but is another file")
            .file(place.toString());
      }
    }
  }

  /** Why this cache does not match the given origin, null if it does. */
  private @Nullable String difference(CacheOrigin origin) {
    if (contents.sourceSize() != origin.size() || !contents.sourceHash().equals(origin.hash())) {
      return "the data have changed";
    }
    return origin.size() < 0
        ? "standard input is always read again"
        : contents.reading().equals(origin.reading()) ? null : "it was made with other options";
  }

  /** Why an earlier cache was replaced, null without one or if it was valid. */
  public @Nullable String remade() {
    return remade;
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

  /** SHA-256 of the data in hex, empty for standard input. */
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
    return firstRow[places.length];
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
    return places.length;
  }

  @Override
  public Block read(int block) {
    // An interrupt would close the channel; interrupted readers stop after the block.
    boolean interrupted = Thread.interrupted();
    try {
      return BlockCodec.decoded(
          bytes(places[block]), firstRow[block], places[block].rows(), features(), builders);
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

  /** The verified bytes of a block, valid until the next call. */
  private ByteBuffer bytes(RowCacheWriter.Place place) throws IOException {
    if (buffer.capacity() < place.bytes()) {
      buffer = ByteBuffer.allocate(place.bytes() + (place.bytes() >> 2));
    }
    fill(file, buffer.clear().limit(place.bytes()), place.offset());
    require(RowCacheWriter.checksum(buffer) == place.checksum(), "is damaged");
    return buffer;
  }

  private ByteBuffer at(long from, int length) throws IOException {
    require(from >= 0 && length >= 0 && from + length <= file.size(), "is cut off");
    ByteBuffer out = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    fill(file, out, from);
    return out;
  }

  private static void fill(FileChannel file, ByteBuffer out, long from) throws IOException {
    long at = from;
    while (out.hasRemaining()) {
      int got = file.read(out, at);
      require(got > 0, "is cut off");
      at += got;
    }
    out.flip();
  }

  private static void require(boolean holds, String otherwise) throws IOException {
    if (!holds) {
      throw new IOException("it " + otherwise);
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
