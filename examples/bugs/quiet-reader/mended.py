"""Keeps the ids of all profiles in a file. It prints nothing."""

import os
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from client import LOST, again, attempt

ids = []
page = "/api/profiles?page[size]=2"
while page:
    document = again(lambda: attempt("GET", page))
    ids.extend(each["id"] for each in document["data"])
    page = document["links"]["next"]
with open(os.path.join(os.environ["SERVICE_EMULATOR_RUN_DIR"], "ids"), "w") as file:
    file.writelines(f"{each}\n" for each in ids)
