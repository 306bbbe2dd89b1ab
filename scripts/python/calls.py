"""Calls a fresh service with the client of docs/guides/python.md; prints a line for each check."""
import os
import sys
import threading
import traceback
from http.server import BaseHTTPRequestHandler, HTTPServer

from wellkept import Client, WellkeptError, verify_webhook

client = Client(os.environ["BASE"], os.environ["KEY"])
received = []


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        received.append((self.rfile.read(int(self.headers["content-length"])), dict(self.headers)))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


def fits(schema, value, where="answer"):
    """Fails where a value is not as the schema says; formats and bounds are not looked at."""
    if "$ref" in schema:
        found = client.document
        for part in schema["$ref"].split("/")[1:]:
            found = found[part]
        return fits(found, value, where)
    if "anyOf" in schema:
        reasons = []
        for option in schema["anyOf"]:
            try:
                return fits(option, value, where)
            except AssertionError as error:
                reasons.append(str(error))
        raise AssertionError(f"{where} fits no option: {reasons}")
    if "const" in schema:
        assert value == schema["const"], f"{where} is {value!r}"
    if "enum" in schema:
        assert value in schema["enum"], f"{where} is {value!r}"
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool}
    if schema.get("type") == "null":
        assert value is None, f"{where} is not null"
    elif "type" in schema:
        assert isinstance(value, kinds[schema["type"]]), f"{where} is no {schema['type']}"
    if isinstance(value, dict):
        for name in schema.get("required", []):
            assert name in value, f"{where} has no {name}"
        for name, part in schema.get("properties", {}).items():
            if name in value:
                fits(part, value[name], f"{where}.{name}")
    if isinstance(value, list):
        for index, part in enumerate(value):
            fits(schema.get("items", {}), part, f"{where}[{index}]")


def call(name, status, /, *body, **values):
    answer = client.call(name, *body, **values)
    documented = client.operations[name][2]["responses"][str(status)]
    fits(documented["content"]["application/json"]["schema"], answer)
    return answer


def refused(code, name, /, *body, **values):
    try:
        client.call(name, *body, **values)
    except WellkeptError as error:
        assert error.code == code, error
    else:
        raise AssertionError(f"{name} was not refused")


def place_and_task():
    body = {"name": "Harbour house", "address": "Quay 1", "timeZone": "Europe/Berlin"}
    building = call("createBuilding", 201, body)["data"]
    first = call("createTask", 201, {"title": "Lämp & filter", "buildingId": building["id"]}, idempotency_key="1")
    again = call("createTask", 201, {"title": "Lämp & filter", "buildingId": building["id"]}, idempotency_key="1")
    assert first["data"]["id"] == again["data"]["id"]


def pages():
    for number in range(3):
        call("createTask", 201, {"title": f"Task {number}"})
    page = call("listTasks", 200, status=["OPEN", "IN_PROGRESS"], pageSize=2)
    assert page["total"] == 4 and page["totalPages"] == 2, page
    titles = [task["title"] for task in client.each("listTasks", status=["OPEN"], pageSize=2)]
    assert len(titles) == 4 and "Lämp & filter" in titles, titles


def change_and_refusal():
    task = call("listTasks", 200, pageSize=1)["data"][0]
    version = f'"{task["version"]}"'
    changed = call("updateTask", 200, {"priority": "HIGH"}, id=task["id"], if_match=version)["data"]
    assert changed["priority"] == "HIGH"
    refused("PRECONDITION_FAILED", "updateTask", {"priority": "LOW"}, id=task["id"], if_match=version)
    refused("NOT_FOUND", "getTask", id="019aa000-0000-7000-8000-000000000001")


def webhook():
    server = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/hooks"
    made = call("createWebhook", 201, {"url": url, "events": ["task.created"], "description": "Python"})["data"]
    tested = call("testWebhook", 200, id=made["id"])["data"]
    assert tested, tested
    body, headers = received[0]
    assert verify_webhook(body, headers, made["secret"])["type"]
    for wrong in ((body + b" ", headers), (body, {**headers, "webhook-timestamp": "1700000000"})):
        try:
            verify_webhook(*wrong, made["secret"])
        except ValueError:
            continue
        raise AssertionError("a wrong signature was accepted")


def file():
    assert client.call("exportCsv", what="tasks").decode("utf-8-sig").count("\n") >= 4


failed = 0
for check in (place_and_task, pages, change_and_refusal, webhook, file):
    try:
        check()
        print(f"ok  {check.__name__}")
    except Exception:
        failed += 1
        print(f"BAD {check.__name__}\n{traceback.format_exc()}")
sys.exit(failed)
