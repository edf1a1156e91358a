package org.slrm.io.format;

import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Compresses and decompresses pages of Parquet files without Hadoop. A page must have exactly the
 * length in its header and respect the file's limits. Pure Java: native libraries would be copied
 * to the folder of temporary files and remain there after a kill.
 */
record ParquetCodecs(ParquetMemory memory) implements CompressionCodecFactory {
  /** Whether this compression is supported. */
  static boolean knows(CompressionCodecName codec) {
    return switch (codec) {
      case UNCOMPRESSED, SNAPPY, GZIP, ZSTD, LZ4_RAW -> true;
      default -> false;
    };
  }

  private static byte[] unpacked(CompressionCodecName codec, byte[] packed, int size)
      throws IOException {
    byte[] out = new byte[size];
    int got =
        switch (codec) {
          case UNCOMPRESSED -> copied(packed, out);
          case SNAPPY -> snappy(packed, out);
          case GZIP -> gzip(packed, out);
          case ZSTD -> new ZstdDecompressor().decompress(packed, 0, packed.length, out, 0, size);
          case LZ4_RAW -> new Lz4Decompressor().decompress(packed, 0, packed.length, out, 0, size);
          default -> throw new IOException("a page is packed by " + codec);
        };
    if (got != size) {
      throw new IOException("a page does not unpack to the " + size + " bytes it declares");
    }
    return out;
  }

  private static int copied(byte[] packed, byte[] out) {
    System.arraycopy(packed, 0, out, 0, Math.min(packed.length, out.length));
    return packed.length;
  }

  private static int snappy(byte[] packed, byte[] out) {
    int size = SnappyDecompressor.getUncompressedLength(packed, 0);
    return size == out.length
        ? new SnappyDecompressor().decompress(packed, 0, packed.length, out, 0, size)
        : size;
  }

  private static int gzip(byte[] packed, byte[] out) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      int got = in.readNBytes(out, 0, out.length);
      return in.read() < 0 ? got : -1;
    }
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    return new BytesInputDecompressor() {
      @Override
      public BytesInput decompress(BytesInput packed, int size) throws IOException {
        memory.ask(size);
        return BytesInput.from(unpacked(codec, packed.toInputStream().readAllBytes(), size));
      }

      @Override
      public void decompress(ByteBuffer packed, int packedSize, ByteBuffer out, int size)
          throws IOException {
        byte[] bytes = new byte[packedSize];
        packed.get(bytes);
        memory.ask(size);
        out.put(unpacked(codec, bytes, size));
      }

      @Override
      public void release() {}
    };
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    if (codec != CompressionCodecName.SNAPPY) {
      throw new UnsupportedOperationException("Parquet is written with SNAPPY, not " + codec);
    }
    return new BytesInputCompressor() {
      @Override
      public BytesInput compress(BytesInput page) throws IOException {
        byte[] plain = page.toInputStream().readAllBytes();
        SnappyCompressor snappy = new SnappyCompressor();
        byte[] packed = new byte[snappy.maxCompressedLength(plain.length)];
        int length = snappy.compress(plain, 0, plain.length, packed, 0, packed.length);
        return BytesInput.from(Arrays.copyOf(packed, length));
      }

      @Override
      public CompressionCodecName getCodecName() {
        return codec;
      }

      @Override
      public void release() {}
    };
  }

  @Override
  public void release() {}
}
