"""Clips, and where in them the faces of the listed people are."""

import os

import cv2
import numpy

WINDOW = 300
"""Side of the square that is cut out around a face, in pixels after scaling."""

FACE = 120
"""Side of the face in such a square."""


def frames(path, wanted=None):
    """Yields the frames of a clip, upright, as packed RGB, each with its index.

    With `wanted`, only those with such an index; the others cost less.
    """
    capture = cv2.VideoCapture(path)
    index = 0
    while capture.grab():
        if wanted is None or index in wanted:
            yield index, cv2.cvtColor(capture.retrieve()[1], cv2.COLOR_BGR2RGB)
        index += 1
    capture.release()


def frame_count(path):
    """How many frames a clip really has; what its header says need not be true."""
    capture = cv2.VideoCapture(path)
    count = 0
    while capture.grab():
        count += 1
    capture.release()
    return count


def thumbnails(path):
    """What the frames of a clip look like from afar."""
    return [thumbnail(frame) for _, frame in frames(path)]


def thumbnail(frame):
    return cv2.resize(frame, (64, 36), interpolation=cv2.INTER_AREA).astype(numpy.float32)


def matching_indices(indices, count, original, covered):
    """Which frames of a covered clip are those of the original with these indices.

    Where the program dropped or added frames to the `count` of the original, it is the one that
    looks the most alike among those that come into question.
    """
    slack = abs(frame_count(covered) - count)
    if slack == 0:
        return list(indices)
    before = {index: thumbnail(frame) for index, frame in frames(original, set(indices))}
    after = thumbnails(covered)

    def difference(index, other):
        return numpy.abs(before[index] - after[other]).mean(), abs(other - index)

    return [
        min(
            range(max(0, index - slack), min(len(after), index + slack + 1)),
            key=lambda other: difference(index, other),
        )
        for index in indices
    ]


def evenly(items, count):
    """At most that many of the items, at even distances."""
    if len(items) <= count:
        return list(items)
    return [items[i] for i in numpy.linspace(0, len(items) - 1, count).round().astype(int)]


class Person:
    """Somebody of people.json, and the clip that shows them.

    An entry has a `name`, the file names of the `clips` that show this person, of which the first
    that is there is taken, and `face` unless the largest face of each frame is meant: points
    [frame, x, y, side] through which the middle of the face and its height go on straight lines,
    in pixels of the upright frame. Frames before the first and after the last are not taken.
    """

    def __init__(self, entry, folders):
        self.name = entry["name"]
        self.face = entry.get("face")
        paths = [os.path.join(folder, clip) for clip in entry["clips"] for folder in folders]
        self.clip = next((path for path in paths if os.path.isfile(path)), None)

    def span(self, frame_count):
        """The indices of the frames that may be taken."""
        if self.face is None:
            return range(frame_count)
        return range(self.face[0][0], min(frame_count, self.face[-1][0] + 1))

    def seed(self, index, frame, finder):
        """Where the face is about: x and y of its middle, and its side; None if nobody knows."""
        if self.face is None:
            return finder.largest(frame)
        times, *values = zip(*self.face)
        return tuple(numpy.interp(index, times, value) for value in values)


def window(frame, seed):
    """The square around a face, scaled so that the face is FACE pixels large."""
    x, y, side = seed
    scale = FACE / side
    middle = WINDOW / 2
    transform = numpy.array([[scale, 0, middle - scale * x], [0, scale, middle - scale * y]])
    if scale < 0.5:
        # Bilinear sampling would skip pixels.
        frame = cv2.GaussianBlur(frame, (0, 0), 0.4 / scale)
    return cv2.warpAffine(frame, transform, (WINDOW, WINDOW), flags=cv2.INTER_LINEAR)
