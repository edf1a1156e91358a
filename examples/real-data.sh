#!/usr/bin/env bash
# Runs fit, predict, evaluate, impute, inspect and compare on real public data sets, unedited.
#   examples/real-data.sh DATA_FOLDER [NAME...]
# METHOD (default auto) is fitted; METHODS (default METHOD and pcr) are compared. TIME_BUDGET
# (default 60s) is what auto may take to fit, and again to be compared.
set -euo pipefail
data=${1:?usage: examples/real-data.sh DATA_FOLDER [NAME...]}
data=$(cd "$data" && pwd)
shift
wanted=" $* "
slrm=$(cd "$(dirname "$0")/.." && pwd)/slrm
method=${METHOD:-auto}
methods=${METHODS:-$method,pcr}
budget=${TIME_BUDGET:-60s}
[ "$method" != pcr ] || methods=${METHODS:-pcr}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# try NAME FILE COMPARE_FOLDS OPTION... : options that say how to read go to every command.
try() {
  local name=$1 file=$data/$2 folds=$3
  shift 3
  local fit=() read=() compare=()
  while [ $# -gt 0 ]; do
    case $1 in
      --na | --separator | --libsvm-absent) fit+=("$1" "$2") read+=("$1" "$2") compare+=("$1" "$2") && shift 2 ;;
      --no-header) fit+=("$1") read+=("$1") compare+=("$1") && shift ;;
      *) fit+=("$1" "$2") compare+=("$1" "$2") && shift 2 ;;
    esac
  done
  if [ "$wanted" != "  " ] && [[ "$wanted" != *" $name "* ]]; then return; fi
  printf '\n=== %s\n' "$name"
  "$slrm" fit "$file" "${fit[@]}" --method "$method" --out "$name.slrm" --time-budget "$budget" --report
  "$slrm" predict "$name.slrm" "$file" "${read[@]}" --out "$name.csv" --explain 2 --suggest 2
  "$slrm" evaluate "$name.slrm" "$file" "${read[@]}"
  "$slrm" impute "$name.slrm" "$file" "${read[@]}" --with-errors --out "$name-complete.csv"
  "$slrm" inspect "$name.slrm" --coefficients 3 | head -n 20
  "$slrm" compare "$file" "${compare[@]}" --folds "$folds" --methods "$methods" --time-budget "$budget"
}

try atp1d atp/atp1d.arff 3 --target 'LBL*'
try atp7d atp/atp7d.arff 3 --target 'LBL*'
try colon-libsvm colon/colon-cancer.libsvm.gz 3
try colon-raw colon/colon_raw.csv.gz 3 --target label --ignore sample,class
try leukemia-raw leukemia/leukemia_raw.csv.gz 3 --target label --ignore sample,split,class
try leukemia-libsvm leukemia/leu.libsvm.gz 3
# NA is a level here (no alley, no garage); an empty field is missing.
try ames ames/AmesHousing.tsv.gz 3 --target SalePrice --ignore Order,PID --na ''
try automobile autos/imports-85.data 3 --no-header --target V26
try air-quality air_quality/AirQualityUCI.csv.gz 3 --target 'CO(GT)' --na -200
for file in "$data"/beijing_air/PRSA_Data_*.csv.gz; do
  [ -f "$file" ] || continue
  station=$(basename "$file" | cut -d_ -f3)
  try "beijing-$station" "beijing_air/$(basename "$file")" 2 --target PM2.5 --ignore No
done
printf '\nall data sets ran\n'
