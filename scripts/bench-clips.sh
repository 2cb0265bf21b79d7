# shellcheck shell=bash
#
# The clips that scripts/bench measures with; it sources this behind lib.sh. Clips are made from
# samples/footage, or from clips in $DATA, into $work.

samples=samples/footage
work=.build/bench
mkdir -p "$work"

# clip NAME ARGUMENT...: has ffmpeg make a clip of H.264 with these arguments, unless it was made with the
# very same ones before; leaves in `path` where it is.
clip() {
  path=$work/$1.mp4
  local recipe
  recipe=$(printf '%q ' "${@:2}")
  [[ ! -f $path || $(cat "$path.recipe" 2>/dev/null) != "$recipe" ]] || return 0
  note "making the clip $1"
  rm -f "$path.recipe"
  ffmpeg -nostdin -v error -y "${@:2}" -an -c:v libx264 -preset veryfast -pix_fmt yuv420p "$path" ||
    die "ffmpeg cannot make the clip $1"
  printf '%s\n' "$recipe" >"$path.recipe"
}

# grid COLUMNS ROWS WIDTH HEIGHT INPUT...: prints a filter that puts pictures of that size in rows.
grid() {
  local columns=$1 rows=$2 width=$3 height=$4 row column places=()
  shift 4
  for ((row = 0; row < rows; row++)); do
    for ((column = 0; column < columns; column++)); do
      places+=("$((column * width))_$((row * height))")
    done
  done
  printf '%sxstack=inputs=%d:layout=%s' "$(printf '[%s]' "$@")" $# \
    "$(IFS='|' && printf '%s' "${places[*]}")"
}

# Sixteen small pictures of the same footage, in four rows.
tiles() {
  printf 'scale=320:180,split=16%s;' "$(printf '[t%d]' {1..16})"
  grid 4 4 320 180 t{1..16}
}

# The clips of `footage`: name; the clip in DATA; the sample that one is made from without it, or the
# name of a clip before it; of how many frames; and how.
footage_clips=(
  "1080p    interview_man_1080p.mp4  WolfgangLanger_Pexels.mp4  90   scale=1920:1080"
  "4K       -                        1080p                      24   scale=3840:2160"
  "720p     woman_room_720p.mp4      single_face.mp4            48   scale=1280:720"
  "60fps    -                        single_face.mp4            72   scale=1280:720,framerate=fps=60"
  "crowd    street_crowd_720p50.avi  single_face.mp4            48   $(tiles)"
  "no-face  carpark_no_faces.mp4     no_face.mp4                60   scale=1280:720"
)

# Leaves in `made` each clip's name and where it is; only those that CLIPS names.
make_footage_clips() {
  local entry name real source frames filter path
  declare -A paths
  made=()
  for entry in "${footage_clips[@]}"; do
    read -r name real source frames filter <<<"$entry"
    path=${DATA:-$samples}/$real
    if [[ ! -f $path ]]; then
      clip "$name" -i "${paths[$source]:-$samples/$source}" -filter_complex "[0:V:0]$filter" \
        -frames:v "$frames" -crf 18
    fi
    paths[$name]=$path
    [[ -n ${CLIPS:-} && " $CLIPS " != *" $name "* ]] || made+=("$name=$path")
  done
  ((${#made[@]})) || die "there is no clip named '$CLIPS': see scripts/bench-clips.sh"
}

# At 1080p, each second a group of pictures: in a fifth of them, in none, and in all a face is shown.
# Without x264's own text, which is not copied.
make_copying_clips() {
  local name seconds when path face scaled='scale=1920:1080,setsar=1,setpts=N/25/TB,fps=25'
  face=${DATA:-$samples}/interview_man_1080p.mp4
  [[ -f $face ]] || face=$samples/WolfgangLanger_Pexels.mp4
  made=()
  while read -r name seconds when; do
    clip "faces-$name" -stream_loop -1 -i "$samples/no_face.mp4" -stream_loop -1 -i "$face" -filter_complex \
      "[0:V:0]${scaled}[a];[1:V:0]${scaled}[b];[a][b]overlay=enable='$when'" \
      -frames:v $((25 * seconds)) -crf 18 -x264-params keyint=25:min-keyint=25:scenecut=0 \
      -bsf:v filter_units=remove_types=6
    made+=("$name=$path")
  done <<'TEXT'
in-a-fifth  30  eq(mod(floor(t),5),2)
nowhere     10  0
throughout  10  1
TEXT
}

# At 1080p 56 small pictures of the same footage, of which one or fifty show a face. In the others it is
# upside down and in negative: no face to the detector, and as hard to encode.
make_faces_clips() {
  local count path cells
  made=()
  for count in 1 50; do
    mapfile -t cells < <(seq -f 'p%g' 56)
    clip "faces-$count" -ss 10 -i "$samples/WolfgangLanger_Pexels.mp4" -filter_complex \
      "[0:V:0]crop=561:360:in_w-out_w:0,setsar=1,scale=240:154,split[face][other];
       [face]split=$count$(printf '[%s]' "${cells[@]:0:count}");
       [other]vflip,negate,split=$((56 - count))$(printf '[%s]' "${cells[@]:count}");
       $(grid 8 7 240 154 "${cells[@]}"),pad=1920:1080" -frames:v 216 -crf 18
    made+=("$count=$path")
  done
}

# make_length_clips NAME SAMPLE: the sample 1, 10 and 60 minutes long, in a small picture.
make_length_clips() {
  local minutes path
  made=()
  for minutes in 1 10 60; do
    clip "$1-$minutes" -stream_loop -1 -i "$samples/$2" \
      -filter_complex '[0:V:0]scale=176:144,setsar=1,setpts=N/30/TB,fps=30' \
      -frames:v $((1800 * minutes)) -crf 23
    made+=("$minutes=$path")
  done
}
