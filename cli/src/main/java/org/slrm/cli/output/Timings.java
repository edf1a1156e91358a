package org.slrm.cli.output;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slrm.result.FitListener;

/**
 * Wall-clock and CPU seconds of each phase and its parts. Stopped until requested. CPU time is that
 * of the whole process, including compilation and garbage collection; most systems report it in
 * hundredths of a second.
 */
public final class Timings {
  private final Map<String, Map<String, Spent>> phases = new LinkedHashMap<>();
  private boolean on;
  private Moment last = new Moment(0, 0);
  private Spent current = new Spent();

  /** A point in time: nanoseconds of the wall clock, and of CPU since the process started. */
  private record Moment(long wall, long cpu) {
    static Moment now() {
      Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
      return new Moment(System.nanoTime(), cpu.toNanos());
    }
  }

  /** Time of some work so far. */
  private static final class Spent {
    private int times;
    private long wall;
    private long cpu;

    void add(Spent other) {
      times += other.times;
      wall += other.wall;
      cpu += other.cpu;
    }

    Map<String, Object> json(String name) {
      Map<String, Object> out = new LinkedHashMap<>();
      out.put("name", name);
      out.put("seconds", wall / 1e9);
      out.put("cpuSeconds", cpu / 1e9);
      out.put("times", times);
      return out;
    }
  }

  /** Starts the clock; the time before counts as start-up. */
  public void begin() {
    on = true;
    last = Moment.now();
    Spent start = spent("start", "");
    start.times = 1;
    start.cpu = last.cpu;
    current = start;
  }

  private Spent spent(String phase, String part) {
    return phases
        .computeIfAbsent(phase, p -> new LinkedHashMap<>())
        .computeIfAbsent(part, p -> new Spent());
  }

  /** Attributes the time from now on to this part of this phase; without a name, to the phase. */
  public void turn(String phase, String part) {
    if (on) {
      settle();
      current = spent(phase, part);
      current.times++;
    }
  }

  private void settle() {
    Moment now = Moment.now();
    current.wall += now.wall - last.wall;
    current.cpu += now.cpu - last.cpu;
    last = now;
  }

  /** A listener that records phases here and passes progress on. */
  public FitListener over(FitListener progress) {
    return new FitListener() {
      @Override
      public boolean onProgress(Progress p) {
        return progress.onProgress(p);
      }

      @Override
      public void onPhase(String phase, String part) {
        turn(phase, part);
      }
    };
  }

  /** Stops the clock. The time before its start comes from the management beans. */
  public void end() {
    if (on) {
      settle();
      current = new Spent();
      long sum = phases.values().stream().mapToLong(parts -> sum(parts).wall).sum();
      long beans = System.nanoTime();
      long up = ManagementFactory.getRuntimeMXBean().getUptime();
      long since = System.nanoTime() - beans;
      spent("start", "").wall += Math.max(0, up * 1_000_000 - since - sum);
    }
  }

  private static Spent sum(Map<String, Spent> parts) {
    Spent out = new Spent();
    parts.values().forEach(out::add);
    return out;
  }

  /** The object behind the key {@code timings}. */
  public Map<String, Object> json() {
    Spent all = new Spent();
    List<Map<String, Object>> each = new ArrayList<>();
    phases.forEach(
        (phase, parts) -> {
          Spent sum = sum(parts);
          all.add(sum);
          Map<String, Object> one = sum.json(phase);
          if (!parts.containsKey("")) {
            one.put("parts", parts.entrySet().stream().map(Timings::part).toList());
          }
          each.add(one);
        });
    Map<String, Object> out = all.json("");
    out.remove("name");
    out.remove("times");
    out.put("compilingSeconds", compiling());
    out.put("collectingSeconds", collecting());
    out.put("phases", each);
    return out;
  }

  private static Map<String, Object> part(Map.Entry<String, Spent> entry) {
    return entry.getValue().json(entry.getKey());
  }

  /** Time of Java's compilers. */
  private static double compiling() {
    var bean = ManagementFactory.getCompilationMXBean();
    boolean known = bean != null && bean.isCompilationTimeMonitoringSupported();
    return known ? bean.getTotalCompilationTime() / 1e3 : 0;
  }

  private static double collecting() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime)
            .filter(millis -> millis > 0)
            .sum()
        / 1e3;
  }

  /** A table of phases, each with its parts by decreasing time. */
  public String text() {
    List<List<String>> rows = new ArrayList<>();
    Spent all = new Spent();
    phases.forEach(
        (phase, parts) -> {
          Spent sum = sum(parts);
          all.add(sum);
          rows.add(row(phase, sum));
          parts.entrySet().stream()
              .filter(part -> !part.getKey().isEmpty())
              .sorted((a, b) -> Long.compare(b.getValue().wall, a.getValue().wall))
              .forEach(part -> rows.add(row("  " + part.getKey(), part.getValue())));
        });
    rows.add(row("all", all));
    return "\nTime:\n" + ReadableText.table(List.of("phase", ">seconds", ">CPU"), rows);
  }

  private static List<String> row(String name, Spent spent) {
    return List.of(name, seconds(spent.wall), seconds(spent.cpu));
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.2f", nanos / 1e9);
  }
}
