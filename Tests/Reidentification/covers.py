"""The programs and settings whose covers are attacked."""

import hashlib
import os
import subprocess
import sys

import cv2

from footage import frames


class Variant:
    """A way to cover clips.

    It has the `key` by which options name it, a `title` for the table, the `command` that INPUT and
    OUTPUT follow (None where nothing is covered), and a file whose bytes are the program's
    `identity`.
    """

    def __init__(self, key, title, command=None, identity=None):
        self.key = key
        self.title = title
        self.command = command
        self.identity = identity


OURS = "default"
PEER = "peer-mosaic"
ORIGINAL = "original"


def variants(product, peer, options):
    """All variants, in the order of the table. `options` are added to each of the product's."""

    def ours(key, *style):
        return Variant(key, "`" + " ".join(["anonymize", *options, *style]) + "`",
                       [product, "--quiet", "--overwrite", *options, *style], product)

    def theirs(key, *style):
        return Variant(key, "`" + " ".join(["deface", *style]) + "`", [peer, *style],
                       os.path.join(os.path.dirname(peer), "..", ".lock"))

    return [
        Variant(ORIGINAL, "none"),
        theirs(PEER, "--replacewith", "mosaic", "--mosaicsize", "20"),
        theirs("peer-blur"),
        ours(OURS),
        ours("coarse", "--scale", "1000"),
        ours("blur", "--style", "blur"),
        ours("solid", "--style", "solid"),
    ]


class Failure(Exception):
    """A program did not cover a clip; the text is one line."""


def cover(variant, clip, work):
    """The path of the clip as that variant covers it, in the folder `work`.

    Where the same program has covered the same clip in the same way before, that is taken again.
    """
    if variant.command is None:
        return clip
    folder = os.path.join(work, variant.key)
    os.makedirs(folder, exist_ok=True)
    # Matroska, which both programs write whatever the clip is.
    output = os.path.join(folder, f"{digest(variant, clip)}.mkv")
    if os.path.exists(output):
        return output
    print(f"attack: {' '.join(variant.command)}: {clip}", file=sys.stderr, flush=True)
    partial = output.removesuffix(".mkv") + ".partial.mkv"
    if variant.command[0].endswith("deface"):
        paths = [without_gif(clip, folder), "--output", partial]
    else:
        paths = [clip, partial]
    outcome = subprocess.run([*variant.command, *paths], stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if outcome.returncode != 0 or not os.path.exists(partial):
        said = (outcome.stderr.strip() or "it said nothing").splitlines()[-1]
        raise Failure(f"{' '.join(variant.command)} fails on {clip}: {said}")
    os.replace(partial, output)
    return output


def digest(variant, clip):
    """Stands for the program, what it is told, and the clip's bytes."""
    parts = [checksum(variant.identity), *variant.command[1:], checksum(clip)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def checksum(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def without_gif(clip, folder):
    """The clip, or where it is a GIF, a lossless video of it: deface takes a GIF for a picture."""
    if not clip.lower().endswith(".gif"):
        return clip
    rate = cv2.VideoCapture(clip).get(cv2.CAP_PROP_FPS)
    path = os.path.join(folder, os.path.basename(clip) + ".lossless.mkv")
    writer = None
    for _, frame in frames(clip):
        if writer is None:
            size = frame.shape[1], frame.shape[0]
            writer = cv2.VideoWriter(path, cv2.VideoWriter_fourcc(*"FFV1"), rate, size)
        writer.write(cv2.cvtColor(frame, cv2.COLOR_RGB2BGR))
    writer.release()
    return path
