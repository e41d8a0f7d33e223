# Versions of the program beside each other in /opt/cacho, so that an update can be undone. Sourced; POSIX sh.
# shellcheck shell=sh disable=SC2154 # shared.sh and the script that sources this give the names

rooms="table vision web systemd"

# version_of FOLDER: the number, and a mark of all it holds: two folders with the same mark are the same program.
version_of() {
  number=$(sed -n 's/^version = "\(.*\)"/\1/p' "$1/pyproject.toml")
  # shellcheck disable=SC2086 # the rooms are meant to part
  mark=$(cd "$1" && find $rooms pyproject.toml -type f ! -name '*.pyc' -print0 | LC_ALL=C sort -z |
    xargs -0 sha256sum | sha256sum | cut -c1-8)
  python=$(python3 -c 'import sys; print("%d%d" % sys.version_info[:2])')
  echo "$number+$mark.py$python" # another Python needs another environment
}

# lay_out VERSION: make an environment that sees the system's packages, with our own files in it and nothing else.
lay_out() {
  place=$home/versions/$1
  if [ -e "$place/whole" ]; then return; fi
  say "Laying out $place"
  rm -rf "$place"
  mkdir -p "$place"
  python3 -m venv --without-pip --system-site-packages "$place/venv"
  python=$place/venv/bin/python
  site=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  for room in table vision web; do
    (cd "$root" && find "$room" -type f ! -name '*.pyc' -exec cp --parents '{}' "$site" ';')
  done
  told=$site/cacho_table-$1.dist-info # by which the program knows its version
  mkdir "$told"
  printf 'Metadata-Version: 2.1\nName: cacho-table\nVersion: %s\n' "$1" >"$told/METADATA"
  (cd "$root" && find systemd -type f ! -name '*.pyc' -exec cp --parents '{}' "$place" ';')
  cp "$root/pyproject.toml" "$root/README.md" "$root/LICENSE" "$place/"
  "$python" -m compileall -q "$site" # /opt is not writable for the table, and small boards start a second sooner
  "$python" -P -m table --version >/dev/null || die "the new version does not run here; nothing was changed."
  "$python" -P -c 'import cv2, numpy, flask, waitress, segno, gpiozero' ||
    die "what apt installed does not fit together (see above). Remove what pip laid over it; nothing was changed."
  touch "$place/whole"
}

# back_up VERSION: keep the history as it is before another version meets it, by the program that made it, or by
# VERSION where there is none.
back_up() {
  by=$(named current)
  folder=$([ -z "$by" ] || ask data)
  if [ ! -e "${folder:-$data}/cacho.db" ]; then return; fi
  runuser -u cacho -- "$home/versions/${by:-$1}/venv/bin/python" -P -m table backup ||
    die "the history could not be backed up (see above), so nothing was changed."
}

# swap VERSION: let it be the current one, and the one before the previous one.
swap() {
  old=$(named current) older=$(named previous)
  if [ "$old" = "$1" ]; then return; fi
  point current "$1"
  changed="$changed $home/current"
  if [ -n "$old" ]; then point previous "$old"; fi
}

# unswap: let both links name what they did before this run. Fails where this run changed no version: then it is not
# the version that is at fault, or there is no other.
unswap() {
  case $changed in *"$home/current"*) ;; *) return 1 ;; esac
  [ -n "$old" ] || return 1
  point current "$old"
  if [ -n "$older" ]; then point previous "$older"; else rm -f "$home/previous"; fi
}

# Remove what is neither current nor previous.
forget_old() {
  for place in "$home"/versions/*; do
    case $(basename "$place") in
      "$(named current)" | "$(named previous)") ;;
      *) rm -rf "$place" ;;
    esac
  done
}
