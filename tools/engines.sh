#!/usr/bin/env bash
# Opens each page and plays each game in Firefox and in WebKit, as Debian has them; takes minutes.
# Arguments go to tools/engines.py.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

missing=()
command -v firefox-esr >/dev/null || missing+=(firefox-esr)
command -v WebKitWebDriver >/dev/null || missing+=(webkit2gtk-driver)
command -v Xvfb >/dev/null || missing+=(xvfb)
if [ ${#missing[@]} != 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "Installing ${missing[*]} ..."
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  missing=()
fi
if [ ${#missing[@]} != 0 ]; then
  echo "This needs ${missing[*]}: install the packages by hand." >&2
  exit 1
fi
exec "${PYTHON:-.venv/bin/python}" tools/engines.py "$@"
