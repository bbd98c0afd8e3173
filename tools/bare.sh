#!/usr/bin/env bash
# Tries `make play`, `make test` and the hosting guide where nothing else is: on a bare Debian, in a
# root folder.
#
#   tools/bare.sh [SYSTEM ...] [WHO ...]
#
# SYSTEM  bookworm (Python 3.11), trixie (3.13), sid (3.14 or later); all, unless some are named
# WHO     root     root, for whom `make test` installs what the system lacks
#         user     an ordinary user, after root has pasted the line that `make test` printed
#         unaided  an ordinary user whom nobody helps: what needs no packages is tested
#         host     root, `postgres` and the service's user, who follow docs/guide/hosting.md
#
# Needs root and debootstrap. The mirror, proxies, certificates and pip's configuration are this
# machine's; MIRROR=URL names another mirror. What is tried is the last commit. The base systems,
# packages and wheels are kept in CACHE, so that a second run is shorter; a base system is renewed
# after a week. The table, and what each command printed, are written to build/bare.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CACHE=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/undercroft-bare}
OUT=${OUT:-$here/build/bare}
PLAY_LIMIT=1200 # seconds
TEST_LIMIT=14400
BASE=ca-certificates,make,python3,python3-venv # what README asks for before `make play`
BUNDLE=/usr/local/share/bare.crt               # this machine's certificates, in a root folder

# -- this machine's configuration, read at run time -------------------------------------------------

mirror() {
  if [ -n "${MIRROR:-}" ]; then echo "$MIRROR"; return; fi
  sed '/^ *#/d' /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} 2>/dev/null |
    grep -oE '(https?|file)://[^ ]*/debian/?( |$)' | head -n 1 | tr -d ' '
}

certificates() {
  for file in "${PIP_CERT:-}" "${SSL_CERT_FILE:-}" "${REQUESTS_CA_BUNDLE:-}" \
    /etc/ssl/certs/ca-certificates.crt; do
    if [ -f "$file" ]; then echo "$file"; return; fi
  done
}

pip_file() { # that of the user
  for file in "${PIP_CONFIG_FILE:-}" "${XDG_CONFIG_HOME:-$HOME/.config}/pip/pip.conf" \
    "$HOME/.pip/pip.conf"; do
    if [ -f "$file" ]; then echo "$file"; return; fi
  done
  echo /dev/null
}

wheel_folders() { # that pip's configuration names on this machine
  {
    cat /etc/pip.conf "$(pip_file)" 2>/dev/null || true
    printenv | grep -E '^PIP_' || true
  } | grep -oE '/[^ =]+' | sed 's,^//,,; s,/simple/*$,,' | sort -u | while read -r folder; do
    if [ -d "$folder" ] && [ "$folder" != / ]; then echo "$folder"; fi
  done
}

surroundings() { # NAME=VALUE, a line each, for commands in a root folder
  printenv | grep -iE '^(https?_proxy|no_proxy|all_proxy|PIP_[A-Z_]+)=' |
    grep -vE '^PIP_(CERT|CONFIG_FILE|CACHE_DIR)=' || true
  for name in PIP_CERT SSL_CERT_FILE REQUESTS_CA_BUNDLE CURL_CA_BUNDLE NODE_EXTRA_CA_CERTS; do
    echo "$name=$BUNDLE"
  done
}

# -- a root folder ----------------------------------------------------------------------------------

base() { # SYSTEM: pack the bare system, unless it is there
  local packed=$CACHE/$1.tar made
  if [ -n "$(find "$packed" -mtime -7 2>/dev/null)" ]; then return; fi
  echo "$1: fetching the base system ..."
  made=$(mktemp -d "$CACHE/making.XXXXXX")
  debootstrap --variant=minbase --include="$BASE" "$1" "$made" "$(mirror)" >"$OUT/$1-base.log" 2>&1 || {
    tail -n 5 "$OUT/$1-base.log" >&2
    rm -rf "$made"
    return 1
  }
  tar -C "$made" --one-file-system -cf "$packed.part" .
  mv "$packed.part" "$packed"
  rm -rf "$made"
}

