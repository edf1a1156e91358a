#!/usr/bin/env python3
"""Our trees beside scikit-learn's and xgboost's, equal settings, the tools in turns.

    trees_ratio.py errors TASKS/panel CLASSPATH             # relative test errors, all seeds
    trees_ratio.py times TASKS/panel CLASSPATH THREADS [TASK...]    # seconds of a fit and of a whole process, seed 0

Prints Markdown. Ratios are ours over the better of the two.
"""
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

TASKS = ("airquality-co airquality-no2 beijing-pm25 beijing-o3 ames autos ct-k50 atp1d-t1 atp7d-t4 "
         "paper-n1600-sigma0.3").split()
TOOLS = ("slrm", "sklearn", "xgboost")
HERE = Path(__file__).resolve().parent
PYTHON = os.environ.get("PYTHON", sys.executable)


def run(tool, classpath, threads, seconds, pairs):
    """Lines of numbers, and wall and processor seconds of the process."""
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    command = (["java", "-XX:+UseSerialGC", "-cp", classpath, "org.slrm.benchmarks.speed.TreesFit"] if tool == "slrm"
               else [PYTHON, str(HERE / "trees_fit.py"), tool])
    out = subprocess.run(command + [str(threads), str(seconds)] + pairs, check=True, stdout=subprocess.PIPE, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return [list(map(float, line.split(",")[2:])) for line in out.splitlines()], time.perf_counter() - start, used


def table(title, rows):
    print(f"\n| {title} | slrm | scikit-learn | xgboost | ratio to the better |\n|---|---|---|---|---|")
    ratios = []
    for task, values in rows:
        ratios.append(values[0] / min(values[1:]))
        print(f"| {task} | " + " | ".join(f"{v:.4g}" for v in values) + f" | {ratios[-1]:.3f} |")
    print(f"| median ratio | | | | {statistics.median(ratios):.3f} |", flush=True)


def errors(folder, classpath):
    rows = []
    for task in TASKS:
        pairs = sorted(str(f)[:-len(".train.csv")] for f in folder.glob(f"{task}-s*.train.csv"))
        numbers = [run(tool, classpath, 1, 0, pairs)[0] for tool in TOOLS]
        rows.append((task, [statistics.mean(n[0] for n in lines) for lines in numbers]))
    table("relative MSE, mean of seeds", rows)


def times(folder, classpath, threads, tasks):
    kinds = {"first fit, wall": [], "first fit, processor": [], "least fit, wall": [], "least fit, processor": [],
             "whole process, wall": [], "whole process, processor": []}
    for task in tasks:
        pair = [str(folder / f"{task}-s0")]
        warm = [run(tool, classpath, threads, 2, pair)[0][0] for tool in TOOLS]
        whole = [run(tool, classpath, threads, 0, pair)[1:] for tool in TOOLS]
        for k, values in enumerate(list(zip(*warm))[1:] + list(zip(*whole))):
            list(kinds.values())[k].append((task, values))
    for kind, rows in kinds.items():
        table(f"{kind} seconds, {threads} thread(s)", rows)


if __name__ == "__main__":
    if sys.argv[1] == "errors":
        errors(Path(sys.argv[2]), sys.argv[3])
    else:
        times(Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]), sys.argv[5:] or TASKS)
