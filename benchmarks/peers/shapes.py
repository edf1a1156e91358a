#!/usr/bin/env python3
"""Our tool and others in turns on tables of fixed shapes: processor seconds, wall seconds, peak memory, error, ratios.

    shapes.py --data DATA --out shapes.csv                                   # ours and iterative-lasso, five rounds, all shapes
    shapes.py --only '^(60|400)x12' --rounds 3 --methods slrm,iterative-lasso,knn-lasso --out small.csv
    shapes.py --methods '' --phases --only 1600x100 --out profile.csv        # only where the time of our fit goes

A run is a process of its own that reads a table, fits, and predicts another, its start included (see run.py). The
methods take turns in each round; ratios are ours over theirs in the same round, and what is shown are medians over
rounds. The CSV has one row for each run; runs it already holds are not run again. --phases profiles our fit by
`slrm fit --timings` in further runs, and writes them to a second CSV beside the first.
"""
import argparse
import csv
import functools
import json
import multiprocessing
import os
import re
import signal
import statistics
import sys
import tempfile
from pathlib import Path

from make_tasks import ROOT
from run import METHODS, OURS, installed, measure, run_one, without_target
from scores import label_of, scored
from shape_tasks import SETS
from slrm_peer import SLRM
from summarise import markdown

COLUMNS = ["shape", "method", "threads", "round", "cpu_seconds", "seconds", "peak_mb", "relative_mse", "status"]
PHASE_COLUMNS = ["shape", "threads", "round", "phase", "part", "seconds", "cpu_seconds", "times"]
SHOWN = 12  # parts of a profile
RANK = re.compile(r", rank \d+")


class Table:
    """A CSV that grows row by row, and what it holds already."""

    def __init__(self, path, names):
        self.path, self.names = path, names
        self.rows = []
        if path.exists():
            with open(path, newline="") as file:
                self.rows = list(csv.DictReader(file))
        else:
            self.write("w", None)

    def write(self, mode, row):
        with open(self.path, mode, newline="") as file:
            writer = csv.DictWriter(file, self.names, restval="", extrasaction="ignore", lineterminator="\n")
            writer.writerow(row) if row else writer.writeheader()

    def add(self, row):
        row = {name: str(row.get(name, "")) for name in self.names}
        self.rows.append(row)
        self.write("a", row)

    def holds(self, **key):
        return any(all(row[k] == str(v) for k, v in key.items()) for row in self.rows)


def made(name, write, arguments):
    """Whether the pair is there, or can be made."""
    if (arguments.tasks / f"{name}.json").exists():
        return True
    # By a process of its own: a child's peak memory begins with that of the process it is forked from.
    maker = multiprocessing.get_context("fork").Process(target=make, args=(name, write, arguments))
    maker.start()
    maker.join()
    return (arguments.tasks / f"{name}.json").exists()


def make(name, write, arguments):
    try:
        write(arguments.data, arguments.tasks, name)
    except (OSError, TypeError) as problem:
        print(f"skipping {name}: no data ({problem}); give --data", file=sys.stderr)


