"""Writes the emails of all profiles to a file. If a page fails, it begins again."""

import os
import sys
import time

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from client import LOST, again, attempt, backoff

rows = []


def walk():
    rows.clear()
    page, seen = "/api/profiles?page[size]=2", set()
    while page:
        document = again(lambda: attempt("GET", page))
        for each in document["data"]:
            if each["id"] not in seen:
                rows.append(each["attributes"]["email"])
            seen.add(each["id"])
        page = document["links"]["next"]


for n in range(1, 4):
    try:
        walk()
        break
    except (RuntimeError, *LOST):
        if n == 3:
            raise
        time.sleep(4 * backoff(n))
with open(os.path.join(os.environ["SERVICE_EMULATOR_RUN_DIR"], "emails"), "w") as file:
    file.writelines(f"{row}\n" for row in sorted(rows, key=str))
