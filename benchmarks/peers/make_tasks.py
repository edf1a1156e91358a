#!/usr/bin/env python3
"""Make folders of train/test pairs: NAME.train.csv, NAME.test.csv (target y, empty = missing) and NAME.json.

    make_tasks.py atp synthetic real panel --data DATA --out TASKS

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

ROOT = Path(__file__).resolve().parents[2]


def generator(*key):
    """A generator that depends on the key only, so that adding a task changes no other."""
    return np.random.default_rng([zlib.crc32(str(k).encode()) for k in key])


def keep(x, probability, rng):
    """A copy of x in which each entry stays with the given probability."""
    return np.where(rng.random(x.shape) < probability, x, np.nan)


def write_pair(folder, name, names, x, y, train, test, meta):
    """y is one column (named y) or several (y1, y2, ...); train and test are row numbers."""
    folder.mkdir(parents=True, exist_ok=True)
    y = np.asarray(y, float)
    targets = ["y"] if y.ndim == 1 else [f"y{k + 1}" for k in range(y.shape[1])]
    table = pd.DataFrame(np.column_stack([x, y]), columns=list(names) + targets)
    table.iloc[train].to_csv(folder / f"{name}.train.csv", index=False)
    table.iloc[test].to_csv(folder / f"{name}.test.csv", index=False)
    meta = dict(meta, train_rows=len(train), test_rows=len(test), features=x.shape[1],
                missing=float(np.isnan(x).mean()), var_y=np.var(y[test], axis=0).tolist())
    (folder / f"{name}.json").write_text(json.dumps(meta, indent=1) + "\n")


# --- synthetic: the paper's model, and a label in the weak directions ---------------------------------------------

def low_rank(rng, n, scales, w, sigma, probability, features=100):
    """x = U diag(scales) alpha + sigma e, y = w'alpha + sigma e; returns x, y, the Bayes prediction and its variance."""
    d = len(scales)
    U = np.linalg.qr(rng.standard_normal((features, d)))[0]
    V = U * scales
    alpha = rng.standard_normal((n, d))
    x = keep(alpha @ V.T + sigma * rng.standard_normal((n, features)), probability, rng)
    y = alpha @ w + sigma * rng.standard_normal(n)
    return x, y, V


def bayes(x, V, w, sigma):
    """S = (I + V_O'V_O/sigma^2)^-1; prediction w'S V_O'x_O/sigma^2, variance w'Sw + sigma^2, for each row."""
    if sigma == 0:  # codes are determined as soon as a row shows at least d entries in general position
        if np.isfinite(x).sum(1).min() < V.shape[1]:
            raise ValueError("a row shows fewer entries than the rank: the Bayes error is not 0")
        codes = [np.linalg.lstsq(V[np.isfinite(r)], r[np.isfinite(r)], rcond=None)[0] for r in x]
        return np.array(codes) @ w, np.zeros(len(x))
    prediction, variance = np.empty(len(x)), np.empty(len(x))
    for i, row in enumerate(x):
        seen = np.isfinite(row)
        Vo = V[seen]
        Sw = np.linalg.solve(np.eye(V.shape[1]) + Vo.T @ Vo / sigma**2, w)
        prediction[i] = Sw @ (Vo.T @ row[seen]) / sigma**2
        variance[i] = w @ Sw + sigma**2
    return prediction, variance


def write_synthetic(folder, name, rng, n, scales, w, sigma, probability=0.75, test_rows=5000, features=100):
    x, y, V = low_rank(rng, n + test_rows, scales, w, sigma, probability, features)
    test = np.arange(n, n + test_rows)
    prediction, variance = bayes(x[test], V, w, sigma)
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


def autos(data):
    names = ("symboling normalized-losses make fuel-type aspiration doors body-style drive-wheels engine-location "
             "wheel-base length width height curb-weight engine-type cylinders engine-size fuel-system bore stroke "
             "compression-ratio horsepower peak-rpm city-mpg highway-mpg price").split()
    text = ("make fuel-type aspiration doors body-style drive-wheels engine-location engine-type cylinders "
            "fuel-system").split()
    frame = pd.read_csv(data / "autos" / "imports-85.data", header=None, names=names, na_values="?")
    frame = frame[frame["price"].notna()]
    y = frame.pop("price").to_numpy(float)
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


SUITES = {"atp": atp, "synthetic": synthetic, "speed": speed, "real": real, "panel": panel, "shift": shift}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suites", nargs="+", choices=sorted(SUITES))
    parser.add_argument("--data", type=Path, default=os.environ.get("SLRM_DATA", ROOT.parent / "shared" / "data"),
                        help="the folder of real data sets (default: $SLRM_DATA, else shared/data beside the project)")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seeds", type=int, default=3, help="seeds of a task that does not name its own number")
    parser.add_argument("--first", type=int, default=0, help="the first of them; results are reported for 0 on, choices are made on 100 on")
    arguments = parser.parse_args()
    if set(arguments.suites) - {"synthetic", "speed"} and not Path(arguments.data).is_dir():
        sys.exit(f"no data folder at {arguments.data}: give --data or set SLRM_DATA")
    for suite in arguments.suites:
        SUITES[suite](Path(arguments.data), arguments.out, range(arguments.first, arguments.first + arguments.seeds))


if __name__ == "__main__":
    main()
