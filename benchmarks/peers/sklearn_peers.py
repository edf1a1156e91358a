#!/usr/bin/env python3
"""scikit-learn peers: sklearn_peers.py METHOD TRAIN TEST PREDICTIONS."""
import sys
import warnings

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.exceptions import ConvergenceWarning
from sklearn.experimental import enable_iterative_imputer  # noqa: F401  (makes IterativeImputer importable)
from sklearn.impute import IterativeImputer, KNNImputer, SimpleImputer
from sklearn.linear_model import LassoCV, PoissonRegressor
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsRegressor
from sklearn.preprocessing import PolynomialFeatures

from logistic import logistic_lasso
from tables import read_pair, standardise, write_predictions, write_probabilities

IMPUTERS = {
    "mean": lambda: SimpleImputer(),
    "knn": lambda: KNNImputer(),
    "iterative": lambda: IterativeImputer(n_nearest_features=20, max_iter=5, random_state=0),
}


def imputed(imputer, x, z):
    """The imputer is fitted on the training rows and applied to both tables; columns are standardised before and after."""
    x, z = standardise(x, z)
    return standardise(imputer.fit_transform(x), imputer.transform(z))


def square_lasso(x, y, z):
    """Mean filling and a lasso on features, their squares and products: linear but for what trees could also see."""
    x, z = imputed(SimpleImputer(), x, z)
    pairs = PolynomialFeatures(2, include_bias=False).fit(x)
    x, z = standardise(pairs.transform(x), pairs.transform(z))
    return lasso(x, y, z)


def log_lasso(x, y, z):
    """Mean filling and a lasso on the logarithm of a positive target."""
    x, z = imputed(SimpleImputer(), x, z)
    return np.exp(lasso(x, np.log(y), z))


def neighbours(x, y, z):
    """The mean label of the five nearest rows, weighted by distance, after kNN imputation: no line at all."""
    x, z = standardise(x, z)
    imputer = KNNImputer().fit(x)
    return KNeighborsRegressor(weights="distance").fit(imputer.transform(x), y).predict(imputer.transform(z))


def lasso(x, y, z):
    return LassoCV(cv=5).fit(x, y).predict(z)


def boosting(x, y, z):
    return HistGradientBoostingRegressor(random_state=0).fit(x, y).predict(z)


def boosting_poisson(x, y, z):
    return HistGradientBoostingRegressor(loss="poisson", random_state=0).fit(x, y).predict(z)


def poisson(x, y, z):
    """Poisson regression with a ridge, its weight by five folds."""
    model = PoissonRegressor(max_iter=1000)
    search = GridSearchCV(model, {"alpha": np.logspace(-4, 2, 13)}, scoring="neg_mean_poisson_deviance", cv=5)
    return search.fit(x, y).predict(z)


def boosting_classifier(x, y, z):
    model = HistGradientBoostingClassifier(random_state=0).fit(x, y)
    return model.classes_, model.predict_proba(z)


OTHERS = {"boosting": boosting, "square-lasso": square_lasso, "log-lasso": log_lasso, "neighbours": neighbours,
          "boosting-poisson": boosting_poisson}
AFTER_IMPUTING = {"lasso": lasso, "logistic": logistic_lasso, "saga": lambda x, y, z: logistic_lasso(x, y, z, as_shipped=True),
                  "poisson": poisson}
CLASSIFIERS = ("logistic", "saga", "classifier")


def fit_predict(method, x, y, z):
    """Predictions; of a classifier its levels and their probabilities."""
    if method == "boosting-classifier":
        return boosting_classifier(x, y, z)
    if method in OTHERS:
        return OTHERS[method](x, y, z)
    imputer, model = method.split("-")
    x, z = imputed(IMPUTERS[imputer](), x, z)
    return AFTER_IMPUTING[model](x, y, z)


def main(method, train, test, predictions):
    warnings.filterwarnings("ignore", category=ConvergenceWarning)
    classes = method.endswith(CLASSIFIERS)
    x, y, z = read_pair(train, test, str if classes else float)
    answer = fit_predict(method, x, y, z)
    if classes:
        write_probabilities(predictions, *answer)
    else:
        write_predictions(predictions, answer)


if __name__ == "__main__":
    main(*sys.argv[1:])
