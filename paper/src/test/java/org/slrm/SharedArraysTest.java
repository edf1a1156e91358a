package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.data.RowBlocks;
import org.slrm.data.Scaling;
import org.slrm.method.LikelihoodConfig;
import org.slrm.paper.PcrConfig;
import org.slrm.paper.Simulation;
import org.slrm.paper.analysis.Transduction;
import org.slrm.paper.tracking.SubspaceTracker;
import org.slrm.result.Calibration;
import org.slrm.result.ClassMetrics;
import org.slrm.result.ClassProbabilities;
import org.slrm.result.CrossValidated;

/** No public type hands out an array it keeps, nor keeps one it was given. */
class SharedArraysTest {
  private final Simulation simulation =
      Simulated.table(60, 5, 2, 2).scales(2, 1).labelDirections(0, 1).keep(0.8).noise(0.3).build();
  private final Simulation.Sample sample = simulation.train();
  private final IncompleteMatrix x = sample.x();
  private final IncompleteRow row = IncompleteRow.ofNaN(1, Double.NaN, 0, 2, Double.NaN);
  private final SlrmModel model =
      Slrm.with(PcrConfig.defaults().withRank(2)).threads(1).fit(x, sample.y());
  private final Map<Object, Boolean> seen = new IdentityHashMap<>();
  private final Set<String> checked = new TreeSet<>();

  @Test
  void writingIntoAnAnswerChangesNothing() throws Exception {
    roots().forEach(this::visit);
    assertEquals(typesThatHandOutArrays(), checked);
  }

  @Test
  void writingIntoTheStateOrTheValidationOfAModelDoesNotChangeIt() {
    double before = model.predict(row).mean();
    double mse = model.report().validation().mse(0);
    model.state().arrays().values().forEach(array -> Arrays.fill(array.data(), 1e9));
    Arrays.fill(model.report().validation().prediction(), 1e9);
    assertEquals(before, model.predict(row).mean());
    assertEquals(mse, model.report().validation().mse(0));
  }

  @Test
  void whatWasGivenIsNotKept() {
    double[] values = {1, 2};
    double[][] dense = {{1, 2}, {3, 4}};
    int[] indices = {0, 1};
    IncompleteRow made = IncompleteRow.of(2, indices, values);
    IncompleteRow spread = IncompleteRow.ofNaN(values);
    IncompleteMatrix column = IncompleteMatrix.ofColumn(values);
    IncompleteMatrix table = IncompleteMatrix.ofNaN(dense);
    Scaling scaling = Scaling.of(values, values);
    Simulation.Builder builder =
        Simulation.builder().rank(2).nonzeros(2).scales(values).labelDirections(indices);
    values[0] = 9;
    indices[1] = 9;
    dense[0][0] = 9;
    assertArrayEquals(new double[] {1, 2}, made.toNaN());
    assertArrayEquals(new double[] {1, 2}, spread.toNaN());
    assertEquals(1, column.valueAt(0, 0));
    assertEquals(1, table.valueAt(0, 0));
    assertEquals(1, scaling.center(0) * scaling.scale(0));
    assertEquals(1, builder.build().truth().scales()[0]);
    assertNotEquals(0, builder.build().truth().coefficients()[1]);
  }

  private double[] counts() {
    double[] out = new double[x.rows()];
    Arrays.fill(out, 2);
    return out;
  }

  private Stream<Object> roots() {
    ColumnStatistics.Sums sums = new ColumnStatistics.Sums(5);
    sums.add(x, null);
    return Stream.of(
        simulation,
        model,
        model.predict(x),
        model.explain(row),
        model.impute(row),
        model.rowPredictor(),
        x,
        row,
        x.statistics(),
        sums,
        simulation.truth().bayes(x),
        Transduction.defaults().complete(x, sample.y()),
        Calibration.ofScores(scores()),
        weighted(),
        classes(),
        ClassMetrics.of(new double[] {1}, classes(), 0, null),
        leaves(),
        new RowBlocks.Block(0, x, IncompleteMatrix.ofColumn(sample.y()), counts()),
        Slrm.with(LikelihoodConfig.defaults().withRank(1)).folds(0).fit(x, sample.y()));
  }

  private List<SubspaceTracker.Leaf> leaves() {
    var tracker = SubspaceTracker.mousse(5, 1, new SubspaceTracker.Scales(1, 1, 1), 1);
    for (int i = 0; i < x.rows(); i++) {
      tracker.update(x.row(i));
    }
    return tracker.leaves();
  }

