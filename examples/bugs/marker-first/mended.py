"""Sends the orders of the day once: a file says that they were sent."""

import os
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from client import again, attempt

marker = os.path.join(os.environ["SERVICE_EMULATOR_RUN_DIR"], "sent")


def placed(order):
    metric = {"type": "metric", "attributes": {"name": "Placed Order"}}
    profile = {"type": "profile", "attributes": {"email": "ada.byron@example.com"}}
    attributes = {"unique_id": order, "properties": {"order": order}}
    attributes |= {"metric": {"data": metric}, "profile": {"data": profile}}
    return {"data": {"type": "event", "attributes": attributes}}


for order in ["A-1", "A-2"]:
    if not os.path.exists(f"{marker}-{order}"):
        again(lambda: attempt("POST", "/api/events", placed(order)))
        open(f"{marker}-{order}", "w").close()
again(lambda: attempt("GET", "/api/lists"))
print("sent")
