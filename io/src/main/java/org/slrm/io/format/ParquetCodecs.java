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
 * Compresses and decompresses pages of Parquet files without Hadoop. A page must have the length
 * declared in its header and respect the file's limits. Uses pure Java, since native libraries
 * leave temporary files after a kill.
 */
record ParquetCodecs(ParquetMemory memory) implements CompressionCodecFactory {
  /** Whether this compression is supported. */
  static boolean supports(CompressionCodecName codec) {
    return switch (codec) {
      case UNCOMPRESSED, SNAPPY, GZIP, ZSTD, LZ4_RAW -> true;
      default -> false;
    };
  }

  private static byte[] decompressed(CompressionCodecName codec, byte[] compressed, int size)
      throws IOException {
    byte[] out = new byte[size];
    int count =
        switch (codec) {
          case UNCOMPRESSED -> copied(compressed, out);
          case SNAPPY -> snappy(compressed, out);
          case GZIP -> gzip(compressed, out);
          case ZSTD ->
              new ZstdDecompressor().decompress(compressed, 0, compressed.length, out, 0, size);
          case LZ4_RAW ->
              new Lz4Decompressor().decompress(compressed, 0, compressed.length, out, 0, size);
          default -> throw new IOException("a page is compressed by " + codec);
        };
    if (count != size) {
      throw new IOException("a page does not decompress to the " + size + " bytes it declares");
    }
    return out;
  }

  private static int copied(byte[] compressed, byte[] out) {
    System.arraycopy(compressed, 0, out, 0, Math.min(compressed.length, out.length));
    return compressed.length;
  }

  private static int snappy(byte[] compressed, byte[] out) {
    int size = SnappyDecompressor.getUncompressedLength(compressed, 0);
    return size == out.length
        ? new SnappyDecompressor().decompress(compressed, 0, compressed.length, out, 0, size)
        : size;
  }

  private static int gzip(byte[] compressed, byte[] out) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
      int count = in.readNBytes(out, 0, out.length);
      return in.read() < 0 ? count : -1;
    }
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    return new BytesInputDecompressor() {
      @Override
      public BytesInput decompress(BytesInput compressed, int size) throws IOException {
        memory.ask(size);
        return BytesInput.from(
            decompressed(codec, compressed.toInputStream().readAllBytes(), size));
      }

      @Override
      public void decompress(ByteBuffer compressed, int compressedSize, ByteBuffer out, int size)
          throws IOException {
        byte[] bytes = new byte[compressedSize];
        compressed.get(bytes);
        memory.ask(size);
        out.put(decompressed(codec, bytes, size));
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
        byte[] compressed = new byte[snappy.maxCompressedLength(plain.length)];
        int length = snappy.compress(plain, 0, plain.length, compressed, 0, compressed.length);
        return BytesInput.from(Arrays.copyOf(compressed, length));
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
