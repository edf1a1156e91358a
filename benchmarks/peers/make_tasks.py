#!/usr/bin/env python3
"""Make folders of train/test pairs: NAME.train.csv, NAME.test.csv (target y, empty = missing) and NAME.json.

    make_tasks.py atp synthetic real panel classes labels --data DATA --out TASKS

Names end in -sN, N the split or seed; what stands before it is the task. Same arguments, same bytes.
"""
import argparse
import json
import os
import sys
import zlib
from pathlib import Path

import numpy as np
import pandas as pd

import bayes
import mixed_tables
import scores

ROOT = Path(__file__).resolve().parents[2]


def generator(*key):
    """A generator that depends on the key only, so that adding a task changes no other."""
    return np.random.default_rng([zlib.crc32(str(k).encode()) for k in key])


def keep(x, probability, rng):
    """A copy of x in which each entry stays with the given probability."""
    return np.where(rng.random(x.shape) < probability, x, np.nan)


def write_pair(folder, name, names, x, y, train, test, meta):
    """x may hold texts; y is one column (named y) or several (y1, y2, ...), numbers or texts; train and test are row numbers."""
    folder.mkdir(parents=True, exist_ok=True)
    y = np.asarray(y)
    targets = ["y"] if y.ndim == 1 else [f"y{k + 1}" for k in range(y.shape[1])]
    table = pd.concat([pd.DataFrame(x, columns=list(names)), pd.DataFrame(y, columns=targets)], axis=1)
    table.iloc[train].to_csv(folder / f"{name}.train.csv", index=False)
    table.iloc[test].to_csv(folder / f"{name}.test.csv", index=False)
    meta = dict(meta, train_rows=len(train), test_rows=len(test), features=x.shape[1],
                missing=float(pd.isna(x).mean()))
    if y.dtype.kind not in "OU":
        meta["var_y"] = np.var(y[test], axis=0).tolist()
    (folder / f"{name}.json").write_text(json.dumps(meta, indent=1) + "\n")


# --- synthetic: the paper's model, and a label in the weak directions ---------------------------------------------

def codes_and_rows(rng, n, scales, sigma, probability, features=100):
    """x = V alpha + sigma e with V = U diag(scales), and entries removed; returns alpha, x and V."""
    d = len(scales)
    U = np.linalg.qr(rng.standard_normal((features, d)))[0]
    V = U * scales
    alpha = rng.standard_normal((n, d))
    x = keep(alpha @ V.T + sigma * rng.standard_normal((n, features)), probability, rng)
    return alpha, x, V


def bayes_label(x, V, w, sigma):
    """Bayes prediction of y = w'alpha + sigma e and its variance, for each row."""
    if sigma == 0:  # codes are determined as soon as a row shows at least d entries in general position
        if np.isfinite(x).sum(1).min() < V.shape[1]:
            raise ValueError("a row shows fewer entries than the rank: the Bayes error is not 0")
        codes = [np.linalg.lstsq(V[np.isfinite(r)], r[np.isfinite(r)], rcond=None)[0] for r in x]
        return np.array(codes) @ w, np.zeros(len(x))
    mean, covariance = bayes.posterior(x, V, w[:, None], sigma)
    return mean[:, 0], covariance[:, 0, 0] + sigma**2


def write_synthetic(folder, name, rng, n, scales, w, sigma, probability=0.75, test_rows=5000, features=100):
    alpha, x, V = codes_and_rows(rng, n + test_rows, scales, sigma, probability, features)
    y = alpha @ w + sigma * rng.standard_normal(n + test_rows)
    test = np.arange(n, n + test_rows)
    prediction, variance = bayes_label(x[test], V, w, sigma)
    meta = dict(source="simulated", sigma=sigma, rank=len(scales), keep=probability,
                bayes_mse=float(variance.mean()), bayes_mse_realised=float(np.mean((prediction - y[test]) ** 2)))
    write_pair(folder, name, [f"x{j + 1}" for j in range(x.shape[1])], x, y, np.arange(n), test, meta)