unpack() { # SYSTEM WHO: lay the bare system in $root, with this machine's configuration
  root=$CACHE/roots/$1-$2
  rm -rf --one-file-system "$root"
  mkdir -p "$root"
  tar -C "$root" -xf "$CACHE/$1.tar"
  chmod 755 "$root" # else it is that of a temporary folder
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount --rbind -o ro /sys "$root/sys"
  mkdir -p "$CACHE/apt/$1/partial" "$root/var/cache/apt/archives"
  mount --bind "$CACHE/apt/$1" "$root/var/cache/apt/archives"
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  cp -L "$(certificates)" "$root$BUNDLE"
  apt-config dump | grep -E '^Acquire::(Check-Valid-Until|Retries|https?)' \
    >"$root/etc/apt/apt.conf.d/99machine" || true
  in_root apt-get update -qq || return 1
  chroot "$root" useradd --create-home tester
  home=/root
  case $2 in user | unaided) home=/home/tester ;; esac
  mkdir -p "$root$home/.config/pip"
  cat "$(pip_file)" >"$root$home/.config/pip/pip.conf"
  if [ -f /etc/pip.conf ]; then cp -L /etc/pip.conf "$root/etc/"; fi
  wheel_folders | while read -r folder; do
    mkdir -p "$root$folder"
    mount --bind -o ro "$folder" "$root$folder"
  done
  local wheels=$CACHE/pip/$2
  mkdir -p "$wheels" "$root/var/cache/pip"
  mount --bind "$wheels" "$root/var/cache/pip"
  git clone -q --no-hardlinks "$here" "$root$home/undercroft" || return 1
  if [ "$home" != /root ]; then chroot "$root" chown -R tester: "$home" /var/cache/pip; fi
}

in_root() { # COMMAND ...: as root, in the root folder
  local settings=()
  mapfile -t settings < <(surroundings)
  env -i "${settings[@]}" HOME=/root LANG=C.UTF-8 TERM=dumb DEBIAN_FRONTEND=noninteractive \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin chroot "$root" "$@"
}

as_who() { # WHO COMMAND ...: in the copy of the repository
  local spec=tester:tester settings=()
  if [ "$1" = root ]; then spec=root:root; fi
  shift
  mapfile -t settings < <(surroundings)
  ${within:-} env -i "${settings[@]}" HOME="$home" LANG=C.UTF-8 TERM=dumb PIP_CACHE_DIR=/var/cache/pip \
    PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin \
    chroot --userspec="$spec" --groups= "$root" sh -c 'cd "$HOME/undercroft" && exec "$@"' sh "$@"
}

# -- the commands -----------------------------------------------------------------------------------

record() { # SYSTEM WHO COMMAND SECONDS PASSED FAILED SKIPPED
  local python
  python=$(chroot "$root" python3 -c 'import platform; print(platform.python_version())')
  printf '| %s | %s | %s | `%s` | %s | %s | %s | %s |\n' \
    "$1" "$python" "$2" "$3" "$4" "$5" "$6" "$7" >>"$OUT/table.md"
}

play() { # SYSTEM WHO: the home page comes
  local log=$OUT/$1-$2-play.log began=$SECONDS came=no pid
  within=exec as_who "$2" timeout -k 10 "$PLAY_LIMIT" make play >"$log" 2>&1 </dev/null &
  pid=$!
  while kill -0 "$pid" 2>/dev/null; do
    address=$(grep -oE 'http://[0-9.:]+/' "$log" | head -n 1) || true
    if [ -n "$address" ] && in_root python3 -c 'import sys, urllib.request as u
page = u.build_opener(u.ProxyHandler({})).open(sys.argv[1], timeout=60).read()
sys.exit(b"Tomb of Four Kings" not in page)' "$address" 2>/dev/null; then
      came=yes
      break
    fi
    sleep 1
  done
  local seconds=$((SECONDS - began))
  kill "$pid" 2>/dev/null || true
  wait "$pid" || true
  if [ $came = yes ]; then record "$1" "$2" "make play" $seconds 1 0 0; return; fi
  record "$1" "$2" "make play" $seconds 0 1 0
  failed=1
}

add_packages() { # SYSTEM WHO: root pastes what `make test` tells an ordinary user
  local log=$OUT/$1-$2-packages.log line
  as_who "$2" make .venv/.installed-dev packages >"$log" 2>&1 || return 1
  line=$(tail -n 1 "$log")
  echo "$1, $2: root pastes: ${line#  }"
  in_root sh -c "${line#  }" >>"$log" 2>&1
}

