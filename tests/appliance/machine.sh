#!/bin/sh
# Boot a Debian root in a container, with systemd as its first process: machine.sh ROOT WORK PROJECT BUNDLE
# The root is only looked at; what the machine changes lies in WORK/upper. In the machine, /srv/bundle is the folder of
# packages with the project as it is now, /srv/given is WORK/given. Run in a mount namespace of its own, so that nothing of it outlasts it.
set -eu
root=$1 work=$2 project=$3 bundle=$4

# systemd wants control groups of version 2 for itself; a host with version 1 has them beside.
mount -t tmpfs tmpfs /run
umount -R /sys/fs/cgroup
mount -t cgroup2 none /sys/fs/cgroup
group=/sys/fs/cgroup/machine-$$
mkdir "$group"
echo $$ >"$group/cgroup.procs"

mkdir -p "$work/upper" "$work/under" "$work/merged" "$work/given"
mount -t overlay overlay -o "lowerdir=$root,upperdir=$work/upper,workdir=$work/under" "$work/merged"
mkdir "$work/bundle"
mount -t overlay overlay -o "lowerdir=$project:$bundle" "$work/bundle"
exec systemd-nspawn --quiet --directory="$work/merged" --register=no --keep-unit --private-network --console=pipe \
  --machine=cacho --resolv-conf=off --timezone=off --bind-ro="$work/bundle:/srv/bundle" --bind-ro="$work/given:/srv/given" --boot
