#!/bin/sh
# What `arm --install` does inside its Debian: install twice, a word with the table, and leave nothing. POSIX sh.
set -eu
traces() { find /opt /etc /usr/local /var/lib /run -path /run/mount -prune -o -name '*cacho*' -print | sort; }

dpkg --print-architecture
/project/systemd/install 2>&1 | tail -n 9
traces >/run/first.txt
/project/systemd/install >/run/again.txt 2>&1
traces >/run/second.txt
find /opt/cacho /etc/cacho /etc/systemd /usr/local/bin -type f -newer /run/first.txt >/run/touched.txt
diff /run/first.txt /run/second.txt
echo "== installed again: $(wc -l </run/touched.txt) files written, $(grep -c . /run/second.txt) paths of the table as before"
cacho --version
cacho judge 2 2 3 3 3 --throw 2 --rerolled 2 --open full
cacho doctor || echo "== doctor: exit status $? (a fault, as there is no camera and no button here)"
/project/systemd/uninstall --remove-data
echo "== left of the table after that: $(traces | grep -c . || true) paths"
