"""Twenty small tables with text columns, classes, skew and their own missing entries: features, target and label kind of each."""
import csv
import gzip
import io

import numpy as np
import pandas as pd


def arff(path):
    """An ARFF file; quotes and stray blanks are removed, `?` and empty cells are missing, declared numbers are numbers."""
    lines = gzip.open(path, "rt", encoding="latin-1").read().splitlines()
    start = next(i for i, line in enumerate(lines) if line.strip().lower() == "@data")
    names, numeric = [], []
    for line in lines[:start]:
        if line.strip().lower().startswith("@attribute"):
            rest = line.strip()[len("@attribute"):].strip().replace("\t", " ")
            quote = rest[0] if rest[0] in "'\"" else " "
            name, kind = rest.strip(quote).split(quote, 1) if quote == " " else rest[1:].split(quote, 1)
            names.append(name)
            numeric.append(kind.strip().lower() in ("real", "numeric", "integer"))
    body = "\n".join(line for line in lines[start + 1:] if line.strip() and not line.startswith("%"))
    rows = [[v.strip().strip("'\"").strip() for v in row[:len(names)]]
            for row in csv.reader(io.StringIO(body), quotechar="'", skipinitialspace=True)]
    table = pd.DataFrame(rows, columns=names).replace({"?": np.nan, "": np.nan})
    for name, number in zip(names, numeric):
        if number:
            table[name] = pd.to_numeric(table[name], errors="coerce")
    return table


def comma(path, header="infer"):
    return pd.read_csv(path, header=header, na_values="?", skipinitialspace=True)


# file, target (None: the last column), label kind, columns that are not features
TABLES = {
    "soybean": ("soybean.arff.gz", None, "classes", ()),
    "audiology": ("audiology.arff.gz", None, "classes", ()),
    "primary-tumor": ("primary.tumor.arff.gz", None, "classes", ()),
    "hypothyroid": ("hypothyroid.arff.gz", None, "classes", ()),
    "sick": ("sick.arff.gz", None, "classes", ()),
    "hepatitis": ("hepatitis.arff.gz", None, "classes", ()),
    "vote": ("vote.arff.gz", None, "classes", ()),
    "kidney": ("kidney.arff.gz", None, "classes", ()),
    "mushroom": ("mushroom.arff.gz", None, "classes", ()),
    "adult": ("adult.csv.gz", None, "classes", ()),
    "hcc": ("hcc.csv.gz", None, "classes", ()),
    "wiki4he": ("wiki4HE.csv.gz", "Use3", "numbers", ()),
    "nhefs": ("nhefs.csv.gz", "wt82_71", "numbers", ("wt82", "death", "yrdth", "modth", "dadth", "seqn", "rownames")),
    "lahman-teams": ("lahman-teams.csv.gz", "attendance", "numbers", ("rownames", "name", "park", "teamID", "franchID",
                                                                      "teamIDBR", "teamIDlahman45", "teamIDretro")),
    "hitters": ("hitters.csv.gz", "Salary", "numbers", ("rownames",)),
    "pbc": ("pbc.arff.gz", None, "numbers", ()),
    "meta": ("meta.arff.gz", None, "numbers", ()),
    "cleveland": ("cleveland.arff.gz", None, "numbers", ()),
    "cholesterol": ("cholesterol.arff.gz", None, "numbers", ()),
    "elevators": ("elevators.arff.gz", None, "numbers", ()),
}


def read(folder, name):
    """Features, target and label kind of the rows that have a target."""
    file, target, kind, unused = TABLES[name]
    path = folder / "mixed" / file
    table = arff(path) if ".arff" in file else comma(path, None if name == "adult" else "infer")
    table.columns = [f"c{c}" if isinstance(c, int) else c.strip() for c in table.columns]
    target = target or table.columns[-1]
    table = table[table[target].notna()].drop(columns=[c for c in unused if c in table])
    y = table.pop(target)
    return table, (y.astype(str) if kind == "classes" else y.astype(float)).to_numpy(), kind
