"""Usage: chromium.py PAGE STATUS

Loads an archive's page in a headless Chromium and compares what it shows with what the same archive's
status says in JSON. Prints a line for each thing that is looked at; where one says what is wrong, the
exit status is 1.
"""

import base64
import fcntl
import json
import math
import os
import pathlib
import re
import select
import subprocess
import sys
import tempfile
import unicodedata

STATES = "done", "failed", "skipped"
"""That the chart stacks, from below."""

LEAST_HEIGHT = 2
"""Pixels that a part of a column has at least."""

LEAST_CONTRAST = 4.5
"""Of text against what is behind it, as WCAG 2 asks at level AA."""

MOST_FAILURES = 1000
"""That a page lists."""

WIDTHS = 360, 800, 1280

PATIENCE = 120
"""Seconds after which a browser is taken to hang."""

FACTS = pathlib.Path(__file__).with_name("facts.js").read_text()


class Browser:
    """A headless Chromium with one page, over the pipe that DevTools offer."""

    def __init__(self, home):
        # No sandbox, since root cannot have one; the only pages that it opens are our own. And it
        # leaves a socket in the temporary folder, whose whole path might be too long for one.
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu",
                   f"--user-data-dir={home}", "--remote-debugging-pipe"]
        theirs_in, self.out = os.pipe()
        self.incoming, theirs_out = os.pipe()
        # Out of the way of 3 and 4, which Chromium reads and writes.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (theirs_in, theirs_out)]
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{ends[0]} 4>&{ends[1]}', "bash", *command],
            pass_fds=ends, env={**os.environ, "HOME": home, "TMPDIR": "."}, cwd=home,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (theirs_in, theirs_out, *ends):
            os.close(end)
        self.pending = b""
        self.count = 0
        self.events = []
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call(
            "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in "Page", "Network", "Log", "Runtime", "Audits":
            self.call(f"{domain}.enable")

    def message(self):
        """The next message; fails where none comes."""
        while b"\0" not in self.pending:
            if not select.select([self.incoming], [], [], PATIENCE)[0]:
                sys.exit(f"Chromium said nothing for {PATIENCE} seconds")
            part = os.read(self.incoming, 1 << 16)
            if not part:
                sys.exit("Chromium ended early")
            self.pending += part
        text, self.pending = self.pending.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        """What a command answers; keeps events that come before."""
        self.count += 1
        command = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.out, json.dumps(command).encode() + b"\0")
        while (message := self.message()).get("id") != self.count:
            self.events.append(message)
        if "error" in message:
            sys.exit(f"{method}: {message['error']}")
        return message["result"]

    def evaluate(self, expression):
        answer = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            sys.exit(f"the page cannot be looked at: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def load(self, path, width=1280, scheme="light"):
        """Loads a page; what happens on it is in `events`."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=800,
                  deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Page.navigate", url="about:blank")
        self.events = []
        self.call("Page.navigate", url=path.as_uri())
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.events.append(self.message())
        # What loading sets off is there when two more frames have been drawn.
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def close(self):
        self.process.terminate()
        self.process.wait()


def requests(browser, path):
    """Addresses that the page asked for, beside its own and what it holds itself."""
    urls = [event["params"]["request"]["url"] for event in browser.events
            if event["method"] == "Network.requestWillBeSent"]
    assert path.as_uri() in urls, "the page's own request went by unseen"
    return [url for url in urls if url != path.as_uri() and not url.startswith("data:")]


def complaints(browser):
    """What the browser had to say: errors, warnings, breaches of the content security policy."""
    for event in browser.events:
        parameters = event.get("params", {})
        match event["method"]:
            case "Log.entryAdded":
                yield f"{parameters['entry']['level']}: {parameters['entry']['text']}"
            case "Runtime.consoleAPICalled":
                yield f"console.{parameters['type']}"
            case "Runtime.exceptionThrown":
                yield parameters["exceptionDetails"]["text"]
            case "Audits.issueAdded":
                yield parameters["issue"]["code"]


def printable(text):
    """A text as the page has it: control characters as numbers."""
    return "".join(
        "".join(f"\\x{byte:02x}" for byte in character.encode())
        if unicodedata.category(character) == "Cc" else character for character in text)


def differences(name, found, wanted):
    """Yields what is wrong with one list."""
    if len(found) != len(wanted):
        yield f"{len(found)} {name} instead of {len(wanted)}"
    for left, right in zip(found, wanted):
        if left != right:
            yield f"{name}: {left!r} instead of {right!r}"


def wrong_names(facts, status):
    failures = status["failures"][:MOST_FAILURES]
    yield from differences("paths", facts["paths"], [printable(f["path"]) for f in failures])
    yield from differences("reasons", facts["reasons"], [printable(f["reason"]) for f in failures])
    yield from differences("attempts", facts["attempts"], [f"{f['attempts']:,}" for f in failures])
    for place in "source", "destination":
        yield from differences(place, [facts[place]], [printable(status[place])])


def wrong_tiles(facts, status):
    for state in "done", "failed", "pending", "skipped":
        yield from differences(state, [facts["tiles"][state]], [f"{status['files'][state]:,}"])
    yield from differences("tracks", [facts["tiles"]["tracks"]], [f"{status['tracks']:,}"])


def summed(status, length):
    """Counts of the chart's states by the first letters of their days' dates."""
    sums = {}
    for day in status["days"]:
        counts = sums.setdefault(day["date"][:length], [0] * len(STATES))
        for index, state in enumerate(STATES):
            counts[index] += day[state]
    return {name: counts for name, counts in sums.items() if any(counts)}


def wrong_chart(chart, wanted):
    """Yields where a chart's columns, tooltips and table are not as the numbers are."""
    marks = sorted(chart["marks"], key=lambda mark: mark["number"])
    bottom, top = marks[0]["y"], marks[-1]["y"]
    scale = (bottom - top) / marks[-1]["number"]
    for mark in marks:
        if not math.isclose(mark["y"], bottom - scale * mark["number"], abs_tol=0.1):
            yield f"the mark {mark['number']} stands at {mark['y']}"
    names = [column["name"] for column in chart["columns"]]
    if names != sorted(set(names)):
        yield "columns out of order"
    last = chart["left"]
    for column in chart["columns"]:
        name, below = column["name"], bottom
        counts = wanted.get(name, [0] * len(STATES))
        shown = [(state, count) for state, count in zip(STATES, counts) if count]
        yield from differences(
            f"parts of {name}", [part["state"] for part in column["parts"]],
            [state for state, _ in shown])
        for part, (state, count) in zip(column["parts"], shown):
            height = max(LEAST_HEIGHT, scale * count)
            if not math.isclose(part["height"], height, abs_tol=0.1):
                yield f"{state} of {name} is {part['height']} high instead of {height:.2f}"
            if not math.isclose(part["bottom"], below, abs_tol=0.1):
                yield f"{state} of {name} stands at {part['bottom']} instead of {below:.2f}"
            if part["left"] < last - 0.1 or part["right"] > chart["right"] + 0.1:
                yield f"{name} lies over its neighbour or outside"
            below = part["bottom"] - part["height"]
        last = max([last] + [part["right"] for part in column["parts"]])
        text = ", ".join(f"{count:,} {state}" for state, count in shown) or "none"
        yield from differences("tooltip", [column["title"]], [f"{name}: {text}"])
    rows = [[name, *(f"{count:,}" for count in wanted[name])]
            for name in reversed(names) if name in wanted]
    yield from differences("rows", chart["rows"][:-1], rows)


def wrong_charts(facts, status):
    wanted = summed(status, len("2026-11-30"))
    charts = facts["charts"]
    if bool(charts) != bool(wanted):
        yield f"{len(charts)} charts of {len(wanted)} days"
        return
    if not charts:
        return
    yield from wrong_chart(charts["day"], wanted)
    shown = {column["name"] for column in charts["day"]["columns"]}
    if ("month" in charts) != (not shown.issuperset(wanted)):
        yield "months are told without need, or are not told"
    if "month" in charts:
        yield from wrong_chart(charts["month"], summed(status, len("2026-11")))


def luminance(colour):
    channels = [value / 255 for value in colour]
    channels = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in channels]
    return sum(v * share for v, share in zip(channels, (0.2126, 0.7152, 0.0722)))


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def wrong_colours(facts):
    for text in facts["texts"]:
        found = contrast(text["colour"], text["behind"])
        if found < LEAST_CONTRAST:
            yield f"{text['name']} has a contrast of {found:.2f}"