def sparse_weights(rng, d, nonzeros):
    w = np.zeros(d)
    w[rng.permutation(d)[:nonzeros]] = rng.standard_normal(nonzeros)
    return w


FIVE_SEEDS = {(0.3, 1600), (1, 12800), (1, 1600), (1, 400), (0, 400)}


def synthetic(data, out, seeds):
    for n in (400, 1600, 12800):
        for sigma in (0, 0.3, 1):
            for seed in range(5) if (sigma, n) in FIVE_SEEDS else seeds:
                rng = generator("synthetic", n, sigma, seed)
                w = sparse_weights(rng, 30, 10)
                write_synthetic(out / "synthetic", f"paper-n{n}-sigma{sigma}-s{seed}", rng, n, np.ones(30), w, sigma)
    for seed in range(5):
        rng = generator("weak", seed)
        w = np.r_[np.zeros(20), rng.standard_normal(10)]
        write_synthetic(out / "synthetic", f"weak-n1000-sigma0.1-s{seed}", rng, 1000, np.linspace(3, 0.6, 30), w, 0.1)


def speed(data, out, seeds):
    """Two sizes for timing whole runs, process start included."""
    for n, features in ((12800, 100), (1600, 400)):
        rng = generator("speed", n, features)
        w = sparse_weights(rng, 30, 10)
        write_synthetic(out / "speed", f"speed-n{n}-d{features}-s0", rng, n, np.ones(30), w, 1, test_rows=1000, features=features)


# --- the shared data sets --------------------------------------------------------------------------------------------

def arff(path, targets):
    """Features, their names, and the last `targets` columns, of a numeric ARFF file."""
    lines = path.read_text().splitlines()
    start = next(i for i, line in enumerate(lines) if line.strip().lower() == "@data")
    names = [line.split(None, 1)[1].rsplit(None, 1)[0].replace('"', "").replace("'", "")
             for line in lines[:start] if line.lower().startswith("@attribute")]
    table = np.array([[float(v) for v in line.split(",")] for line in lines[start + 1:] if line.strip()])
    return table[:, :-targets], names[:-targets], table[:, -targets:]


def split(rng, rows, train, test):
    order = rng.permutation(rows)
    return order[:train], order[train:train + test]


def atp(data, out, seeds):
    """Half of the entries observed; the six targets of a split share rows and mask."""
    for name, train_rows, test_rows in (("atp1d", 250, 87), ("atp7d", 220, 76)):
        x, names, y = arff(data / "atp" / f"{name}.arff", 6)
        for s in range(5):
            rng = generator(name, s)
            train, test = split(rng, len(x), train_rows, test_rows)
            seen = keep(x, 0.5, rng)
            meta = dict(source=f"atp/{name}.arff", keep=0.5)
            for t in range(6):
                write_pair(out / "atp", f"{name}-t{t + 1}-s{s}", names, seen, y[:, t], train, test, meta)
            write_pair(out / "atp-multi", f"{name}-s{s}", names, seen, y, train, test, meta)


def one_hot(column, least=10):
    """Indicators of the levels with at least `least` rows; a missing category is missing in all of them."""
    counts = column.value_counts()
    levels = sorted(counts.index[counts >= least])
    block = pd.DataFrame({f"{column.name}={v}": (column == v).astype(float) for v in levels}, index=column.index)
    block[column.isna()] = np.nan
    return block


def numeric_table(frame, categorical):
    """Numbers as they are, categories as indicators; an empty cell stays missing."""
    blocks = [one_hot(frame[c]) if c in categorical else pd.to_numeric(frame[c]).to_frame() for c in frame.columns]
    table = pd.concat(blocks, axis=1)
    return table.to_numpy(float), list(table.columns)


def air_quality(data, target="CO(GT)"):
    frame = pd.read_csv(data / "air_quality" / "AirQualityUCI.csv.gz").iloc[:, 2:15].dropna(how="all")
    frame = frame.mask(frame == -200)
    frame = frame[frame[target].notna()]
    y = frame.pop(target).to_numpy(float)
    return frame.to_numpy(float), list(frame.columns), y


