#!/usr/bin/env python3
"""scikit-learn peers: sklearn_peers.py METHOD TRAIN TEST PREDICTIONS."""
import sys
import warnings

import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.exceptions import ConvergenceWarning
from sklearn.experimental import enable_iterative_imputer  # noqa: F401  (makes IterativeImputer importable)
from sklearn.impute import IterativeImputer, KNNImputer, SimpleImputer
from sklearn.linear_model import LassoCV
from sklearn.neighbors import KNeighborsRegressor
from sklearn.preprocessing import PolynomialFeatures

from tables import read_pair, standardise, write_predictions

IMPUTERS = {
    "mean-lasso": lambda: SimpleImputer(),
    "knn-lasso": lambda: KNNImputer(),
    "iterative-lasso": lambda: IterativeImputer(n_nearest_features=20, max_iter=5, random_state=0),
}


def imputed_lasso(imputer, x, y, z):
    """The imputer is fitted on the training rows and applied to both tables; then LassoCV on standardised columns."""
    x, z = standardise(x, z)
    x, z = standardise(imputer.fit_transform(x), imputer.transform(z))
    return lasso(x, y, z)


def square_lasso(x, y, z):
    """Mean filling and a lasso on features, their squares and products: linear but for what trees could also see."""
    x, z = standardise(x, z)
    imputer = SimpleImputer().fit(x)
    x, z = standardise(imputer.transform(x), imputer.transform(z))
    pairs = PolynomialFeatures(2, include_bias=False).fit(x)
    x, z = standardise(pairs.transform(x), pairs.transform(z))
    return lasso(x, y, z)


def log_lasso(x, y, z):
    """Mean filling and a lasso on the logarithm of a positive target."""
    return np.exp(imputed_lasso(SimpleImputer(), x, np.log(y), z))


def neighbours(x, y, z):
    """The mean label of the five nearest rows, weighted by distance, after kNN imputation: no line at all."""
    x, z = standardise(x, z)
    imputer = KNNImputer().fit(x)
    return KNeighborsRegressor(weights="distance").fit(imputer.transform(x), y).predict(imputer.transform(z))


def lasso(x, y, z):
    return LassoCV(cv=5).fit(x, y).predict(z)


def boosting(x, y, z):
    return HistGradientBoostingRegressor(random_state=0).fit(x, y).predict(z)


OTHERS = {"boosting": boosting, "square-lasso": square_lasso, "log-lasso": log_lasso, "neighbours": neighbours}


def main(method, train, test, predictions):
    warnings.filterwarnings("ignore", category=ConvergenceWarning)
    x, y, z = read_pair(train, test)
    if method in OTHERS:
        values = OTHERS[method](x, y, z)
    else:
        values = imputed_lasso(IMPUTERS[method](), x, y, z)
    write_predictions(predictions, values)


if __name__ == "__main__":
    main(*sys.argv[1:])
