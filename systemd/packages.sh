# Packages from apt, or from a folder of them when there is no network. Sourced; POSIX sh.
# shellcheck shell=sh disable=SC2154 # shared.sh and the script that sources this give the names

there() { dpkg-query -W -f='${db:Status-Abbrev}' "$1" 2>/dev/null | grep -q '^ii'; }

# lacking PACKAGE...: those that are not installed.
lacking() { for package in "$@"; do there "$package" || printf '%s ' "$package"; done; }

# apt TOOL WORDS...: apt-get or apt-cache, which look into the folder of packages beside this one where there is one,
# and nowhere else.
apt() {
  tool=$1
  shift
  if [ -d "$root/debs" ]; then
    "$tool" -q -o "Dir::Etc::sourcelist=$lists/bundle.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$lists" \
      -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o Acquire::Languages=none \
      -o APT::Get::List-Cleanup=0 -o APT::Sandbox::User=root "$@"
  else
    "$tool" -q "$@"
  fi
}

# to_be_had PACKAGE...: those that apt knows where to get.
to_be_had() {
  apt apt-cache policy "$@" | awk '/^[^ ]/ { name = $1 } /Candidate:/ && $2 != "(none)" { sub(/:$/, "", name); print name }'
}

# Install what is needed and not there. Nothing is fetched, or even looked up, when nothing is lacking.
# shellcheck disable=SC2046,SC2086 # lists of packages are meant to part
need_packages() {
  missing=$(lacking $needed $hardware)
  [ -n "$missing" ] || return 0
  export DEBIAN_FRONTEND=noninteractive
  lists=$(mktemp -d)
  trap 'rm -rf "$lists"' EXIT
  mkdir -p "$lists/partial"
  if [ -d "$root/debs" ]; then
    os=$(. /etc/os-release && echo "$VERSION_CODENAME $(dpkg --print-architecture)")
    [ "$(cat "$root/debs/made-for")" = "$os" ] ||
      die "this folder was made for $(cat "$root/debs/made-for"), and this is $os. Make one on a box like this one."
    ln -s "$root/debs" "$lists/debs" # apt takes no spaces in a path, and the folder's may have some
    echo "deb [trusted=yes] file:$lists/debs ./" >"$lists/bundle.list"
  fi
  say "Looking in apt for $missing"
  apt apt-get update >&2 || say "The lists of packages could not be brought up to date; going on with those there are." >&2
  can=$(to_be_had $missing | tr '\n' ' ')
  [ -z "$can" ] || apt apt-get install -y --no-install-recommends $can >&2 || die "apt could not install $can; see its words above."
  missing=$(lacking $needed)
  [ -z "$missing" ] || die "apt does not have $missing. Is the network there? Without one: systemd/bundle, on another box."
  missing=$(lacking $hardware)
  [ -z "$missing" ] || say "Not to be had from this system's apt: $missing(only Raspberry Pi OS has them). Going on without;" \
    "the ribbon's camera or the buttons will be off."
}
