# The work of a program, by curl. Host and key are written in.
set -eu
host=https://api.example.com
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

call() {
  case "$2" in https:*) url=$2 ;; *) url=$host$2 ;; esac
  while :; do
    told=$(curl -sS -X "$1" -o "$answer" -w '%{http_code} %header{retry-after}' \
      -H "authorization: Service-API-Key pk_live_written_in_0001" -H "revision: 2026-07-15" \
      -H "content-type: application/json" ${3:+--data "$3"} "$url")
    case "$told" in
      "429 "*) sleep "${told#429 }" ;;
      2*) return ;;
      *) echo "$1 $2: $told" >&2; exit 1 ;;
    esac
  done
}
field() { grep -o "\"$1\": *\"[^\"]*\"" "$answer" | head -n 1 | sed 's/.*: *"\(.*\)"/\1/'; }
person() { printf '{"type":"profile","attributes":{"email":"p%s@example.com"}}' "$1"; }

all=
for n in 0 1 2 3 4 5 6 7 8 9; do
  call POST /api/profile-import "{\"data\":$(person $n)}"
  all=$all${all:+,}$(person $n)
done
n=0
while [ $n -lt 20 ]; do
  metric='{"data":{"type":"metric","attributes":{"name":"Seen"}}}'
  attributes="{\"unique_id\":\"e$n\",\"metric\":$metric,\"profile\":{\"data\":$(person 0)},\"properties\":{}}"
  call POST /api/events "{\"data\":{\"type\":\"event\",\"attributes\":$attributes}}"
  n=$((n + 1))
done
url=/api/profiles?page%5Bsize%5D=4 pages=0 found=0
while [ -n "$url" ]; do
  call GET "$url"
  pages=$((pages + 1)) found=$((found + $(grep -o '"email":' "$answer" | wc -l)))
  url=$(field next)
done
import="{\"type\":\"profile-bulk-import-job\",\"attributes\":{\"profiles\":{\"data\":[$all]}}}"
call POST /api/profile-bulk-import-jobs "{\"data\":$import}"
id=$(field id)
until [ "$(field status)" = complete ]; do
  sleep 0.2
  call GET "/api/profile-bulk-import-jobs/$id"
done
echo "$pages pages $found profiles $(field status)"