tests() { # SYSTEM WHO
  local log=$OUT/$1-$2-test.log began=$SECONDS counts status=0
  as_who "$2" timeout -k 60 "$TEST_LIMIT" make test >"$log" 2>&1 </dev/null || status=$?
  counts=$(grep -E '^=+ .*(passed|failed|error).* in [0-9.]+s' "$log" | tail -n 1 || true)
  count() { grep -oE "[0-9]+ $1" <<<"$counts" | grep -oE '[0-9]+' || echo 0; }
  local wrong=$(($(count failed) + $(count 'errors?')))
  if [ -z "$counts" ]; then wrong="stopped: $(grep -E '^make: ' "$log" | tail -n 1)"; fi
  record "$1" "$2" "make test" $((SECONDS - began)) "$(count passed)" "$wrong" "$(count skipped)"
  {
    echo "$1, $2: make test ended in $status"
    grep -E '^SKIPPED|tests? (was|were) not run' "$log" || true
    grep -E '^(FAILED|ERROR) ' "$log" || true
    echo
  } >>"$OUT/reasons.txt"
  local expected=0
  if [ "$2" = unaided ]; then # what was left out is counted, and fails the run, but nothing else
    expected=2
    grep -qE 'tests? (was|were) not run' "$log" || failed=1
  fi
  if [ "$status" != $expected ] || [ "$wrong" != 0 ]; then failed=1; fi
}

hosting() { # SYSTEM: tools/follow_hosting.sh
  local log=$OUT/$1-host.log began=$SECONDS
  echo "$1, host: following the hosting guide ..."
  if as_who root timeout -k 60 "$PLAY_LIMIT" tools/follow_hosting.sh >"$log" 2>&1 </dev/null; then
    record "$1" host "hosting guide" $((SECONDS - began)) 1 0 0
    return
  fi
  record "$1" host "hosting guide" $((SECONDS - began)) 0 1 0
  tail -n 5 "$log" >>"$OUT/reasons.txt"
  failed=1
}

try_out() { # SYSTEM WHO
  echo "$1, $2: unpacking ..."
  unpack "$1" "$2" || return 1
  if [ "$2" = host ]; then hosting "$1"; return; fi
  echo "$1, $2: make play ..."
  play "$1" "$2"
  if [ "$2" = user ]; then add_packages "$1" "$2" || return 1; fi
  echo "$1, $2: make test ..."
  tests "$1" "$2"
}

# -- all of them ------------------------------------------------------------------------------------

if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null || ! command -v unshare >/dev/null; then
  echo "tools/bare.sh needs root, debootstrap and unshare." >&2
  exit 2
fi
if [ -z "$(mirror)" ]; then
  echo "No Debian mirror in /etc/apt: name one with MIRROR=URL." >&2
  exit 2
fi
mkdir -p "$CACHE/roots" "$OUT"
chmod 755 "$CACHE" "$CACHE/roots"
if [ "${1:-}" != --within ]; then # in namespaces: mounts and processes end with this one
  exec 9>"$CACHE/lock"
  flock -n 9 || { echo "another tools/bare.sh is running" >&2; exit 2; }
  sweep() { rm -rf --one-file-system "$CACHE"/roots/* "$CACHE"/making.*; }
  sweep # what was cut off without a chance to
  setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child --mount-proc \
    "$0" --within "$@" 9>&- &
  trap 'kill -KILL $! 2>/dev/null || true; wait; sweep' EXIT
  trap 'exit 130' INT TERM
  wait $!
  exit
fi
shift

systems=() whos=()
for word; do
  case $word in
    bookworm | trixie | sid) systems+=("$word") ;;
    root | user | unaided | host) whos+=("$word") ;;
    *) echo "unknown: $word; see the head of $0" >&2; exit 2 ;;
  esac
done
if [ ${#systems[@]} = 0 ]; then systems=(bookworm trixie sid); fi
if [ ${#whos[@]} = 0 ]; then whos=(root user unaided host); fi

failed=0 root='' home=''
: >"$OUT/reasons.txt"
{
  echo "| system | Python | who | command | seconds | passed | failed | skipped |"
  echo "| --- | --- | --- | --- | --- | --- | --- | --- |"
} >"$OUT/table.md"
for system in "${systems[@]}"; do
  base "$system" || { failed=1; continue; }
  for who in "${whos[@]}"; do
    try_out "$system" "$who" || { echo "$system, $who: cut short, see $OUT" >&2; failed=1; }
    umount -R "$root"/{dev,proc,sys,var/cache/apt/archives,var/cache/pip} 2>/dev/null || true
    wheel_folders | while read -r folder; do umount "$root$folder"; done
    rm -rf --one-file-system "$root"
  done
done
cat "$OUT/table.md" "$OUT/reasons.txt"
exit $failed