def compare(name, methods, table, arguments):
    """Every method in turn, round by round."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        train = (arguments.tasks / f"{name}.train.csv").resolve()
        targets = without_target(arguments.tasks / f"{name}.test.csv", work / "test.csv")
        label = label_of(arguments.tasks / f"{name}.json", targets)
        score = functools.partial(scored, targets=targets, label=label)
        for turn in range(1, arguments.rounds + 1):
            for method in methods:
                key = dict(shape=name, method=method, threads=arguments.threads, round=turn)
                if not table.holds(**key):
                    row = key | run_one(method, train, work / "test.csv", score, work, arguments)
                    table.add(row)
                    print(f"{name} {method} {turn}/{arguments.rounds}: {row['cpu_seconds']} s of CPU, {row['status']}",
                          file=sys.stderr, flush=True)


# --- where the time of our fit goes ---------------------------------------------------------------------------------

def profile(name, table, arguments):
    """A fit with --timings, its model and report written, then a prediction; what the processes took besides is theirs too."""
    for turn in range(1, arguments.rounds + 1):
        key = dict(shape=name, threads=arguments.threads, round=turn)
        if not table.holds(**key):
            for row in profiled(name, arguments):
                table.add(key | row)
            print(f"{name} phases {turn}/{arguments.rounds}", file=sys.stderr, flush=True)


def profiled(name, arguments):
    """Rows of a profile: phases with their parts, and `around` for launcher and exit, `predict` for the second process."""
    with tempfile.TemporaryDirectory() as folder:
        model, test = f"{folder}/m.slrm", Path(folder) / "test.csv"
        without_target(arguments.tasks / f"{name}.test.csv", test)
        fit = [SLRM, "fit", arguments.tasks / f"{name}.train.csv", "--target", "y", "--out", model, "--report", f"{folder}/r.html",
               "--seed", "1", "--threads", arguments.threads, "--json", "--timings"]
        answer, spent = answered(fit, arguments)
        timings = json.loads(answer)["timings"]
        _, predict = answered([SLRM, "predict", model, test, "--out", f"{folder}/p.csv"], arguments)
    rows = []
    for phase in timings["phases"]:
        for part in phase.get("parts", [phase | {"name": ""}]):
            rows.append(dict(phase=phase["name"], part=part["name"], seconds=f"{part['seconds']:.4f}",
                             cpu_seconds=f"{part['cpuSeconds']:.2f}", times=part["times"]))
    around = {unit: f"{max(0, float(spent[unit]) - timings[key]):.2f}"
              for unit, key in (("seconds", "seconds"), ("cpu_seconds", "cpuSeconds"))}
    return ([dict(phase="around", part="") | around] + rows
            + [dict(phase="predict", part="") | {unit: predict[unit] for unit in around}])


def answered(command, arguments):
    """What a command prints, and what it spent."""
    with tempfile.TemporaryFile("w+") as log:
        code, spent = measure(command, log, arguments.threads, arguments.timeout)
        log.seek(0)
        text = log.read()
    if code != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with {code}:\n{text}")
    return next((line for line in text.splitlines() if line.startswith("{")), ""), spent


def family(part):
    """A candidate without its rank."""
    return RANK.sub("", part)


def medians(rows, keys):
    """Median processor seconds over rounds of the sums by keys."""
    sums = {}
    for row in rows:
        of = sums.setdefault(tuple(key(row) for key in keys), {})
        of[row["round"]] = of.get(row["round"], 0) + float(row["cpu_seconds"])
    rounds = len({row["round"] for row in rows})
    return {k: statistics.median(list(of.values()) + [0.0] * (rounds - len(of))) for k, of in sums.items()}


def phase_tables(rows):
    """Processor seconds by phase, a row for each shape; then of each shape the dearest parts, candidates by family."""
    phases = list(dict.fromkeys(row["phase"] for row in rows))
    shapes = list(dict.fromkeys(row["shape"] for row in rows))
    spent = medians(rows, [lambda r: r["shape"], lambda r: r["phase"]])
    body = [[s] + [f"{spent.get((s, p), 0):.2f}" for p in phases] + [f"{sum(spent.get((s, p), 0) for p in phases):.2f}"]
            for s in shapes]
    parts = ["Processor seconds by phase (around: launcher and exit; predict: the second process):\n\n"
             + markdown(["shape"] + phases + ["all"], body)]
    for shape in shapes:
        own = medians([r for r in rows if r["shape"] == shape and r["part"]], [lambda r: r["phase"], lambda r: family(r["part"])])
        dearest = sorted(own.items(), key=lambda item: -item[1])[:SHOWN]
        parts.append(f"{shape}, dearest parts:\n\n"
                     + markdown(["phase", "part", "CPU s"], [[*k, f"{v:.2f}"] for k, v in dearest]))
    return "\n\n".join(parts)


# --- the table ------------------------------------------------------------------------------------------------------

def comparison(rows, methods):
    """A line for each shape and method: medians, and ratios of the first method over it in the same round; then sums."""
    ours, body, sums = methods[0], [], {}
    for shape in dict.fromkeys(row["shape"] for row in rows):
        own = {m: {r["round"]: r for r in rows if r["shape"] == shape and r["method"] == m} for m in methods}
        for m in methods:
            if own[m]:
                body.append([shape, m] + line(own[ours], own[m], m != ours))
        finished = [m for m in methods if own[m] and all(r["status"] == "ok" for r in own[m].values())]
        for m in finished if ours in finished else []:
            sums.setdefault(m, []).append([middle(own[k].values(), "cpu_seconds") for k in (ours, m)])
    for m in methods[1:]:
        if m in sums:
            mine, theirs = map(sum, zip(*sums[m]))
            body.append([f"sum of {len(sums[m])}", m, f"{theirs:.2f}", "", "", "", f"{mine / theirs:.2f}", "", ""])
    return markdown(["shape", "method", "CPU s", "wall s", "peak MB", "relative MSE", f"{ours} / it: CPU", "wall", "memory"], body)


def middle(rows, column):
    return statistics.median(float(row[column]) for row in rows)


def line(ours, theirs, ratios):
    """Cells of a method; of one that failed only why: what it spent says nothing, and one out of time takes its children's with it."""
    failed = [r["status"] for r in theirs.values() if r["status"] != "ok"]
    if failed:
        return ["–", "–", "–", failed[0], "", "", ""]
    cells = [f"{middle(theirs.values(), 'cpu_seconds'):.2f}", f"{middle(theirs.values(), 'seconds'):.2f}",
             f"{middle(theirs.values(), 'peak_mb'):.0f}", f"{middle(theirs.values(), 'relative_mse'):.4g}"]
    shared = [] if not ratios else [k for k in theirs if k in ours and ours[k]["status"] == "ok"]
    for column in ("cpu_seconds", "seconds", "peak_mb"):
        each = [float(ours[k][column]) / max(float(theirs[k][column]), 0.01) for k in shared]
        cells.append(f"{statistics.median(each):.2f}" if each else "")
    return cells


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=sorted(SETS), default="shapes", help="the shapes (default), or those of the issue's table")
    parser.add_argument("--only", default="", help="only shapes whose name matches this regular expression")
    parser.add_argument("--methods", default="slrm,iterative-lasso",
                        help=f"comma separated, ratios are those of the first (default: %(default)s); of: slrm, slrm:METHOD, {', '.join(METHODS)}")
    parser.add_argument("--rounds", type=int, default=5, help="how often each method runs on each shape (default: 5)")
    parser.add_argument("--threads", type=int, choices=(1, 2), default=1)
    parser.add_argument("--phases", action="store_true", help="profile our fit by phase as well; with --methods '' nothing else")
    parser.add_argument("--out", type=Path, required=True, help="a CSV with a row for each run; --phases writes NAME.phases.csv beside it")
    parser.add_argument("--tasks", type=Path, help="where pairs are made and kept (default: a folder NAME.tasks beside --out)")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("SLRM_DATA", ROOT.parent / "shared" / "data")),
                        help="the folder of real data sets (default: $SLRM_DATA, else shared/data beside the project); "
                             "without it shapes of real data are skipped and blocks simulated")
    parser.add_argument("--timeout", type=float, default=3600, help="seconds for one run")
    arguments = parser.parse_args()
    arguments.tasks = arguments.tasks or arguments.out.with_suffix(".tasks")
    arguments.shapes = {n: w for n, w in SETS[arguments.set].items() if re.search(arguments.only, n)}
    arguments.methods = [m for m in arguments.methods.split(",") if m]
    unknown = [m for m in arguments.methods if m not in METHODS and not OURS.fullmatch(m)]
    if unknown or not arguments.shapes:
        parser.error(f"unknown methods {', '.join(unknown)}" if unknown else f"no shape of {', '.join(SETS[arguments.set])} matches")
    return arguments


def main():
    arguments = options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    methods = [m for m in arguments.methods if installed(m)]
    if arguments.phases and not installed("slrm"):
        sys.exit(4)
    runs = Table(arguments.out, COLUMNS)
    phases = Table(arguments.out.with_suffix(".phases.csv"), PHASE_COLUMNS) if arguments.phases else None
    for name, write in arguments.shapes.items():
        if made(name, write, arguments):
            compare(name, methods, runs, arguments)
            if phases:
                profile(name, phases, arguments)

    def asked(rows):
        return [r for r in rows if r["shape"] in arguments.shapes and r["threads"] == str(arguments.threads)]

    tables = [comparison(asked(runs.rows), methods)] if methods else []
    print("\n\n".join(tables + ([phase_tables(asked(phases.rows))] if phases else [])))


if __name__ == "__main__":
    main()
