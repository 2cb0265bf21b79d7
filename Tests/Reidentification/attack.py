"""Usage: attack.py --product PROGRAM --peer PROGRAM --people FILE --work FOLDER [--without NAMES]
[--frames N] FOLDER... [-- OPTION...]

Measures how often a face recognition network names people from covered footage. For the people
whose clips are in the folders, prints a table and whether goals are met. The exit status is 0, or 3
where the goal that counts is missed; it is another where nothing could be measured.
"""

import argparse
import json
import multiprocessing
import os
import sys

import cv2
import numpy

import network
from covers import ORIGINAL, OURS, PEER, Failure, cover, variants
from footage import Person, evenly, frame_count, frames, matching_indices, window

FEWEST = 6
"""Who has fewer usable frames is left out."""

FEWEST_PEOPLE = 10

PIXELS = 24
"""Side of the small pictures that the attacker without a network compares."""

MEANINGFUL = 0.8
"""How often people must be named where nothing is covered."""

RESAMPLINGS = 10000

MISSED = 3
"""Exit status where the goal that counts is missed; 1 is Python's own for anything."""


def arguments():
    parser = argparse.ArgumentParser()
    for name in ("product", "peer", "people", "work"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--without", default="")
    parser.add_argument("--frames", type=int, default=16)
    parser.add_argument("folders", nargs="+")
    given, options = sys.argv[1:], []
    if "--" in given:
        middle = given.index("--")
        given, options = given[:middle], given[middle + 1:]
    return parser.parse_args(given), options


# What is seen of one person.


def faces(person, finder, count, most):
    """A person's usable frames, as (index, seed, landmarks): at most that many.

    `count` is how many frames the clip has.
    """
    # Landmarks are not found everywhere.
    candidates = evenly(person.span(count), most * 3 // 2)
    found = []
    for index, frame in frames(person.clip, set(candidates)):
        seed = person.seed(index, frame, finder)
        landmarks = finder.landmarks(window(frame, seed)) if seed else None
        if landmarks:
            found.append((index, seed, landmarks))
    return evenly(found, most)


def views(person, clips, most):
    """What the attackers see of a person: for each variant the vectors of each kind of view.

    `clips` says for each variant where its clip is. Faces are found and aligned on the original,
    and the covered picture is taken from the same place. None where too few frames are usable.
    """
    count = frame_count(person.clip)
    places = faces(person, network.FaceFinder(), count, most)
    if len(places) < FEWEST:
        return None
    recognizer = network.Recognizer()
    outside = network.outside_ellipse()
    seen = {}
    for variant, clip in clips.items():
        indices = [index for index, _, _ in places]
        if variant != ORIGINAL:
            indices = matching_indices(indices, count, person.clip, clip)
        pictures = dict(frames(clip, set(indices)))
        chips = numpy.array([
            network.chip(window(pictures[index], seed), landmarks)
            for index, (_, seed, landmarks) in zip(indices, places)
        ])
        blanked = chips.copy()
        blanked[:, outside] = 127
        seen[variant] = {
            "whole": recognizer(chips),
            "inside": recognizer(blanked),
            "pixels, whole": numpy.array([shrunk(picture) for picture in chips]),
            "pixels, inside": numpy.array([shrunk(picture) for picture in blanked]),
        }
    return seen


def shrunk(picture):
    """A picture's colours, coarse, as a vector."""
    small = cv2.resize(picture, (PIXELS, PIXELS), interpolation=cv2.INTER_AREA)
    return small.reshape(-1).astype(numpy.float32)


def views_of(task):
    """`views` for a pool of processes."""
    return views(*task)


# How often people are named.


def halves(vectors):
    """The first half in time is enrolled, the second probes."""
    return vectors[:len(vectors) // 2], vectors[len(vectors) // 2:]


def naming_rates(enrolled, probes):
    """For each person the share of probes that are named rightly, by the better of two rules.

    One takes the person whose mean vector is the nearest, the other the person of the nearest
    vector of all. The rule that names more on average is the attacker's.
    """
    means = numpy.array([vectors.mean(axis=0) for vectors in enrolled])
    owners = numpy.repeat(numpy.arange(len(enrolled)), [len(vectors) for vectors in enrolled])
    by_rule = [
        rates_of_rule(means, numpy.arange(len(enrolled)), probes),
        rates_of_rule(numpy.concatenate(enrolled), owners, probes),
    ]
    return max(by_rule, key=lambda rates: rates.mean())


def rates_of_rule(known, owners, probes):
    """For each person the share of probes whose nearest known vector is that person's."""
    rates = []
    for person, vectors in enumerate(probes):
        distances = numpy.linalg.norm(vectors[:, None, :] - known[None, :, :], axis=2)
        rates.append((owners[distances.argmin(axis=1)] == person).mean())
    return numpy.array(rates)


class Rate:
    """The mean over people of how often they are named, and where 95 % of resamplings lie."""

    def __init__(self, rates):
        self.mean = rates.mean()
        draws = numpy.random.default_rng(1).integers(len(rates), size=(RESAMPLINGS, len(rates)))
        self.low, self.high = numpy.percentile(rates[draws].mean(axis=1), [2.5, 97.5])

    def __str__(self):
        return f"{self.mean:.3f} ({self.low:.2f} to {self.high:.2f})"


def rate(people, enrolled_variant, probe_variant, view):
    """The naming rate where these are enrolled and those probe. People are what `views` gives."""
    enrolled = [halves(seen[enrolled_variant][view])[0] for seen in people]
    probes = [halves(seen[probe_variant][view])[1] for seen in people]
    return Rate(naming_rates(enrolled, probes))


COLUMNS = [
    ("originals known", "originals", "whole"),
    ("originals known, inside only", "originals", "inside"),
    ("covered known", "same", "whole"),
    ("covered known, inside only", "same", "inside"),
    ("covered known, pixels", "same", "pixels, whole"),
    ("covered known, pixels, inside only", "same", "pixels, inside"),
]


def figures(people, keys):
    """The rate of each variant and column."""
    return {
        key: [
            rate(people, ORIGINAL if known == "originals" else key, key, view)
            for _, known, view in COLUMNS
        ]
        for key in keys
    }


# What is printed.


def table(rows, titles):
    print("| cover |", " | ".join(title for title, _, _ in COLUMNS), "|")
    print("|---|" + "--:|" * len(COLUMNS))
    for key, rates in rows.items():
        print(f"| {titles[key]} |", " | ".join(map(str, rates)), "|")


def verdict(rows, chance):
    """Prints the goals; whether the one that counts is met."""
    ours, peer = rows[OURS], rows[PEER]
    met = ours[1].low <= 2 * chance
    print()
    print(f"- Originals known, inside only: goal at most twice chance, {2 * chance:.3f};"
          f" measured {ours[1]}: {'missed' if not met else 'met'}"
          f"{' within its uncertainty' if met and ours[1].mean > 2 * chance else ''}.")
    for column in (2, 3):
        goal = peer[column].mean / 2
        print(f"- {COLUMNS[column][0].capitalize()}: goal at most half of the peer's mosaic,"
              f" {goal:.3f}; measured {ours[column]}:"
              f" {'met' if ours[column].mean <= goal else 'missed'}.")
    return met


def fail(message):
    print(f"attack: error: {message}", file=sys.stderr)
    sys.exit(2)


def main():
    given, options = arguments()
    if given.frames < FEWEST:
        fail(f"{given.frames} frames of each person are too few: say {FEWEST} or more")
    known = variants(given.product, given.peer, options)
    optional = [v.key for v in known if v.key not in (ORIGINAL, PEER, OURS)]
    without = given.without.split()
    for key in without:
        if key not in optional:
            fail(f"{key} is no cover that can be left out: say {', '.join(optional)}")
    chosen = [variant for variant in known if variant.key not in without]
    with open(given.people) as file:
        listed = [Person(entry, given.folders) for entry in json.load(file)]
    present = [person for person in listed if person.clip]
    if len(present) < FEWEST_PEOPLE:
        fail(f"clips of {len(present)} listed people are in {':'.join(given.folders)}, and"
             f" {FEWEST_PEOPLE} are needed: say DATA=FOLDER[:FOLDER...], and list your own clips"
             f" in {given.people}")

    covered = {}
    for clip in sorted({person.clip for person in present}):
        try:
            covered[clip] = {v.key: cover(v, clip, given.work) for v in chosen}
        except Failure as failure:
            fail(failure)

    tasks = [(person, covered[person.clip], given.frames) for person in present]
    people, clips = [], set()
    with multiprocessing.Pool(os.cpu_count()) as pool:
        for person, seen in zip(present, pool.imap(views_of, tasks)):
            if seen is None:
                print(f"attack: {person.name}: too few frames with landmarks, left out",
                      file=sys.stderr)
            else:
                count = len(seen[ORIGINAL]["whole"])
                print(f"attack: {person.name}: {count} frames", file=sys.stderr, flush=True)
                people.append(seen)
                clips.add(person.clip)
    if len(people) < FEWEST_PEOPLE:
        fail(f"landmarks are found of {len(people)} people only, and {FEWEST_PEOPLE} are needed:"
             " add clips with larger faces")

    rows = figures(people, [variant.key for variant in chosen])
    for column in (0, 1):
        if rows[ORIGINAL][column].mean < MEANINGFUL:
            fail(f"only {rows[ORIGINAL][column].mean:.3f} of pictures without a cover are named"
                 f" rightly, and {MEANINGFUL} are needed: use clips with larger, clearer faces")
    pictures = sum(len(seen[ORIGINAL]["whole"]) for seen in people)
    print(f"{len(people)} people in {len(clips)} clips, {pictures} pictures of them. Chance is"
          f" {1 / len(people):.3f}.\n")
    table(rows, {variant.key: variant.title for variant in chosen})
    sys.exit(0 if verdict(rows, 1 / len(people)) else MISSED)


if __name__ == "__main__":
    main()
