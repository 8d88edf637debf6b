"""Sends an order. The host of the service is written in."""
import json
import time
import urllib.error
import urllib.request

HOST, KEY = "https://api.example.com", "pk_my_own_key"


def track(email, order):
    """Returns after how many attempts the order was taken. It waits as long as Retry-After says."""
    event = {
        "unique_id": order,
        "metric": {"data": {"type": "metric", "attributes": {"name": "Placed Order"}}},
        "profile": {"data": {"type": "profile", "attributes": {"email": email}}},
        "properties": {"OrderId": order},
    }
    body = json.dumps({"data": {"type": "event", "attributes": event}}).encode()
    headers = {"authorization": "Service-API-Key " + KEY, "revision": "2026-07-15", "content-type": "application/json"}
    for attempt in range(1, 6):
        try:
            urllib.request.urlopen(urllib.request.Request(HOST + "/api/events", body, headers), timeout=10).close()
            return attempt
        except urllib.error.HTTPError as refused:
            if refused.code != 429:
                raise
            time.sleep(int(refused.headers["retry-after"]))
    raise RuntimeError("gave up")