def beijing(data, target="Aotizhongxin.PM2.5"):
    """The twelve stations joined on the hour; a measurement of one from the 131 other numeric columns."""
    numeric = ["PM2.5", "PM10", "SO2", "NO2", "CO", "O3", "TEMP", "PRES", "DEWP", "RAIN", "WSPM"]
    stations = []
    for path in sorted((data / "beijing_air").glob("PRSA_Data_*.csv.gz")):
        frame = pd.read_csv(path).set_index(["year", "month", "day", "hour"])
        stations.append(frame[numeric].add_prefix(path.name.split("_")[2] + "."))
    table = pd.concat(stations, axis=1)
    table = table[table[target].notna()]
    y = table.pop(target).to_numpy(float)
    return table.to_numpy(float), list(table.columns), y


def ames(data):
    """An empty field is missing; the literal NA is a category ("has none")."""
    frame = pd.read_csv(data / "ames" / "AmesHousing.tsv.gz", sep="\t", dtype=str, keep_default_na=False)
    frame = frame.drop(columns=["Order", "PID"]).apply(lambda c: c.str.strip()).replace("", np.nan)
    y = frame.pop("SalePrice").astype(float).to_numpy()
    text = [c for c in frame if pd.to_numeric(frame[c].replace("NA", np.nan), errors="coerce").notna().sum()
            < frame[c].replace("NA", np.nan).notna().sum() or c == "MS SubClass"]
    numbers = [c for c in frame if c not in text]
    frame[numbers] = frame[numbers].replace("NA", np.nan)
    x, names = numeric_table(frame, text)
    return x, names, y


def autos(data, target="price"):
    names = ("symboling normalized-losses make fuel-type aspiration doors body-style drive-wheels engine-location "
             "wheel-base length width height curb-weight engine-type cylinders engine-size fuel-system bore stroke "
             "compression-ratio horsepower peak-rpm city-mpg highway-mpg price").split()
    text = ("make fuel-type aspiration doors body-style drive-wheels engine-location engine-type cylinders "
            "fuel-system").split()
    frame = pd.read_csv(data / "autos" / "imports-85.data", header=None, names=names, na_values="?")
    frame = frame[frame[target].notna()]
    y = frame.pop(target).to_numpy(float)
    x, names = numeric_table(frame, text)
    return x, names, y


def ct_slice(data):
    frame = pd.read_csv(data / "ct_slice" / "slice_localization_first682.csv.gz").drop(columns="patientId")
    y = frame.pop("reference").to_numpy(float)
    return frame.to_numpy(float), list(frame.columns), y


def leukemia(data):
    frame = pd.read_csv(data / "leukemia" / "leukemia_standardized.csv.gz")
    return frame.iloc[:, 4:].to_numpy(float), list(frame.columns[4:]), frame["label"].to_numpy(float)


def colon(data):
    import gzip
    with gzip.open(data / "colon" / "colon-cancer.libsvm.gz", "rt") as lines:
        rows = [line.split() for line in lines if line.strip()]
    x = np.array([[float(v.split(":")[1]) for v in row[1:]] for row in rows])
    return x, [f"g{j + 1}" for j in range(x.shape[1])], np.array([float(row[0]) for row in rows])


# task, reader, train rows, test rows, share of the entries that is kept (1: only what is naturally missing)
REAL = (
    ("airquality", air_quality, 4000, 3000, 1),
    ("beijing", beijing, 6000, 4000, 1),
    ("ames", ames, 1500, 1430, 1),
    ("autos", autos, 140, 61, 1),
    ("ct", ct_slice, 400, 282, 0.5),
    ("leukemia-k10", leukemia, 48, 24, 0.1),
    ("leukemia-k50", leukemia, 48, 24, 0.5),
    ("colon-k10", colon, 42, 20, 0.1),
    ("colon-k50", colon, 42, 20, 0.5),
)


