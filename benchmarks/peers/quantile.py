"""Pinball loss of a fitted quantile beside scikit-learn's on the same rows.

    ./quantile.py data.csv price 0.9 --slrm ../../slrm

A third of the labelled rows is held out. Peers: boosted trees with quantile loss on the features as they are,
linear quantile regression on mean-imputed, standardised features, and the training quantile.
"""
import argparse
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.impute import SimpleImputer
from sklearn.linear_model import QuantileRegressor
from sklearn.metrics import mean_pinball_loss
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def peers(level):
    loss = lambda model, x, y: -mean_pinball_loss(y, model.predict(x), alpha=level)
    trees = HistGradientBoostingRegressor(loss="quantile", quantile=level, early_stopping=True, random_state=0)
    trees = GridSearchCV(trees, {"max_leaf_nodes": [4, 16], "learning_rate": [0.03, 0.1]}, scoring=loss, cv=5)
    line = make_pipeline(SimpleImputer(keep_empty_features=True), StandardScaler(), QuantileRegressor(quantile=level, solver="highs"))
    line = GridSearchCV(line, {"quantileregressor__alpha": [0, 1e-3, 1e-2, 1e-1]}, scoring=loss, cv=5)
    return {"boosting": trees, "linear": line}


def slrm(command, train, test, target, level):
    with tempfile.TemporaryDirectory() as folder:
        files = {k: str(Path(folder) / k) for k in ("train.csv", "test.csv", "m.slrm", "p.csv")}
        train.to_csv(files["train.csv"], index=False)
        test.to_csv(files["test.csv"], index=False)
        fit = ["fit", files["train.csv"], "--target", target, "--label", f"quantile:{level}", "--out", files["m.slrm"]]
        predict = ["predict", files["m.slrm"], files["test.csv"], "--out", files["p.csv"]]
        for words in (fit, predict):
            subprocess.run([command, *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return pd.read_csv(files["p.csv"])["prediction"].to_numpy()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("target")
    parser.add_argument("level", type=float)
    parser.add_argument("--slrm", default=str(Path(__file__).parents[2] / "slrm"))
    a = parser.parse_args()
    table = pd.read_csv(a.data).dropna(subset=[a.target])
    held = np.random.default_rng(0).permutation(len(table)) < len(table) / 3
    train, test = table[~held], table[held]
    x = pd.get_dummies(table.drop(columns=a.target), dtype=float)
    y = table[a.target].to_numpy(float)
    found = {"training quantile": np.full(held.sum(), np.quantile(y[~held], a.level))}
    for name, model in peers(a.level).items():
        found[name] = model.fit(x[~held], y[~held]).predict(x[held])
    found["slrm"] = slrm(a.slrm, train, test, a.target, a.level)
    ours = mean_pinball_loss(y[held], found["slrm"], alpha=a.level)
    for name, p in found.items():
        loss = mean_pinball_loss(y[held], p, alpha=a.level)
        print(f"{name:18} pinball {loss:.5g}  slrm/this {ours / loss:.3f}  below {np.mean(y[held] <= p):.3f}")
