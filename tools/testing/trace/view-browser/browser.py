# SPDX-License-Identifier: GPL-2.0
"""Drive headless Chromium by the W3C WebDriver protocol, with the standard library only."""

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--hide-scrollbars", "--force-device-scale-factor=1"]

# The names of keys in WebDriver.
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Shift": "\ue008", "Escape": "\ue00c",
        "PageUp": "\ue00e", "PageDown": "\ue00f", "End": "\ue010", "Home": "\ue011",
        "Left": "\ue012", "Up": "\ue013", "Right": "\ue014", "Down": "\ue015"}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class BrowserError(Exception):
    """The driver refused a command."""


class Browser:
    """One window of Chromium; use it with "with"."""

    def __init__(self, width=1280, height=800, dark=False):
        self.profile = tempfile.mkdtemp(prefix="trace-view-")
        with open(os.path.join(self.profile, "driver.log"), "w", encoding="utf-8") as log:
            self.driver = subprocess.Popen(  # pylint: disable=consider-using-with
                ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=log, text=True)
        self.url, self.session = "", ""
        try:
            self.start(width, height, dark)
        except BaseException:
            self.close()
            raise

    def start(self, width, height, dark):
        """Wait for the driver, and open the window."""
        for line in self.driver.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                self.url = f"http://127.0.0.1:{found.group(1)}"
                break
        if not self.url:
            raise BrowserError("chromedriver did not start")
        flags = FLAGS + [f"--user-data-dir={self.profile}/profile",
                         f"--window-size={width},{height}"]
        if dark:
            flags.append("--blink-settings=preferredColorScheme=0")
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": {"args": flags},
            "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.session = "/session/" + answer["sessionId"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def call(self, method, path, body=None):
        """One command of the protocol."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=300) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise BrowserError(error.read().decode(errors="replace")[:600]) from error

    def close(self):
        """End the browser and the driver."""
        try:
            if self.session:
                self.call("DELETE", self.session)
        except (BrowserError, OSError):
            pass
        self.driver.terminate()
        try:
            self.driver.wait(10)
        except subprocess.TimeoutExpired:
            self.driver.kill()
            self.driver.wait()
        self.driver.stdout.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def open(self, path):
        """Open a page of trace-view and wait until it is ready."""
        self.call("POST", self.session + "/url", {"url": "file://" + os.path.abspath(path)})
        end = time.time() + 120
        while not self.run("return Boolean(window.traceView)"):
            if time.time() > end:
                raise BrowserError("the page does not become ready: " + "; ".join(self.errors()))
            time.sleep(0.05)

    def run(self, script, *args):
        """Run JavaScript and return its value."""
        return self.call("POST", self.session + "/execute/sync",
                         {"script": script, "args": list(args)})

    def run_async(self, script, *args):
        """Run JavaScript that calls its last argument with the value."""
        return self.call("POST", self.session + "/execute/async",
                         {"script": script, "args": list(args)})

    def settle(self):
        """Wait until what was asked for is drawn and read out."""
        self.run_async("const done = arguments[0];"
                       "setTimeout(() => requestAnimationFrame(() => done(1)), 200)")

    def keys(self, *keys, shift=False):
        """Press keys, one after another."""
        actions = [{"type": "keyDown", "value": KEYS["Shift"]}] if shift else []
        for key in keys:
            value = KEYS.get(key, key)
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        if shift:
            actions.append({"type": "keyUp", "value": KEYS["Shift"]})
        self.perform([{"type": "key", "id": "keyboard", "actions": actions}])
        self.settle()

    def perform(self, actions):
        """Input as the protocol describes it."""
        self.call("POST", self.session + "/actions", {"actions": actions})

    def wheel(self, x, y, delta):
        """Turn the wheel at a place of the window."""
        self.perform([{"type": "wheel", "id": "wheel", "actions": [
            {"type": "scroll", "x": int(x), "y": int(y), "deltaX": 0, "deltaY": delta}]}])
        self.settle()

    def mouse(self, *points, press=True, shift=False):
        """Move through points of the window, with the button pressed from the first on."""
        actions = []
        for nr, (x, y) in enumerate(points):
            actions.append({"type": "pointerMove", "duration": 20, "x": int(x), "y": int(y)})
            if nr == 0 and press:
                actions.append({"type": "pointerDown", "button": 0})
        if press:
            actions.append({"type": "pointerUp", "button": 0})
        sources = [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
                    "actions": actions}]
        if shift:
            keys = [{"type": "keyDown", "value": KEYS["Shift"]}]
            keys += [{"type": "pause"}] * len(actions)
            keys.append({"type": "keyUp", "value": KEYS["Shift"]})
            for one in sources:
                one["actions"].insert(0, {"type": "pause"})
            sources.append({"type": "key", "id": "keyboard", "actions": keys})
        self.perform(sources)
        self.settle()

    def click(self, css):
        """Click on an element."""
        found = self.call("POST", self.session + "/element",
                          {"using": "css selector", "value": css})
        self.call("POST", f"{self.session}/element/{found[ELEMENT]}/click", {})
        self.settle()

    def errors(self):
        """What the console has of errors and warnings since the last call."""
        log = self.call("POST", self.session + "/se/log", {"type": "browser"})
        return [f"{one['level']}: {one['message']}" for one in log
                if one["level"] in ("SEVERE", "WARNING")]

    def screenshot(self, path):
        """Write a PNG of the window."""
        png = base64.b64decode(self.call("GET", self.session + "/screenshot"))
        with open(path, "wb") as file:
            file.write(png)
        return png
