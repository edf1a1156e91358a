package org.slrm;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The methods and types of all modules, as the compiler parses them: names only, nothing is
 * resolved.
 */
final class SourceMethods {
  /** A method with a body. Calls are simple names; a constructor's is that of its class. */
  record Method(
      Path file, String name, long line, long lines, Set<String> annotations, Set<String> calls) {
    @Override
    public String toString() {
      return file + ":" + line + " " + name;
    }
  }

  /** A type with its module; hidden if it, or one around it, is private. */
  record Type(Path file, String module, String name, boolean hidden) {}

  private SourceMethods() {}

  /** Methods below a folder of every module, such as {@code src/main/java}. */
  static List<Method> in(String folder) throws IOException {
    List<Method> methods = new ArrayList<>();
    parse(folder, (unit, positions) -> new Methods(unit, positions, methods).scan(unit, null));
    return methods;
  }

  /** Named types below a folder of every module, those within methods not among them. */
  static List<Type> types(String folder) throws IOException {
    List<Type> types = new ArrayList<>();
    Path root = Path.of("..").toRealPath();
    parse(
        folder,
        (unit, positions) -> {
          Path file = Path.of(unit.getSourceFile().toUri()).toRealPath();
          String module = root.relativize(file).getName(0).toString();
          new Types(file, module, types).scan(unit, false);
        });
    return types;
  }

  private interface Visitor {
    void unit(CompilationUnitTree unit, SourcePositions positions) throws IOException;
  }

  private static void parse(String folder, Visitor visitor) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      for (Path root : modules.map(m -> m.resolve(folder)).filter(Files::isDirectory).toList()) {
        try (Stream<Path> tree = Files.walk(root)) {
          tree.filter(f -> f.toString().endsWith(".java")).forEach(files::add);
        }
      }
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager sources = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  sources,
                  null,
                  List.of("-proc:none"),
                  null,
                  sources.getJavaFileObjectsFromPaths(files));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        visitor.unit(unit, positions);
      }
    }
  }

  private static final class Types extends TreeScanner<Void, Boolean> {
    private final Path file;
    private final String module;
    private final List<Type> types;

    Types(Path file, String module, List<Type> types) {
      this.file = file;
      this.module = module;
      this.types = types;
    }

    @Override
    public Void visitClass(ClassTree type, Boolean within) {
      boolean hidden = within || type.getModifiers().getFlags().contains(Modifier.PRIVATE);
      types.add(new Type(file, module, type.getSimpleName().toString(), hidden));
      type.getMembers().stream().filter(ClassTree.class::isInstance).forEach(m -> scan(m, hidden));
      return null;
    }
  }

  private static final class Methods extends TreeScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<Method> methods;

    Methods(CompilationUnitTree unit, SourcePositions positions, List<Method> methods) {
      this.unit = unit;
      this.positions = positions;
      this.methods = methods;
    }

    @Override
    public Void visitMethod(MethodTree method, Void none) {
      if (method.getBody() != null) {
        LineMap lines = unit.getLineMap();
        long first = lines.getLineNumber(positions.getStartPosition(unit, method));
        long last = lines.getLineNumber(positions.getEndPosition(unit, method));
        Set<String> annotations = new TreeSet<>();
        method
            .getModifiers()
            .getAnnotations()
            .forEach(a -> annotations.add(a.getAnnotationType().toString()));
        Calls calls = new Calls();
        calls.scan(method.getBody(), null);
        methods.add(
            new Method(
                Path.of(unit.getSourceFile().toUri()),
                method.getName().toString(),
                first,
                last - first + 1,
                annotations,
                calls.names));
      }
      return super.visitMethod(method, none);
    }
  }

  private static final class Calls extends TreeScanner<Void, Void> {
    private final Set<String> names = new TreeSet<>();

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
      if (call.getMethodSelect() instanceof IdentifierTree name) {
        names.add(name.getName().toString());
      } else if (call.getMethodSelect() instanceof MemberSelectTree select) {
        names.add(select.getIdentifier().toString());
      }
      return super.visitMethodInvocation(call, none);
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree reference, Void none) {
      names.add(reference.getName().toString());
      return super.visitMemberReference(reference, none);
    }

    @Override
    public Void visitNewClass(NewClassTree made, Void none) {
      names.add(made.getIdentifier().toString());
      return super.visitNewClass(made, none);
    }
  }
}
