"""The SDK of Banco Inter for Python as published."""

from inter_sdk_python.InterSdk import InterSdk
from inter_sdk_python.pix.enums.ImmediateBillingType import ImmediateBillingType
from inter_sdk_python.pix.models.Calendar import Calendar
from inter_sdk_python.pix.models.Debtor import Debtor
from inter_sdk_python.pix.models.DevolutionRequestBody import DevolutionRequestBody
from inter_sdk_python.pix.models.DueBilling import DueBilling
from inter_sdk_python.pix.models.DueBillingCalendar import DueBillingCalendar
from inter_sdk_python.pix.models.DueBillingValue import DueBillingValue
from inter_sdk_python.pix.models.PixBilling import PixBilling
from inter_sdk_python.pix.models.PixValue import PixValue
from inter_sdk_python.pix.models.RetrieveDueBillingFilter import RetrieveDueBillingFilter
from inter_sdk_python.pix.models.RetrievedPixFilter import RetrievedPixFilter
from inter_sdk_python.pix.models.RetrieveImmediateBillingsFilter import (
    RetrieveImmediateBillingsFilter,
)
from journey import CHAVE, WEBHOOK, call, day, finish, instant, pay, settings

pix = InterSdk(
    "PRODUCTION",
    settings["clientId"],
    settings["clientSecret"],
    settings["files"]["p12"],
    settings["p12Passphrase"],
).pix()


def read(name, *arguments, label="", **fields):
    """Calls a method, whose answer is an object or a list."""

    def request():
        answer = getattr(pix, name)(*arguments)
        members = getattr(answer, "__dict__", {})
        return {key: getattr(value, "value", value) for key, value in members.items()}

    return call(name + label, request, **fields)


txid = "pedido00000000000000000001"
period = (instant(-1), instant(1))


def bill(identifier):
    return PixBilling(
        txid=identifier,
        calendar=Calendar(expiration=3600),
        debtor=Debtor(cpf="12345678909", name="Francisco da Silva"),
        value=PixValue(original="37.00"),
        key=CHAVE,
    )


read("include_immediate_billing", bill(txid), status="ATIVA")
read("include_immediate_billing", bill(None), label=" without txid", status="ATIVA")
changed = PixBilling(txid=txid, payer_request="Camiseta")
read("review_immediate_billing", changed)
read("retrieve_immediate_billing", txid, status="ATIVA")
read("retrieve_immediate_billing_list", *period, RetrieveImmediateBillingsFilter())

due = "boleto00000000000000000001"
debtor = Debtor(
    cpf="12345678909",
    name="Francisco da Silva",
    address="Alameda Souza, 80",
    city="Recife",
    state="PE",
    postal_code="70011750",
)
due_billing = DueBilling(
    key=CHAVE,
    debtor=debtor,
    value=DueBillingValue(original_value="123.45"),
    calendar=DueBillingCalendar(due_date=day(30), validity_after_expiration=30),
)
read("include_due_pix_billing", due, due_billing, status="ATIVA")
read("retrieve_due_pix_billing", due, status="ATIVA")
read("retrieve_due_billing_collection_in_range", *period, RetrieveDueBillingFilter())

location = read("include_location", ImmediateBillingType.cob)
read("retrieve_location", location.get("id"))

read("include_webhook", CHAVE, WEBHOOK)
read("retrieve_webhook", CHAVE, webhook_url=WEBHOOK)

e2eid = pay(txid)
read("retrieve_pix", e2eid, value="37.00")
read("retrieve_pix_list", *period, RetrievedPixFilter())
read("request_devolution", e2eid, "d1", DevolutionRequestBody(value="7.00"))
read("retrieve_devolution", e2eid, "d1", value="7.00")
read("delete_webhook", CHAVE)
finish("inter-sdk-python")
