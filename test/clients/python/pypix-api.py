"""pypix-api as published, for Sicoob, Banco do Brasil and Sicredi: `pypix-api.py <bank>`."""

import sys

from journey import CERT, CHAVE, KEY, WEBHOOK, call, day, finish, instant, pay, settings
from pypix_api.auth.oauth2 import OAuth2Client
from pypix_api.banks.bb import BBPixAPI
from pypix_api.banks.sicoob import SicoobPixAPI
from pypix_api.banks.sicredi import SicrediPixAPI

Bank = {"bb": BBPixAPI, "sicoob": SicoobPixAPI, "sicredi": SicrediPixAPI}[sys.argv[1]]
bank = Bank(
    OAuth2Client(
        Bank.TOKEN_URL,
        settings["clientId"],
        cert=CERT,
        pvk=KEY,
        client_secret=settings.get("clientSecret"),
    ),
    # By default it requests two scopes at Banco do Brasil.
    scopes=" ".join(settings["provider"]["scopes"]),
)
if "appKey" in settings:
    # It sends no application key, which the bank's documentation requires with every call.
    bank.session.params = {"gw-dev-app-key": settings["appKey"]}

txid = "pedido00000000000000000001"
cob = {"calendario": {"expiracao": 3600}, "valor": {"original": "37.00"}, "chave": CHAVE}
call("criar_cob", lambda: bank.criar_cob(txid, cob), status="ATIVA")
other = call("criar_cob_auto_txid", lambda: bank.criar_cob_auto_txid(cob), status="ATIVA")
call("revisar_cob", lambda: bank.revisar_cob(txid, {"solicitacaoPagador": "Camiseta"}), revisao=1)
call("consultar_cob", lambda: bank.consultar_cob(txid), status="ATIVA")
call("consultar_cobs", lambda: bank.consultar_cobs(instant(-1), instant(1)))

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
due = "boleto00000000000000000001"
call("criar_cobv", lambda: bank.criar_cobv(due, cobv), status="ATIVA")
call("revisar_cobv", lambda: bank.revisar_cobv(due, {"solicitacaoPagador": "Curso"}), revisao=1)
call("consultar_cobv", lambda: bank.consultar_cobv(due, None), status="ATIVA")
call("listar_cobv", lambda: bank.listar_cobv(instant(-1), instant(1)))
batch = {"descricao": "Mensalidades", "cobsv": [{**cobv, "txid": "lote0000000000000000000001"}]}
call("criar_lote_cobv", lambda: bank.criar_lote_cobv("lote1", batch))
call("consultar_lote_cobv", lambda: bank.consultar_lote_cobv("lote1"))
call("listar_lotes_cobv", lambda: bank.listar_lotes_cobv(instant(-1), instant(1)))

location = call("criar_location", lambda: bank.criar_location("cob"))
call("listar_locations", lambda: bank.listar_locations(instant(-1), instant(1)))
call("consultar_location", lambda: bank.consultar_location(location["id"]))

call("configurar_webhook", lambda: bank.configurar_webhook(CHAVE, WEBHOOK))
call("consultar_webhook", lambda: bank.consultar_webhook(CHAVE), webhookUrl=WEBHOOK)
call("listar_webhooks", lambda: bank.listar_webhooks(instant(-1), instant(1)))

e2eid = pay(txid)
call("consultar_cob paga", lambda: bank.consultar_cob(txid), status="CONCLUIDA")
call("consultar_pix_por_e2eid", lambda: bank.consultar_pix_por_e2eid(e2eid), valor="37.00")
call("consultar_pix", lambda: bank.consultar_pix(instant(-1), instant(1)))
call("solicitar_devolucao_pix", lambda: bank.solicitar_devolucao_pix(e2eid, "d1", {"valor": "7.00"}))
call("consultar_devolucao_pix", lambda: bank.consultar_devolucao_pix(e2eid, "d1"), valor="7.00")
if sys.argv[1] == "bb":
    call("consultar_pix_bb", lambda: bank.consultar_pix_bb(inicio=instant(-1), fim=instant(1)))
call("excluir_webhook", lambda: bank.excluir_webhook(CHAVE))
finish("pypix-api")
