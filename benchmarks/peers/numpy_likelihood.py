"""One iteration of the likelihood solver (docs/method.md, L-1 to L-3) in NumPy: batched matrix products and inverses.

A process that answers "run" lines on stdin with the seconds, by the clock and of the processor, of one iteration from the same start; the runner is
org.slrm.benchmarks.speed.NumpyRatio, which also compares the results. Arguments: FOLDER with raw float64 files.
"""
import json
import sys
import time

import numpy as np

folder = sys.argv[1]
meta = json.load(open(folder + "/meta.json"))
n, D, d = (meta[k] for k in ("n", "D", "d"))
X = np.fromfile(folder + "/X", float).reshape(n, D)
V0 = np.fromfile(folder + "/V", float).reshape(D, d)
mu0 = np.fromfile(folder + "/mu", float)
psi0 = np.fromfile(folder + "/psi", float)
mask = (~np.isnan(X)).astype(float)
filled = np.where(np.isnan(X), 0, X)
count = mask.sum(0)
ROWS = 1600  # rows at a time, so that the second moments stay near the processor


def iteration(V, mu, psi):
    scaled = V / psi[:, None]
    outers = (V[:, :, None] * scaled[:, None, :]).reshape(D, d * d)
    log_noise = np.log(2 * np.pi * psi)
    gram = np.zeros((D, (d + 1) * (d + 1)))
    xa = np.zeros((D, d + 1))
    objective = 0.0
    for first in range(0, n, ROWS):
        m, x = mask[first : first + ROWS], filled[first : first + ROWS]
        # (L-1): precisions as one matrix product, covariances as batched inverses
        precision = (m @ outers).reshape(-1, d, d) + np.eye(d)
        S = np.linalg.inv(precision)
        r = x - m * mu
        h = r @ scaled
        a = np.matmul(S, h[:, :, None])[:, :, 0]
        # (L-2)
        objective -= 0.5 * (
            (m @ log_noise).sum() + (r * r / psi).sum() + np.linalg.slogdet(precision)[1].sum() - (h * a).sum()
        )
        moments = np.empty((len(x), d + 1, d + 1))
        moments[:, :d, :d] = S + a[:, :, None] * a[:, None, :]
        moments[:, d, :d] = moments[:, :d, d] = a
        moments[:, d, d] = 1
        gram += m.T @ moments.reshape(len(x), -1)
        xa += x.T @ np.column_stack([a, np.ones(len(x))])
    # (L-3)
    gram = gram.reshape(D, d + 1, d + 1)
    theta = np.linalg.solve(gram, xa[:, :, None])[:, :, 0]
    residual = (filled * filled).sum(0) - 2 * (theta * xa).sum(1) + np.einsum("ji,jik,jk->j", theta, gram, theta, optimize=True)
    return theta[:, :d], theta[:, d], residual / count, objective


print("ready", flush=True)
for line in sys.stdin:
    start, used = time.perf_counter(), time.process_time()
    V, mu, psi, objective = iteration(V0, mu0, psi0)
    seconds, used = time.perf_counter() - start, time.process_time() - used
    np.ascontiguousarray(V).tofile(folder + "/V.numpy")
    mu.tofile(folder + "/mu.numpy")
    psi.tofile(folder + "/psi.numpy")
    np.array([objective]).tofile(folder + "/objective.numpy")
    print(seconds, used, flush=True)
