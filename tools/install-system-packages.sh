#!/usr/bin/env bash
# Makes sure of what the tests need from the system: Chromium, tmux, g++, Python's C headers and
# SQLite's shell.
# Takes what is there; else, as root on Debian or Ubuntu, installs packages; else the Chromium that
# Playwright brings. What is missing then is named, with the line that installs it, and it ends in 1.
# Chromium without windows (its headless shell) shows a page with a third of the work, so it is
# installed beside another one wherever the system has it.
#
#   install-system-packages.sh             for the tests
#   install-system-packages.sh compiler    for `make fast`: a C compiler and Python's C headers
#   install-system-packages.sh missing     names what the tests lack, and installs nothing
#   install-system-packages.sh how NAME..  prints the line that installs it
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
python=${PYTHON:-.venv/bin/python}

has() { command -v "$1" >/dev/null; }

has_chromium() { # and what drives it runs: on a bare system it lacks a library
  "$python" -m playwright --version >/dev/null 2>&1 || return 1
  for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    if has "$name"; then return 0; fi
  done
  "$python" -c 'from playwright.sync_api import sync_playwright
with sync_playwright() as p: p.chromium.launch(args=["--no-sandbox"]).close()' 2>/dev/null
}

has_headers() {
  "$python" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(sysconfig.get_paths()["include"] + "/Python.h"))' 2>/dev/null
}

for_tests() { # what the tests lack
  has_chromium || echo chromium
  has tmux || echo tmux
  has g++ || echo g++
  has_headers || echo python3-dev
  has sqlite3 || echo sqlite3
}

for_compiling() {
  has cc || has gcc || has clang || echo gcc
  has_headers || echo python3-dev
}

packages() { # what things are called here
  for name; do
    case $name in
      chromium)
        if apt-cache show chromium-headless-shell >/dev/null 2>&1; then
          name=chromium-headless-shell
        fi
        name="$name libatomic1" ;;
      python3-dev)
        version='import sys; print("python%d.%d" % sys.version_info[:2])'
        ours=$("$python" -c "$version" 2>/dev/null || true)
        if [ -n "$ours" ] && [ "$ours" != "$(/usr/bin/python3 -c "$version" 2>/dev/null)" ]; then
          name=$ours-dev
        fi ;;
      gcc) name="gcc libc6-dev" ;;
    esac
    echo "$name"
  done
}

how() { # the line to paste
  local names
  names=$(packages "$@" | tr '\n' ' ')
  names=${names% }
  if ! has apt-get; then
    echo "install ${names// /, } with your system's package manager"
  elif [ "$(id -u)" = 0 ]; then
    echo "apt-get update && apt-get install -y $names"
  elif has sudo; then
    echo "sudo apt-get update && sudo apt-get install -y $names"
  else
    echo "su -c 'apt-get update && apt-get install -y $names'"
  fi
}

can_install() { [ "$(id -u)" = 0 ] && has apt-get; }

install() { # one after the other: one that is not to be had does not keep the others out
  echo "Installing $* ..."
  apt-get update -qq || true
  for name in $(packages "$@"); do
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$name" >/dev/null || true
  done
}

case ${1:-} in
  missing) for_tests; exit ;;
  how) shift; how "$@"; exit ;;
  compiler) lacking=for_compiling ;;
  *) lacking=for_tests ;;
esac

if [ $lacking = for_tests ] && can_install && ! has chromium-headless-shell; then
  compgen -G '/var/lib/apt/lists/*Packages*' >/dev/null || apt-get update -qq || true
  if apt-cache show chromium-headless-shell >/dev/null 2>&1; then install chromium-headless-shell; fi
fi

missing=$($lacking)
if [ -z "$missing" ]; then exit 0; fi
# shellcheck disable=SC2086 # names without spaces
if can_install; then install $missing; fi
if [[ $missing = *chromium* ]] && ! has_chromium; then
  echo "Installing the Chromium that Playwright brings ..."
  "$python" -m playwright install chromium || true
fi

missing=$($lacking)
if [ -z "$missing" ]; then exit 0; fi
if [ $lacking = for_compiling ]; then exit 1; fi # `make fast` says it
# shellcheck disable=SC2086
{
  echo "Missing:" $missing
  echo "To install what is missing:"
  echo "  $(how $missing)"
} >&2
exit 1
