#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#
# The book as a site, in build/site/:  ci/book.sh [--test]
# It opens from the disk and from any web server, and loads nothing from elsewhere. Warnings, dead
# links and lost words are errors. --test also opens every page in a browser.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if (($# > 1)) || [[ ${1:---test} != --test ]]; then
  sed -n '5,7s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi

ci/setup.sh site
export PYTHONDONTWRITEBYTECODE=1
python3 book/site/build.py
[[ ${1:-} == --test ]] || exit 0

python3 tests/site/site_test.py
packages=build/site-test
mkdir -p "$packages"
if ! cmp -s tests/site/package-lock.json "$packages/installed"; then
  cp tests/site/package.json tests/site/package-lock.json "$packages"
  npm ci --prefix "$packages" --ignore-scripts --no-audit --no-fund
  cp tests/site/package-lock.json "$packages/installed"
fi
NODE_PATH=$packages/node_modules node --test tests/site/browser_test.js
