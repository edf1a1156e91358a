#!/usr/bin/env python3
"""Reads one numeric CSV file by slrm and by pandas in turn, each time in a fresh process.

  mvn -q -B -pl core,io test-compile dependency:build-classpath -Dmdep.outputFile=target/cp.txt -Dmdep.includeScope=test
  python3 benchmarks/peers/read_csv.py --megabytes 1000

Prints seconds and megabytes per second of the read call alone, and the processor time of the reading thread
(which tells more than the clock on a busy machine), then the ratio of medians.
"""
import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PANDAS = """
import sys, time, pandas
start, cpu = time.perf_counter(), time.process_time()
frame = pandas.read_csv(sys.argv[1])
seconds = time.perf_counter() - start
print("pandas %.3f s %.0f MB/s, %.3f s of processor, %d rows %d known" % (
    seconds, float(sys.argv[2]) / seconds, time.process_time() - cpu, len(frame), frame.count().sum()))
"""


def generate(path, megabytes, columns=40, missing=0.05):
    """Full-precision normal numbers with holes."""
    import numpy

    rng = numpy.random.default_rng(1)
    with open(path, "w") as out:
        out.write(",".join("x%d" % j for j in range(columns)) + ",y\n")
        while out.tell() < megabytes * 1e6:
            block = rng.standard_normal((1000, columns + 1))
            holes = rng.random(block.shape) < missing
            for values, gone in zip(block, holes):
                out.write(",".join("" if g else repr(float(v)) for v, g in zip(values, gone)) + "\n")


def classpath():
    jars = open(os.path.join(ROOT, "io/target/cp.txt")).read().strip()
    own = ["io/target/test-classes", "io/target/classes", "core/target/classes"]
    return os.pathsep.join([os.path.join(ROOT, p) for p in own] + [jars])


def run(command):
    line = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip().splitlines()[-1]
    print(line, flush=True)
    seconds, cpu = re.search(r"([0-9.]+) s [0-9]+ MB/s, ([0-9.]+) s", line).groups()
    return float(seconds), float(cpu)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", help="numeric CSV; made when absent")
    parser.add_argument("--megabytes", type=float, default=1000)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--heap", default="6g")
    args = parser.parse_args()
    path = args.file or os.path.join(tempfile.gettempdir(), "slrm-read-%d.csv" % args.megabytes)
    if not os.path.exists(path):
        generate(path, args.megabytes)
    megabytes = os.path.getsize(path) / 1e6
    java = ["java", "-Xmx" + args.heap, "-cp", classpath(), "org.slrm.io.ReadSpeed", path, "1"]
    pandas = [sys.executable, "-c", PANDAS, path, str(megabytes)]
    ours, theirs = [], []
    for _ in range(args.times):
        ours.append(run(java))
        theirs.append(run(pandas))
    for k, what in enumerate(["clock", "processor"]):
        a = statistics.median(t[k] for t in ours)
        b = statistics.median(t[k] for t in theirs)
        print("%s: slrm %.0f MB/s, pandas %.0f MB/s, ratio %.2f" % (what, megabytes / a, megabytes / b, b / a))


if __name__ == "__main__":
    main()
