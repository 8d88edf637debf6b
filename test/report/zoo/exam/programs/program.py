"""The work of a client in Python: `python3 program.py LIBRARY SETTING PASTED...`. All texts are options, as code."""
import email.utils, json, os, random, sys, time

LIBRARY, SETTING, *PASTED = sys.argv[1:]
URL = os.environ["SERVICE_EMULATOR_URL"]
HEADERS = {"authorization": "Service-API-Key " + os.environ["SERVICE_EMULATOR_API_KEY"], "revision": "2026-07-15"}


class Refused(Exception):
    def __init__(self, status, after):
        super().__init__("status %d" % status)
        self.status = status
        if not after:
            self.retry_after = 0
        elif after.isdigit():
            self.retry_after = int(after)
        else:
            self.retry_after = max(0, email.utils.parsedate_to_datetime(after).timestamp() - time.time())


def read(status, headers, text):
    if status >= 400:
        raise Refused(status, headers.get("retry-after"))
    return json.loads(text) if text else {}


def options(*texts):
    """The options of all texts, of which the later ones stand."""
    found = {}
    for text in texts or (SETTING, *PASTED):
        found.update(eval("dict(%s)" % text, dict(NAMES)))
    return found


NAMES = {"random": random}


def by_requests():
    import requests
    from requests.adapters import HTTPAdapter
    from urllib3.util.retry import Retry
    session = requests.Session()
    session.mount("http://", HTTPAdapter(max_retries=Retry(**options())))

    def ask(method, url, headers, body):
        answer = session.request(method, url, data=body, headers=headers, timeout=5)
        return read(answer.status_code, answer.headers, answer.text)
    return ask


def by_urllib3():
    import urllib3
    pool = urllib3.PoolManager(retries=urllib3.util.Retry(**options()))

    def ask(method, url, headers, body):
        answer = pool.request(method, url, body=body, headers=headers, timeout=5)
        return read(answer.status, answer.headers, answer.data.decode())
    return ask


def sent_once():
    import http.client, urllib.error, urllib.request

    def ask(method, url, headers, body):
        request = urllib.request.Request(url, body and body.encode(), headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                return read(answer.status, answer.headers, answer.read().decode())
        except urllib.error.HTTPError as refused:
            return read(refused.code, refused.headers, refused.read().decode())
    return ask


def by_tenacity():
    import tenacity
    NAMES.update(vars(tenacity))
    return tenacity.retry(reraise=True, **options())(sent_once())


def by_backoff():
    import backoff
    NAMES["backoff"] = backoff
    given = options()
    wait = given.pop("wait", backoff.expo)
    return backoff.on_exception(wait, Exception, **given)(sent_once())


def by_two_loops():
    import backoff
    outer = backoff.on_exception(backoff.expo, Exception, base=2, factor=2, jitter=None, max_tries=3)
    return outer(by_urllib3())


def by_httpx():
    import httpx, tenacity
    NAMES.update(vars(tenacity), httpx=httpx)
    client = httpx.Client(timeout=5, transport=httpx.HTTPTransport(**options(SETTING)))

    def ask(method, url, headers, body):
        answer = client.request(method, url, headers=headers, content=body)
        return read(answer.status_code, answer.headers, answer.text)
    return eval(PASTED[0][1:], dict(NAMES))(ask) if PASTED else ask


ask = {
    "requests": by_requests, "urllib3": by_urllib3, "tenacity": by_tenacity, "backoff": by_backoff, "httpx": by_httpx,
    "urllib3 in backoff": by_two_loops,
}[LIBRARY]()

for name in ("lists", "segments", "tags", "metrics", "coupons"):
    ask("GET", "%s%s/api/%s" % (URL, name, name), HEADERS, None)
for name in ("one", "two", "three"):
    metric = {"data": {"type": "metric", "attributes": {"name": "Zoo"}}}
    profile = {"data": {"type": "profile", "attributes": {"email": name + "@example.com"}}}
    attributes = {"unique_id": name, "properties": {}, "metric": metric, "profile": profile}
    body = json.dumps({"data": {"type": "event", "attributes": attributes}})
    ask("POST", "%s%s/api/events" % (URL, name), dict(HEADERS, **{"content-type": "application/json"}), body)
print("done")
