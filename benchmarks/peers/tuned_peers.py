#!/usr/bin/env python3
"""Tuned rivals: tuned_peers.py xgboost|lightgbm|catboost|boosting|stack|flaml[:S]|autogluon[:S] TRAIN TEST PREDICTIONS.

xgboost, LightGBM and CatBoost: 15 random draws of settings, each evaluated by five folds with early stopping; the best is
fitted to all rows with the mean number of trees. boosting: scikit-learn's HistGradientBoosting, 12 draws. stack: four
scikit-learn models. FLAML and AutoGluon (default preset) get S seconds. Text columns are categories for the tools that know them, else indicators. The label kind comes from
NAME.json beside NAME.train.csv.
"""
import json
import os
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.model_selection import KFold, StratifiedKFold

from tables import write_predictions, write_probabilities

THREADS = int(os.environ.get("OMP_NUM_THREADS", 1))
DRAWS, FOLDS, TREES, PATIENCE = 15, 5, 1000, 50


def read(train_path, test_path):
    """Training features with categories, labels (numbers or class numbers), test features, class names or None."""
    meta = Path(str(train_path).replace(".train.csv", ".json"))
    classes = meta.exists() and json.loads(meta.read_text()).get("label") == "classes"
    train = pd.read_csv(train_path, dtype={"y": str} if classes else None, keep_default_na=False, na_values=[""])
    test = pd.read_csv(test_path, keep_default_na=False, na_values=[""])
    train = train[train["y"].notna()].reset_index(drop=True)
    y = train.pop("y")
    train = train[[c for c in train if train[c].notna().any()]]
    test = test[train.columns].copy()
    for c in train:
        if not pd.api.types.is_numeric_dtype(train[c]) or not pd.api.types.is_numeric_dtype(test[c]):
            kind = pd.CategoricalDtype(sorted(train[c].dropna().astype(str).unique()))
            train[c] = train[c].astype(str).where(train[c].notna()).astype(kind)
            test[c] = test[c].astype(str).where(test[c].notna()).astype(kind)
    if not classes:
        return train, y.to_numpy(float), test, None
    names, codes = np.unique(y, return_inverse=True)
    return train, codes, test, names


def splits(y, names):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # classes rarer than folds
        kind = KFold if names is None else StratifiedKFold
        return list(kind(FOLDS, shuffle=True, random_state=0).split(np.zeros(len(y)), y))


def loss(y, answer, names):
    if names is None:
        return np.mean((y - answer) ** 2)
    return -np.mean(np.log(np.clip(answer[np.arange(len(y)), y], 1e-6, 1)))


def log_uniform(rng, low, high):
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def two_columns(p):
    return np.column_stack([1 - p, p]) if p.ndim == 1 else p


class Xgboost:
    default = dict(learning_rate=0.1, max_depth=6, min_child_weight=1, subsample=1.0, colsample_bytree=1.0, reg_lambda=1.0)

    @staticmethod
    def draw(rng):
        return dict(learning_rate=log_uniform(rng, 0.02, 0.2), max_depth=int(rng.integers(2, 10)),
                    min_child_weight=log_uniform(rng, 1, 20), subsample=rng.uniform(0.6, 1),
                    colsample_bytree=rng.uniform(0.3, 1), reg_lambda=log_uniform(rng, 0.1, 10))

    @staticmethod
    def fit(settings, names, x, y, trees, held_out=None):
        import xgboost
        objective = (dict(objective="reg:squarederror") if names is None
                     else dict(objective="binary:logistic") if len(names) == 2
                     else dict(objective="multi:softprob", num_class=len(names)))
        matrix = lambda a, b=None: xgboost.DMatrix(a, b, enable_categorical=True)
        early = dict(evals=[(matrix(*held_out), "v")], early_stopping_rounds=PATIENCE) if held_out else {}
        model = xgboost.train(dict(settings, nthread=THREADS, seed=0, tree_method="hist", **objective), matrix(x, y), trees,
                              verbose_eval=False, **early)
        best = model.best_iteration + 1 if held_out else trees
        predict = lambda z: model.predict(matrix(z), iteration_range=(0, best)).astype(float)
        return (lambda z: two_columns(predict(z))) if names is not None else predict, best


