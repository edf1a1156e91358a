#!/bin/sh
# Regenerates the example files with our own simulator: twelve sensors that move together in four
# ways, a fifth of the readings lost, and a quality that follows two of the four; and the same sensors
# on machines that failed or did not.
set -e
cd "$(dirname "$0")"
names=temperature,humidity,pressure,vibration,flow,current,voltage,torque,speed,light,sound,dust
simulate() {
  ../slrm simulate --features 12 --rank 4 --nonzeros 2 --keep 0.8 --noise-x 0.3 --noise-y 0.3 \
    --mean-spread 3 --intercept 50 --seed 7 --names "$names" --target quality --digits 3 "$@"
}
simulate --rows 400 --out sensors.csv --truth sensors-truth.json
simulate --rows 400 --draw 2 --out sensors-test.csv
simulate --rows 40 --draw 3 | cut -d, -f1-12 >sensors-new.csv
machines() {
  ../slrm simulate --features 12 --rank 4 --nonzeros 2 --keep 0.8 --noise-x 0.3 --mean-spread 3 \
    --intercept -1 --seed 7 --names "$names" --target failed --label classes --digits 3 "$@"
}
machines --rows 400 --out machines.csv
machines --rows 400 --draw 2 --out machines-test.csv
