#!/usr/bin/env bash
# Makes sure that there is a Chromium for the browser tests and the screenshots.
# Takes one that is there; else the system's package; else the one that Playwright brings.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

for name in chromium chromium-browser google-chrome; do
  if command -v "$name" >/dev/null; then exit 0; fi
done
python=${PYTHON:-.venv/bin/python}
if "$python" -c 'import sys
from playwright.sync_api import sync_playwright
from pathlib import Path
with sync_playwright() as p: sys.exit(not Path(p.chromium.executable_path).exists())' 2>/dev/null; then exit 0; fi

echo "Installing Chromium for the browser tests ..."
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq && apt-get install -y -qq chromium >/dev/null && exit 0
fi
"$python" -m playwright install chromium && exit 0
echo "There is no Chromium, and none could be installed: install the package chromium by hand." >&2
exit 1