class Lightgbm:
    default = dict(learning_rate=0.1, num_leaves=31, min_child_samples=20, subsample=1.0, colsample_bytree=1.0, reg_lambda=0.0)

    @staticmethod
    def draw(rng):
        return dict(learning_rate=log_uniform(rng, 0.02, 0.2), num_leaves=int(log_uniform(rng, 4, 64)),
                    min_child_samples=int(log_uniform(rng, 3, 50)), subsample=rng.uniform(0.6, 1), subsample_freq=1,
                    colsample_bytree=rng.uniform(0.3, 1), reg_lambda=log_uniform(rng, 0.01, 10))

    @staticmethod
    def fit(settings, names, x, y, trees, held_out=None):
        import lightgbm
        objective = (dict(objective="regression") if names is None else dict(objective="binary") if len(names) == 2
                     else dict(objective="multiclass", num_class=len(names)))
        data = lightgbm.Dataset(x, y, free_raw_data=False)
        early = dict(valid_sets=[lightgbm.Dataset(*held_out, reference=data)],
                     callbacks=[lightgbm.early_stopping(PATIENCE, verbose=False)]) if held_out else {}
        model = lightgbm.train(dict(settings, num_threads=THREADS, seed=0, verbosity=-1, **objective), data, trees, **early)
        best = model.best_iteration if held_out else trees
        predict = lambda z: model.predict(z, num_iteration=best)
        return (lambda z: two_columns(predict(z))) if names is not None else predict, best


class Catboost:
    default = {}

    @staticmethod
    def draw(rng):
        return dict(learning_rate=log_uniform(rng, 0.03, 0.3), depth=int(rng.integers(3, 9)),
                    l2_leaf_reg=log_uniform(rng, 1, 10), rsm=rng.uniform(0.4, 1))

    @staticmethod
    def fit(settings, names, x, y, trees, held_out=None):
        import catboost
        text = [c for c in x if isinstance(x[c].dtype, pd.CategoricalDtype)]
        plain = lambda z: z.assign(**{c: z[c].astype(object).where(z[c].notna(), "missing").astype(str) for c in text})
        pool = lambda z, b=None: catboost.Pool(plain(z), b, cat_features=text)
        kind = catboost.CatBoostRegressor if names is None else catboost.CatBoostClassifier
        extra = {} if names is None else dict(classes_count=len(names), loss_function="MultiClass")
        model = kind(iterations=trees, thread_count=THREADS, random_seed=0, verbose=False, allow_writing_files=False,
                     **settings, **extra)
        model.fit(pool(x, y), **(dict(eval_set=pool(*held_out), early_stopping_rounds=PATIENCE) if held_out else {}))
        best = model.get_best_iteration() + 1 if held_out else trees
        return (lambda z: (model.predict if names is None else model.predict_proba)(plain(z))), best


def tuned(tool, x, y, z, names):
    """The settings with the lowest error over five folds, fitted to all rows."""
    rng = np.random.default_rng(0)
    best = None
    for k in range(DRAWS):
        settings = tool.default if k == 0 else tool.draw(rng)
        answer, trees = np.zeros((len(y), len(names)) if names is not None else len(y)), []
        for a, b in splits(y, names):
            predict, count = tool.fit(settings, names, x.iloc[a], y[a], TREES, (x.iloc[b], y[b]))
            answer[b] = predict(x.iloc[b])
            trees.append(count)
        error = loss(y, answer, names)
        if best is None or error < best[0]:
            best = error, settings, max(1, round(float(np.mean(trees))))
    return tool.fit(best[1], names, x, y, best[2])[0](z)


def boosting(x, y, z, names):
    """HistGradientBoosting, 12 draws by five folds."""
    from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
    rng = np.random.default_rng(0)
    kind = HistGradientBoostingRegressor if names is None else HistGradientBoostingClassifier
    early = names is None or len(y) > 30 * len(names)  # its own validation part needs a row of every class
    make = lambda s: kind(categorical_features="from_dtype", random_state=0, max_iter=TREES if early else 100,
                          early_stopping=early, n_iter_no_change=20, **s)
    best = None
    for k in range(12):
        settings = {} if k == 0 else dict(
            learning_rate=log_uniform(rng, 0.02, 0.2), max_leaf_nodes=int(log_uniform(rng, 4, 64)),
            min_samples_leaf=int(log_uniform(rng, 3, 50)), l2_regularization=log_uniform(rng, 0.01, 10),
            max_features=rng.uniform(0.3, 1))
        answer = np.zeros((len(y), len(names)) if names is not None else len(y))
        for a, b in splits(y, names):
            rare = np.ones(len(a), bool) if names is None else (np.bincount(y[a])[y[a]] > 1)
            model = make(settings).fit(x.iloc[a[rare]], y[a[rare]])
            answer[b] = model.predict(x.iloc[b]) if names is None else spread(model, x.iloc[b], names)
        error = loss(y, answer, names)
        if best is None or error < best[0]:
            best = error, settings
    rare = np.ones(len(y), bool) if names is None else (np.bincount(y)[y] > 1)
    model = make(best[1]).fit(x[rare], y[rare])
    return model.predict(z) if names is None else spread(model, z, names)