def wrong_looks(browser, path):
    """Yields what is wrong on screens of several widths, light and dark."""
    backgrounds = {}
    for scheme in "light", "dark":
        for width in WIDTHS:
            browser.load(path, width, scheme)
            facts = browser.evaluate(FACTS)
            if facts["width"] > width:
                yield f"{facts['width']} pixels wide on a screen of {width}"
            for fault in wrong_colours(facts):
                yield f"{scheme}, {width}: {fault}"
            backgrounds[scheme] = luminance(facts["background"])
    if backgrounds["light"] < 0.5 or backgrounds["dark"] > 0.1:
        yield f"not light and dark: {backgrounds}"


def unseen_faults(browser, path):
    """Yields what went by unseen in copies of the page that do what it must not do."""
    text = path.read_text()
    policy = re.search(r'<meta http-equiv="Content-Security-Policy"[^>]*>', text)
    if not policy:
        yield "there is no content security policy"
        return
    spy = '<img src="http://127.0.0.1:9/spy"/><script>console.error("spy")</script></main>'
    copy = path.with_name("spoiled.html")
    copy.write_text(text.replace("</main>", spy))
    browser.load(copy)
    if "ContentSecurityPolicyIssue" not in complaints(browser):
        yield "a breach of the policy"
    if "console.error" in complaints(browser):
        yield "a script ran despite the policy"
    copy.write_text(copy.read_text().replace(policy.group(), ""))
    browser.load(copy)
    if requests(browser, copy) != ["http://127.0.0.1:9/spy"]:
        yield "a request"
    if "console.error" not in complaints(browser):
        yield "a message on the console"
    copy.unlink()


