#!/usr/bin/env python3
"""xgboost with its own handling of NaN: xgboost_peer.py [additive|filled] TRAIN TEST PREDICTIONS.

additive: trees of one split, so that no features act together; filled: gaps at the mean first, so that none can tell.
"""
import os
import sys

import numpy as np
import xgboost
from sklearn.impute import SimpleImputer
from sklearn.model_selection import train_test_split

from tables import read_pair, write_predictions


def fit_predict(x, y, z, depth=4):
    """Trees are added until a fifth of the rows, held out, stops improving; then that many on all rows."""
    settings = dict(learning_rate=0.05, max_depth=depth, subsample=0.8, colsample_bytree=0.5, random_state=0,
                    n_jobs=int(os.environ.get("OMP_NUM_THREADS", 1)))
    a, b, ya, yb = train_test_split(x, y, test_size=0.2, random_state=0)
    search = xgboost.XGBRegressor(n_estimators=1000, early_stopping_rounds=50, **settings)
    search.fit(a, ya, eval_set=[(b, yb)], verbose=False)
    model = xgboost.XGBRegressor(n_estimators=search.best_iteration + 1, **settings).fit(x, y)
    return model.predict(z).astype(np.float64)


def main(train, test, predictions, variant=""):
    x, y, z = read_pair(train, test)
    if variant == "filled":
        imputer = SimpleImputer().fit(x)
        x, z = imputer.transform(x), imputer.transform(z)
    write_predictions(predictions, fit_predict(x, y, z, 1 if variant == "additive" else 4))


if __name__ == "__main__":
    main(*sys.argv[-3:], *sys.argv[1:-3])
