"""Reads the name of a list."""

import email.utils
import os
import sys
import time

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from client import again, attempt, backoff


def wait(headers, n):
    told = headers.get("retry-after") or ""
    if told.endswith("GMT"):
        date = email.utils.parsedate_to_datetime(told).timestamp()
        return max(date - time.time(), backoff(n))
    return max(int(told) if told.isdecimal() else 0, backoff(n))


document = again(lambda: attempt("GET", "/api/lists/NewsL1"), wait)
print("list:", document["data"]["attributes"]["name"])
