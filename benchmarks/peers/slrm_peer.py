#!/usr/bin/env python3
"""Our own tool, through its command line only: slrm_peer.py METHOD[@LABEL] TRAIN TEST PREDICTIONS."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SLRM = str(Path(__file__).resolve().parents[2] / "slrm")


def slrm(*arguments):
    subprocess.run([SLRM, *arguments], check=True)


def main(method, train, test, predictions):
    method, _, label = method.partition("@")
    with tempfile.TemporaryDirectory() as folder:
        model = f"{folder}/m.slrm"
        slrm("fit", train, "--target", "y", "--method", method, "--out", model, "--seed", "1",
             "--threads", os.environ.get("SLRM_THREADS", "1"), "--json", *(["--label", label] if label else []))
        slrm("predict", model, test, "--out", predictions)


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        slrm("--version")
    else:
        main(*sys.argv[1:])
