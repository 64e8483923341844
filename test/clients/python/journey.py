"""What the journeys of the Python clients share: the settings of the bank, the payer and the results."""

import datetime
import importlib.metadata
import json
import os
import subprocess

with open(os.environ["PIX_SIMULATOR"], encoding="utf-8") as file:
    settings = json.load(file)

CA = settings["files"]["ca"]
CERT = settings["files"]["cert"]
KEY = settings["files"]["key"]
CHAVE = "loja@example.com"
WEBHOOK = "https://loja.example.com/pix"
NOW = datetime.datetime.now(datetime.timezone.utc)

results = {}


def instant(days):
    """An instant some days from now."""
    return (NOW + datetime.timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")


def day(days):
    """A date some days from now."""
    return instant(days)[:10]


def call(name, action, **fields):
    """Calls, and records ok or what went wrong; the answer must have the fields."""
    try:
        answer = action()
        for field, value in fields.items():
            if answer[field] != value:
                raise ValueError(f"{field} is {answer[field]}, not {value}")
        results[name] = "ok"
        return answer
    except Exception as error:  # every failure of a client is a result
        results[name] = f"{type(error).__name__}: {error}"
        return {}


def pay(txid):
    """Pays a charge as the payer. Returns the endToEndId, or an empty text if the charge cannot be paid."""
    printed = subprocess.check_output(["node", os.environ["PIX_PAY"], txid or ""])
    return json.loads(printed).get("endToEndId", "")


def control(method, path, body=None):
    """Calls the control API of the simulated bank, as the bank or the payer."""
    arguments = ["node", os.environ["PIX_CONTROL"], method, path, json.dumps(body or {})]
    return json.loads(subprocess.check_output(arguments))


def set_clock(moment):
    """Sets the clock of the bank and of the journey: `2026-03-02T12:00:00-03:00`."""
    global NOW
    control("PUT", "/clock", {"now": moment})
    NOW = datetime.datetime.fromisoformat(moment).astimezone(datetime.timezone.utc)


def finish(package):
    """Prints the version of the client and the results."""
    print(json.dumps({"version": importlib.metadata.version(package), "results": results}))