def real(data, out, seeds):
    for task, reader, train_rows, test_rows, share in REAL:
        x, names, y = reader(data)
        for seed in seeds:
            rng = generator(task, seed)
            train, test = split(rng, len(x), train_rows, test_rows)
            seen = keep(x, share, rng) if share < 1 else x
            write_pair(out / "real", f"{task}-s{seed}", names, seen, y, train, test,
                       dict(source=reader.__name__, keep=share))
    x, names, y = arff(data / "mulan_extra" / "oes10.arff", 16)
    for seed in seeds:
        rng = generator("oes10", seed)
        train, test = split(rng, len(x), 300, 103)
        seen = keep(x, 0.5, rng)
        for t in (0, 5, 10, 15):
            write_pair(out / "real", f"oes10-t{t + 1}-s{seed}", names, seen, y[:, t], train, test,
                       dict(source="mulan_extra/oes10.arff", keep=0.5))


# --- the panel: every kind of task at a size that all peers can finish ------------------------------------------------

# Beijing and Air Quality are cut to 2000 + 2000 rows; synthetic test rows to 2000; the rest is as in the other suites.
NATURAL = (
    ("airquality-co", lambda data: air_quality(data, "CO(GT)"), 2000, 2000),
    ("airquality-nox", lambda data: air_quality(data, "NOx(GT)"), 2000, 2000),
    ("airquality-no2", lambda data: air_quality(data, "NO2(GT)"), 2000, 2000),
    ("beijing-pm25", lambda data: beijing(data, "Aotizhongxin.PM2.5"), 2000, 2000),
    ("beijing-o3", lambda data: beijing(data, "Aotizhongxin.O3"), 2000, 2000),
    ("ames", ames, 1500, 1430),
    ("autos", autos, 140, 61),
)
REMOVED = (("ct-k50", ct_slice, 400, 282), ("colon-k50", colon, 42, 20))


def panel(data, out, seeds):
    folder = out / "panel"
    for n in (400, 1600):
        for sigma in (0, 0.3, 1):
            for seed in seeds:
                rng = generator("panel", n, sigma, seed)
                w = sparse_weights(rng, 30, 10)
                write_synthetic(folder, f"paper-n{n}-sigma{sigma}-s{seed}", rng, n, np.ones(30), w, sigma, test_rows=2000)
    for seed in seeds:
        rng = generator("panel", "weak", seed)
        w = np.r_[np.zeros(20), rng.standard_normal(10)]
        write_synthetic(folder, f"weak-n1000-sigma0.1-s{seed}", rng, 1000, np.linspace(3, 0.6, 30), w, 0.1, test_rows=2000)
    for task, reader, train_rows, test_rows, share in [t + (1,) for t in NATURAL] + [t + (0.5,) for t in REMOVED]:
        x, names, y = reader(data)
        for seed in seeds:
            rng = generator("panel", task, seed)
            train, test = split(rng, len(x), train_rows, test_rows)
            write_pair(folder, f"{task}-s{seed}", names, keep(x, share, rng) if share < 1 else x, y, train, test,
                       dict(natural=share == 1, keep=share))
    for file, targets, chosen, train_rows, test_rows in (("atp/atp1d", 6, (0, 3), 250, 87), ("atp/atp7d", 6, (0, 3), 220, 76),
                                                         ("mulan_extra/oes10", 16, (0, 10), 300, 103)):
        x, names, y = arff(data / f"{file}.arff", targets)
        name = file.split("/")[1]
        for seed in seeds:
            rng = generator(name, seed)
            train, test = split(rng, len(x), train_rows, test_rows)
            seen = keep(x, 0.5, rng)
            for t in chosen:
                write_pair(folder, f"{name}-t{t + 1}-s{seed}", names, seen, y[:, t], train, test,
                           dict(source=f"{file}.arff", keep=0.5))


# --- rows to come that show another share of their entries than those of the fit ----------------------------------

