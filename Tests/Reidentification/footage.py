"""Clips, and where in them the faces of the listed people are."""

import os

import cv2
import numpy

WINDOW = 300
"""Side of the square that is cut out around a face, in pixels after scaling."""

FACE = 120
"""Side of the face in such a square."""


def frames(path):
    """Yields the frames of a clip, upright, as packed RGB."""
    capture = cv2.VideoCapture(path)
    while True:
        there, frame = capture.read()
        if not there:
            break
        yield cv2.cvtColor(frame, cv2.COLOR_BGR2RGB)
    capture.release()


def frames_at(path, indices):
    """The frames with these indices, by index; those after the clip's end are not in it."""
    wanted, last = set(indices), max(indices)
    found = {}
    for index, frame in enumerate(frames(path)):
        if index in wanted:
            found[index] = frame
        if index == last:
            break
    return found


def thumbnails(path):
    """What the frames of a clip look like from afar."""
    return [thumbnail(frame) for frame in frames(path)]


def thumbnail(frame):
    return cv2.resize(frame, (64, 36), interpolation=cv2.INTER_AREA).astype(numpy.float32)


def matching_indices(indices, original, covered):
    """Which frames of a covered clip are those of the original with these indices.

    Where the program dropped or added frames, it is the one that looks the most alike among
    those that come into question. Both clips are given by their thumbnails.
    """
    slack = abs(len(covered) - len(original))
    if slack == 0:
        return list(indices)

    def difference(index, other):
        return numpy.abs(original[index] - covered[other]).mean()

    matching = []
    for index in indices:
        near = range(max(0, index - slack), min(len(covered), index + slack + 1))
        if not near:
            raise ValueError(f"{len(original)} frames became {len(covered)}")
        matching.append(min(near, key=lambda other: (difference(index, other), abs(other - index))))
    return matching


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
