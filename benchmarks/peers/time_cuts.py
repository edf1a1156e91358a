#!/usr/bin/env python3
"""Does what `fit --time` promises hold on the block of time that follows?

Real tables in the order of time are cut at several places. `slrm fit --time` sees the rows before
the cut; the next tenth of the table is then predicted. One CSV line for each cut: the promised root
mean squared error, that of the next block and their ratio, both R², and the share of labels in 90 %
intervals.

    time_cuts.py --data DATA [--tables NAME,...] [--cuts 0.5,0.6,0.7,0.8,0.9] [--out cuts.csv]
"""
import argparse
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BEIJING = ["Aotizhongxin", "Changping", "Dingling", "Dongsi", "Guanyuan", "Gucheng", "Huairou",
           "Nongzhanguan", "Shunyi", "Tiantan", "Wanliu", "Wanshouxigong"]
GASES = {"co": "CO(GT)", "no2": "NO2(GT)", "nox": "NOx(GT)"}
BLOCK = 0.1


def tables(data):
    """By name: the file, and what the command line needs to know of it."""
    out = {}
    for station in BEIJING:
        file = data / "beijing_air" / f"PRSA_Data_{station}_20130301-20170228.csv.gz"
        out[station.lower()] = (file, ["--target", "PM2.5", "--time", "year,month,day,hour",
                                       "--ignore", "No,station"])
    for gas, column in GASES.items():
        file = data / "air_quality" / "AirQualityUCI.csv.gz"
        out["airquality-" + gas] = (file, ["--target", column, "--time", "Date,Time",
                                           "--na", "-200"])
    return out


def slrm(*words):
    done = subprocess.run([str(ROOT / "slrm"), *map(str, words)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"slrm {' '.join(map(str, words))}\n{done.stderr}")
    return json.loads(done.stdout)


def cut(head, rows, share, words, folder):
    """What was promised at a cut, and what came."""
    first, last = int(len(rows) * share), int(len(rows) * (share + BLOCK))
    train, test, model = folder / "train.csv", folder / "test.csv", folder / "m.slrm"
    train.write_text("\n".join([head] + rows[:first]) + "\n")
    test.write_text("\n".join([head] + rows[first:last]) + "\n")
    fitted = slrm("fit", train, *words, "--out", model, "--threads", 1, "--json")
    found = slrm("evaluate", model, test, "--json")
    promised = fitted["cv"]["mse"] ** 0.5
    blocks = [b["score"] ** 0.5 for b in fitted["cv"].get("blocks", [])]
    return (promised, found["rmse"], found["rmse"] / promised, min(blocks, default=promised),
            max(blocks, default=promised), fitted["cv"]["r2"], found["r2"], found["coverage"])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--tables", default="airquality-co,airquality-no2,airquality-nox,"
                                            "aotizhongxin,changping,dingling,dongsi")
    parser.add_argument("--cuts", default="0.5,0.6,0.7,0.8,0.9")
    parser.add_argument("--out", type=argparse.FileType("w"), default=sys.stdout)
    asked = parser.parse_args()
    known = tables(asked.data)
    print("table,cut,promised,next,ratio,least block,largest block,promised r2,next r2,coverage",
          file=asked.out, flush=True)
    for name in asked.tables.split(","):
        file, words = known[name]
        with gzip.open(file, "rt", newline="") as text:
            head, *rows = [line.strip("\r\n") for line in text]
        rows = [row for row in rows if row.strip(",")]
        for share in map(float, asked.cuts.split(",")):
            with tempfile.TemporaryDirectory() as folder:
                numbers = cut(head, rows, share, words, pathlib.Path(folder))
            print(f"{name},{share}," + ",".join(f"{v:.4g}" for v in numbers), file=asked.out,
                  flush=True)


if __name__ == "__main__":
    main()
