"""Logistic lasso with its penalty by cross-validation, and folds that bear classes of one or two rows."""
import sys
import warnings

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.svm import l1_min_c

from scores import LEAST

DECADES, PENALTIES = 3.5, 18
STEPS_WITHOUT_GAIN = 3


def class_numbers(y):
    """The levels, sorted, and the number of each row's."""
    return np.unique(y, return_inverse=True)


def folds(y):
    """Five parts with about equal shares of the classes; a class with fewer rows than that is absent from some."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return list(StratifiedKFold(5, shuffle=True, random_state=0).split(y, y))


def probabilities(model, z, classes):
    """A column for each class; one that the model has not seen has probability 0."""
    p = np.zeros((len(z), classes))
    p[:, model.classes_] = model.predict_proba(z)
    return p


def log_loss(p, y):
    p = np.maximum(p, LEAST)
    return -np.log((p / p.sum(1, keepdims=True))[np.arange(len(y)), y]).sum()


def lasso(classes, as_shipped):
    """A logistic lasso that has converged; as shipped, saga ends after 100 rounds.

    Two classes: liblinear, which is exact; ten times the scale makes its penalty on the intercept small. saga calls itself
    converged far from the optimum where columns outnumber rows. Several classes: saga, the one solver there is; our tasks
    with several classes have more rows than columns, and there it comes close (README).
    """
    if as_shipped:
        return LogisticRegression(penalty="l1", solver="saga", warm_start=True, random_state=0)
    if classes == 2:
        return LogisticRegression(penalty="l1", solver="liblinear", intercept_scaling=10, tol=1e-7, max_iter=10000, random_state=0)
    return LogisticRegression(penalty="l1", solver="saga", tol=1e-3, max_iter=1000, warm_start=True, random_state=0)


def choose(x, y, grid, models):
    """The place in the grid of least log loss over the folds; stops where weaker penalties no longer gain, since those are slow."""
    losses, classes, parts = [], y.max() + 1, folds(y)
    for C in grid:
        losses.append(0.0)
        for model, (a, b) in zip(models, parts):
            model.set_params(C=C).fit(x[a], y[a])
            losses[-1] += log_loss(probabilities(model, x[b], classes), y[b])
        if len(losses) - 1 - np.argmin(losses) >= STEPS_WITHOUT_GAIN:
            break
    return int(np.argmin(losses))


def logistic_lasso(x, y, z, as_shipped=False):
    """Levels and probabilities. As LogisticRegressionCV(penalty="l1", scoring="neg_log_loss"), which fails where a fold lacks a class."""
    levels, y = class_numbers(y)
    # the first C is just above the one below which all coefficients are 0
    grid = l1_min_c(x, y, loss="log") * np.logspace(0.05, DECADES, PENALTIES)
    chosen = choose(x, y, grid, [lasso(len(levels), as_shipped) for _ in range(5)])
    model = lasso(len(levels), as_shipped)
    for C in grid[:chosen + 1]:
        model.set_params(C=C).fit(x, y)
    print(f"C {grid[chosen]:.3g}, step {chosen + 1} of {len(grid)}, {model.n_iter_.max()} iterations of {model.max_iter}", file=sys.stderr)
    return levels, probabilities(model, z, len(levels))