def wrong_print(browser, path):
    browser.load(path)
    pdf = base64.b64decode(browser.call("Page.printToPDF")["data"])
    pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
    if not pdf.startswith(b"%PDF") or not pages:
        yield "no page"


def looks(browser, path, status):
    """Yields what is looked at, and what is wrong with it."""
    browser.load(path)
    facts = browser.evaluate(FACTS)
    yield "no request", [f"asked for {url}" for url in requests(browser, path)]
    yield "no error, no breach of the content security policy", complaints(browser)
    yield "no script, nothing that answers events", facts["active"]
    yield "names and reasons as they are", wrong_names(facts, status)
    yield "the tiles' numbers", wrong_tiles(facts, status)
    yield "the charts' columns, tooltips and tables", wrong_charts(facts, status)
    yield "any width, light and dark, enough contrast", wrong_looks(browser, path)
    yield "printing", wrong_print(browser, path)
    yield "faults are seen where there are some", unseen_faults(browser, path)


def main():
    page, numbers = sys.argv[1:]
    status = json.loads(pathlib.Path(numbers).read_text())
    failed = False
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        browser = Browser(home)
        try:
            for name, faults in looks(browser, pathlib.Path(page).resolve(), status):
                faults = list(faults)
                failed = failed or bool(faults)
                if len(faults) > 3:
                    faults[3:] = [f"and {len(faults) - 3} more"]
                print(f"{name}: {'FAILED: ' + '; '.join(faults) if faults else 'right'}", flush=True)
        finally:
            browser.close()
    sys.exit(failed)


main()