def shift(data, out, seeds):
    oes10 = lambda folder: (lambda x, names, y: (x, names, y[:, 0]))(*arff(folder / "mulan_extra" / "oes10.arff", 16))
    for task, reader, train_rows, test_rows in (("colon", colon, 42, 20), ("leukemia", leukemia, 48, 24),
                                                ("oes10-t1", oes10, 300, 103), ("ct", ct_slice, 400, 282)):
        x, names, y = reader(data)
        for fitted, new in ((0.75, 0.1), (0.1, 0.75)):
            for seed in seeds:
                rng = generator("shift", task, fitted, seed)
                train, test = split(rng, len(x), train_rows, test_rows)
                seen = x.copy()
                seen[train] = keep(x[train], fitted, rng)
                seen[test] = keep(x[test], new, rng)
                write_pair(out / "shift", f"{task}-{fitted:g}-{new:g}-s{seed}", names, seen, y, train, test,
                           dict(keep=fitted, keep_new=new))


# --- Gaussian features of rank d/2, half of the entries missing: how far a fit is from the Bayes predictor ------------

def gaussian(data, out, seeds):
    for n, d in ((10000, 50), (60000, 30)):
        for seed in seeds:
            rng = generator("gaussian", n, d, seed)
            B = rng.standard_normal((d, d // 2))
            C, mu, beta = B @ B.T + np.diag(rng.uniform(0.01, 0.1, d)), rng.standard_normal(d), rng.standard_normal(d)
            x = rng.multivariate_normal(mu, C, size=n + 5000, method="cholesky")
            y = x @ beta
            y = y + rng.standard_normal(len(y)) * np.sqrt(np.var(y) / 10)
            seen, test = keep(x, 0.5, rng), np.arange(n, n + 5000)
            prediction = [conditional_mean(row, mu, C) @ beta for row in seen[test]]
            write_pair(out / "gaussian", f"gaussian-n{n}-d{d}-s{seed}", [f"x{j + 1}" for j in range(d)], seen, y, np.arange(n), test,
                       dict(source="simulated", keep=0.5, bayes_mse_realised=float(np.mean((prediction - y[test]) ** 2))))


def conditional_mean(row, mu, C):
    """The row with missing entries at their expectation given the others."""
    known = np.isfinite(row)
    out = np.where(known, row, mu)
    out[~known] += C[np.ix_(~known, known)] @ np.linalg.solve(C[np.ix_(known, known)], (row - mu)[known])
    return out


# --- mechanisms: the benchmark of Le Morvan et al., NeurIPS 2020 ------------------------------------------------------

MECHANISMS = ("mcar", "mar", "gaussian-masking", "probit-masking")


def mechanisms(data, out, seeds):
    """Gaussian features of rank d/2, half of the entries missing by four mechanisms; signal-to-noise ratio 10."""
    n, tests = 10000, 5000
    for d in (10, 20, 50):
        for mechanism in MECHANISMS:
            for seed in seeds:
                rng = generator("mechanisms", mechanism, d, seed)
                B = rng.standard_normal((d, d // 2))
                C, mu = B @ B.T + np.diag(rng.uniform(0.01, 0.1, d)), rng.standard_normal(d)
                beta = np.ones(d) / np.sqrt(C.sum())
                x = rng.multivariate_normal(mu, C, size=n + tests, method="cholesky")
                y = 1 + x @ beta + rng.standard_normal(n + tests) * np.sqrt(0.1)
                hidden, center, width = missing(mechanism, x, mu, C, rng)
                seen, test = np.where(hidden, np.nan, x), np.arange(n, n + tests)
                known = dict(source="simulated", mechanism=mechanism)
                if mechanism != "probit-masking":
                    prediction = [1 + masked_mean(row, mu, C, center, width) @ beta for row in seen[test]]
                    known["bayes_mse_realised"] = float(np.mean((prediction - y[test]) ** 2))
                write_pair(out / "mechanisms", f"{mechanism}-d{d}-s{seed}", [f"x{j + 1}" for j in range(d)], seen, y, np.arange(n), test, known)


def missing(mechanism, x, mu, C, rng):
    """Which entries are missing, and center and width of the curve P(missing | x), infinite where it does not matter."""
    d, sd = len(mu), np.sqrt(np.diag(C))
    center, width = np.zeros(d), np.full(d, np.inf)
    if mechanism == "mcar":
        probability = np.full(x.shape, 0.5)
    elif mechanism == "mar":
        # The first half is always observed; the others are missing by a logistic function of it.
        z = ((x - mu) / sd)[:, : d // 2] @ rng.standard_normal((d // 2, d - d // 2)) / np.sqrt(d / 2)
        probability = np.hstack([np.zeros((len(x), d // 2)), 1 / (1 + np.exp(-2 * z))])
    elif mechanism == "gaussian-masking":
        center, width = mu + 2 * sd, 4 * sd**2
        curve = np.exp(-((x - center) ** 2) / (2 * width))
        probability = np.minimum(1, curve * (0.5 / curve.mean(0)))
        assert (curve * (0.5 / curve.mean(0))).max() <= 1
    else:
        from scipy.stats import norm
        probability = norm.cdf((x - mu) / sd)
    return rng.random(x.shape) < probability, center, width


def masked_mean(row, mu, C, center, width):
    """The row with missing entries at their expectation given the others and that they are missing.

    A missing entry acts as an observation of the center with the width as noise.
    """
    known, informed = np.isfinite(row), ~np.isfinite(row) & np.isfinite(width)
    used = known | informed
    value, noise = np.where(known, row, center), np.where(known, 0, np.where(informed, width, 0))
    if not used.any():
        return mu
    gain = C[:, used] @ np.linalg.inv(C[np.ix_(used, used)] + np.diag(noise[used]))
    return mu + gain @ (value - mu)[used]


# --- mixed: text columns, classes, skew and natural missing values ----------------------------------------------------

def mixed(data, out, seeds):
    """70 % of the rows, at most 2,000, for training; the rest, at most 4,000, for testing. Elevators is complete: 30 % is removed."""
    for task in mixed_tables.TABLES:
        x, y, kind = mixed_tables.read(data, task)
        meta = dict(label=kind) | (dict(levels=sorted(set(y), key=level_order)) if kind == "classes" else {})
        for seed in seeds:
            rng = generator("mixed", task, seed)
            size = min(2000, int(0.7 * len(x)))
            train, test = split(rng, len(x), size, min(4000, len(x) - size))
            seen = x.mask(rng.random(x.shape) < 0.3) if task == "elevators" else x
            write_pair(out / "mixed", f"{task}-s{seed}", list(x.columns), seen.to_numpy(object), y, train, test, meta)


# --- classes: made from the shared data -------------------------------------------------------------------------------

def two_levels(reader, threshold, below, above):
    """A task whose target is cut at a number, or at its median."""
    def read(data):
        x, names, y = reader(data)
        return x, names, np.where(y > (np.median(y) if threshold is None else threshold), above, below)
    return read


def ames_quarters(data):
    x, names, y = ames(data)
    return x, names, np.array(["q1", "q2", "q3", "q4"])[np.searchsorted(np.quantile(y, [0.25, 0.5, 0.75]), y)]


def autos_symboling(data):
    """Insurers' risk, -2 to 3, the numbers as texts; cars without a price are kept, since the price is a feature here."""
    x, names, y = autos(data, "symboling")
    return x, names, y.astype(int).astype(str)


# task, reader, train rows, test rows, share of the entries that is kept
CLASSES = (
    ("leukemia-k50", two_levels(leukemia, 0, "AML", "ALL"), 48, 24, 0.5),
    ("colon-k50", two_levels(colon, 0, "tumor", "normal"), 42, 20, 0.5),
    ("airquality-high", two_levels(air_quality, None, "low", "high"), 2000, 2000, 1),
    ("ames-quarters", ames_quarters, 1500, 1430, 1),
    ("autos-symboling", autos_symboling, 140, 65, 1),
)


def classes(data, out, seeds):
    for task, reader, train_rows, test_rows, share in CLASSES:
        x, names, y = reader(data)
        meta = dict(label="classes", levels=sorted(set(y), key=level_order), natural=share == 1, keep=share)
        for seed in seeds:
            rng = generator("classes", task, seed)
            train, test = split(rng, len(x), train_rows, test_rows)
            write_pair(out / "classes", f"{task}-s{seed}", names, keep(x, share, rng) if share < 1 else x, y, train, test, meta)


def level_order(level):
    """Numbers by size, texts by the alphabet."""
    return (0, float(level), "") if scores.is_number(level) else (1, 0.0, level)


# --- labels: classes, counts, amounts and gross errors on the paper's model, with their Bayes scores ----------------------

SIGMA, RANK, NONZEROS = 0.3, 30, 10
COUNT_MEAN, COUNT_SPREAD, SIZE = 3, 0.8, 2
TRAIN, TEST = np.arange(1600), np.arange(1600, 6600)


def write_label(out, kind, seed, x, y, meta):
    meta = dict(dict(source="simulated", sigma=SIGMA, rank=RANK, keep=0.75), **meta)
    write_pair(out / "labels", f"{kind}-n1600-s{seed}", [f"x{j + 1}" for j in range(x.shape[1])], x, y, TRAIN, TEST, meta)


def simulated(kind, seed, targets=1):
    """A generator, codes, rows, V and weights (a column for each target) of the paper's model."""
    rng = generator("labels", kind, seed)
    W = np.column_stack([sparse_weights(rng, RANK, NONZEROS) for _ in range(targets)])
    return (rng, *codes_and_rows(rng, len(TRAIN) + len(TEST), np.ones(RANK), SIGMA, 0.75), W)


def class_meta(levels, p, y):
    return dict(label="classes", levels=levels, bayes_log_loss=bayes.entropy(p), bayes_log_loss_realised=bayes.log_loss(p, y[TEST]))


def logit(out, seed):
    """P(yes) = 1/(1 + exp(-1/2 - w'alpha)); non-zeros of w standard normal as in the paper."""
    rng, alpha, x, V, W = simulated("logit", seed)
    eta = 0.5 + alpha @ W[:, 0]
    y = (rng.random(len(eta)) < 1 / (1 + np.exp(-eta))).astype(int)
    mean, covariance = bayes.posterior(x[TEST], V, W, SIGMA)
    meta = class_meta(["no", "yes"], bayes.logistic(0.5 + mean, covariance), y)
    write_label(out, "logit", seed, x, np.array(["no", "yes"])[y], meta)


def softmax3(out, seed):
    """P(class k) proportional to exp(b_k + w_k'alpha), b = 1/2, 0, -1/2."""
    rng, alpha, x, V, W = simulated("softmax3", seed, 3)
    b = np.array([0.5, 0, -0.5])
    y = (rng.random((len(x), 1)) > bayes.softmax(b + alpha @ W).cumsum(1)[:, :2]).sum(1)
    mean, covariance = bayes.posterior(x[TEST], V, W, SIGMA)
    meta = class_meta(["a", "b", "c"], bayes.three_classes(b + mean, covariance), y)
    write_label(out, "softmax3", seed, x, np.array(["a", "b", "c"])[y], meta)


def positive_mean(kind, seed):
    """exp(b + w'alpha) with mean 3 and w'alpha of deviation 0.8; its posterior mean at the test rows and the posterior variance."""
    rng, alpha, x, V, W = simulated(kind, seed)
    W *= COUNT_SPREAD / np.linalg.norm(W)
    b = np.log(COUNT_MEAN) - COUNT_SPREAD**2 / 2
    mean, covariance = bayes.posterior(x[TEST], V, W, SIGMA)
    return rng, x, np.exp(b + alpha @ W[:, 0]), bayes.log_normal_mean(b + mean, covariance), covariance[:, 0, 0]


def deviance_meta(meta, prediction, y):
    rows = [{"prediction": p} for p in prediction]
    return dict(meta, bayes_deviance_realised=scores.mean_deviance(rows, y[TEST].tolist(), meta))


def poisson(out, seed):
    rng, x, mu, prediction, _ = positive_mean("poisson", seed)
    y = rng.poisson(mu)
    write_label(out, "poisson", seed, x, y, deviance_meta(dict(label="counts", deviance="poisson"), prediction, y))


def negbin(out, seed):
    """Variance mu + mu^2/2."""
    rng, x, mu, prediction, _ = positive_mean("negbin", seed)
    y = rng.negative_binomial(SIZE, SIZE / (SIZE + mu))
    write_label(out, "negbin", seed, x, y, deviance_meta(dict(label="counts", deviance="negbin", size=SIZE), prediction, y))


def amount(out, seed):
    """y = exp(b + w'alpha + sigma e); its mean given the row is that of a log-normal."""
    rng, x, mu, prediction, v = positive_mean("amount", seed)
    y = mu * np.exp(SIGMA * rng.standard_normal(len(mu)))
    prediction, v = prediction * np.exp(SIGMA**2 / 2), v + SIGMA**2
    meta = dict(label="positive", bayes_mse=float(np.mean(prediction**2 * np.expm1(v))),
                bayes_mse_realised=float(np.mean((prediction - y[TEST]) ** 2)))
    write_label(out, "amount", seed, x, y, meta)


def gross(out, seed):
    """A label of the paper's model, clean and with 5 % of the training labels moved by 20 to 50 deviations of y, up or down."""
    rng, alpha, x, V, W = simulated("gross", seed)
    y = alpha @ W[:, 0] + SIGMA * rng.standard_normal(len(x))
    prediction, variance = bayes_label(x[TEST], V, W[:, 0], SIGMA)
    meta = dict(bayes_mse=float(variance.mean()), bayes_mse_realised=float(np.mean((prediction - y[TEST]) ** 2)))
    write_label(out, "clean", seed, x, y, meta)
    wrong = rng.permutation(TRAIN)[:len(TRAIN) // 20]
    y = y.copy()
    y[wrong] += y[TRAIN].std() * rng.uniform(20, 50, len(wrong)) * rng.choice([-1, 1], len(wrong))
    write_label(out, "gross", seed, x, y, dict(meta, gross=0.05))


def labels(data, out, seeds):
    for seed in seeds:
        for write in (logit, softmax3, poisson, negbin, amount, gross):
            write(out, seed)


SUITES = {"atp": atp, "mixed": mixed, "synthetic": synthetic, "speed": speed, "real": real, "panel": panel, "shift": shift,
          "gaussian": gaussian, "mechanisms": mechanisms, "classes": classes, "labels": labels}
FIVE_SPLITS = {"classes", "labels"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suites", nargs="+", choices=sorted(SUITES))
    parser.add_argument("--data", type=Path, default=os.environ.get("SLRM_DATA", ROOT.parent / "shared" / "data"),
                        help="the folder of real data sets (default: $SLRM_DATA, else shared/data beside the project)")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seeds", type=int, help="seeds of a task that does not name its own number (default: 3; of classes and labels 5)")
    parser.add_argument("--first", type=int, default=0, help="the first of them; results are reported for 0 on, choices are made on 100 on")
    arguments = parser.parse_args()
    if set(arguments.suites) - {"synthetic", "speed", "labels", "gaussian", "mechanisms"} and not Path(arguments.data).is_dir():
        sys.exit(f"no data folder at {arguments.data}: give --data or set SLRM_DATA")
    for suite in arguments.suites:
        count = arguments.seeds or (5 if suite in FIVE_SPLITS else 3)
        SUITES[suite](Path(arguments.data), arguments.out, range(arguments.first, arguments.first + count))


if __name__ == "__main__":
    main()
