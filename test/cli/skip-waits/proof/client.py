"""Sends orders, and reads lists side by side, by the policy that its first word names. What it draws hangs on its second."""
import json, os, random, sys, threading, time, urllib.error, urllib.request


class Careful:
    """Waits as long as it is told, or more and more, and at random; gives up; tries nothing again that was refused for good."""
    attempts, is_heedful = 4, True

    def wait(self, n, dice):
        return 0.1 * 3**n * (1 + dice.random())


class Steady(Careful):
    """Waits always as long, unless it is told."""
    def wait(self, n, dice):
        return 0.6


class Careless(Steady):
    """Tries everything again, often, and whatever it is told."""
    attempts, is_heedful = 9, False

    def wait(self, n, dice):
        return 0.2


policy, seed = {"careful": Careful, "steady": Steady, "careless": Careless}[sys.argv[1]](), sys.argv[2]
headers = {"revision": "2026-07-15", "content-type": "application/json",
           "authorization": "Service-API-Key " + os.environ["SERVICE_EMULATOR_API_KEY"]}


def ask(path, body):
    request = urllib.request.Request(os.environ["SERVICE_EMULATOR_URL"] + path, body, headers)
    try:
        with urllib.request.urlopen(request, timeout=1.5) as answer:
            answer.read()
            return answer.status, None
    except urllib.error.HTTPError as refused:
        return refused.code, refused.headers["retry-after"]
    except OSError:
        return 0, None


def call(name, path, body=None):
    dice = random.Random(seed + name)
    for n in range(policy.attempts):
        if n > 0:
            time.sleep(int(told) if told and policy.is_heedful else policy.wait(n - 1, dice))
        status, told = ask(path, body)
        if 200 <= status < 300 or policy.is_heedful and 400 <= status < 500 and status != 429:
            return


def order(name):
    attributes = {"unique_id": name, "metric": {"data": {"type": "metric", "attributes": {"name": "Placed Order"}}},
                  "properties": {}}
    # One of them belongs to nobody, and is refused for good.
    if name != "order-1":
        attributes["profile"] = {"data": {"type": "profile", "attributes": {"email": name + "@example.com"}}}
    call(name, "/api/events", json.dumps({"data": {"type": "event", "attributes": attributes}}).encode())


for number in range(7):
    order("order-%d" % number)
pages = ["page%%5Bsize%%5D=%d" % size for size in range(1, 31)]
readers = [threading.Thread(target=call, args=(page, "/api/lists?" + page)) for page in pages]
for reader in readers:
    reader.start()
for reader in readers:
    reader.join()
