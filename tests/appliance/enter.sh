#!/bin/sh
# Run a command in a Debian root, with the project at /srv/cacho and a folder that may be written at /srv/given:
# enter.sh ROOT PROJECT FOLDER COMMAND...
set -eu
if [ "${ENTERED:-}" = "" ]; then
  ENTERED=yes exec unshare --mount "$0" "$@" # so that no mount outlasts this
fi
root=$1 project=$2 folder=$3
shift 3
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind "$project" "$root/srv/cacho"
mount -o remount,bind,ro "$root/srv/cacho"
mount --bind "$folder" "$root/srv/given"
exec chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
  LC_ALL=C.UTF-8 "$@"
