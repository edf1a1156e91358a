"""Reading a train/test pair and writing predictions, shared by the Python peers."""
import numpy as np
import pandas as pd
from sklearn.preprocessing import StandardScaler


def read_pair(train_path, test_path, kind=float):
    """x and y of the training rows, x of the test rows; columns never seen in training are left out. kind str: y is text."""
    train, test = pd.read_csv(train_path, dtype={"y": kind}), pd.read_csv(test_path)
    train = train[train["y"].notna()]
    names = [c for c in train.columns if c != "y" and train[c].notna().any()]
    levels = {c: sorted(train[c].dropna().unique()) for c in names if train[c].dtype == object}
    return numbers(train[names], levels), train["y"].to_numpy(), numbers(test[names], levels)


def numbers(table, levels):
    """Columns of texts as indicators of the levels seen in training; a missing text is missing in all of them, a new level in none."""
    if not levels:
        return table.to_numpy(float)
    blocks = [indicators(table[c], levels[c]) if c in levels else table[[c]].to_numpy(float) for c in table.columns]
    return np.hstack(blocks)


def indicators(column, levels):
    block = (column.to_numpy()[:, None] == np.array(levels, dtype=object)).astype(float)
    block[column.isna()] = np.nan
    return block


def standardise(x, z):
    """Both tables in units of the training rows; missing stays missing, a constant column becomes 0."""
    scaler = StandardScaler().fit(x)
    return scaler.transform(x), scaler.transform(z)


def write_predictions(path, values):
    np.savetxt(path, values, header="prediction", comments="", fmt="%.17g")


def write_probabilities(path, levels, p):
    """The likeliest level and a column p:LEVEL for each."""
    table = pd.DataFrame(p, columns=[f"p:{level}" for level in levels])
    table.insert(0, "prediction", np.asarray(levels)[p.argmax(1)])
    table.to_csv(path, index=False)
