"""Scores of a file of predictions: what the label of a pair asks for, as columns of the table of run.py.

Plain Python, so that the runner needs nothing installed.
"""
import bisect
import csv
import json
import math

# Probabilities are raised to this and divided by their sum, the same for everybody: a level that a method has never
# seen or has ruled out costs 13.8 and not infinity. Means of counts are raised to it too.
LEAST = 1e-6
BINS = 15
ROWS_OF_A_CLASS = 50  # fewer test rows say nothing about the coverage of their class


def label_of(meta_path, targets):
    """What NAME.json says about the label; without it a target that is not a number makes classes, others numbers."""
    meta = json.loads(meta_path.read_text()) if meta_path.exists() else {}
    if "label" not in meta and not all(map(is_number, targets)):
        meta["label"] = "classes"
    return {"label": "numbers"} | meta


def is_number(text):
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def scored(predictions, targets, label):
    """The scores as a dictionary; targets are texts."""
    with open(predictions, newline="") as file:
        rows = list(csv.DictReader(file))
    if len(rows) != len(targets):
        raise ValueError(f"{len(rows)} predictions for {len(targets)} rows")
    if label["label"] == "classes":
        return class_scores(rows, targets)
    values = [float(t) for t in targets]
    scores = number_scores(rows, values)
    return scores | {"deviance": mean_deviance(rows, values, label)} if "deviance" in label else scores


def mean(values):
    values = list(values)
    return sum(values) / len(values)


# --- numbers ---------------------------------------------------------------------------------------------------------

def number_scores(rows, targets):
    """Mean squared error, and the share of targets in intervals of 90 % where there are any."""
    mse = mean((float(row["prediction"]) - t) ** 2 for row, t in zip(rows, targets))
    centre = mean(targets)
    scores = {"mse": mse, "relative_mse": mse / mean((t - centre) ** 2 for t in targets)}
    if "lower" in rows[0]:
        scores["coverage"] = mean(float(row["lower"]) <= t <= float(row["upper"]) for row, t in zip(rows, targets))
    return scores


def mean_deviance(rows, targets, label):
    unit = {"poisson": poisson, "negbin": lambda y, mu: negative_binomial(y, mu, label["size"])}
    deviance = unit[label["deviance"]]
    return mean(deviance(t, max(float(row["prediction"]), LEAST)) for row, t in zip(rows, targets))


def times_log(y, ratio):
    return y * math.log(ratio) if y > 0 else 0.0


def poisson(y, mu):
    return 2 * (times_log(y, y / mu) - (y - mu))


def negative_binomial(y, mu, size):
    """Variance mu + mu^2/size."""
    return 2 * (times_log(y, y / mu) - (y + size) * math.log((y + size) / (mu + size)))


# --- classes ---------------------------------------------------------------------------------------------------------

def class_scores(rows, targets):
    predicted = {name[2:] for name in rows[0] if name.startswith("p:")}
    if not predicted:
        raise ValueError("no columns p:LEVEL")
    levels = sorted(predicted | set(targets))
    probabilities = [clipped([float(row.get(f"p:{level}", 0)) for level in levels]) for row in rows]
    truth = [levels.index(t) for t in targets]
    best = [p.index(max(p)) for p in probabilities]
    scores = {"log_loss": mean(-math.log(p[t]) for p, t in zip(probabilities, truth)),
              "brier": mean(sum((q - (k == t)) ** 2 for k, q in enumerate(p)) for p, t in zip(probabilities, truth)),
              "accuracy": mean(b == t for b, t in zip(best, truth))}
    if len(levels) == 2:
        positive = [p[1] for p in probabilities]
        scores |= {"auc": area(positive, truth), "ece": calibration_error(positive, truth)}
    else:
        confidence = [p[b] for p, b in zip(probabilities, best)]
        scores["ece"] = calibration_error(confidence, [b == t for b, t in zip(best, truth)])
    return scores | set_scores(rows, targets) if "set" in rows[0] else scores


def clipped(p):
    if not all(map(math.isfinite, p)):
        raise ValueError("a probability is not a number")
    p = [max(q, LEAST) for q in p]
    total = sum(p)
    return [q / total for q in p]


def area(positive, truth):
    """Area under the curve: the share of pairs of a 1 and a 0 in the right order, ties one half."""
    ones = [p for p, t in zip(positive, truth) if t]
    zeros = sorted(p for p, t in zip(positive, truth) if not t)
    if not ones or not zeros:
        return ""
    return mean((bisect.bisect_left(zeros, p) + bisect.bisect_right(zeros, p)) / 2 for p in ones) / len(zeros)


def calibration_error(probabilities, came):
    """Expected calibration error: |mean probability - frequency| of bins of equal width, weighted by their rows."""
    gaps = [0.0] * BINS
    for p, c in zip(probabilities, came):
        gaps[min(int(p * BINS), BINS - 1)] += p - c
    return sum(map(abs, gaps)) / len(probabilities)


def set_scores(rows, targets):
    """Share of prediction sets that hold the class that came: of all rows, and lowest and highest of the classes."""
    sets = [row["set"].split("|") for row in rows]
    hits = [t in s for s, t in zip(sets, targets)]
    scores = {"set_coverage": mean(hits), "set_size": mean(len([v for v in s if v]) for s in sets)}
    classes = [level for level in set(targets) if targets.count(level) >= ROWS_OF_A_CLASS]
    shares = [mean(h for h, t in zip(hits, targets) if t == level) for level in classes]
    return scores | {"set_lowest": min(shares), "set_highest": max(shares)} if shares else scores
