package org.slrm.reliability.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.reliability.Job;
import org.slrm.reliability.Workspace;

/** A real full file system, if this user may mount one. */
class FullDiskTest {
  private static final int ROOM = 1 << 20;

  @TempDir Path folder;

  @BeforeEach
  void mount() throws Exception {
    int code = run("mount", "-t", "tmpfs", "-o", "size=" + ROOM, "slrm-full", folder.toString());
    Assumptions.assumeTrue(code == 0, "a small file system cannot be mounted here");
  }

  @AfterEach
  void unmount() throws Exception {
    run("umount", folder.toString());
  }

  private static int run(String... words) throws InterruptedException {
    try {
      return new ProcessBuilder(words).redirectErrorStream(true).start().waitFor();
    } catch (IOException e) {
      return -1;
    }
  }

  @Test
  void everyCommandEndsWith4AndKeepsWhatThereWas() throws Exception {
    Workspace place = new Workspace(folder);
    for (Job job : Job.all()) {
      place.reference(job);
      place.prepare(job);
      fill();
      Job.Outcome outcome = job.run(folder, place.input(job));
      Files.delete(folder.resolve("filler"));
      assertEquals(4, outcome.code(), job.name() + ": " + outcome.output());
      assertEquals(Set.of(), place.broken(job), job.name());
      assertEquals(Set.of(), place.leftovers(job), job.name());
    }
  }

  private void fill() {
    try (var out = Files.newOutputStream(folder.resolve("filler"))) {
      byte[] page = new byte[1 << 12];
      for (int k = 0; k <= ROOM / page.length; k++) {
        out.write(page);
      }
    } catch (IOException e) {
      // Full.
    }
  }
}
