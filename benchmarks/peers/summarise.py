#!/usr/bin/env python3
"""Turn tables of run.py into Markdown: summarise.py results.csv [more.csv] [--tasks FOLDER] [--ours slrm] [--into FILE].

Pairs NAME-sN belong to task NAME. With --tasks, errors are divided by the Bayes error where NAME.json knows it: by that
of the same test rows (bayes_mse_realised), so that the noise both share cancels; else by the variance of y.
Classes are compared by log loss and counts by deviance, divided by that of the Bayes predictor where it is known, else as
they are. Where a table has such rows, tasks show means over their pairs in place of medians.
--into replaces what stands between <!-- peers --> and <!-- /peers --> in a file.
"""
import argparse
import json
import re
from pathlib import Path

import numpy as np
import pandas as pd

PROPER = ("log_loss", "deviance")  # what rows are compared by where they have it

def read(paths, tasks, methods, only):
    rows = pd.concat([pd.read_csv(p) for p in paths]).drop_duplicates(["task", "method"], keep="last")
    rows = rows[rows.task.str.contains(only)].copy()
    if methods:
        rows = rows[rows.method.isin(methods)]
    rows["group"] = [re.sub(r"-s\d+$", "", t) for t in rows.task]
    rows["error"] = [unit_error(r, tasks) for r in rows.itertuples()]
    return rows


def common(rows):
    """The pairs that every method has finished, so that medians compare like with like."""
    finished = rows[rows.status == "ok"].groupby("task").method.nunique()
    return rows[rows.task.isin(finished.index[finished == rows.method.nunique()])]


def known(task, tasks):
    """What NAME.json says of a pair."""
    meta = tasks / f"{task}.json" if tasks else None
    return json.loads(meta.read_text()) if meta and meta.exists() else {}


def unit_error(row, tasks):
    bayes = known(row.task, tasks)
    for score in PROPER:
        if np.isfinite(getattr(row, score, np.nan)):
            return getattr(row, score) / bayes.get(f"bayes_{score}_realised", 1)
    if bayes.get("bayes_mse", 0) > 0:
        return row.mse / bayes["bayes_mse_realised"]
    return row.relative_mse


def has_proper(rows):
    return any(score in rows and rows[score].notna().any() for score in PROPER)


def order(rows):
    """Methods from the lowest to the highest median multiple of the best."""
    times = rows.error / rows.task.map(rows.groupby("task").error.min())
    return list(times.groupby(rows.method).median().sort_values().index)


def markdown(header, body):
    lines = [header, ["---"] * len(header)] + body
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def number(value):
    return "–" if not np.isfinite(value) else f"{value:.4g}" if value >= 1e-3 else f"{value:.1e}"


def middles(rows, methods, middle):
    """One line for each task, the median or mean over its pairs; the lowest is bold. (k): only k pairs, out of competition."""
    ok = rows[rows.status == "ok"]
    table = ok.pivot_table(index="group", columns="method", values="error", aggfunc=middle).reindex(columns=methods)
    counts = ok.pivot_table(index="group", columns="method", values="task", aggfunc="nunique").reindex(columns=methods)
    pairs = rows.groupby("group").task.nunique()
    body = []
    for group, line in table.iterrows():
        whole = counts.loc[group] == pairs[group]
        cells = [bold(v, line[whole].min()) if whole[m] else partial(v, counts.loc[group, m]) for m, v in line.items()]
        body.append([group, str(pairs[group])] + cells)
    return markdown(["task", "pairs"] + methods, body)


def partial(value, count):
    return f"{number(value)} ({count:.0f})" if np.isfinite(value) else "–"


def bold(value, best):
    return f"**{number(value)}**" if value == best else number(value)


def overall(rows, methods):
    """Error as a multiple of the lowest on the same pair: the one unit that all tasks share."""
    best = rows[rows.status == "ok"].groupby("task").error.min()
    body = []
    for name in methods:
        mine = rows[rows.method == name]
        ok = mine[mine.status == "ok"]
        times = ok.error / ok.task.map(best)
        body.append([name, number(times.median()), str(int((times == 1).sum())), str(len(ok)), str(len(mine) - len(ok)),
                     number(ok.cpu_seconds.median()), number(ok.peak_mb.median())])
    return markdown(["method", "median multiple of the best", "best on", "pairs", "failed", "CPU s", "peak MB"], body)


