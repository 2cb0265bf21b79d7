"""Kills runs over an archive again and again, and looks for anything that that breaks.

Usage: torture.py PROGRAM FOOTAGE FOLDER ROUNDS SEED

Sources of the archive change between rounds and sometimes within one. In each round a run is started
and, at a random moment, it, its jobs or both are killed. After each round, what any reader could have
seen, the disk and the ledger are compared with what was to be done; see scripts/torture.
"""

import collections
import hashlib
import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time

import clips

PROGRAM, FOOTAGE, FOLDER = (os.path.abspath(path) for path in sys.argv[1:4])
ROUNDS, SEED = int(sys.argv[4]), int(sys.argv[5])
FILES = 30
# Seconds beyond which a run that ought to end is one that hangs.
PATIENCE = 120
SOURCE, DESTINATION = os.path.join(FOLDER, "source"), os.path.join(FOLDER, "destination")
OWN = os.path.join(DESTINATION, ".anonymize")
LEDGER = os.path.join(OWN, "ledger.sqlite")
chance = random.Random(SEED)
count = collections.Counter()
breaches = []
current_round = "before the rounds"


def breach(text):
    breaches.append(text)
    print(f"torture: {current_round}: {text}", file=sys.stderr, flush=True)


class Source:
    """A file of the source, and what has become of it as far as runs have told.

    `state` is `new` where nothing is known, `begun`, `done`, `failed` or `skipped`. `versions` are the
    clips that it has been since the last round began, the present one last; `loose` is one that was
    changed while a run went on, so that the order of events is unknown.
    """

    def __init__(self, clip):
        self.versions, self.state, self.loose = [clip], "new", False

    @property
    def clip(self):
        return self.versions[-1]


def ledger_rows():
    """What the ledger would hold after a crash right now: a copy, so that nothing is rolled back.

    Taken when no run is alive.
    """
    copy = os.path.join(FOLDER, "copy.sqlite")
    for suffix in ("", "-journal"):
        if os.path.exists(copy + suffix):
            os.remove(copy + suffix)
        if os.path.exists(LEDGER + suffix):
            shutil.copyfile(LEDGER + suffix, copy + suffix)
    if not os.path.exists(copy) or os.path.getsize(copy) == 0:
        return []
    database = sqlite3.connect(copy)
    database.row_factory = sqlite3.Row
    try:
        for (verdict,) in database.execute("PRAGMA integrity_check"):
            if verdict != "ok":
                breach(f"the ledger is damaged: {verdict}")
        if not database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'files'").fetchone():
            return []
        return database.execute("SELECT * FROM files").fetchall()
    finally:
        database.close()


digests = {}


def digest(path, status):
    key = (path, status.st_ino, status.st_size, status.st_mtime_ns)
    if key not in digests:
        with open(path, "rb") as file:
            digests[key] = hashlib.sha256(file.read()).hexdigest()
    return digests[key]


def published():
    """Paths below the destination of what everybody can see, with their status."""
    found = {}
    for folder, names, files in os.walk(DESTINATION):
        if ".anonymize" in names:
            names.remove(".anonymize")
        for name in files:
            path = os.path.join(folder, name)
            found[os.path.relpath(path, DESTINATION)] = os.lstat(path)
    return found


class Processes:
    """What /proc tells of the processes that belong to the archive."""

    @staticmethod
    def children(parent):
        found = []
        for name in os.listdir("/proc"):
            if not name.isdigit():
                continue
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == parent and fields[0] != b"Z":
                found.append(int(name))
        return found

    @staticmethod
    def of_archive():
        """Runs and jobs by what their command lines name; those that have ended are none."""
        found = []
        for name in os.listdir("/proc"):
            if not name.isdigit() or int(name) == os.getpid():
                continue
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    words = file.read()
            except OSError:
                continue
            if os.fsencode(PROGRAM) in words and os.fsencode(DESTINATION) in words:
                found.append(int(name))
        return found


