# shellcheck shell=bash
#
# Shared by the trials beside it, which source it inside namespaces of their own: there, /mnt is the
# folder of the trial, and what they write elsewhere is gone when they end.

set -euo pipefail

die() {
  printf '%s: error: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# make_private FOLDER...: lets what is written there stay in memory and in this namespace.
make_private() {
  local folder layers
  for folder; do
    layers=/run/private/$folder
    mkdir -p "$layers/upper" "$layers/work"
    mount -t overlay -o "lowerdir=$folder,upperdir=$layers/upper,workdir=$layers/work" \
      overlay "$folder" || die "this machine cannot lay a file system over $folder"
  done
}

# Takes a private mount namespace into use: /mnt is what is named, and the system's own
# configuration and state can be changed without being changed.
enter() {
  mount --make-rprivate /
  mount --bind "$1" /mnt
  mount -t tmpfs -o mode=755 tmpfs /run
  make_private /etc /usr/sbin /var "$(getent passwd root | cut -d: -f6)"
}

# await SECONDS WHAT COMMAND...: until it succeeds.
await() {
  local rest=$1 what=$2
  shift 2
  until "$@"; do
    ((rest-- > 0)) || die "$what: waited for it in vain"
    sleep 1
  done
}

# status DESTINATION EXPRESSION: of Python, about the object `s` that tells an archive's status.
status() {
  /mnt/prefix/bin/anonymize archive status --json "$1" 2>/dev/null |
    /usr/bin/python3 -c 'import json, sys; s = json.load(sys.stdin); print(eval(sys.argv[1]))' "$2"
}

# when_ran DESTINATION: the moment at which its last run began, once that has ended; else nothing.
when_ran() { status "$1" '"finished" in s["lastRun"] and s["lastRun"]["started"] or ""' 2>/dev/null || true; }

# has_run_since DESTINATION MOMENT
has_run_since() {
  local moment
  moment=$(when_ran "$1")
  [[ -n $moment && $moment != "$2" ]]
}

# with_local_paths: a sample with the paths of the trial.
with_local_paths() { sed -E 's#/usr/local/#/mnt/prefix/#g; s#/(video|public)\b#/mnt/\1#g'; }

# An output that is footage, and not its source's own bytes.
is_anonymized() {
  [[ $(ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 "$2") == 24 ]] &&
    ! cmp -s "$1" "$2"
}

# told WHAT: one of the things that were looked at.
told() { printf '%-8s %s\n' "${0##*/}" "$*"; }
