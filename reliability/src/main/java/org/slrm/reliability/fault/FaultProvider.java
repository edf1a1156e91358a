package org.slrm.reliability.fault;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The system's files with the faults of {@link FaultPlan}: installed for a whole process by {@code
 * -Djava.nio.file.spi.DefaultFileSystemProvider=org.slrm.reliability.fault.FaultProvider}. Streams
 * of {@code java.io} bypass it; the command line uses them for standard output and error only.
 */
public final class FaultProvider extends FileSystemProvider {
  private final FileSystemProvider real;
  private final FaultFileSystem system;

  /** Called by Java itself. */
  public FaultProvider(FileSystemProvider real) {
    this.real = real;
    system = new FaultFileSystem(this, real.getFileSystem(URI.create("file:///")));
  }

  @Override
  public String getScheme() {
    return real.getScheme();
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> settings) throws IOException {
    return real.newFileSystem(uri, settings);
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return system;
  }

  @Override
  public Path getPath(URI uri) {
    return new FaultPath(system, real.getPath(uri));
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return newFileChannel(path, options, attributes);
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    boolean writes =
        options.contains(StandardOpenOption.WRITE) || options.contains(StandardOpenOption.APPEND);
    if (writes) {
      FaultPlan.current.change(path, "open", 0);
    } else {
      FaultPlan.current.opening(path);
    }
    FileChannel channel = real.newFileChannel(FaultPath.real(path), options, attributes);
    return writes ? new FaultChannel(path, channel) : channel;
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
    DirectoryStream<Path> found =
        real.newDirectoryStream(
            FaultPath.real(folder), path -> filter.accept(new FaultPath(system, path)));
    return new DirectoryStream<>() {
      @Override
      public Iterator<Path> iterator() {
        return StreamSupport.stream(found.spliterator(), false)
            .<Path>map(path -> new FaultPath(system, path))
            .iterator();
      }

      @Override
      public void close() throws IOException {
        found.close();
      }
    };
  }

  @Override
  public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
    FaultPlan.current.change(folder, "folder", 0);
    real.createDirectory(FaultPath.real(folder), attributes);
  }

  @Override
  public void delete(Path path) throws IOException {
    // A full disk still deletes.
    real.delete(FaultPath.real(path));
  }

  @Override
  public void copy(Path from, Path to, CopyOption... options) throws IOException {
    FaultPlan.current.change(to, "copy", 0);
    real.copy(FaultPath.real(from), FaultPath.real(to), options);
  }

  @Override
  public void move(Path from, Path to, CopyOption... options) throws IOException {
    FaultPlan.current.change(to, "move", 0);
    real.move(FaultPath.real(from), FaultPath.real(to), options);
  }

  @Override
  public boolean isSameFile(Path a, Path b) throws IOException {
    return real.isSameFile(FaultPath.real(a), FaultPath.real(b));
  }

  @Override
  public boolean isHidden(Path path) throws IOException {
    return real.isHidden(FaultPath.real(path));
  }

  @Override
  public FileStore getFileStore(Path path) throws IOException {
    return real.getFileStore(FaultPath.real(path));
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    real.checkAccess(FaultPath.real(path), modes);
  }

  @Override
  public <V extends FileAttributeView> @Nullable V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return real.getFileAttributeView(FaultPath.real(path), type, options);
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    return real.readAttributes(FaultPath.real(path), type, options);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
      throws IOException {
    return real.readAttributes(FaultPath.real(path), names, options);
  }

  @Override
  public void setAttribute(Path path, String name, Object value, LinkOption... options)
      throws IOException {
    real.setAttribute(FaultPath.real(path), name, value, options);
  }

  @Override
  public Path readSymbolicLink(Path link) throws IOException {
    return new FaultPath(system, real.readSymbolicLink(FaultPath.real(link)));
  }
}