class Run:
    number = 0

    def __init__(self, *options):
        Run.number += 1
        self.jobs = chance.randint(1, 3)
        self.redoes_failed = "failed" in options
        self.log = os.path.join(FOLDER, "logs", f"{Run.number}.jsonl")
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "archive", "--settle", "0", "--detail", "fast", "--retries", "0",
                 "--log-format", "json", "--verbose", "--progress", "never",
                 "--jobs", str(self.jobs), *options, SOURCE, DESTINATION],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log)
        self.killed_jobs = 0
        self.signal = None

    @property
    def goes_on(self):
        return self.process.poll() is None

    def has_begun(self):
        """Whether it has told of anything but itself."""
        with open(self.log, encoding="utf-8") as log:
            return any('"event":"note"' not in line for line in log)

    def kill_jobs(self):
        """Kills the jobs that run, and tells whether there were any."""
        killed = 0
        for job in Processes.children(self.process.pid):
            try:
                os.kill(job, signal.SIGKILL)
                killed += 1
            except ProcessLookupError:
                pass
        self.killed_jobs += killed
        return killed > 0

    def send(self, number):
        if self.goes_on:
            self.process.send_signal(number)
            self.signal = number
            return True
        return False

    def wait(self):
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            breach(f"a run hangs: {self.log}")
            self.process.kill()
            return self.process.wait()

    @property
    def events(self):
        with open(self.log, "rb") as file:
            # The last line of a run that was killed may be cut off.
            lines = file.read().split(b"\n")[:-1]
        for line in lines:
            try:
                yield json.loads(line)
            except ValueError:
                breach(f"this is no line of a log: {line!r}")