def against(rows, ours, methods):
    """Paired differences (theirs − ours) for each task, in standard errors over its pairs; |t| ≤ 2 is a tie."""
    wide = rows.pivot_table(index=["group", "task"], columns="method", values="error")
    others = [m for m in methods if m != ours]
    counts = {m: [0, 0, 0] for m in others + ["the best of them"]}
    short, long = [], []
    for group, block in wide.groupby(level="group"):
        block = block[block[ours].notna()]
        if block.empty:
            continue
        scores = {m: score(block[m] - block[ours]) for m in others}
        best = min(others, key=lambda m: block[m].mean() if block[m].notna().all() else np.inf)
        for m in others + ["the best of them"]:
            t = scores[best if m == "the best of them" else m]
            if np.isfinite(t):
                counts[m][verdict(t)] += 1
        mine, theirs = block[ours].mean(), block[best].mean()
        short.append([group, str(len(block)), bold(mine, min(mine, theirs)), best, bold(theirs, min(mine, theirs)),
                      signed(scores[best]), ("win", "tie", "**loss**", "one pair")[verdict(scores[best])]])
        long.append([group] + [signed(scores[m]) for m in others])
    tables = [markdown(["task", "pairs", ours, "best other", "its error", "difference, in standard errors", "for us"], short),
              markdown([f"{ours} against", "wins", "ties", "losses"], [[m] + [str(c) for c in counts[m]] for m in counts]),
              "Differences (theirs − ours) in standard errors, method by method:",
              markdown(["task"] + others, long)]
    return "\n\n".join(tables)


def coverage(rows, ours, tasks):
    """Share of targets in intervals of 90 %: the mean over a task's pairs, then each; test rows where they are known."""
    own = rows[(rows.method == ours) & rows.coverage.notna()]
    body = []
    for group, block in own.groupby("group"):
        test = str(known(block.task.iloc[0], tasks).get("test_rows", "–"))
        body.append([group, test, f"{block.coverage.mean():.3f}", ", ".join(f"{c:.3f}" for c in block.coverage)])
    return "Coverage of intervals of 90 %:\n\n" + markdown(["task", "test rows", "mean", "by seed"], body)


CLASS_SCORES = {"log_loss": "log loss", "brier": "Brier", "accuracy": "accuracy", "auc": "AUC", "ece": "ECE",
                "set_coverage": "sets cover", "set_lowest": "lowest class", "set_highest": "highest class", "set_size": "levels in a set"}


def class_scores(rows, methods):
    """All scores of classes, means over a task's pairs, as they are."""
    ok = rows[rows.log_loss.notna()]
    shown = [s for s in CLASS_SCORES if s in ok and ok[s].notna().any()]
    means = ok.groupby(["group", "method"])[shown].mean()
    body = [[group, m] + [number(v) for v in means.loc[(group, m)]]
            for group in sorted(set(ok.group)) for m in methods if (group, m) in means.index]
    return "Scores of classes, means over the pairs:\n\n" + markdown(["task", "method"] + [CLASS_SCORES[s] for s in shown], body)


def signed(t):
    return f"{t:+.1f}" if np.isfinite(t) else "–"


def verdict(t):
    """0 a win, 1 a tie, 2 a loss, 3 unknown."""
    return 3 if not np.isfinite(t) else 0 if t > 2 else 2 if t < -2 else 1


def score(difference):
    difference = difference.dropna()
    if len(difference) < 2:
        return np.nan
    return difference.mean() / max(difference.std(ddof=1) / np.sqrt(len(difference)), 1e-300)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, nargs="+")
    parser.add_argument("--tasks", type=Path, help="the folder of pairs, for Bayes errors")
    parser.add_argument("--ours", help="compare this method with each other one, task by task")
    parser.add_argument("--methods", default="", help="only these, comma separated")
    parser.add_argument("--only", default="", help="only pairs whose name matches this regular expression")
    parser.add_argument("--common", action="store_true", help="only pairs that every method has finished")
    parser.add_argument("--into", type=Path, help="put the tables between the marks in this file")
    arguments = parser.parse_args()
    methods = [m for m in arguments.methods.split(",") if m]
    rows = read(arguments.results, arguments.tasks, methods, arguments.only)
    if arguments.common:
        rows = common(rows)
    methods = order(rows)
    parts = [overall(rows, methods), middles(rows, methods, "mean" if has_proper(rows) else "median")]
    if arguments.ours:
        parts.append(against(rows, arguments.ours, methods))
        if "coverage" in rows and rows[rows.method == arguments.ours].coverage.notna().any():
            parts.append(coverage(rows, arguments.ours, arguments.tasks))
    if "log_loss" in rows and rows.log_loss.notna().any():
        parts.append(class_scores(rows, methods))
    text = "\n\n".join(parts)
    if arguments.into:
        before, rest = arguments.into.read_text().split("<!-- peers -->")
        after = rest.split("<!-- /peers -->")[1]
        arguments.into.write_text(f"{before}<!-- peers -->\n{text}\n<!-- /peers -->{after}")
    else:
        print(text)


if __name__ == "__main__":
    main()
