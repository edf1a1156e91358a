#!/usr/bin/env python3
"""Boosted trees of scikit-learn or xgboost with the settings of org.slrm.benchmarks.speed.TreesFit.

    trees_fit.py sklearn|xgboost THREADS SECONDS FOLDER/NAME...

Fits once, or at least three times and for so many seconds. Prints task, tool, relative test error, wall and processor seconds of the
first fit and the least of all; reading is not counted.
"""
import os
import sys
import time

tool, threads, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
os.environ["OMP_NUM_THREADS"] = threads
# Threads that spin while they wait for each other come to a standstill on a machine that is shared.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import numpy as np  # noqa: E402 (after the number of threads)

from tables import read_pair  # noqa: E402


def model(y):
    if tool == "sklearn":
        from sklearn.ensemble import HistGradientBoostingRegressor
        return HistGradientBoostingRegressor(max_iter=100, max_leaf_nodes=31, min_samples_leaf=20, learning_rate=0.1,
                                             l2_regularization=0, early_stopping=False)
    import xgboost
    return xgboost.XGBRegressor(n_estimators=100, max_leaves=31, max_depth=0, grow_policy="lossguide", tree_method="hist",
                                max_bin=255, min_child_weight=20, learning_rate=0.1, reg_lambda=0, base_score=y.mean(),
                                n_jobs=int(threads))


for pair in sys.argv[4:]:
    x, y, z = read_pair(pair + ".train.csv", pair + ".test.csv")
    truth = np.genfromtxt(pair + ".test.csv", delimiter=",", skip_header=1)[:, -1]
    model(y)  # imports are not counted
    took, start = [], time.perf_counter()
    while not took or seconds and (len(took) < 3 or time.perf_counter() - start < seconds):
        wall, processor = time.perf_counter(), time.process_time()
        fitted = model(y).fit(x, y)
        took.append((time.perf_counter() - wall, time.process_time() - processor))
    error = np.mean((fitted.predict(z) - truth) ** 2) / np.var(truth)
    least = np.min(took, axis=0)
    print(f"{os.path.basename(pair)},{tool},{error:.6f},{took[0][0]:.4f},{took[0][1]:.4f},{least[0]:.4f},{least[1]:.4f}",
          flush=True)
