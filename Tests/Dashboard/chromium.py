"""A headless Chromium that is told by its own protocol what to do, over a pipe."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PROGRAM = "chromium-headless-shell"
_LIMIT = 30
_KEYS = {"Tab": 9, "Enter": 13, " ": 32, "ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35}


class Chromium:
    """One page, with what it logs and asks for written down."""

    def __init__(self):
        self._profile = tempfile.mkdtemp(prefix="dashboard-chromium-")
        orders, self._orders = os.pipe()
        self._words, words = os.pipe()

        def hand_over():
            # The browser reads its orders from 3 and answers at 4.
            low, high = os.dup2(orders, 20), os.dup2(words, 21)
            os.dup2(low, 3)
            os.dup2(high, 4)

        inherited = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
        self._process = subprocess.Popen(
            [PROGRAM, "--no-sandbox", "--headless", "--disable-gpu", "--hide-scrollbars", "--mute-audio",
             "--no-first-run", f"--user-data-dir={self._profile}", "--remote-debugging-pipe", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=inherited, preexec_fn=hand_over, close_fds=False, start_new_session=True)
        os.close(orders)
        os.close(words)
        self._buffer, self._number, self._session = b"", 0, None
        self.complaints, self.requests = [], []
        targets = self._ask("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        self._session = self._ask("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self._ask(f"{domain}.enable")

    def end(self):
        os.close(self._orders)
        self._process.kill()
        self._process.wait()
        os.close(self._words)
        shutil.rmtree(self._profile, ignore_errors=True)

    def resize(self, width, height, is_dark=False):
        self._ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 600)
        self._ask("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}])

    def open(self, url):
        self._ask("Page.navigate", url=url)

    def run(self, script):
        """What the page makes of an expression."""
        result = self._ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait_for(self, condition, seconds=_LIMIT):
        latest = time.monotonic() + seconds
        while not self.run(f"Boolean({condition})"):
            if time.monotonic() > latest:
                raise RuntimeError(f"the page never came to this: {condition}")
            time.sleep(0.05)

    def press(self, key, is_shifted=False):
        code = {"windowsVirtualKeyCode": _KEYS[key], "key": key, "code": "Space" if key == " " else key,
                "modifiers": 8 if is_shifted else 0}
        text = {"Enter": "\r", " ": " "}.get(key)
        self._ask("Input.dispatchKeyEvent", type="keyDown", **code, **({"text": text} if text else {}))
        self._ask("Input.dispatchKeyEvent", type="keyUp", **code)

    def picture(self):
        """The whole page, however long."""
        size = self._ask("Page.getLayoutMetrics")["cssContentSize"]
        taken = self._ask("Page.captureScreenshot", captureBeyondViewport=True, clip={
            "x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1})
        return base64.b64decode(taken["data"])

    def _ask(self, method, **parameters):
        self._number += 1
        order = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            order["sessionId"] = self._session
        os.write(self._orders, json.dumps(order).encode() + b"\0")
        latest = time.monotonic() + _LIMIT
        while True:
            word = self._word(latest - time.monotonic(), method)
            if word.get("id") == self._number:
                if "error" in word:
                    raise RuntimeError(f"{method}: {word['error']}")
                return word["result"]
            self._note(word)

    def _word(self, seconds, method):
        while b"\0" not in self._buffer:
            if not select.select([self._words], [], [], max(0, seconds))[0]:
                raise RuntimeError(f"Chromium does not answer {method}")
            read = os.read(self._words, 1 << 20)
            if not read:
                raise RuntimeError(f"Chromium ended before it answered {method}")
            self._buffer += read
        word, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(word)

    def _note(self, word):
        about = word.get("params", {})
        match word.get("method"):
            case "Runtime.exceptionThrown":
                self.complaints.append(about["exceptionDetails"].get("text", "") + str(
                    about["exceptionDetails"].get("exception", {}).get("description", "")))
            case "Runtime.consoleAPICalled" if about["type"] in ("error", "warning", "assert"):
                self.complaints.append(str([argument.get("value") for argument in about["args"]]))
            case "Log.entryAdded" if about["entry"]["level"] in ("error", "warning"):
                self.complaints.append(about["entry"]["text"] + " " + about["entry"].get("url", ""))
            case "Network.requestWillBeSent":
                self.requests.append(about["request"]["url"])
