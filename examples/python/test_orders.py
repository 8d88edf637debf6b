import orders


def test_an_order_arrives(emulator):
    assert orders.track("ada@example.com", "1001") == 1
    assert emulator("GET", "/state/events")["records"]


def test_a_429_is_waited_out(emulator):
    emulator("POST", "/faults", {"operation": "create_event", "status": 429, "retryAfter": 60, "times": 1})
    assert orders.track("ada@example.com", "1002") == 2
    statuses = [each["status"] for each in emulator("GET", "/requests")["requests"]]
    assert sorted(statuses) == [202, 429]
