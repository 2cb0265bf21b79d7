"""Looks at an archive that a job array makes, by its ledger, its files and the tasks' logs.

Usage: judge.py begun|working|killed|ended SOURCE FOLDER [PROCESS...]

FOLDER holds the archive, `public`, and the tasks' `logs`.

begun   Succeeds once a quarter of the files is done, and at least two are being worked on.
working Succeeds while any of the processes is at a file.
killed  Keeps what was done, and what the killed processes had claimed, for the next.
ended   Says whether everything is done and right, with figures; fails if not.
"""

import collections
import json
import pathlib
import sqlite3
import subprocess
import sys

what, source, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
public = folder / "public"
own = public / ".anonymize"
logs = sorted((folder / "logs").glob("*.log"))
note = folder / "killed.json"


def ledger():
    """The state, worker and output of each file."""
    with sqlite3.connect(f"file:{own / 'ledger.sqlite'}?mode=rw", uri=True, timeout=30) as database:
        rows = database.execute("SELECT path, state, worker, attempts FROM files").fetchall()
    return {path.decode(): (state, worker, attempts) for path, state, worker, attempts in rows}


def outputs():
    """The file number of each output."""
    files = (path for path in public.rglob("*") if path.is_file() and own not in path.parents)
    return {str(path.relative_to(public)): path.stat().st_ino for path in files}


def events():
    """What the tasks told: for each kind of event the logs' names by file.

    That the archive is in use is no error of a task that goes back into the queue.
    """
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for log in logs:
        for line in log.read_text(errors="replace").splitlines():
            try:
                event = json.loads(line)
            except ValueError:
                continue
            if isinstance(event, dict) and "event" in event and event.get("status") != 75:
                found[event["event"]][event.get("file")].append(log.name)
    return found


def frames(path):
    """How many frames can be decoded, and what the decoder has to say."""
    result = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-count_frames", "-of", "csv=p=0"]
        + ["-show_entries", "stream=nb_read_frames", path],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return result.stdout.strip().strip(","), result.stderr.strip()


def running(entries):
    return {path: worker for path, (state, worker, _) in entries.items() if state == "running"}


if what == "begun":
    entries = ledger()
    done = sum(state == "done" for state, _, _ in entries.values())
    sys.exit(not (done >= len(entries) / 4 and len(running(entries)) >= 2))

# A worker's name is its host, its process and some digits.
processes = set(sys.argv[4:])
claims = [path for path, worker in running(ledger()).items() if worker.split("-")[1] in processes]

if what == "working":
    sys.exit(not claims)

if what == "killed":
    note.write_text(json.dumps({"claims": claims, "outputs": outputs()}))
    sys.exit()

entries, told, before = ledger(), events(), json.loads(note.read_text())
files = {str(path.relative_to(source)) for path in source.rglob("*.mp4")}
states = collections.Counter(state for state, _, _ in entries.values())
began = {file: len(logs) for file, logs in told["began"].items()}
done = {file: len(logs) for file, logs in told["done"].items()}
repeated = {file for file, count in began.items() if count > 1}
claimed = set(before["claims"])
# Killed after its output had got its name, a task could not tell any more.
untold = files - set(done)

wrong = []


def check(right, text):
    if not right:
        wrong.append(text)


check(set(entries) == files, "the ledger has other files than the source")
check(states == {"done": len(files)}, f"not every file is done: {dict(states)}")
check(all(count == 1 for count in done.values()), "files were done more than once: "
      + ", ".join(sorted(file for file, count in done.items() if count > 1)))
check(untold <= claimed - repeated, f"nobody did {sorted(untold - (claimed - repeated))}")
check(all(count <= 2 for count in began.values()), "files were begun more than twice")
# A task whose time is up ends its jobs, too.
late = sum(log.read_text(errors="replace").count("near; back into") for log in logs)
check(len(repeated - claimed) <= late,
      f"files were begun again that no dead task was at: {sorted(repeated - claimed)}")
check(set(began) == files, "not every file was begun")
check(not told["failed"] and not told["error"], "tasks told of failures")
check(all(attempts == 0 for _, _, attempts in entries.values()), "files have failed attempts")
after = outputs()
check(set(after) == files, "there are other outputs than sources")
check(all(after.get(file) == number for file, number in before["outputs"].items()),
      "outputs that were there when the node was killed were made again")
check(not any((own / "work").iterdir()), "work of a dead task was left behind")
check(not any((own / "workers").iterdir()), "locks of dead tasks were left behind")
for file in sorted(files & set(after)):
    expected, (found, complaint) = frames(source / file), frames(public / file)
    check(not complaint and (found, "") == expected, f"{file}: {found} frames, {complaint}")

per_task = collections.Counter(log for logs in told["done"].values() for log in logs)
print(f"{folder.name}: {states['done']} of {len(files)} files done,"
      f" {sum(done.values())} told by {len(per_task)} tasks"
      f" ({', '.join(str(count) for _, count in sorted(per_task.items()))}),"
      f" {sum(began.values())} begun")
print(f"{folder.name}: {len(before['outputs'])} were done and {len(claimed)} being worked on by what"
      f" was killed, {len(repeated)} begun again")
for text in wrong:
    print(f"{folder.name}: FAILED: {text}")
sys.exit(bool(wrong))
