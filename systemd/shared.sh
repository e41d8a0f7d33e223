# Where everything lies and what the scripts in this folder share. Sourced by them, never run; POSIX sh.
# shellcheck shell=sh disable=SC2034,SC2154 # the scripts that source this use the names, and give here and now

home=/opt/cacho # programs: versions/X, and the links current and previous
data=/var/lib/cacho
settings=/etc/cacho
units=/etc/systemd/system
command=/usr/local/bin/cacho
own_units="cacho.service cacho-backup.service cacho-backup.timer"
backoff=$units/cacho.service.d/backoff.conf
elsewhere=$units/cacho.service.d/data.conf
elsewhere_backup=$units/cacho-backup.service.d/data.conf
sysusers=/etc/sysusers.d/cacho.conf
tmpfiles=/etc/tmpfiles.d/cacho.conf
groups="video render gpio"

# What is compiled or touches hardware comes from apt, where it fits the system's own libcamera and numpy.
needed="python3-numpy python3-opencv python3-flask python3-waitress python3-click python3-segno python3-gpiozero"
hardware="python3-picamera2 python3-lgpio" # Raspberry Pi OS alone has them

say() { printf '%s\n' "$*"; }
die() { printf 'cacho: %s\n' "$*" >&2; exit 1; }
need_root() { [ "$(id -u)" = 0 ] || die "this changes the system, so it must run as root: sudo $0"; }

# Whether systemd runs this machine; not so where an image is being made.
running() { [ -d /run/systemd/system ]; }

# ask WHAT: what the installed table knows of itself (see ask.py).
ask() { "$home/current/venv/bin/python" -P "$here/ask.py" "$@"; }

# playing: say who plays just now, unless a match may be disturbed; nothing when nobody does.
playing() {
  if running && [ "$now" = no ] && systemctl is-active -q cacho.service; then ask playing 2>/dev/null || true; fi
}

# Refuse to disturb a match unless told to.
not_mid_match() {
  names=$(playing)
  [ -z "$names" ] || die "a match is being played ($names). Run this again when it is over, or with --now:" \
    "the table is away for some seconds then, and the match goes on as it stood."
}

# point NAME VERSION: let the link in $home name a version, at once and whole.
point() {
  ln -sfn "versions/$2" "$home/$1.new"
  mv -fT "$home/$1.new" "$home/$1"
}

# named LINK: the version a link names, or nothing.
named() { if [ -L "$home/$1" ]; then basename "$(readlink "$home/$1")"; fi; }