def spread(model, z, names):
    """Probabilities of all classes; those unseen in a part have none."""
    p = np.zeros((len(z), len(names)))
    p[:, model.classes_] = model.predict_proba(z)
    return p


def stack(x, y, z, names):
    """Lasso or logistic regression on iterative imputation, random forest, nearest neighbours and boosting, stacked."""
    from sklearn.compose import make_column_selector, make_column_transformer
    from sklearn.ensemble import (HistGradientBoostingClassifier, HistGradientBoostingRegressor, RandomForestClassifier,
                                  RandomForestRegressor, StackingClassifier, StackingRegressor)
    from sklearn.experimental import enable_iterative_imputer  # noqa: F401
    from sklearn.impute import IterativeImputer, KNNImputer, SimpleImputer
    from sklearn.linear_model import LassoCV, LogisticRegression, LogisticRegressionCV, RidgeCV
    from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler
    text = make_column_selector(dtype_include="category")
    encode = lambda: make_column_transformer((OneHotEncoder(handle_unknown="ignore", sparse_output=False), text),
                                             remainder="passthrough")
    after = lambda imputer, model: make_pipeline(encode(), StandardScaler(), imputer, model)
    iterative = lambda: IterativeImputer(n_nearest_features=20, max_iter=5, random_state=0)
    if names is None:
        models = [after(iterative(), LassoCV(cv=5)), after(SimpleImputer(), RandomForestRegressor(random_state=0)),
                  after(KNNImputer(), KNeighborsRegressor(weights="distance")),
                  HistGradientBoostingRegressor(categorical_features="from_dtype", random_state=0)]
        final, kind = RidgeCV(np.logspace(-3, 3, 13)), StackingRegressor
    else:
        models = [after(iterative(), LogisticRegression(C=0.3, max_iter=1000)),
                  after(SimpleImputer(), RandomForestClassifier(random_state=0)),
                  after(KNNImputer(), KNeighborsClassifier(weights="distance", n_neighbors=10)),
                  HistGradientBoostingClassifier(categorical_features="from_dtype", random_state=0, early_stopping=False)]
        final, kind = LogisticRegression(max_iter=1000), StackingClassifier
    model = kind([(str(k), m) for k, m in enumerate(models)], final, cv=5)
    if names is None:
        return model.fit(x, y).predict(z)
    common = np.bincount(y)[y] >= 5
    return spread(model.fit(x[common], y[common]), z, names)


def flaml(seconds, x, y, z, names):
    from flaml import AutoML
    model = AutoML()
    model.fit(x, y, task="regression" if names is None else "classification", metric="mse" if names is None else "log_loss",
              time_budget=seconds, n_jobs=THREADS, seed=0, verbose=0)
    return model.predict(z) if names is None else spread(model, z, names)


def autogluon(seconds, x, y, z, names):
    from autogluon.tabular import TabularPredictor
    label = "the label"
    with tempfile.TemporaryDirectory() as folder:
        kind = "regression" if names is None else "binary" if len(names) == 2 else "multiclass"
        metric = "mean_squared_error" if names is None else "log_loss"
        predictor = TabularPredictor(label, problem_type=kind, eval_metric=metric, path=folder, verbosity=0)
        predictor.fit(x.assign(**{label: y}), time_limit=seconds, num_cpus=THREADS)
        if names is None:
            return predictor.predict(z).to_numpy(float)
        p = np.zeros((len(z), len(names)))
        found = predictor.predict_proba(z)
        p[:, list(found.columns)] = found.to_numpy()
        return p


TOOLS = {"xgboost": Xgboost, "lightgbm": Lightgbm, "catboost": Catboost}


def main(method, train, test, predictions):
    warnings.filterwarnings("ignore")
    x, y, z, names = read(train, test)
    name, _, seconds = method.partition(":")
    if name in ("flaml", "autogluon"):
        answer = {"flaml": flaml, "autogluon": autogluon}[name](float(seconds or 60), x, y, z, names)
    else:
        answer = (tuned(TOOLS[method], x, y, z, names) if method in TOOLS
                  else {"boosting": boosting, "stack": stack}[method](x, y, z, names))
    if names is None:
        write_predictions(predictions, answer)
    else:
        write_probabilities(predictions, names, answer)


if __name__ == "__main__":
    main(*sys.argv[1:])
