#!/usr/bin/env python3
"""Run other people's tools, and ours, on a folder of train/test pairs; one table of error, seconds and memory.

    run.py FOLDER --methods mean-lasso,knn-lasso,slrm --out results.csv

FOLDER holds NAME.train.csv and NAME.test.csv (target y, empty = missing). Each method is a program of its own, started
afresh for every pair with TRAIN, TEST (without y) and PREDICTIONS as its last arguments; wall seconds, CPU seconds and
peak memory are those of that process and its children, start included. Rows already in the table are not run again.
Installs nothing.
"""
import argparse
import csv
import functools
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from scores import label_of, scored

HERE = Path(__file__).resolve().parent
PYTHON = sys.executable
R = shutil.which("Rscript") or "Rscript"
COLUMNS = ["task", "method", "mse", "relative_mse", "seconds", "cpu_seconds", "peak_mb", "status", "coverage",
           "log_loss", "brier", "accuracy", "auc", "ece", "set_coverage", "set_lowest", "set_highest", "set_size", "deviance"]

NEEDS_SKLEARN = ("scikit-learn ≥ 1.2 and pandas (Debian: python3-sklearn python3-pandas; pip: scikit-learn pandas)",
                 [PYTHON, "-c", "import sklearn, pandas"])
NEEDS_XGBOOST = ("xgboost (Debian: python3-xgboost; pip: xgboost) and scikit-learn, pandas",
                 [PYTHON, "-c", "import xgboost, sklearn, pandas"])
NEEDS_TUNED = ("xgboost, lightgbm, catboost, flaml, scikit-learn ≥ 1.4 and pandas (pip)",
               [PYTHON, "-c", "import xgboost, lightgbm, catboost, sklearn, pandas"])
NEEDS_AUTOGLUON = ("autogluon.tabular[lightgbm,catboost,xgboost] (pip)", [PYTHON, "-c", "import autogluon.tabular"])
NEEDS_R = ("R with pcaMethods and glmnet (Debian: r-base-core r-bioc-pcamethods r-cran-glmnet)",
           [R, "-e", "library(pcaMethods); library(glmnet)"])
OPENS = [f"--add-opens=java.base/{p}=ALL-UNNAMED" for p in
         ("java.lang", "java.lang.invoke", "java.nio", "java.util", "java.util.concurrent", "sun.nio.ch")]


def java(folder, main, *flags):
    """A Java peer built by hand in its own folder, and what it needs."""
    built = HERE / folder / "target"
    return (["java", "-Xmx2g", *flags, *OPENS, "-cp", f"{built}/classes:{built}/lib/*", main],
            (f"its jars, fetched once by: mvn -f benchmarks/peers/{folder} package",
             [PYTHON, "-c", f"import os; os.stat('{built}/lib')"]))


NEEDS_SLRM = ("this project's launcher, built once: ./slrm --version", [PYTHON, str(HERE / "slrm_peer.py"), "--check"])

