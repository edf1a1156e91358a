package org.slrm.spark;

import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.NamedModel;

/** A model for executors, serialised as the bytes of its file, not by Java serialisation. */
public final class ModelBytes implements Externalizable {
  private static final long serialVersionUID = 1;

  private transient @Nullable ModelFile file;
  private transient @Nullable NamedModel named;

  /** For deserialisation. */
  public ModelBytes() {}

  ModelBytes(ModelFile file) {
    this.file = file;
  }

  ModelFile file() {
    return Objects.requireNonNull(file);
  }

  synchronized NamedModel named() {
    NamedModel current = named;
    if (current == null) {
      current = NamedModel.of(file());
      named = current;
    }
    return current;
  }

  SlrmModel model() {
    return named().model();
  }

  static byte[] bytes(ModelFile file) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      file.write(out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a model from bytes by a temporary file. */
  static ModelFile ofBytes(byte[] bytes) throws IOException {
    Path file = Files.createTempFile("model", ".slrm");
    try {
      Files.write(file, bytes);
      return ModelFile.read(file);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    out.writeObject(bytes(file()));
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
    file = ofBytes((byte[]) in.readObject());
  }
}
