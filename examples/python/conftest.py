import json
import os
import urllib.error
import urllib.request

import orders
import pytest


@pytest.fixture
def emulator(monkeypatch):
    """A sandbox for each test. Call it as emulator("POST", "/faults", {...})."""
    token = {}

    def control(method, path, body=None):
        url = os.environ["SERVICE_EMULATOR_URL"] + "/_emulator" + path
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, token, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from None

    sandbox = control("POST", "/sandboxes", {"from": "empty"})
    monkeypatch.setattr(orders, "KEY", sandbox["keys"][0]["key"])
    token["x-emulator-token"] = sandbox["token"]
    yield control
    token.clear()
    control("DELETE", "/sandboxes/" + sandbox["id"])
