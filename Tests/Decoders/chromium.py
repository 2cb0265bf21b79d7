"""Usage: chromium.py FILE src|mse PICTURES RATE

Lets a headless Chromium play an MP4 file, as a video's source or, where it is fragmented, through
Media Source Extensions, and seek to each of its pictures, from group to group. Prints one line; where
that says what is wrong, the exit status is 1.
"""

import functools
import http.server
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import urllib.parse

WIDTH, HEIGHT = 32, 18
"""Of the small pictures that player.html answers with, RGB."""

STRIDE = 31
"""How far each seek goes, in pictures: a prime, so that every picture has its turn."""

MOST_DIFFERENCE = 8
"""Mean of what a colour may differ, of 255, since Chromium scales and converts in its own way."""

PATIENCE = 120
"""Seconds after which a player is taken to hang."""

TYPE = 'video/mp4; codecs="avc1.640028"'

answers = queue.Queue()


class Server(http.server.SimpleHTTPRequestHandler):
    """Serves one folder, and takes the page's answer."""

    def log_message(self, *_):
        pass

    def do_POST(self):
        answers.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()


def play(path, way, times):
    """What the page answers."""
    folder = os.path.dirname(path)
    serve = functools.partial(Server, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        query = urllib.parse.urlencode({
            "file": os.path.basename(path), "way": way, "type": TYPE,
            "times": ",".join(f"{time:.4f}" for time in times)})
        with tempfile.TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as home:
            # No sandbox, since root cannot have one; the only page that it opens is our own. And it
            # leaves a socket in the temporary folder, whose whole path might be too long for one.
            browser = subprocess.Popen(
                ["chromium", "--headless", "--no-sandbox", "--disable-gpu",
                 "--autoplay-policy=no-user-gesture-required", f"--user-data-dir={home}",
                 f"http://127.0.0.1:{server.server_port}/player.html?{query}"],
                env={**os.environ, "HOME": home, "TMPDIR": "."}, cwd=home, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                return answers.get(timeout=PATIENCE)
            except queue.Empty:
                return {"error": f"no answer within {PATIENCE} seconds"}
            finally:
                browser.terminate()
                browser.wait()
                server.shutdown()


def pictures(path):
    """Small pictures of all that libavcodec decodes."""
    size = WIDTH * HEIGHT * 3
    colours = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", "0:v", "-fps_mode", "passthrough",
         "-vf", f"scale={WIDTH}:{HEIGHT}:flags=area", "-pix_fmt", "rgb24", "-f", "rawvideo", "-"],
        check=True, stdout=subprocess.PIPE).stdout
    return [colours[start:start + size] for start in range(0, len(colours), size)]


def difference(left, right):
    return sum(abs(a - b) for a, b in zip(left, right, strict=True)) / len(left)


def faults(path, way, count, rate):
    """Yields what is wrong with how Chromium plays a file."""
    order = [index * STRIDE % count for index in range(1, count + 1)]
    answer = play(path, way, [(index + 0.5) / rate for index in order])
    if "error" in answer:
        yield f"after {len(answer.get('pictures', []))} seeks: {answer['error']}"
        return
    for what in "duration", "end":
        if abs(answer[what] - count / rate) > 0.5 / rate:
            yield f"{what} {answer[what]} s instead of {count / rate} s"
    known = pictures(path)
    if len(known) != count:
        yield f"{len(known)} pictures instead of {count}"
        return
    for index, seen in zip(order, answer["pictures"], strict=True):
        off = [difference(seen, picture) for picture in known]
        nearest = off.index(min(off))
        if nearest != index:
            yield f"picture {nearest} instead of {index}"
        elif off[index] > MOST_DIFFERENCE:
            yield f"picture {index} is off by {off[index]:.1f}"


def main():
    path, way, count, rate = sys.argv[1:]
    found = list(faults(os.path.abspath(path), way, int(count), float(rate)))
    if len(found) > 3:
        found[3:] = [f"and {len(found) - 3} more"]
    print("; ".join(found) or f"the {count} pictures, sought one by one, are FFmpeg's")
    sys.exit(bool(found))


main()
