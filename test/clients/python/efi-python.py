"""The SDK of Efí for Python as published, with only its credentials set."""

import os
import re

from efipay import EfiPay
from journey import CHAVE, WEBHOOK, call, day, finish, instant, pay, settings

efi = EfiPay(
    {
        "client_id": settings["clientId"],
        "client_secret": settings["clientSecret"],
        "sandbox": False,
        "certificate": os.environ["PIX_PEM"],
    }
)
PERIOD = {"inicio": instant(-1), "fim": instant(1)}


def read(name, expected=None, **arguments):
    """Calls a method, which answers a refusal as a dict with `nome`, and an answer without JSON as text."""

    def request():
        answer = getattr(efi, name)(**arguments)
        if isinstance(answer, dict) and "nome" not in answer:
            return answer
        if re.fullmatch(r"\{'code': 20[024]\}", str(answer)):
            return answer
        raise ValueError(answer)

    return call(name, request, **(expected or {}))


txid = "pedido00000000000000000001"
cob = {"calendario": {"expiracao": 3600}, "valor": {"original": "37.00"}, "chave": CHAVE}
read("pix_create_charge", {"status": "ATIVA"}, params={"txid": txid}, body=cob)
location = read("pix_create_immediate_charge", {"status": "ATIVA"}, body=cob).get("loc", {})
read("pix_update_charge", params={"txid": txid}, body={"solicitacaoPagador": "Camiseta"})
read("pix_detail_charge", {"status": "ATIVA"}, params={"txid": txid})
read("pix_list_charges", params=PERIOD)
read("pix_generate_qrcode", params={"id": location.get("id")})

cobv = {
    "calendario": {"dataDeVencimento": day(30), "validadeAposVencimento": 30},
    "devedor": {
        "cpf": "12345678909",
        "nome": "Francisco da Silva",
        "logradouro": "Alameda Souza, 80",
        "cidade": "Recife",
        "uf": "PE",
        "cep": "70011750",
    },
    "valor": {"original": "123.45"},
    "chave": CHAVE,
}
due = {"txid": "boleto00000000000000000001"}
read("pix_create_due_charge", {"status": "ATIVA"}, params=due, body=cobv)
read("pix_update_due_charge", params=due, body={"solicitacaoPagador": "Curso"})
read("pix_detail_due_charge", params=due)
read("pix_list_due_charges", params=PERIOD)
batch = {"descricao": "Mensalidades", "cobsv": [{**cobv, "txid": "lote0000000000000000000001"}]}
read("pix_create_due_charge_batch", params={"id": "lote1"}, body=batch)
read("pix_detail_due_charge_batch", params={"id": "lote1"})
read("pix_list_due_charge_batch", params=PERIOD)

free = read("pix_create_location", body={"tipoCob": "cob"})
read("pix_location_list", params=PERIOD)
read("pix_detail_location", params={"id": free.get("id")})

skip = {"x-skip-mtls-checking": "true"}
read("pix_config_webhook", params={"chave": CHAVE}, body={"webhookUrl": WEBHOOK}, headers=skip)
read("pix_detail_webhook", {"webhookUrl": WEBHOOK}, params={"chave": CHAVE})
read("pix_list_webhook", params=PERIOD)

e2e_id = pay(txid)
read("pix_detail_received", {"valor": "37.00"}, params={"e2eId": e2e_id})
read("pix_received_list", params=PERIOD)
read("pix_devolution", params={"e2eId": e2e_id, "id": "d1"}, body={"valor": "7.00"})
read("pix_detail_devolution", {"valor": "7.00"}, params={"e2eId": e2e_id, "id": "d1"})
read("pix_delete_webhook", params={"chave": CHAVE})
finish("efipay")
