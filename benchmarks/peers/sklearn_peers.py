#!/usr/bin/env python3
"""scikit-learn peers: sklearn_peers.py METHOD TRAIN TEST PREDICTIONS."""
import sys
import warnings

from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.exceptions import ConvergenceWarning
from sklearn.experimental import enable_iterative_imputer  # noqa: F401  (makes IterativeImputer importable)
from sklearn.impute import IterativeImputer, KNNImputer, SimpleImputer
from sklearn.linear_model import LassoCV
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


def lasso(x, y, z):
    return LassoCV(cv=5).fit(x, y).predict(z)


def boosting(x, y, z):
    return HistGradientBoostingRegressor(random_state=0).fit(x, y).predict(z)


def main(method, train, test, predictions):
    warnings.filterwarnings("ignore", category=ConvergenceWarning)
    x, y, z = read_pair(train, test)
    if method == "boosting":
        values = boosting(x, y, z)
    elif method == "square-lasso":
        values = square_lasso(x, y, z)
    else:
        values = imputed_lasso(IMPUTERS[method](), x, y, z)
    write_predictions(predictions, values)


if __name__ == "__main__":
    main(*sys.argv[1:])
