#!/usr/bin/env python3
"""Opens a page of `archive view` in a headless Chromium, and checks that it works.

    browser.py PAGE NEEDLE [SCREENSHOT-PREFIX]

NEEDLE is a text that the search must find. Prints the checks; exits with 0 if all pass, with 1 if one fails, and with
77 if no Chromium is installed. Needs only Python's standard library, and talks to Chromium through two pipes.
"""
import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

NAMES = ["chromium", "chromium-browser", "google-chrome", "chrome"]
TIMEOUT = 60


class Browser:
    """A Chromium with one page, driven by its DevTools protocol."""

    def __init__(self, program):
        self.profile = tempfile.mkdtemp(prefix="archive-tool-browser-")
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def place():
            # The protocol's pipes are 3 and 4; first out of the way, so that neither covers the other.
            first, second = os.dup(to_browser), os.dup(from_browser)
            high = [os.dup2(first, 103), os.dup2(second, 104)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--hide-scrollbars", f"--user-data-dir={self.profile}",
             "--remote-debugging-pipe", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=place)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.number = 0
        self.events = []
        self.session = None
        target = next(
            info for info in self.call("Target.getTargets")["targetInfos"] if info["type"] == "page")
        self.session = self.call(
            "Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]

    def receive(self, deadline):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.input], [], [], max(0, deadline - time.time()))
            if not ready:
                raise TimeoutError("the browser does not answer")
            part = os.read(self.input, 1 << 20)
            if not part:
                raise EOFError("the browser has ended")
            self.buffer += part
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        deadline = time.time() + TIMEOUT
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def value(self, expression):
        result = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:2000])
        return result["result"].get("value")

    def wait(self, expression):
        deadline = time.time() + TIMEOUT
        while not self.value(expression):
            if time.time() > deadline:
                raise TimeoutError(f"never so: {expression}")
            time.sleep(0.05)

    def screenshot(self, path):
        Path(path).write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


failures = 0


def check(name, holds, detail=""):
    global failures
    if not holds:
        failures += 1
    print(f"{'ok' if holds else 'FAILED'}: {name}{f' ({detail})' if detail != '' else ''}", flush=True)


def run(browser, page, needle, shots):
    for domain in ["Runtime", "Log", "Network", "Page"]:
        browser.call(f"{domain}.enable")
    browser.call("Emulation.setDeviceMetricsOverride", width=1360, height=900, deviceScaleFactor=1, mobile=False)
    start = time.time()
    browser.call("Page.navigate", url=Path(page).resolve().as_uri())
    browser.wait("document.documentElement && document.documentElement.dataset.ready === 'true'")
    check("the page is ready", True, f"{time.time() - start:.2f} s")
    check("it has a title", browser.value("document.getElementById('title').textContent.length > 0"))

    elements = browser.value("document.querySelectorAll('*').length")
    entries = browser.value("archive.entries.length")
    check("elements are made as they are needed", elements < 3000, f"{elements} for {entries} values")
    if shots:
        browser.screenshot(f"{shots}-light.png")

    # The tree.
    rows = "document.querySelectorAll('#tree li').length"
    before = browser.value(rows)
    closed = "document.querySelector('#tree [aria-expanded=false] > button.row')"
    if browser.value(f"{closed} !== null"):
        browser.value(f"{closed}.click()")
        check("the tree opens", browser.value(rows) > before, f"{before} rows, then {browser.value(rows)}")
        browser.value("document.querySelector('#tree ul [aria-expanded=true] > button.row').click()")
        check("and closes", browser.value("document.querySelector('#tree ul ul[hidden]') !== null"))
    else:
        check("the tree has no rows to open", browser.value("archive.entries.slice(1).every((e) => !e[6])"))

    # The search.
    find = ("(() => { const field = document.getElementById('search'); field.value = %s;"
            "field.dispatchEvent(new Event('input', { bubbles: true })); })()")
    browser.value(find % json.dumps(needle))
    browser.wait("document.getElementById('found').textContent !== ''")
    found = browser.value("document.querySelectorAll('#results button').length")
    check(f"the search finds {needle!r}", found > 0, browser.value("document.getElementById('found').textContent"))
    if found:
        browser.value("[...document.querySelectorAll('#results button')].at(-1).click()")
        hit = browser.value("document.querySelector('#tree .row.hit')?.textContent ?? ''")
        check("and shows it in the tree", needle.lower() in hit.lower(), repr(hit[:100]))
    if shots:
        browser.screenshot(f"{shots}-search.png")
    browser.value(find % json.dumps("no such text \u2603 in any archive"))
    browser.wait("document.getElementById('found').textContent === '0 found'")
    check("and finds nothing where nothing is", browser.value("document.getElementById('results').hidden"))
    browser.value(find % json.dumps(""))

    # The classes or columns.
    rows = browser.value("document.querySelectorAll('#parts tbody tr').length")
    check("each class or column has a row", rows == browser.value("archive.parts.length"), rows)

    # Narrow, and dark.
    browser.call("Emulation.setDeviceMetricsOverride", width=420, height=800, deviceScaleFactor=1, mobile=True)
    browser.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    check("nothing is wider than a narrow window",
          browser.value("document.documentElement.scrollWidth <= innerWidth"),
          browser.value("document.documentElement.scrollWidth"))
    if shots:
        browser.screenshot(f"{shots}-narrow.png")
    browser.call("Emulation.setDeviceMetricsOverride", width=1360, height=900, deviceScaleFactor=1, mobile=False)
    light = browser.value("getComputedStyle(document.body).backgroundColor")
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    dark = browser.value("getComputedStyle(document.body).backgroundColor")
    check("dark is dark", light != dark, f"{light}, {dark}")
    browser.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    if shots:
        browser.screenshot(f"{shots}-dark.png")

    # What must not have happened.
    check("no script of the archive ran", browser.value("window.hacked === undefined"))
    check("no markup of the archive became elements",
          browser.value("document.querySelectorAll('img, iframe, object, svg, a, body > script').length") == 2)
    errors = [
        event for event in browser.events
        if event.get("method") in ("Runtime.exceptionThrown",)
        or event.get("method") == "Log.entryAdded" and event["params"]["entry"]["level"] == "error"
        or event.get("method") == "Runtime.consoleAPICalled" and event["params"]["type"] in ("error", "assert")]
    check("no errors in the console", not errors, json.dumps(errors)[:500] if errors else "")
    requests = [
        event["params"]["request"]["url"] for event in browser.events
        if event.get("method") == "Network.requestWillBeSent"]
    check("no request but for the page", len(requests) == 1 and requests[0].startswith("file:"), len(requests))


def main():
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if not program:
        print("skipped: no Chromium is installed (Debian: apt-get install chromium)")
        return 77
    page, needle = sys.argv[1:3]
    browser = Browser(program)
    try:
        run(browser, page, needle, sys.argv[3] if len(sys.argv) > 3 else None)
    finally:
        browser.close()
    print("all holds" if not failures else f"{failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
