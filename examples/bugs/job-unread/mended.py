"""Imports profiles, and waits until the job is done."""

import os
import sys
import time

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from client import again, attempt

emails = ["ann@example.com", "bob@example.com", "cid@example.com"]
profiles = [{"type": "profile", "attributes": {"email": each}} for each in emails]
job = {"type": "profile-bulk-import-job", "attributes": {"profiles": {"data": profiles}}}

path = "/api/profile-bulk-import-jobs"
job = again(lambda: attempt("POST", path, {"data": job}))["data"]
while job["attributes"]["status"] != "complete":
    time.sleep(0.05)
    job = again(lambda: attempt("GET", f"{path}/{job['id']}"))["data"]
if job["attributes"]["failed_count"] > 0:
    sys.exit(f"{job['attributes']['failed_count']} profiles were not imported")
print("imported:", ", ".join(emails))
