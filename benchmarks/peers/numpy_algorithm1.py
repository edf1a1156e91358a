"""One pass of Algorithm 1 (docs/method.md, S-2 to S-5) in NumPy, every step vectorised over the observed features.

A process that answers "run" lines on stdin with the seconds, by the clock and of the processor, of one pass from the same start; the runner is
org.slrm.benchmarks.speed.NumpyRatio, which also compares the results. Arguments: FOLDER with raw float64 files.
"""
import json
import sys
import time

import numpy as np

folder = sys.argv[1]
meta = json.load(open(folder + "/meta.json"))
n, D, d, lam1, lam2, lam3, rho, delta = (meta[k] for k in ("n", "D", "d", "lambda1", "lambda2", "lambda3", "rho", "delta"))
X = np.fromfile(folder + "/X", float).reshape(n, D)
y = np.fromfile(folder + "/y", float)
U0 = np.fromfile(folder + "/U", float).reshape(D, d)
w0 = np.fromfile(folder + "/w", float)
observed = [np.flatnonzero(~np.isnan(row)) for row in X]
values = [row[o] for row, o in zip(X, observed)]
I = np.eye(d)


def inverse_root(G):
    """G^(-1/2) for a G near I: its series, else by the eigenproblem."""
    E = G - I
    size = np.sqrt(np.vdot(E, E))
    if size < 1e-4:
        return I - 0.5 * E + 0.375 * (E @ E)
    if size < 1e-2:
        E2 = E @ E
        E3 = E2 @ E
        return I - 0.5 * E + 0.375 * E2 + E3 @ (-0.3125 * I + 35 / 128 * E - 63 / 256 * E2 + 231 / 1024 * E3)
    values, vectors = np.linalg.eigh(G)
    return (vectors / np.sqrt(values)) @ vectors.T


def one_pass():
    U, w = U0.copy(), w0.copy()
    R = np.repeat((delta * I)[None], D, axis=0)
    for i in range(n):
        o, x, label = observed[i], values[i], y[i]
        Uo = U[o]
        # (S-2)
        alpha = np.linalg.solve(Uo.T @ Uo + np.outer(w / lam1, w), x @ Uo + label / lam1 * w)
        # (S-3), all observed features at once
        V = (R.reshape(D * d, d) @ alpha).reshape(D, d)[o]
        beta = 1 + V @ alpha
        R[o] -= V[:, :, None] * (V / beta[:, None])[:, None, :]
        U[o] = Uo + ((x - Uo @ alpha) / beta)[:, None] * V
        # (S-4)
        U = U @ inverse_root(U.T @ U)
        # (S-5); T0 = n, so the step size is constant in the first pass
        g = w - rho * (2 * (alpha @ w - label) * alpha + lam3 * w)
        w = np.sign(g) * np.maximum(np.abs(g) - rho * lam2, 0)
    return U, w


print("ready", flush=True)
for line in sys.stdin:
    start, used = time.perf_counter(), time.process_time()
    U, w = one_pass()
    seconds, used = time.perf_counter() - start, time.process_time() - used
    U.tofile(folder + "/U.numpy")
    w.tofile(folder + "/w.numpy")
    print(seconds, used, flush=True)
