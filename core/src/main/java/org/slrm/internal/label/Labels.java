package org.slrm.internal.label;

import org.slrm.internal.check.Checks;
import org.slrm.method.LabelKind;

/** The losses of label columns, by their names in model files. */
public final class Labels {
  private static final double LARGEST_SIZE = 1e12;

  private Labels() {}

  /** The loss as one of this type; rejects others. */
  public static Label of(LabelKind kind, String name, double[] shape) {
    Label label = of(name, shape);
    if (label instanceof Logistic
        || kind.isCount() != label instanceof Counts
        || kind.equals(LabelKind.ROBUST) != label instanceof StudentT
        || label instanceof Quantile q && q.level() != kind.quantile()
        || kind.scoreName().equals("pinball") != label instanceof Quantile) {
      throw new IllegalArgumentException(
          "label must be one of " + kind.label() + ", got " + label.name());
    }
    return label;
  }

  /** The loss of a name and its parameters. */
  public static Label of(String name, double[] shape) {
    return switch (name) {
      case "numeric" -> Gaussian.LABEL;
      case "two classes" -> Logistic.LABEL;
      case "student" -> {
        Checks.equal("numbers of a label " + name, shape.length, "its parameters", 2);
        yield new StudentT(shape[0], shape[1]);
      }
      case "quantile" -> {
        Checks.equal("numbers of a label " + name, shape.length, "its parameters", 2);
        yield new Quantile(shape[0], shape[1]);
      }
      case "counts" -> shape.length == 0 ? Counts.POISSON : new Counts(size(shape[0]));
      default ->
          throw new IllegalArgumentException(
              "kind of label must be one of [numeric, two classes, student, quantile, counts], got "
                  + name);
    };
  }

  /** Larger sizes equal Poisson up to rounding. */
  private static double size(double size) {
    if (!(size <= LARGEST_SIZE)) {
      throw new IllegalArgumentException(
          "size of counts must be at most " + LARGEST_SIZE + ", got " + size);
    }
    return size;
  }
}
