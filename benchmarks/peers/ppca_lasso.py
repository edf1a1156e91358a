#!/usr/bin/env python3
"""Two stages: codes by probabilistic PCA (EM with missing entries), then LassoCV on the codes; rank by cross-validation.

    ppca_lasso.py TRAIN TEST PREDICTIONS
"""
import sys
import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LassoCV
from sklearn.model_selection import KFold

from tables import read_pair, standardise, write_predictions

RANKS = (5, 10, 20, 30, 50)
ROWS_FOR_CHOOSING = 1600
BLOCK = 512
ITERATIONS_FOR_CHOOSING = 25


def posterior(x, seen, mu, V, psi):
    """For each row S = (I + V_O'V_O/psi)^-1 and a = S V_O'(x_O - mu_O)/psi."""
    d = V.shape[1]
    outer = (V[:, :, None] * V[:, None, :]).reshape(len(V), d * d)
    S = np.linalg.inv(np.eye(d) + (seen @ outer).reshape(-1, d, d) / psi)
    a = np.einsum("nij,nj->ni", S, (np.where(seen > 0, x - mu, 0) @ V) / psi)
    return a, S


def codes(x, model):
    """Label-free codes of any rows, in blocks so that memory stays small."""
    seen, x = np.isfinite(x).astype(float), np.nan_to_num(x)
    return np.concatenate([posterior(x[i:i + BLOCK], seen[i:i + BLOCK], *model)[0] for i in range(0, len(x), BLOCK)])


def fit(x, rank, iterations=150, tolerance=1e-4):
    """EM for x = mu + V alpha + N(0, psi I) over the observed entries; codes whitened after each step."""
    seen, x = np.isfinite(x).astype(float), np.nan_to_num(x)
    n, D = x.shape
    mu = x.sum(0) / np.maximum(seen.sum(0), 1)
    centred = (x - mu) * seen
    left, s, right = np.linalg.svd(centred, full_matrices=False)
    V = right[:rank].T * (s[:rank] / np.sqrt(n * seen.mean()))
    psi = max((centred**2).sum() / seen.sum() / 2, 1e-6)
    d = rank
    for _ in range(iterations):
        G = np.zeros((D, (d + 1) ** 2))
        h = np.zeros((D, d + 1))
        second = np.zeros((d, d))
        for i in range(0, n, BLOCK):
            b = slice(i, i + BLOCK)
            a, S = posterior(x[b], seen[b], mu, V, psi)
            e = np.column_stack([a, np.ones(len(a))])
            E = e[:, :, None] * e[:, None, :]
            E[:, :d, :d] += S
            second += E[:, :d, :d].sum(0)
            G += seen[b].T @ E.reshape(len(a), -1)
            h += (x[b] * seen[b]).T @ e
        G = G.reshape(D, d + 1, d + 1)
        # M step: for each feature, least squares on (alpha, 1) with a weak ridge towards 0
        W = np.linalg.solve(G + 1e-3 * np.eye(d + 1), h[:, :, None])[:, :, 0]
        # sum over observed of (x - W e)^2 in expectation = x'x - 2 W h + W G W
        rss = ((x * seen) ** 2).sum() - 2 * (W * h).sum() + np.einsum("ji,jik,jk->", W, G, W)
        old, psi = psi, max(rss / seen.sum(), 1e-6)
        mu, V = W[:, d], W[:, :d] @ np.linalg.cholesky(second / n)
        if abs(old - psi) < tolerance * old:
            break
    return mu, V, psi


def lasso(a, y):
    scale = np.maximum(a.std(0), 1e-12)
    model = LassoCV(cv=5).fit(a / scale, y)
    return lambda c: model.predict(c / scale)


def cross_validated_error(x, y, rank):
    error = 0.0
    for train, test in KFold(3, shuffle=True, random_state=0).split(x):
        model = fit(x[train], rank, ITERATIONS_FOR_CHOOSING)
        predict = lasso(codes(x[train], model), y[train])
        error += ((predict(codes(x[test], model)) - y[test]) ** 2).sum()
    return error / len(y)


def choose_rank(x, y):
    rows = np.random.default_rng(0).permutation(len(x))[:ROWS_FOR_CHOOSING]
    ranks = [r for r in RANKS if r < min(x.shape[1], 2 * len(rows) // 3 - 1)] or [1]
    return min(ranks, key=lambda rank: cross_validated_error(x[rows], y[rows], rank))


def main(train, test, predictions):
    warnings.filterwarnings("ignore", category=ConvergenceWarning)
    x, y, z = read_pair(train, test)
    x, z = standardise(x, z)
    rank = choose_rank(x, y)
    model = fit(x, rank)
    print(f"rank {rank}", file=sys.stderr)
    write_predictions(predictions, lasso(codes(x, model), y)(codes(z, model)))


if __name__ == "__main__":
    main(*sys.argv[1:])
