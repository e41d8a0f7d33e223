#!/bin/sh
# Boot a Debian root in a container, with systemd as its first process: machine.sh ROOT WORK PROJECT BUNDLE
# The root is only looked at; what the machine changes lies in WORK/upper. In the machine, /srv/bundle is the folder of
# packages with the project as it is now, /srv/given is WORK/given. Run in a mount namespace of its own, so that nothing of it outlasts it.
set -eu
root=$1 work=$2 project=$3 bundle=$4

mount -t tmpfs tmpfs /run
mkdir -p "$work/upper" "$work/under" "$work/merged" "$work/given" "$work/bundle"
mount -t overlay overlay -o "lowerdir=$root,upperdir=$work/upper,workdir=$work/under" "$work/merged"
mount -t overlay overlay -o "lowerdir=$project:$bundle" "$work/bundle"

# systemd wants control groups of version 2 for itself; a host with version 1 has them beside.
umount -R /sys/fs/cgroup
mount -t cgroup2 none /sys/fs/cgroup
group=/sys/fs/cgroup/machine-$$
mkdir "$group"
# shellcheck disable=SC2016 # the inner shell's own number and words
sh -c 'echo $$ >"$0/cgroup.procs"; exec "$@"' "$group" \
  systemd-nspawn --quiet --directory="$work/merged" --register=no --keep-unit --private-network --console=pipe \
  --machine=cacho --resolv-conf=off --timezone=off --bind-ro="$work/bundle:/srv/bundle" \
  --bind-ro="$work/given:/srv/given" --boot || true # it is ended by its plug being pulled
find "$group" -depth -type d -exec rmdir '{}' ';'
