"""The work of a program, by the HTTP library that its first word names. Host and key are written in."""
import asyncio, http.client, json, sys, time, urllib.error, urllib.parse, urllib.request

HOST, KEY = "https://api.example.com", "pk_live_written_in_0001"
HEADERS = {"authorization": "Service-API-Key " + KEY, "revision": "2026-07-15", "content-type": "application/json"}


def by_urllib(method, url, body):
    try:
        answer = urllib.request.urlopen(urllib.request.Request(url, body, HEADERS, method=method))
    except urllib.error.HTTPError as refused:
        answer = refused
    with answer:
        return answer.status, answer.headers, answer.read()


def by_http_client(method, url, body):
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPSConnection(parts.hostname)
    connection.request(method, parts.path + ("?" + parts.query if parts.query else ""), body, HEADERS)
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read()


def by_requests():
    import requests
    session = requests.Session()

    def ask(method, url, body):
        answer = session.request(method, url, data=body, headers=HEADERS, timeout=30)
        return answer.status_code, answer.headers, answer.content
    return ask


def by_urllib3():
    import urllib3
    pool = urllib3.PoolManager()

    def ask(method, url, body):
        answer = pool.request(method, url, body=body, headers=HEADERS, retries=False, timeout=30)
        return answer.status, answer.headers, answer.data
    return ask


def by_httpx():
    import httpx
    client = httpx.Client(headers=HEADERS, timeout=30)

    def ask(method, url, body):
        answer = client.request(method, url, content=body)
        return answer.status_code, answer.headers, answer.content
    return ask


def by_aiohttp():
    import aiohttp
    loop = asyncio.new_event_loop()

    async def asked(method, url, body):
        async with aiohttp.ClientSession(headers=HEADERS) as session:
            async with session.request(method, url, data=body) as answer:
                return answer.status, answer.headers, await answer.read()
    return lambda *what: loop.run_until_complete(asked(*what))


def work(ask):
    def call(method, url, data=None):
        body = None if data is None else json.dumps({"data": data}).encode()
        while True:
            status, headers, text = ask(method, url if url.startswith("https:") else HOST + url, body)
            if status != 429:
                break
            time.sleep(int(headers["retry-after"]))
        if status >= 300:
            raise SystemExit("%s %s: %s" % (method, url, status))
        return json.loads(text) if text else {}

    people = [{"type": "profile", "attributes": {"email": "p%d@example.com" % n}} for n in range(10)]
    for person in people:
        call("POST", "/api/profile-import", person)
    for n in range(20):
        metric = {"data": {"type": "metric", "attributes": {"name": "Seen"}}}
        attributes = {"unique_id": "e%d" % n, "metric": metric, "profile": {"data": people[0]}, "properties": {}}
        call("POST", "/api/events", {"type": "event", "attributes": attributes})
    url, pages, found = "/api/profiles?page%5Bsize%5D=4", 0, 0
    while url:
        page = call("GET", url)
        url, pages, found = page["links"]["next"], pages + 1, found + len(page["data"])
    attributes = {"profiles": {"data": people}}
    job = call("POST", "/api/profile-bulk-import-jobs", {"type": "profile-bulk-import-job", "attributes": attributes})
    while job["data"]["attributes"]["status"] != "complete":
        time.sleep(0.2)
        job = call("GET", "/api/profile-bulk-import-jobs/" + job["data"]["id"])
    print(pages, "pages", found, "profiles", job["data"]["attributes"]["status"])


name = sys.argv[1]
plain = {"urllib": by_urllib, "http.client": by_http_client}
work(plain[name] if name in plain else globals()["by_" + name]())