# method → (command, what it needs); a new peer is one program and one line here
METHODS = {
    "mean-lasso": ([PYTHON, HERE / "sklearn_peers.py", "mean-lasso"], NEEDS_SKLEARN),
    "knn-lasso": ([PYTHON, HERE / "sklearn_peers.py", "knn-lasso"], NEEDS_SKLEARN),
    "iterative-lasso": ([PYTHON, HERE / "sklearn_peers.py", "iterative-lasso"], NEEDS_SKLEARN),
    "ppca-lasso": ([PYTHON, HERE / "ppca_lasso.py"], NEEDS_SKLEARN),
    "boosting": ([PYTHON, HERE / "sklearn_peers.py", "boosting"], NEEDS_SKLEARN),
    "square-lasso": ([PYTHON, HERE / "sklearn_peers.py", "square-lasso"], NEEDS_SKLEARN),
    "log-lasso": ([PYTHON, HERE / "sklearn_peers.py", "log-lasso"], NEEDS_SKLEARN),
    "neighbours": ([PYTHON, HERE / "sklearn_peers.py", "neighbours"], NEEDS_SKLEARN),
    "xgboost": ([PYTHON, HERE / "xgboost_peer.py"], NEEDS_XGBOOST),
    "xgboost-additive": ([PYTHON, HERE / "xgboost_peer.py", "additive"], NEEDS_XGBOOST),
    "xgboost-filled": ([PYTHON, HERE / "xgboost_peer.py", "filled"], NEEDS_XGBOOST),
    "mean-logistic": ([PYTHON, HERE / "sklearn_peers.py", "mean-logistic"], NEEDS_SKLEARN),
    "knn-logistic": ([PYTHON, HERE / "sklearn_peers.py", "knn-logistic"], NEEDS_SKLEARN),
    "iterative-logistic": ([PYTHON, HERE / "sklearn_peers.py", "iterative-logistic"], NEEDS_SKLEARN),
    "mean-saga": ([PYTHON, HERE / "sklearn_peers.py", "mean-saga"], NEEDS_SKLEARN),
    "knn-saga": ([PYTHON, HERE / "sklearn_peers.py", "knn-saga"], NEEDS_SKLEARN),
    "iterative-saga": ([PYTHON, HERE / "sklearn_peers.py", "iterative-saga"], NEEDS_SKLEARN),
    "boosting-classifier": ([PYTHON, HERE / "sklearn_peers.py", "boosting-classifier"], NEEDS_SKLEARN),
    "xgboost-classifier": ([PYTHON, HERE / "xgboost_peer.py", "classifier"], NEEDS_XGBOOST),
    "mean-poisson": ([PYTHON, HERE / "sklearn_peers.py", "mean-poisson"], NEEDS_SKLEARN),
    "boosting-poisson": ([PYTHON, HERE / "sklearn_peers.py", "boosting-poisson"], NEEDS_SKLEARN),
    "r-ppca-glmnet": ([R, HERE / "pcamethods.R", "ppca", "shipped"], NEEDS_R),
    "r-ppca-ls-glmnet": ([R, HERE / "pcamethods.R", "ppca", "least-squares"], NEEDS_R),
    "r-bpca-glmnet": ([R, HERE / "pcamethods.R", "bpca", "shipped"], NEEDS_R),
    "r-bpca-ls-glmnet": ([R, HERE / "pcamethods.R", "bpca", "least-squares"], NEEDS_R),
    **{f"tuned-{tool}": ([PYTHON, HERE / "tuned_peers.py", tool], NEEDS_TUNED)
       for tool in ("xgboost", "lightgbm", "catboost", "boosting", "stack", "flaml:60", "flaml:120")},
    **{f"tuned-autogluon:{s}": ([PYTHON, HERE / "tuned_peers.py", f"autogluon:{s}"], NEEDS_AUTOGLUON) for s in (30, 60, 120)},
    "h2o-glrm-glm": java("h2o", "H2oPeer"),
    # mostly start and planning, over before the optimising compiler pays
    "spark-imputer-lasso": java("spark", "SparkPeer", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
}
NUMBERS = ["mean-lasso", "knn-lasso", "iterative-lasso", "ppca-lasso", "boosting", "xgboost"]
# label → methods, where --methods names none
DEFAULT = {
    "classes": ["mean-logistic", "knn-logistic", "iterative-logistic", "boosting-classifier", "xgboost-classifier"],
    "counts": ["mean-poisson", "boosting-poisson", "mean-lasso"],
    "positive": NUMBERS + ["log-lasso"],
    "numbers": NUMBERS,
}
OURS = re.compile(r"slrm(?::([^@]+))?(@.+)?")


def method(name):
    """A row of METHODS; slrm:NAME@LABEL is our tool with --method NAME and --label LABEL, either may be left out."""
    ours = OURS.fullmatch(name)
    if ours:
        return [PYTHON, HERE / "slrm_peer.py", (ours[1] or "auto") + (ours[2] or "")], NEEDS_SLRM
    return METHODS[name]


def installed(name):
    """Whether what the method needs is there; if not, says what to install."""
    need, check = method(name)[1]
    try:
        if subprocess.run(check, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
            return True
    except FileNotFoundError:
        pass
    print(f"skipping {name}: needs {need}", file=sys.stderr)
    return False


def without_target(source, copy):
    """Copies a table without its column y, so that no tool can peek; returns y as texts."""
    targets = []
    with open(source, newline="") as rows, open(copy, "w", newline="") as out:
        reader, writer = csv.reader(rows), csv.writer(out, lineterminator="\n")
        header = next(reader)
        k = header.index("y")
        writer.writerow(header[:k] + header[k + 1:])
        for row in reader:
            targets.append(row[k])
            writer.writerow(row[:k] + row[k + 1:])
    return targets


def measure(command, log, threads, timeout):
    """Runs the command; returns its exit code (None: out of time) and what it spent, children included."""
    environment = dict(os.environ, PYTHONPATH=str(HERE))
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "SLRM_THREADS"):
        environment[name] = str(threads)
    start = time.monotonic()
    process = subprocess.Popen([str(c) for c in command], stdout=log, stderr=log, env=environment,
                               start_new_session=True)
    try:
        while True:
            done, status, usage = os.wait4(process.pid, os.WNOHANG)
            if done or time.monotonic() - start > timeout:
                break
            time.sleep(0.02)
    except BaseException:  # interrupted: leave no child behind
        os.killpg(process.pid, signal.SIGKILL)
        raise
    if not done:
        os.killpg(process.pid, signal.SIGKILL)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    spent = {"seconds": f"{time.monotonic() - start:.2f}", "cpu_seconds": f"{usage.ru_utime + usage.ru_stime:.2f}",
             "peak_mb": f"{usage.ru_maxrss / 1024:.0f}"}
    return process.returncode if done else None, spent


def run_one(name, train, test, score, work, arguments):
    """One row of the table, without the task."""
    predictions = work / "predictions.csv"
    predictions.unlink(missing_ok=True)
    with open(work / "log.txt", "w+") as log:
        command = method(name)[0] + [train, test, predictions]
        code, spent = measure(command, log, arguments.threads, arguments.timeout)
        log.seek(0)
        last = (log.read().strip().splitlines() or [""])[-1]
    row = {"method": name} | spent
    if code != 0:
        return row | {"status": "out of time" if code is None else f"failed ({code}): {last[:160]}"}
    try:
        return row | {"status": "ok"} | score(predictions)
    except (OSError, KeyError, ValueError) as problem:
        return row | {"status": f"bad predictions: {problem}"}


def done_already(out, retry):
    """Pairs (task, method) already in the table, which gets today's columns; with retry, those that failed are taken out of it."""
    rows, columns = [], []
    if out.exists():
        with open(out, newline="") as file:
            reader = csv.DictReader(file)
            rows, columns = [r for r in reader if r["status"] == "ok" or not retry], reader.fieldnames
    if retry or columns != COLUMNS:
        with open(out, "w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    return {(r["task"], r["method"]) for r in rows}


def headline(row):
    return next(f"{row[column]:.4g}" for column in ("log_loss", "deviance", "relative_mse") if column in row)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--methods", default="",
                        help=f"comma separated, of: {', '.join(METHODS)}, slrm, slrm:METHOD, slrm@LABEL, slrm:METHOD@LABEL "
                             "(default: those for the label of each pair)")
    parser.add_argument("--out", type=Path, required=True, help="the table; rows it already holds are skipped")
    parser.add_argument("--only", default="", help="only tasks whose name matches this regular expression")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=3600, help="seconds for one method on one pair")
    parser.add_argument("--retry", action="store_true", help="run failed rows again")
    arguments = parser.parse_args()

    names = [n for n in arguments.methods.split(",") if n]
    unknown = [n for n in names if n not in METHODS and not OURS.fullmatch(n)]
    if unknown:
        parser.error(f"unknown methods {', '.join(unknown)}; known: {', '.join(METHODS)}, slrm, slrm:METHOD, slrm@LABEL")
    tasks = [p.name[:-len(".train.csv")] for p in sorted(arguments.folder.glob("*.train.csv"))]
    tasks = [t for t in tasks if re.search(arguments.only, t)]
    if not tasks:
        parser.error(f"no NAME.train.csv in {arguments.folder} matches")
    known = functools.lru_cache(None)(installed)
    done = done_already(arguments.out, arguments.retry)

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    for number, task in enumerate(tasks, 1):
        with tempfile.TemporaryDirectory() as folder:
            work = Path(folder)
            train = (arguments.folder / f"{task}.train.csv").resolve()
            targets = without_target(arguments.folder / f"{task}.test.csv", work / "test.csv")
            label = label_of(arguments.folder / f"{task}.json", targets)
            score = functools.partial(scored, targets=targets, label=label)
            for name in names or DEFAULT[label["label"]]:
                if (task, name) in done or not known(name):
                    continue
                row = {"task": task} | run_one(name, train, work / "test.csv", score, work, arguments)
                with open(arguments.out, "a", newline="") as file:
                    csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n").writerow(row)
                error = headline(row) if row["status"] == "ok" else row["status"]
                print(f"[{number}/{len(tasks)}] {task} {name}: {error}, {row['seconds']} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
