package org.slrm.reliability.fault;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import org.jspecify.annotations.Nullable;

/** A path of the failing file system, which wraps a real path. */
record FaultPath(FaultFileSystem system, Path real) implements Path {
  private Path of(Path other) {
    return new FaultPath(system, other);
  }

  private @Nullable Path ofNullable(@Nullable Path other) {
    return other == null ? null : of(other);
  }

  static Path real(Path path) {
    return path instanceof FaultPath fault ? fault.real : path;
  }

  @Override
  public FileSystem getFileSystem() {
    return system;
  }

  @Override
  public boolean isAbsolute() {
    return real.isAbsolute();
  }

  @Override
  public @Nullable Path getRoot() {
    return ofNullable(real.getRoot());
  }

  @Override
  public @Nullable Path getFileName() {
    return ofNullable(real.getFileName());
  }

  @Override
  public @Nullable Path getParent() {
    return ofNullable(real.getParent());
  }

  @Override
  public int getNameCount() {
    return real.getNameCount();
  }

  @Override
  public Path getName(int index) {
    return of(real.getName(index));
  }

  @Override
  public Path subpath(int from, int to) {
    return of(real.subpath(from, to));
  }

  @Override
  public boolean startsWith(Path other) {
    return real.startsWith(real(other));
  }

  @Override
  public boolean endsWith(Path other) {
    return real.endsWith(real(other));
  }

  @Override
  public Path normalize() {
    return of(real.normalize());
  }

  @Override
  public Path resolve(Path other) {
    return of(real.resolve(real(other)));
  }

  @Override
  public Path relativize(Path other) {
    return of(real.relativize(real(other)));
  }

  @Override
  public URI toUri() {
    return real.toUri();
  }

  @Override
  public Path toAbsolutePath() {
    return of(real.toAbsolutePath());
  }

  @Override
  public Path toRealPath(LinkOption... options) throws IOException {
    return of(real.toRealPath(options));
  }

  @Override
  public WatchKey register(
      WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers)
      throws IOException {
    return real.register(watcher, events, modifiers);
  }

  @Override
  public int compareTo(Path other) {
    return real.compareTo(real(other));
  }

  @Override
  public String toString() {
    return real.toString();
  }
}
