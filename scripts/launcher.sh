#!/bin/sh
# What `plateau` is when installed (dist/cli/plateau): starts Node with what only its command line can set.
here=$0
if [ -L "$0" ] || [ "${0#*/}" = "$0" ]; then here=$(readlink -f "$0"); fi

# Only a shell can tell that it was started by nohup: a signal that was ignored then cannot be trapped.
PLATEAU_NOHUP=1
trap PLATEAU_NOHUP= HUP
kill -HUP $$
trap - HUP
export PLATEAU_NOHUP

# Shells drop variables whose names they cannot use; those are handed on in one (platform/launcher.ts).
# Commands that start no program need none of them, and another process costs milliseconds.
case $1 in
  record | stat | flamegraph | view | bench | compare | pgo | demo | -*)
    odd='^[^=]*[^A-Za-z0-9_=]'
    if grep -qaz "$odd" "/proc/$$/environ" 2>/dev/null; then
      PLATEAU_VARIABLES=$(grep -az "$odd" "/proc/$$/environ" | base64 | tr -d '\n')
      export PLATEAU_VARIABLES
    fi
    ;;
esac

# A young generation of 4 MB takes a tenth off the peak memory of a large recording and costs no time. V8
# compiles on four threads, which on two cores take turns with the program: with one it is a tenth quicker.
cores=
read -r cores 2>/dev/null </sys/devices/system/cpu/online
case $cores in 0 | 0-1) pool=1 ;; *) pool=4 ;; esac
exec node --max-semi-space-size=4 --v8-pool-size=$pool "${here%/*}/main.js" "$@"