  private static ClassProbabilities classes() {
    ClassProbabilities p = new ClassProbabilities(1, 2);
    p.set(0, 0, new double[] {0.3, 0.7});
    return p;
  }

  /** Only then it has weights to hand out. */
  private static CrossValidated weighted() {
    double[] one = {1};
    return new CrossValidated(1, new int[1], one, one, one, new int[1], one);
  }

  private static double[] scores() {
    double[] out = new double[30];
    Arrays.setAll(out, i -> i);
    return out;
  }

  /** Asks an object everything it can be asked, and what it answers in turn. */
  private void visit(Object object) {
    if (object instanceof Collection<?> all) {
      all.forEach(this::visit);
      return;
    }
    if (object instanceof Map<?, ?> all) {
      all.values().forEach(this::visit);
      return;
    }
    if (object == null || !isPublic(object.getClass()) || seen.put(object, true) != null) {
      return;
    }
    for (Method method : object.getClass().getMethods()) {
      if (isPublic(method.getDeclaringClass()) && !Modifier.isStatic(method.getModifiers())) {
        visit(object, method);
      }
    }
    if (object instanceof Record r) {
      rebuilt(r);
    }
  }

  private void visit(Object object, Method method) {
    Object[] questions = questions(method);
    Class<?> type = method.getReturnType();
    if (questions == null || (questions.length > 0 || type.isPrimitive()) && !type.isArray()) {
      return;
    }
    Object answer = call(object, method, questions);
    if (!type.isArray()) {
      visit(answer);
    } else if (answer != null) {
      checked.add(object.getClass().getName());
      handedOut(object, method, questions, answer);
    }
  }

  private static void handedOut(Object object, Method method, Object[] questions, Object answer) {
    Object again = call(object, method, questions);
    for (int k = 0; k < Array.getLength(answer); k++) {
      assertNotSame(answer, again, method::toString);
      if (answer instanceof Object[] parts) {
        assertNotSame(parts[k], Array.get(again, k), method::toString);
      }
    }
  }

  /** A record of the same parts must not change when the parts given to it do. */
  private static void rebuilt(Record r) {
    RecordComponent[] parts = r.getClass().getRecordComponents();
    Object[] values = Stream.of(parts).map(p -> call(r, p.getAccessor())).toArray();
    Class<?>[] types = Stream.of(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Record same = r.getClass().getDeclaredConstructor(types).newInstance(values);
      for (int k = 0; k < values.length; k++) {
        if (types[k].isArray() && values[k] != null && Array.getLength(values[k]) > 0) {
          Object first = Array.get(values[k], 0);
          Array.set(values[k], 0, types[k] == boolean[].class ? (Object) !(Boolean) first : -1);
          assertEquals(first, Array.get(call(same, parts[k].getAccessor()), 0), parts[k]::toString);
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(r.getClass().toString(), e);
    }
  }

  /** What to ask a method with, null when it cannot be asked. */
  private Object[] questions(Method method) {
    Object[] out = new Object[method.getParameterCount()];
    for (int k = 0; k < out.length; k++) {
      Class<?> type = method.getParameterTypes()[k];
      out[k] =
          type == int.class
              ? Integer.valueOf(0)
              : type == double.class
                  ? Double.valueOf(0.5)
                  : type == IncompleteRow.class ? row : type == IncompleteMatrix.class ? x : null;
      if (out[k] == null) {
        return null;
      }
    }
    return out;
  }

  private static Object call(Object object, Method method, Object... questions) {
    try {
      return method.invoke(object, questions);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(method.toString(), e);
    }
  }

  private static boolean isPublic(Class<?> type) {
    return Modifier.isPublic(type.getModifiers())
        && type.getName().startsWith("org.slrm.")
        && !type.getName().contains(".internal.");
  }

  private static Set<String> typesThatHandOutArrays() throws ClassNotFoundException {
    Set<String> out = new TreeSet<>();
    for (var found :
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.slrm")) {
      if (found.getPackageName().contains(".internal")) {
        continue;
      }
      Class<?> type = Class.forName(found.getName());
      boolean handsOut =
          isPublic(type)
              && !Modifier.isAbstract(type.getModifiers())
              && Stream.of(type.getDeclaredMethods())
                  .filter(m -> Modifier.isPublic(m.getModifiers()))
                  .filter(m -> !Modifier.isStatic(m.getModifiers()))
                  .anyMatch(m -> m.getReturnType().isArray());
      if (handsOut && !type.isEnum()) {
        out.add(type.getName());
      }
    }
    assertTrue(out.contains(SlrmModel.class.getName()), out::toString);
    return out;
  }
}
