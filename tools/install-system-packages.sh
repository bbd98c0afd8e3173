#!/usr/bin/env bash
# Makes sure that the programs which the tests drive are there: Chromium, tmux and g++.
# Takes what is there; else the system's packages; else the Chromium that Playwright brings.
# Chromium without windows (its headless shell) shows a page with a third of the work, so it is
# installed beside another one wherever the system has it.
# With `compiler`: makes sure of a C compiler instead, for `make fast`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
python=${PYTHON:-.venv/bin/python}

has_chromium() {
  for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null; then return 0; fi
  done
  "$python" -c 'import sys
from playwright.sync_api import sync_playwright
from pathlib import Path
with sync_playwright() as p: sys.exit(not Path(p.chromium.executable_path).exists())' 2>/dev/null
}

has_tmux() { command -v tmux >/dev/null; }
has_compiler() { command -v g++ >/dev/null; }
has_c_compiler() { command -v cc >/dev/null || command -v gcc >/dev/null || command -v clang >/dev/null; }

can_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

if [ "${1:-}" = compiler ]; then
  if has_c_compiler; then exit 0; fi
  if can_install; then
    echo "Installing a C compiler ..."
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq && apt-get install -y -qq gcc libc6-dev >/dev/null || true
  fi
  has_c_compiler
  exit
fi

if can_install && ! command -v chromium-headless-shell >/dev/null; then
  compgen -G '/var/lib/apt/lists/*Packages*' >/dev/null || apt-get update -qq || true
  if apt-cache show chromium-headless-shell >/dev/null 2>&1; then
    echo "Installing chromium-headless-shell for the tests ..."
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium-headless-shell >/dev/null || true
  fi
fi

missing=()
has_chromium || missing+=(chromium)
has_tmux || missing+=(tmux)
has_compiler || missing+=(g++)
if [ ${#missing[@]} = 0 ]; then exit 0; fi

echo "Installing ${missing[*]} for the tests ..."
if can_install; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq && apt-get install -y -qq "${missing[@]}" >/dev/null || true
fi
has_chromium || "$python" -m playwright install chromium || true

failed=()
has_chromium || failed+=(chromium)
has_tmux || failed+=(tmux)
has_compiler || failed+=(g++)
if [ ${#failed[@]} = 0 ]; then exit 0; fi
echo "The tests need ${failed[*]}, which could not be installed: install the packages by hand." >&2
exit 1