class Archive:
    def __init__(self):
        for name in ("source", "clips", "logs", "copies", "destination"):
            os.makedirs(os.path.join(FOLDER, name))
        self.good, self.bad = clips.make(os.path.join(FOLDER, "clips"), FOOTAGE)
        self.sources = {}
        # Outputs that may be missing or of another version: those that were removed here.
        self.removed = set()
        self.verdicts = {}
        self.names = 0
        self.watcher = subprocess.Popen(
            [sys.executable, os.path.join(os.path.dirname(__file__), "watcher.py"), DESTINATION,
             os.path.join(FOLDER, "copies")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        while len(self.sources) < FILES - len(self.bad):
            self.add(chance.choice(self.good[len(self.sources) % len(self.good)]))
        for clip in self.bad:
            self.add(clip)

    # Changes

    def path(self, name):
        return os.path.join(SOURCE, name)

    def put(self, name, clip):
        """Gives a source its content at one moment, as whoever copies with care does."""
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copyfile(clip.path, os.path.join(FOLDER, "new"))
        os.replace(os.path.join(FOLDER, "new"), path)

    def add(self, clip):
        self.names += 1
        folder = chance.choice(("", "", "a/", "a/b c/", "d\n'é/"))
        name = f"{folder}{self.names} {chance.choice(('x', 'ü', '-f', '#'))}.{clip.ending}"
        self.put(name, clip)
        self.sources[name] = Source(clip)
        return self.sources[name]

    def add_in_place_of(self, clip):
        return self.add(chance.choice(chance.choice(self.good)) if clip.frames else clip)

    def replace(self, name, **flags):
        source = self.sources[name]
        kind = next((v for v in self.good if v[0].ending == source.clip.ending), None)
        clip = chance.choice([v for v in kind if v is not source.clip] if kind else self.bad)
        self.put(name, clip)
        self.renew(source, clip, **flags)
        count["sources replaced"] += 1

    def renew(self, source, clip, loose=False):
        source.versions.append(clip)
        source.state, source.loose = "new", source.loose or loose

    def touch(self, name):
        os.utime(self.path(name))
        self.renew(self.sources[name], self.sources[name].clip)
        count["sources touched"] += 1

    def rename(self, name):
        clip = self.sources.pop(name).clip
        self.names += 1
        new = f"{chance.choice(('', 'a/', 'r/'))}{self.names} renamed.{clip.ending}"
        os.makedirs(os.path.dirname(self.path(new)), exist_ok=True)
        os.rename(self.path(name), self.path(new))
        self.sources[new] = Source(clip)
        count["sources renamed"] += 1

    def delete(self, name):
        self.add_in_place_of(self.sources.pop(name).clip)
        os.remove(self.path(name))
        count["sources removed"] += 1

    def remove_output(self, name):
        output = name + self.sources[name].clip.added
        if self.sources[name].clip.frames is None:
            return
        if os.path.exists(os.path.join(DESTINATION, output)):
            os.remove(os.path.join(DESTINATION, output))
            self.sources[name].state = "new"
            self.removed.add(output)
            count["outputs removed"] += 1

    def change(self):
        changes = (self.touch, self.replace, self.replace, self.rename, self.delete,
                   self.remove_output)
        for _ in range(chance.randint(0, 4)):
            chance.choice(changes)(chance.choice(sorted(self.sources)))
        while sum(s.state in ("new", "begun") for s in self.sources.values()) < 4:
            self.touch(chance.choice(sorted(self.sources)))

    def change_midway(self):
        """What happens to a source while a run may be at it."""
        name = chance.choice(sorted(self.sources))
        if chance.random() < 0.5:
            self.replace(name, loose=True)
        else:
            os.remove(self.path(name))
            self.add_in_place_of(self.sources.pop(name).clip).loose = True
            count["sources removed midway"] += 1

    # Rounds

    def wait_for(self, run):
        """Waits for the moment of a kill, and names it."""
        kind = chance.choice(("any time", "any time", "start", "publishing", "published", "ledger",
                              "saved"))
        work = os.path.join(OWN, "work")
        if kind == "any time":
            time.sleep(chance.uniform(0, 2.5))
            return kind
        if kind == "start":
            time.sleep(chance.uniform(0, 0.25))
            return kind
        skips = chance.randint(0, 2 if kind != "ledger" else 12)
        before, end = None, time.monotonic() + 20
        while run.goes_on and time.monotonic() < end:
            if kind == "ledger":
                now = os.path.exists(LEDGER + "-journal")
                hit = now and before is False
            elif kind == "saved":
                # The ledger has just been written while an output waits for its name.
                now = os.path.exists(LEDGER + "-journal") and any(self.outputs_in(work))
                hit = before and not now and not os.path.exists(LEDGER + "-journal")
            else:
                now = set(self.outputs_in(work))
                if before is None:
                    before = now
                hit = bool(now - before if kind == "publishing" else before - now)
            before = now
            if hit:
                skips -= 1
                if skips < 0:
                    if kind != "saved":
                        time.sleep(chance.choice((0, 0, 0.0005, 0.001, 0.003, 0.01)))
                    return kind
        return kind

    @staticmethod
    def outputs_in(work):
        """Outputs under their working names, before they are published."""
        try:
            for worker in os.scandir(work):
                for job in os.scandir(worker.path):
                    for file in os.scandir(job.path):
                        if file.name.startswith("output") and not file.name.endswith(".partial"):
                            yield file.path
        except OSError:
            return

    def kill_once(self):
        """One round; tells whether anything was killed."""
        self.change()
        options = chance.choice(
            ((), (), ("--redo", "failed"), ("--prune",), ("--order", "largest"), ("--checksum",)))
        run = Run(*options)
        moment = self.wait_for(run)
        if chance.random() < 0.15:
            self.change_midway()
        kind = chance.choices(("run", "jobs", "both", "SIGTERM", "SIGINT"), (10, 4, 3, 1, 1))[0]
        hit = False
        if kind in ("jobs", "both"):
            hit = run.kill_jobs()
        if kind in ("run", "both"):
            hit = run.send(signal.SIGKILL) or hit
        elif kind != "jobs":
            hit = run.send(getattr(signal, kind)) or hit
        elif chance.random() < 0.5:
            time.sleep(chance.uniform(0, 1))
            run.send(signal.SIGKILL)
        status = run.wait()
        if run.killed_jobs and kind == "jobs" and run.signal:
            kind = "jobs, then run"
        if hit:
            count["rounds"] += 1
            count[f"killed: {kind}"] += 1
            count[f"moment: {moment}"] += 1
        self.check_end(run, status)
        # The next start must bear that jobs of this run are just about to end; then look whether.
        if chance.random() < 0.5:
            self.expect_no_process()
        self.check(run)
        return hit

    def check_end(self, run, status):
        expected = {signal.SIGKILL: {-9}, signal.SIGTERM: {143}, signal.SIGINT: {130}}
        # Where it was done just before the signal, its status says so.
        allowed = {0, 1} | expected.get(run.signal, set())
        if run.signal == signal.SIGKILL:
            pass
        elif status == -(run.signal or 0) and not run.has_begun():
            # A signal before it was listened for ends the program as ever.
            return
        elif status not in allowed:
            breach(f"a run has exit status {status}: {run.log}")
        if run.signal in (signal.SIGTERM, signal.SIGINT) or run.signal is None:
            self.expect_tidy(run)

    def expect_no_process(self):
        end = time.monotonic() + 10
        while left := Processes.of_archive():
            if time.monotonic() > end:
                breach(f"processes outlive their run by 10 seconds: {left}")
                for process in left:
                    os.kill(process, signal.SIGKILL)
                return
            time.sleep(0.005)

    def expect_tidy(self, run=None):
        for name in ("work", "workers"):
            folder = os.path.join(OWN, name)
            left = os.listdir(folder) if os.path.isdir(folder) else []
            if left:
                breach(f"a run left in {name}: {left} ({run.log if run else ''})")
        if os.path.exists(LEDGER + "-journal"):
            breach("a run left the ledger's journal")

    # Looking

    def check(self, run):
        # While nothing is alive: whatever the ledger holds is what a crash has left.
        self.expect_no_process()
        self.read(run)
        self.read_watcher()
        rows = ledger_rows()
        disk = published()
        self.compare(rows, disk)
        for source in self.sources.values():
            del source.versions[:-1]
            if source.loose:
                source.loose, source.state = False, "new"
        self.removed = {name for name in self.removed if name not in disk}

    def read(self, run):
        """Follows a run by its log: has anything been done twice, or failed that is whole?"""
        flying = set()
        if run.redoes_failed:
            # It makes them new ones, and may be killed before it comes to them.
            for source in self.sources.values():
                if source.state == "failed":
                    source.state = "new"
        for event in run.events:
            kind, name = event["event"], event.get("file")
            source = self.sources.get(name)
            if kind == "error" and run.signal is None:
                breach(f"a run ends with: {event['message']}")
            if kind == "unreadable":
                breach(f"unreadable: {event}")
            if kind == "began":
                count["jobs begun"] += 1
                flying.add(name)
            elif kind in ("done", "failed", "skipped", "waiting"):
                flying.discard(name)
            if source is None or source.loose:
                continue
            state = source.state
            if kind == "began":
                if state == "begun":
                    count["jobs repeated"] += 1
                elif state != "new":
                    breach(f"{name!r} is begun again, but it was {state}: {run.log}")
                source.state = "begun"
            elif kind == "done":
                source.state = "done"
                if event["frames"] != source.clip.frames:
                    breach(f"{name!r} has {event['frames']} frames, not {source.clip.frames}")
            elif kind == "failed":
                source.state = "failed"
                if source.clip.frames and "Killed" not in event["reason"]:
                    breach(f"{name!r} is whole and fails: {event['reason']}")
            elif kind == "skipped":
                source.state = "skipped"
                if source.clip.frames:
                    breach(f"{name!r} is whole and skipped: {event['reason']}")
            elif kind == "renamed":
                source.state = "done"
        if len(flying) > run.jobs:
            breach(f"{len(flying)} files were in flight with --jobs {run.jobs}: {run.log}")
        whole = sum(1 for e in run.events if e["event"] == "failed" and "Killed" in e["reason"])
        if whole > run.killed_jobs:
            breach(f"{whole} jobs were killed, but only {run.killed_jobs} by this: {run.log}")

    def verdict(self, copy):
        if copy not in self.verdicts:
            self.verdicts[copy] = clips.frames(copy)
        return self.verdicts[copy]

    def source_of(self, output):
        """The source whose output has this path."""
        for name in (output, os.path.splitext(output)[0]):
            source = self.sources.get(name)
            if source and name + source.clip.added == output:
                return source
        return None

    def read_watcher(self):
        """What everybody could see: was any file less than whole when it appeared?"""
        self.watcher.stdin.write("\n")
        self.watcher.stdin.flush()
        for line in self.watcher.stdout:
            event = json.loads(line)
            if event["event"] == "synced":
                return
            if event["event"] == "appeared":
                self.check_appeared(event)
            elif event["event"] == "written":
                breach(f"{event['file']!r} was written to where everybody could see it")
            else:
                breach("the watcher missed something")
        breach("the watcher has died")

    def check_appeared(self, event):
        count["files published"] += 1
        frames, complaint = self.verdict(event["copy"])
        name = event["file"]
        if complaint:
            return breach(f"{name!r} appeared less than whole ({event['size']} bytes): {complaint}")
        source = self.source_of(name)
        if source is None:
            # Of a source that has vanished midway; one of that length has to exist.
            expected = set(clips.LENGTHS)
        else:
            expected = {clip.frames for clip in source.versions}
        if frames not in expected:
            breach(f"{name!r} appeared with {frames} frames, not {expected}")

    def compare(self, rows, disk):
        """Do ledger and disk agree, as far as they have to after a crash?"""
        named = set()
        for row in rows:
            name = os.fsdecode(row["path"])
            output = os.fsdecode(row["output_path"]) if row["output_path"] is not None else None
            named |= {output, name, name + ".mkv"}
            if row["state"] != "done":
                continue
            status = disk.get(output)
            if status is None:
                # Removed here, or on its way to another name.
                if output not in self.removed and name in self.sources and name not in disk:
                    breach(f"{name!r} is done, and there is no {output!r}")
            elif status.st_size != row["output_size"]:
                breach(f"{output!r} has {status.st_size} bytes, not {row['output_size']}")
            elif row["output_checksum"] != digest(os.path.join(DESTINATION, output), status):
                breach(f"{output!r} is not what the ledger says")
        for name in disk:
            if name not in named:
                breach(f"{name!r} is in the destination, and not in the ledger")

    # The end

    def finish(self):
        """A run that nobody disturbs, and one more: is all done, and right?"""
        global current_round
        current_round = "after the rounds"
        self.expect_no_process()
        for index, options in enumerate((("--redo", "failed", "--prune"), ())):
            run = Run(*options)
            status = run.wait()
            if status != int(any(e["event"] == "failed" for e in run.events)):
                breach(f"the {('last', 'idle')[index]} run has status {status}: {run.log}")
            self.check(run)
            self.expect_tidy(run)
            if index == 1 and any(e["event"] == "began" for e in run.events):
                breach(f"the idle run has done something: {run.log}")
        rows, disk = ledger_rows(), published()
        states = {os.fsdecode(row["path"]): row for row in rows}
        for name, source in self.sources.items():
            row = states.pop(name, None)
            expected = ("done",) if source.clip.frames else ("failed", "skipped")
            if row is None or row["state"] not in expected:
                breach(f"{name!r} ought to be {expected}, not {row and row['state']}")
            elif source.clip.frames:
                output = os.fsdecode(row["output_path"])
                frames, complaint = clips.frames(os.path.join(DESTINATION, output))
                if (frames, complaint) != (source.clip.frames, "") or row["frames"] != frames:
                    breach(f"{output!r} has {frames} frames, not {source.clip.frames} {complaint}")
                if output not in disk:
                    breach(f"there is no {output!r}")
                disk.pop(output, None)
        for name in disk:
            breach(f"{name!r} is in the destination and of no source")
        for name in states:
            breach(f"{name!r} is in the ledger and gone from the source")

    def race(self, number):
        """Of runs that are started together, one works."""
        global current_round
        current_round = f"{number} runs at once"
        for name in self.sources:
            self.touch(name)
        self.expect_no_process()
        runs = [Run() for _ in range(number)]
        statuses = [run.wait() for run in runs]
        losers = [run for run, status in zip(runs, statuses) if status == 75]
        winners = [run for run in runs if run not in losers]
        if len(winners) != 1:
            breach(f"statuses are {statuses}")
        holder = f"process {winners[0].process.pid} on host {socket.gethostname()}"
        for run in losers:
            text = next((e["message"] for e in run.events if e["event"] == "error"), "nothing")
            if holder not in text:
                breach(f"who holds the archive ({holder}) is not told: {text}")
        count[f"of {number} runs at once, turned away"] = len(losers)
        for run in winners:
            self.read(run)
        self.read_watcher()
        self.compare(ledger_rows(), published())
        self.expect_tidy()


def main():
    global current_round
    archive = Archive()
    attempts = 0
    while count["rounds"] < ROUNDS and attempts < 3 * ROUNDS + 10:
        attempts += 1
        current_round = f"round {count['rounds'] + 1} (run {Run.number + 1})"
        archive.kill_once()
        if attempts % 20 == 0:
            print(f"torture: {count['rounds']} rounds, {len(breaches)} breaches",
                  file=sys.stderr, flush=True)
    if count["rounds"] < ROUNDS:
        breach(f"only {count['rounds']} rounds had anything to kill")
    archive.finish()
    for number in (2, 10):
        archive.race(number)
    archive.watcher.stdin.close()
    archive.watcher.wait()
    count["runs"] = Run.number
    for name, value in sorted(count.items()):
        print(f"{name:40}{value:7}")
    print(f"{'breaches':40}{len(breaches):7}")
    sys.exit(1 if breaches else 0)


main()
