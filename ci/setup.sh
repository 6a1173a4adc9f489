#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#
# Installs what is missing, and nothing else:  ci/setup.sh [lint] [fuzz] [site]
# Without a word: what building, testing and every chapter need. `lint` adds the checks of CI,
# `fuzz` what ci/fuzz.sh needs, `site` what the web pages need. As root, or with a sudo that asks no
# password, it runs apt itself; otherwise it prints the line to run and ends with 3.
# Tried on Debian 12. Written for Ubuntu 22.04 and 24.04 too, but not tried there.
set -euo pipefail

# "package" must be installed as a package; "package=command" is also satisfied by that command.
packages=(
  g++ cmake=cmake ninja-build=ninja git=git
  ocl-icd-opencl-dev opencl-clhpp-headers   # the loader and the C++ header
  pocl-opencl-icd                           # a device on any CPU
  oclgrind liboclgrind-dev                  # the race judge, and the base of the lens
  libcli11-dev libfmt-dev nlohmann-json3-dev libstb-dev
  libgtest-dev libgmock-dev libbenchmark-dev
  gnuplot-nox=gnuplot cmark-gfm=cmark-gfm    # figures, and the lab report's HTML
)
for group in "$@"; do
  case $group in
    lint) packages+=(clang clang-tidy clang-format) ;;
    fuzz) packages+=(clang libclang-rt-dev) ;;  # the runtime of sanitizers and of libFuzzer
    site) packages+=(doxygen doxygen-awesome-css libjs-lunr python3 nodejs=node npm=npm chromium) ;;
    *) echo "setup: '$group' is no group; there are: lint, fuzz, site" >&2; exit 2 ;;
  esac
done

installed() { [[ $(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }
known_to_apt() { apt-cache show --no-all-versions "$1" >/dev/null 2>&1; }

# The lens is compiled against the headers of that LLVM which Oclgrind was built with.
llvm_headers() {
  local library
  library=$(dpkg-query -W -f='${Depends}' liboclgrind-dev 2>/dev/null ||
            apt-cache depends liboclgrind-dev 2>/dev/null || true)
  library=$(grep -oE 'liboclgrind-[0-9][^ ,]*' <<<"$library" | head -n 1) || return 0
  { dpkg-query -W -f='${Depends}' "$library" 2>/dev/null ||
    apt-cache depends "$library" 2>/dev/null; } |
    grep -oE 'libllvm[0-9]+' | head -n 1 | sed -E 's/libllvm(.*)/llvm-\1-dev/' || true
}

find_missing() {
  missing=()
  local entry headers
  headers=$(llvm_headers)
  for entry in "${packages[@]}" ${headers:+"$headers"}; do
    if [[ $entry == *=* ]] && command -v "${entry#*=}" >/dev/null; then continue; fi
    installed "${entry%=*}" || missing+=("${entry%=*}")
  done
  [[ -n $headers ]] || missing+=("(LLVM headers)")
}

if ! command -v dpkg-query >/dev/null; then
  echo "setup: this system has no dpkg; only Debian and Ubuntu are set up by this script." >&2
  echo "Install what these packages hold with your own package manager, then build with cmake:" >&2
  echo "  ${packages[*]%=*}, and the LLVM headers that your Oclgrind was built with" >&2
  exit 3
fi

find_missing
if ((${#missing[@]} == 0)); then
  echo "setup: everything is here"
  exit 0
fi

as_root=()
if ((EUID != 0)); then
  if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root=(sudo -n)
  else
    echo "setup: packages are missing, and installing them needs root. Run:" >&2
    echo "  sudo apt-get update && sudo apt-get install -y --no-install-recommends" \
      "${missing[@]/"(LLVM headers)"/}" >&2
    if [[ ${missing[*]} == *"(LLVM headers)"* ]]; then
      echo "then ci/setup.sh once more: it can then tell which LLVM headers Oclgrind needs." >&2
    else
      echo "then this command again." >&2
    fi
    exit 3
  fi
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 \
    -o DPkg::Lock::Timeout=300 "$@" >"$log" 2>&1 </dev/null
}
failed() {
  tail -n 20 "$log" >&2
  echo "setup: $1 failed; apt's last lines are above. Is the network there?" >&2
  exit 3
}
update() {
  echo "setup: reading the package lists"
  apt update || failed "reading the package lists"
  lists_are_fresh=yes
  find_missing
}
install() {
  echo "setup: installing ${missing[*]}"
  apt install -y --no-install-recommends "${missing[@]}"
}

system=$(. /etc/os-release && echo "$PRETTY_NAME")
[[ $system == Debian*\ 12\ * ]] || echo "setup: tried on Debian 12 only, this is $system: it may need a hand"

lists_are_fresh=no
for package in "${missing[@]}"; do
  if ! known_to_apt "$package"; then update; break; fi
done
for package in "${missing[@]}"; do
  if ! known_to_apt "$package"; then
    echo "setup: this distribution has no package '$package'." >&2
    echo "On Ubuntu, switch the universe component on: sudo add-apt-repository universe" >&2
    exit 3
  fi
done
if ! install; then
  [[ $lists_are_fresh == no ]] || failed "installing"
  update                                    # the lists may be older than the archive
  install || failed "installing"
fi
echo "setup: done in $SECONDS s"
