# Shared by the scripts: sourced, not run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
REPOSITORY=$PWD

say() { printf '\033[1m==>\033[0m %s\n' "$*"; }
fail() {
  printf '\033[31merror:\033[0m %s\n' "$*" >&2
  exit 1
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null; then sudo "$@"; else
    fail "need root to run: $*"
  fi
}

# need_packages NAME…: installs the Debian packages that are missing, and says which.
need_packages() {
  local missing=()
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return 0
  command -v apt-get >/dev/null || fail "please install: ${missing[*]}"
  say "installing Debian packages: ${missing[*]}"
  as_root apt-get update -qq
  DEBIAN_FRONTEND=noninteractive as_root apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# PostgreSQL as a second database of the server: Package.swift builds it where this is 1.
if [ "$(uname -s)" = Linux ]; then export MESSAGEAI_POSTGRES=${MESSAGEAI_POSTGRES:-1}; fi

# The bus between servers of one database: Package.swift builds it where this is 1.
if [ "$(uname -s)" = Linux ]; then export MESSAGEAI_NATS=${MESSAGEAI_NATS:-1}; fi

# A PostgreSQL server refuses to run as root.
as_postgres() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }

need_swift() {
  command -v swift >/dev/null || fail "Swift 6.2 or later is needed: https://www.swift.org/install"
}

# What the product itself links with. On a Mac, Homebrew has the same library.
need_build_packages() {
  need_swift
  case "$(uname -s)" in
  Linux) need_packages libsqlite3-dev libargon2-dev libpq-dev libnats-dev zlib1g-dev pkg-config libvips-tools poppler-utils ;;
  Darwin)
    command -v brew >/dev/null || fail "please install argon2, pkg-config, vips and poppler"
    brew list argon2 vips poppler >/dev/null 2>&1 || brew install argon2 pkg-config vips poppler
    ;;
  esac
}

# The helper by which Swift's runtime writes crash reports, of the toolchain that builds: swift_backtrace
swift_backtrace() {
  readlink -f "$(dirname "$(readlink -f "$(command -v swift)")")/../libexec/swift/linux/swift-backtrace-static"
}

RELEASE_BUILD=.build-release
RELEASE_BINARY=$RELEASE_BUILD/release/messageai

# Builds the release binary unless it is newer than everything it is made of.
build_release() {
  if [ -x "$RELEASE_BINARY" ] && [ -z "$(find Package.swift Sources Packages -newer "$RELEASE_BINARY" -type f -print -quit)" ]; then
    return 0
  fi
  need_build_packages
  say "building MessageAI (the first build takes some minutes)"
  local flags=()
  # With the Swift runtime inside, the program takes less memory and runs on machines that have none.
  if [ "$(uname -s)" = Linux ]; then flags=(--static-swift-stdlib); fi
  swift build -c release --scratch-path "$RELEASE_BUILD" --product messageai ${flags[@]+"${flags[@]}"}
  touch "$RELEASE_BINARY"
}

# What the tests in a real browser need, in .cache/venv.
need_browser() {
  local PLAYWRIGHT=1.65.2 AXE=0.1.8 ZXING=3.1.1 PILLOW=13.0.0 CRYPTOGRAPHY=50.0.2 HTTP_ECE=1.2.1 PROVIDER=0.3.4
  if ! .cache/venv/bin/python -c 'import playwright, axe_playwright_python, zxingcpp, PIL, cryptography, http_ece, oidc_provider_mock' 2>/dev/null; then
    say "installing playwright $PLAYWRIGHT, axe (axe-playwright-python $AXE), a reader of QR codes, an OpenID provider and the encryption of pushes for Python into .cache/venv"
    mkdir -p .cache
    python3 -m venv .cache/venv
    .cache/venv/bin/pip install --quiet --disable-pip-version-check "playwright==$PLAYWRIGHT" "zxing-cpp==$ZXING" \
      "pillow==$PILLOW" "cryptography==$CRYPTOGRAPHY" "http-ece==$HTTP_ECE" "oidc-provider-mock==$PROVIDER"
    # Of this one only axe itself is used.
    .cache/venv/bin/pip install --quiet --disable-pip-version-check --no-deps "axe-playwright-python==$AXE"
  fi
}
