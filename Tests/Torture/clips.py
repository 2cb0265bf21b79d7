"""The footage of the torture: short clips of several containers and codecs, each of several versions.

A version is told by its number of frames.
"""

import os
import subprocess

LENGTHS = (5, 7, 9, 11)
# Each: the ending, how ffmpeg makes it, and the ending of the output where that differs.
FORMATS = (
    ("mp4", "-an -c:v libx264 -bf 2", ""),
    ("mkv", "-c:v libx264 -c:a libopus -g 4", ""),
    ("mov", "-an -c:v prores_ks", ""),
    ("avi", "-an -c:v mpeg4 -bf 0", ""),
    ("webm", "-an -c:v libvpx -deadline realtime", ""),
    ("m4v", "-an -c:v libx265 -preset ultrafast -x265-params log-level=none -f mp4", ""),
    ("nut", "-an -c:v ffv1 -level 3", ""),
    ("264", "-an -c:v libx264 -bf 0", ".mkv"),
    ("flv", "-an -c:v flv", ""),
    ("gif", "-an -c:v gif", ""),
)


def frames(path):
    """How many frames a file decodes to, and ffmpeg's complaints."""
    done = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-fps_mode",
         "passthrough", "-f", "framecrc", "-"],
        capture_output=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line and not line.startswith(b"#")]
    complaint = done.stderr.decode(errors="replace").strip()
    if done.returncode and not complaint:
        complaint = f"ffmpeg ended with status {done.returncode}"
    return len(lines), complaint


class Clip:
    """A file that a source may be: `frames` is that of its output, `None` where there is none."""

    def __init__(self, path, ending, count, added=""):
        self.path, self.ending, self.frames, self.added = path, ending, count, added


def make(folder, footage):
    """Makes all clips: a list of versions for each format, and those that are no whole footage."""
    good = []
    for ending, options, added in FORMATS:
        versions = []
        for length in LENGTHS:
            path = os.path.join(folder, f"{length}.{ending}")
            subprocess.run(
                ["ffmpeg", "-nostdin", "-v", "error", "-ss", f"0.{length}", "-i", footage, "-vf",
                 "scale=128:72", "-pix_fmt", "yuv422p10le" if "prores" in options else "yuv420p",
                 "-t", "2", "-frames:v", str(length), *options.split(), "-y", path]
                if ending != "gif" else
                ["ffmpeg", "-nostdin", "-v", "error", "-ss", f"0.{length}", "-i", footage, "-vf",
                 "scale=128:72", "-frames:v", str(length), "-an", "-y", path],
                check=True)
            versions.append(Clip(path, ending, frames(path)[0], added))
        good.append(versions)
    bad = []
    for index, (source, content) in enumerate((
        (good[0][0], lambda data: data[: len(data) * 2 // 3]),
        (good[0][1], lambda data: data[:200] + bytes(len(data) - 200)),
        (good[1][2], lambda data: data[:400]),
        (good[0][3], lambda data: b"not footage at all\n" * 20),
        (good[1][3], lambda data: b""),
    )):
        path = os.path.join(folder, f"bad{index}.{source.ending}")
        with open(source.path, "rb") as file:
            data = content(file.read())
        with open(path, "wb") as file:
            file.write(data)
        bad.append(Clip(path, source.ending, None))
    return good, bad
