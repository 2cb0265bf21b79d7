"""The attacker's eyes: dlib's face detector, landmarks and face recognition network."""

import importlib.util
import os

import cv2
import dlib
import numpy

from footage import FACE, WINDOW

CHIP = 150
"""Side of the aligned picture that the network takes, in pixels."""

PADDING = 0.25
"""How much of the face's surroundings is in it; what dlib trained with."""

ELLIPSE = (75, 76, 44, 54)
"""What counts as inside: the middle and half axes of an ellipse in that picture.

It reaches from above the brows to the chin and lies within the product's cover.
"""

LONG_SIDE = 800
"""To what a frame is scaled for finding its largest face."""


def model(name):
    """The path of one of the models; its package cannot be imported without pkg_resources."""
    package = importlib.util.find_spec("face_recognition_models")
    return os.path.join(os.path.dirname(package.origin), "models", name)


def outside_ellipse():
    """A mask of the pixels that are not inside."""
    x, y, half_width, half_height = ELLIPSE
    rows, columns = numpy.mgrid[:CHIP, :CHIP]
    return ((columns - x) / half_width) ** 2 + ((rows - y) / half_height) ** 2 > 1


class FaceFinder:
    """Finds faces and their landmarks on original frames."""

    def __init__(self):
        self.detector = dlib.get_frontal_face_detector()
        self.predictor = dlib.shape_predictor(model("shape_predictor_5_face_landmarks.dat"))

    def largest(self, frame):
        """The middle and side of the largest face of a frame; None where there is none."""
        scale = LONG_SIDE / max(frame.shape[:2])
        rectangles = self.detector(cv2.resize(frame, None, fx=scale, fy=scale), 0)
        if not rectangles:
            return None
        largest = max(rectangles, key=lambda rectangle: rectangle.area())
        middle = largest.dcenter()
        return middle.x / scale, middle.y / scale, largest.width() / scale

    def landmarks(self, window):
        """The landmarks of the face in the middle of a window; None where none is seen."""
        # Below 0, the detector is less sure; that there is a face in the middle is known.
        rectangles, scores, _ = self.detector.run(window, 0, -0.3)
        near = [
            (score, rectangle)
            for rectangle, score in zip(rectangles, scores)
            if max(
                abs(rectangle.dcenter().x - WINDOW / 2), abs(rectangle.dcenter().y - WINDOW / 2)
            ) < FACE / 2
        ]
        if not near:
            return None
        return self.predictor(window, max(near, key=lambda pair: pair[0])[1])


def chip(window, landmarks):
    """The aligned picture of a face, CHIP by CHIP pixels, RGB."""
    return dlib.get_face_chip(window, landmarks, size=CHIP, padding=PADDING)


class Recognizer:
    """Turns aligned pictures into what says who it is: near vectors are the same person."""

    def __init__(self):
        self.network = dlib.face_recognition_model_v1(
            model("dlib_face_recognition_resnet_model_v1.dat")
        )

    def __call__(self, chips):
        return numpy.array(self.network.compute_face_descriptor(list(chips)))
