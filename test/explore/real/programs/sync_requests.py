"""A sync as many write it, with requests and urllib3's Retry: profiles are read, a list is kept, events are sent."""
import os
import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

session = requests.Session()
retry = Retry(total=5, backoff_factor=0.2, status_forcelist=[429, 500, 502, 503, 504], allowed_methods=None)
session.mount("http://", HTTPAdapter(max_retries=retry))
session.headers["authorization"] = "Service-API-Key " + os.environ["SERVICE_EMULATOR_API_KEY"]
session.headers["revision"] = "2026-07-15"
URL = os.environ["SERVICE_EMULATOR_URL"]


def ask(method, path, body=None):
    response = session.request(method, path if path.startswith("http") else URL + path, json=body, timeout=5)
    response.raise_for_status()
    return response.json() if response.content else None


ids, page = [], "/api/profiles?page[size]=2"
while page:
    document = ask("GET", page)
    ids += [each["id"] for each in document["data"]]
    page = document["links"]["next"]

lists = ask("GET", "/api/lists")["data"]
found = [each["id"] for each in lists if each["attributes"]["name"] == "Synced"]
if not found:
    body = {"data": {"type": "list", "attributes": {"name": "Synced"}}}
    found = [ask("POST", "/api/lists", body)["data"]["id"]]
body = {"data": [{"type": "profile", "id": each} for each in ids]}
ask("POST", f"/api/lists/{found[0]}/relationships/profiles", body)
for each in ids[:3]:
    metric = {"data": {"type": "metric", "attributes": {"name": "Synced"}}}
    attributes = {"unique_id": "sync-" + each, "properties": {}, "metric": metric, "profile": {"data": {"type": "profile", "id": each, "attributes": {}}}}
    ask("POST", "/api/events", {"data": {"type": "event", "attributes": attributes}})
print(len(ids), "profiles synced")
