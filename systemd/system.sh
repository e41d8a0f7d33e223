# What the system is told of the table: its user, units and settings. Sourced; POSIX sh.
# shellcheck shell=sh disable=SC2154 # shared.sh and the script that sources this give the names

# put FILE AS [MODE]: lay a file where the system looks for it; notes in $changed what was not so before.
changed=
put() {
  cmp -s "$1" "$2" && return
  install -D -m "${3:-644}" "$1" "$2"
  changed="$changed $2"
}

make_user() {
  put "$here/cacho.sysusers" "$sysusers"
  systemd-sysusers "$sysusers"
  for group in $groups; do
    if getent group "$group" >/dev/null; then usermod -aG "$group" cacho; fi
  done
}

put_units() {
  for unit in $own_units; do put "$here/$unit" "$units/$unit"; done
  # Only newer systemd can wait longer from failure to failure; an older one would complain of the words.
  [ "$(systemctl --version | sed -n '1s/systemd \([0-9]*\).*/\1/p')" -lt 254 ] || put "$here/cacho-backoff.conf" "$backoff"
  put "$here/command" "$command" 755
  allow_data
  if running; then systemctl daemon-reload; fi
  systemctl enable -q cacho.service cacho-backup.timer
}

# Let the services write where the owner's settings keep the history, if that is elsewhere.
allow_data() {
  folder=$(ask data)
  if [ "$folder" = "$data" ]; then
    if [ -e "$elsewhere" ]; then
      rm -f "$elsewhere" "$elsewhere_backup"
      changed="$changed $elsewhere"
    fi
    return
  fi
  case $folder in
    /home/* | /root/* | /run/user/*)
      say "The service may not look into $folder (ProtectHome=yes): name a folder elsewhere as data in" \
        "$settings/cacho.toml, and run this again." >&2
      ;;
  esac
  if [ ! -e "$folder" ]; then
    mkdir -p "$folder"
    chown cacho:cacho "$folder"
  elif ! runuser -u cacho -- test -w "$folder"; then # it may be somebody's: not ours to give away
    say "The table may not write to $folder, as the setting data asks: sudo chown cacho:cacho '$folder'" >&2
  fi
  words=$(mktemp)
  printf '[Unit]\nRequiresMountsFor="%s"\nConditionPathExists=\n[Service]\nReadWritePaths="%s"\n' "$folder" "$folder" >"$words"
  put "$words" "$elsewhere"
  put "$words" "$elsewhere_backup"
  rm "$words"
}

# The settings are the owner's: made once, with a PIN of its own, and never touched again.
make_settings() {
  if [ ! -e "$settings/cacho.toml" ]; then
    pin=$(od -An -N4 -tu4 /dev/urandom | awk '{ printf "%06d", $1 % 1000000 }')
    mkdir -p "$settings"
    (umask 077 && sed "s/^# pin = \"\" */pin = \"$pin\"            /" "$here/cacho.toml" >"$settings/cacho.toml")
  fi
  put "$here/cacho.tmpfiles" "$tmpfiles"
  systemd-tmpfiles --create "$tmpfiles"
}
