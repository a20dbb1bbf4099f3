#!/bin/sh
# The engine as paperkit sees it, without TeX: what the document asks for is what happens.
case "$*" in
*--version*) echo "Tectonic 0.17.0"; exit 0 ;;
*"bundle create"*)
    for word; do [ "$last" = --build-dir ] && out=$word; last=$word; done
    mkdir -p "$out/paperkit" && (cd tree && find . -type f | LC_ALL=C sort | xargs cksum) >"$out/paperkit/paperkit.ttb"
    exit 0 ;;
esac
for main; do :; done
job=${main%.tex}
[ -d "$TECTONIC_CACHE_DIR/formats" ] && [ "$main" = trial.tex ] && echo fmt >"$TECTONIC_CACHE_DIR/formats/fake.fmt"
echo "note: Running TeX ..."
case "$(cat "$main")" in
*HANG*) echo begun >&2; while :; do sleep 1; done ;;
*ERROR*) echo "error: $main:3: Undefined control sequence" >&2; printf '(%s\n! Undefined control sequence.\nl.3 \\nosuch\n' "$main" >"$job.log"; exit 1 ;;
*MISSING*) printf '(%s\n\n! LaTeX Error: File `IEEEtran.cls'\'' not found.\n\n' "$main" >"$job.log"; exit 1 ;;
esac
cp "$job.aux" before.tmp 2>/dev/null || : >before.tmp
grep -F label "$main" >"$job.aux"
case "$*" in *"-r 0"*) ;; *) cmp -s before.tmp "$job.aux" || { echo "note: Rerunning TeX because \"$job.aux\" changed ..."; cp "$job.aux" before.tmp; } ;; esac
case "$(cat "$main")" in *PEEK*) more=" ../secret.tex" ;; esac
echo "$job.pdf : $main$more" >.paperkit-rules
cat "$main" before.tmp >"$job.pdf"; rm before.tmp; echo "This is a log" >"$job.log"
