#!/usr/bin/env python3
"""xgboost with its own handling of NaN: xgboost_peer.py [additive|filled|classifier] TRAIN TEST PREDICTIONS.

additive: trees of one split, so that no features act together; filled: gaps at the mean first, so that none can tell;
classifier: the target is a class.
"""
import os
import sys

import numpy as np
import xgboost
from sklearn.impute import SimpleImputer
from sklearn.model_selection import train_test_split

from logistic import class_numbers, folds
from tables import read_pair, write_predictions, write_probabilities

SETTINGS = dict(learning_rate=0.05, subsample=0.8, colsample_bytree=0.5, n_jobs=int(os.environ.get("OMP_NUM_THREADS", 1)))


def fit_predict(x, y, z, depth=4):
    """Trees are added until a fifth of the rows, held out, stops improving; then that many on all rows."""
    settings = dict(SETTINGS, max_depth=depth, random_state=0)
    a, b, ya, yb = train_test_split(x, y, test_size=0.2, random_state=0)
    search = xgboost.XGBRegressor(n_estimators=1000, early_stopping_rounds=50, **settings)
    search.fit(a, ya, eval_set=[(b, yb)], verbose=False)
    model = xgboost.XGBRegressor(n_estimators=search.best_iteration + 1, **settings).fit(x, y)
    return model.predict(z).astype(np.float64)


def classify(x, y, z):
    """The same for classes, by log loss; the core interface, since XGBClassifier refuses parts that lack a class."""
    levels, y = class_numbers(y)
    settings = dict(SETTINGS, max_depth=4, seed=0)
    settings |= (dict(objective="binary:logistic", eval_metric="logloss") if len(levels) == 2
                 else dict(objective="multi:softprob", eval_metric="mlogloss", num_class=len(levels)))
    a, b = folds(y)[0]
    held_out = xgboost.DMatrix(x[b], y[b])
    search = xgboost.train(settings, xgboost.DMatrix(x[a], y[a]), 1000, [(held_out, "held_out")], early_stopping_rounds=50,
                           verbose_eval=False)
    model = xgboost.train(settings, xgboost.DMatrix(x, y), search.best_iteration + 1)
    p = model.predict(xgboost.DMatrix(z)).astype(np.float64)
    return levels, np.column_stack([1 - p, p]) if p.ndim == 1 else p


def main(train, test, predictions, variant=""):
    if variant == "classifier":
        return write_probabilities(predictions, *classify(*read_pair(train, test, str)))
    x, y, z = read_pair(train, test)
    if variant == "filled":
        imputer = SimpleImputer().fit(x)
        x, z = imputer.transform(x), imputer.transform(z)
    write_predictions(predictions, fit_predict(x, y, z, 1 if variant == "additive" else 4))


if __name__ == "__main__":
    main(*sys.argv[-3:], *sys.argv[1:-3])
