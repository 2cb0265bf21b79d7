"""Watches a folder for files that appear in it, and reads each at the moment at which it does.

Usage: watcher.py FOLDER COPIES

Tells what it sees as one JSON object a line on standard output; each line that it reads on standard
input is answered once everything that happened before has been told. What lies in `.anonymize` is
nobody's to see. A copy of each file as it appeared goes into COPIES, by its SHA-256.
"""

import ctypes
import hashlib
import json
import os
import select
import struct
import sys

# See inotify(7).
IN_MODIFY, IN_CLOSE_WRITE, IN_MOVED_TO, IN_CREATE = 0x2, 0x8, 0x80, 0x100
IN_Q_OVERFLOW, IN_ISDIR = 0x4000, 0x40000000
WATCHED = IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE
OWN = b".anonymize"

libc = ctypes.CDLL(None, use_errno=True)


def tell(**members):
    print(json.dumps(members), flush=True)


class Watcher:
    def __init__(self, folder, copies):
        self.root, self.copies = folder, copies
        self.number = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self.number < 0:
            sys.exit("inotify: " + os.strerror(ctypes.get_errno()))
        self.folders = {}
        self.seen = set()
        self.add(folder)

    def add(self, folder):
        watch = libc.inotify_add_watch(self.number, folder, WATCHED)
        if watch < 0:
            if not os.path.isdir(folder):
                return
            sys.exit("inotify: " + os.strerror(ctypes.get_errno()))
        self.folders[watch] = folder
        # What came into it before it was watched.
        for entry in os.scandir(folder):
            if entry.name == OWN:
                continue
            if entry.is_dir(follow_symlinks=False):
                self.add(entry.path)
            else:
                self.appeared(entry.path)

    def name(self, path):
        return os.fsdecode(os.path.relpath(path, self.root))

    def appeared(self, path):
        try:
            number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
        except OSError:
            return
        with os.fdopen(number, "rb") as file:
            status = os.fstat(number)
            content = file.read()
        key = (path, status.st_ino, status.st_size, status.st_mtime_ns)
        if key in self.seen:
            return
        self.seen.add(key)
        digest = hashlib.sha256(content).hexdigest()
        ending = os.fsdecode(os.path.splitext(path)[1])
        copy = os.path.join(self.copies, digest + ending)
        if not os.path.exists(copy):
            with open(copy, "wb") as file:
                file.write(content)
        tell(event="appeared", file=self.name(path), copy=copy, sha256=digest, size=len(content))

    def drain(self):
        while True:
            try:
                data = os.read(self.number, 1 << 16)
            except BlockingIOError:
                return
            place = 0
            while place < len(data):
                watch, mask, _, length = struct.unpack_from("iIII", data, place)
                name = data[place + 16 : place + 16 + length].rstrip(b"\0")
                place += 16 + length
                self.take(watch, mask, name)

    def take(self, watch, mask, name):
        if mask & IN_Q_OVERFLOW:
            return tell(event="missed")
        folder = self.folders.get(watch)
        if folder is None or name == OWN:
            return
        path = os.path.join(folder, name)
        if mask & IN_ISDIR:
            if mask & (IN_CREATE | IN_MOVED_TO):
                self.add(path)
        elif mask & (IN_CREATE | IN_MOVED_TO):
            self.appeared(path)
        elif mask & (IN_MODIFY | IN_CLOSE_WRITE):
            tell(event="written", file=self.name(path))

    def run(self):
        while True:
            ready, _, _ = select.select([self.number, sys.stdin], [], [])
            self.drain()
            if sys.stdin in ready:
                if not sys.stdin.readline():
                    return
                self.drain()
                tell(event="synced")


Watcher(os.fsencode(sys.argv[1]), sys.argv[2]).run()
