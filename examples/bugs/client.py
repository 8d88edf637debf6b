"""What the Python clients in this folder share: one request, and retries as they should be."""

import email.utils
import http.client
import json
import os
import random
import time
import urllib.error
import urllib.request

# A response that is cut, or no JSON, is no response.
LOST = (OSError, http.client.HTTPException, ValueError)


def attempt(method, path, body=None):
    """One attempt: its status, headers and document. Raises if no whole response comes."""
    url = path if path.startswith("http") else os.environ["SERVICE_EMULATOR_URL"] + path
    request = urllib.request.Request(url, method=method, data=body and json.dumps(body).encode())
    key = os.environ["SERVICE_EMULATOR_API_KEY"]
    request.add_header("authorization", f"Service-API-Key {key}")
    request.add_header("revision", "2026-07-15")
    request.add_header("content-type", "application/vnd.api+json")
    try:
        with urllib.request.urlopen(request, timeout=2) as response:
            text = response.read()
            is_json = text or response.status in (200, 201)
            return response.status, response.headers, json.loads(text) if is_json else None
    except urllib.error.HTTPError as error:
        return error.code, error.headers, None


def backoff(n):
    """The n-th wait, in seconds: twice as long each time, and never the same."""
    return 0.1 * 2 ** (n - 1) * random.uniform(0.75, 1.25)


def careful(headers, n):
    """What Retry-After asks for, a number or a date, and no less than the backoff."""
    told = headers.get("retry-after") or ""
    if told.endswith("GMT"):
        seconds = email.utils.parsedate_to_datetime(told).timestamp() - time.time()
    else:
        seconds = int(told) if told.isdecimal() else 0
    return max(seconds, backoff(n))


def again(act, wait=careful, twice=True):
    """Tries again what has failed and passes by itself. `twice`: also what may have been done."""
    for n in range(1, 6):
        try:
            status, headers, document = act()
        except LOST:
            if n == 5 or not twice:
                raise
            time.sleep(backoff(n))
            continue
        if status < 400:
            return document
        if status != 429 and status < 500:
            raise RuntimeError(f"HTTP {status}")
        seconds = wait(headers, n)
        if n == 5 or seconds > 60:
            raise SystemExit(f"HTTP {status} in attempt {n}, next in {seconds:.0f} s")
        time.sleep(seconds)
