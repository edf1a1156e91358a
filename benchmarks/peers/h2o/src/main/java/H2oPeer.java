import hex.DataInfo;
import hex.genmodel.algos.glrm.GlrmRegularizer;
import hex.glm.GLM;
import hex.glm.GLMModel;
import hex.glrm.GLRM;
import hex.glrm.GLRMModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import water.DKV;
import water.H2O;
import water.H2OStarter;
import water.Key;
import water.fvec.Frame;
import water.fvec.Vec;

/**
 * H2O's GLRM for codes of incomplete rows, its rank by a held-out fifth, then GLM (lasso, lambda search with five folds)
 * on the codes: H2oPeer TRAIN TEST PREDICTIONS.
 */
public final class H2oPeer {
  private static final int[] RANKS = {5, 10, 20, 30};
  private static int frames;

  private H2oPeer() {}

  public static void main(String[] args) throws IOException {
    String threads = System.getenv().getOrDefault("OMP_NUM_THREADS", "1");
    H2OStarter.start(
        new String[] {
          "-name", "peer" + ProcessHandle.current().pid(), "-ip", "127.0.0.1", "-nthreads", threads, "-disable_web",
          "-disable_net", "-log_level", "FATAL"
        },
        true);
    Table train = Table.read(Path.of(args[0])).labelled();
    Table test = Table.read(Path.of(args[1]));
    int[] features = train.features();
    double[][] x = train.columns(features);
    double[][] z = test.columns(test.named(train.names(features)));
    double[] y = train.y();
    int rank = rank(x, y);
    System.err.println("rank " + rank);
    List<String> lines = new ArrayList<>(List.of("prediction"));
    Arrays.stream(predict(x, y, z, rank)).mapToObj(Double::toString).forEach(lines::add);
    Files.write(Path.of(args[2]), lines);
    H2O.exit(0);
  }

  private static int rank(double[][] x, double[] y) {
    int n = y.length;
    List<Integer> order = new ArrayList<>(IntStream.range(0, n).boxed().toList());
    java.util.Collections.shuffle(order, new Random(1));
    int[] held = order.subList(0, n / 5).stream().mapToInt(i -> i).toArray();
    int[] rest = order.subList(n / 5, n).stream().mapToInt(i -> i).toArray();
    int best = Math.min(RANKS[0], Math.min(x.length, rest.length) - 1);
    double least = Double.POSITIVE_INFINITY;
    for (int rank : RANKS) {
      if (rank < Math.min(x.length, rest.length)) {
        double[] p = predict(rows(x, rest), rows(new double[][] {y}, rest)[0], rows(x, held), rank);
        double error = IntStream.range(0, held.length).mapToDouble(i -> Math.pow(p[i] - y[held[i]], 2)).sum();
        if (error < least) {
          least = error;
          best = rank;
        }
      }
    }
    return best;
  }

  private static double[] predict(double[][] x, double[] y, double[][] z, int rank) {
    GLRMModel.GLRMParameters p = new GLRMModel.GLRMParameters();
    p._train = frame("x", x)._key;
    p._k = rank;
    p._transform = DataInfo.TransformType.STANDARDIZE;
    p._regularization_x = GlrmRegularizer.Quadratic;
    p._regularization_y = GlrmRegularizer.Quadratic;
    p._gamma_x = 0.5;
    p._gamma_y = 0.5;
    p._seed = 1;
    p._ignore_const_cols = false;
    GLRMModel codes = new GLRM(p).trainModel().get();
    Frame a = codes.transform(DKV.<Frame>getGet(p._train));
    Frame b = codes.transform(frame("x", z));
    GLMModel.GLMParameters g = new GLMModel.GLMParameters(GLMModel.GLMParameters.Family.gaussian);
    Frame labelled = new Frame(Key.<Frame>make("labelled" + frames++), a.names(), a.vecs());
    labelled.add("y", Vec.makeVec(y, Vec.newKey()));
    DKV.put(labelled);
    g._train = labelled._key;
    g._response_column = "y";
    g._lambda_search = true;
    g._alpha = new double[] {1};
    g._nfolds = 5;
    g._seed = 1;
    Vec out = new GLM(g).trainModel().get().score(b).vec(0);
    return IntStream.range(0, (int) out.length()).mapToDouble(out::at).toArray();
  }

  private static Frame frame(String prefix, double[][] columns) {
    String[] names = IntStream.range(0, columns.length).mapToObj(j -> prefix + j).toArray(String[]::new);
    Vec[] vecs = Arrays.stream(columns).map(c -> Vec.makeVec(c, Vec.newKey())).toArray(Vec[]::new);
    Frame out = new Frame(Key.<Frame>make("frame" + frames++), names, vecs);
    DKV.put(out);
    return out;
  }

  private static double[][] rows(double[][] columns, int[] rows) {
    return Arrays.stream(columns)
        .map(c -> Arrays.stream(rows).mapToDouble(i -> c[i]).toArray())
        .toArray(double[][]::new);
  }

  /** A CSV file of numbers, NaN where a cell is empty, by columns. */
  private record Table(String[] header, double[][] cells) {
    static Table read(Path path) throws IOException {
      List<String> lines = Files.readAllLines(path);
      String[] header = lines.get(0).split(",", -1);
      double[][] cells = new double[header.length][lines.size() - 1];
      for (int i = 1; i < lines.size(); i++) {
        String[] row = lines.get(i).split(",", -1);
        for (int j = 0; j < header.length; j++) {
          cells[j][i - 1] = row[j].isEmpty() ? Double.NaN : Double.parseDouble(row[j]);
        }
      }
      return new Table(header, cells);
    }

    double[] y() {
      return cells[Arrays.asList(header).indexOf("y")];
    }

    Table labelled() {
      double[] y = y();
      int[] rows = IntStream.range(0, y.length).filter(i -> !Double.isNaN(y[i])).toArray();
      return new Table(header, rows(cells, rows));
    }

    /** Columns that vary, without the target. */
    int[] features() {
      return IntStream.range(0, header.length)
          .filter(j -> !header[j].equals("y"))
          .filter(j -> Arrays.stream(cells[j]).filter(v -> !Double.isNaN(v)).distinct().limit(2).count() > 1)
          .toArray();
    }

    String[] names(int[] columns) {
      return Arrays.stream(columns).mapToObj(j -> header[j]).toArray(String[]::new);
    }

    int[] named(String[] names) {
      return Arrays.stream(names).mapToInt(Arrays.asList(header)::indexOf).toArray();
    }

    double[][] columns(int[] wanted) {
      return Arrays.stream(wanted).mapToObj(j -> cells[j]).toArray(double[][]::new);
    }
  }
}
