"""pypix-api as published, every call, for Sicoob, Banco do Brasil and Sicredi: `pypix-api.py <bank>`."""

import sys
from datetime import date

from journey import (
    CERT,
    CHAVE,
    KEY,
    WEBHOOK,
    call,
    control,
    day,
    finish,
    instant,
    pay,
    set_clock,
    settings,
)
from pypix_api.auth.oauth2 import OAuth2Client
from pypix_api.banks.bb import BBPixAPI
from pypix_api.banks.sicoob import SicoobPixAPI
from pypix_api.banks.sicredi import SicrediPixAPI

provider = settings["provider"]
# The scopes of Pix Automático of the specification, where the profile names no others.
SPECIFICATION = [
    f"{name}.{action}"
    for name in "rec solicrec cobr payloadlocationrec webhookrec webhookcobr".split()
    for action in ("write", "read")
]
automatico = provider.get("features", {}).get("pix-automatico", SPECIFICATION)
Bank = {"bb": BBPixAPI, "sicoob": SicoobPixAPI, "sicredi": SicrediPixAPI}[sys.argv[1]]
bank = Bank(
    OAuth2Client(
        Bank.TOKEN_URL,
        settings["clientId"],
        cert=CERT,
        pvk=KEY,
        client_secret=settings.get("clientSecret"),
    ),
    # Its own list leaves out those of the locations of recurrences.
    scopes=" ".join([*provider["scopes"], *automatico]),
)
if "appKey" in settings:
    # It sends no application key, which the bank's documentation requires with every call.
    bank.session.params = {"gw-dev-app-key": settings["appKey"]}

# A Monday in a week without holidays: the bank takes recurring charges 2 to 10 days ahead.
set_clock("2026-03-02T12:00:00-03:00")
PERIOD = (instant(-1), instant(1))

# Immediate charges.
txid = "pedido00000000000000000001"
cob = {"calendario": {"expiracao": 3600}, "valor": {"original": "37.00"}, "chave": CHAVE}
call("criar_cob", lambda: bank.criar_cob(txid, cob), status="ATIVA")
call("criar_cob_auto_txid", lambda: bank.criar_cob_auto_txid(cob), status="ATIVA")
call("revisar_cob", lambda: bank.revisar_cob(txid, {"solicitacaoPagador": "Camiseta"}), revisao=1)
call("consultar_cob", lambda: bank.consultar_cob(txid), status="ATIVA")
call("consultar_cobs", lambda: bank.consultar_cobs(*PERIOD))

# Due-date charges.
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
call("listar_cobv", lambda: bank.listar_cobv(*PERIOD))

# Batches of due-date charges.
in_batch = "lote0000000000000000000001"
batch = {"descricao": "Mensalidades", "cobsv": [{**cobv, "txid": in_batch}]}
change = {"cobsv": [{"txid": in_batch, "solicitacaoPagador": "Curso"}]}
call("criar_lote_cobv", lambda: bank.criar_lote_cobv("lote1", batch))
call("alterar_lote_cobv", lambda: bank.alterar_lote_cobv("lote1", change))
call("consultar_lote_cobv", lambda: bank.consultar_lote_cobv("lote1"))
call("listar_lotes_cobv", lambda: bank.listar_lotes_cobv(*PERIOD))

# Locations.
location = call("criar_location", lambda: bank.criar_location("cob"))
call("listar_locations", lambda: bank.listar_locations(*PERIOD))
call("consultar_location", lambda: bank.consultar_location(location["id"]))
linked = {**cob, "loc": {"id": location.get("id")}}
call("criar_cob com location", lambda: bank.criar_cob("local000000000000000000001", linked), status="ATIVA")
call("desvincular_txid_location", lambda: bank.desvincular_txid_location(location["id"]))

# A webhook, a Pix and its refund.
call("configurar_webhook", lambda: bank.configurar_webhook(CHAVE, WEBHOOK))
call("consultar_webhook", lambda: bank.consultar_webhook(CHAVE), webhookUrl=WEBHOOK)
call("listar_webhooks", lambda: bank.listar_webhooks(*PERIOD))
e2eid = pay(txid)
call("consultar_cob paga", lambda: bank.consultar_cob(txid), status="CONCLUIDA")
call("consultar_pix_por_e2eid", lambda: bank.consultar_pix_por_e2eid(e2eid), valor="37.00")
call("consultar_pix", lambda: bank.consultar_pix(*PERIOD))
call("solicitar_devolucao_pix", lambda: bank.solicitar_devolucao_pix(e2eid, "d1", {"valor": "7.00"}))
call("consultar_devolucao_pix", lambda: bank.consultar_devolucao_pix(e2eid, "d1"), valor="7.00")
if sys.argv[1] == "bb":
    call("consultar_pix_bb", lambda: bank.consultar_pix_bb(*PERIOD))
    call("consultar_devolucoes_bb", lambda: bank.consultar_devolucoes_bb(*PERIOD))
call("excluir_webhook", lambda: bank.excluir_webhook(CHAVE))

# Locations of recurrences, recurrences and requests to confirm them.
rec = {
    "vinculo": {
        "contrato": "63100862",
        "devedor": {"cpf": "12345678909", "nome": "Fulano de Tal"},
        "objeto": "Streaming",
    },
    "calendario": {"dataInicial": day(3), "periodicidade": "MENSAL"},
    "valor": {"valorRec": "35.00"},
    "politicaRetentativa": "PERMITE_3R_7D",
}
# No source names a scope of Sicredi for locations of recurrences.
has_places = "payloadlocationrec.write" in automatico
if has_places:
    place = call("criar_location_rec", bank.criar_location_rec)
    call("listar_locations_rec", lambda: bank.listar_locations_rec(*PERIOD))
    call("consultar_location_rec", lambda: bank.consultar_location_rec(place["id"]))
    rec["loc"] = place.get("id")
id_rec = call("criar_recorrencia", lambda: bank.criar_recorrencia(rec)).get("idRec")
if has_places:
    call("desvincular_idrec_location", lambda: bank.desvincular_idrec_location(place["id"]))
    del rec["loc"]
call("consultar_recorrencia", lambda: bank.consultar_recorrencia(id_rec), status="CRIADA")
call("listar_recorrencias", lambda: bank.listar_recorrencias(*PERIOD))
name = {"vinculo": {"devedor": {"nome": "Fulano"}}}
call("revisar_recorrencia", lambda: bank.revisar_recorrencia(id_rec, name))
request = {
    "idRec": id_rec,
    "calendario": {"dataExpiracaoSolicitacao": f"{day(2)}T12:00:00Z"},
    "destinatario": {"cpf": "12345678909", "conta": "12345", "ispbParticipante": "99999999"},
}
id_request = call("criar_solicrec", lambda: bank.criar_solicrec(request)).get("idSolicRec")
call("consultar_solicrec", lambda: bank.consultar_solicrec(id_request))
call("cancelar_solicrec", lambda: bank.cancelar_solicrec(id_request), status="CANCELADA")

# Recurring charges: one whose first attempt fails and is repeated, and one that is cancelled.
cobr = {
    "calendario": {"dataDeVencimento": day(3)},
    "valor": {"original": "35.00"},
    "ajusteDiaUtil": True,
    "recebedor": {"conta": "012682", "tipoConta": "CORRENTE"},
}
recurring = "cobr0000000000000000000001"
control("POST", f"/recs/{id_rec}/approve")
call("criar_cobr_com_txid", lambda: bank.criar_cobr_com_txid(recurring, {**cobr, "idRec": id_rec}))
control("POST", "/clock/advance", {"seconds": 1})
control("POST", f"/cobrs/{recurring}/settle", {"status": "EXPIRADA"})
retry = date.fromisoformat(day(4))
call("solicitar_retentativa_cobr", lambda: bank.solicitar_retentativa_cobr(recurring, retry))
other = call("criar_recorrencia outra", lambda: bank.criar_recorrencia(rec)).get("idRec")
control("POST", f"/recs/{other}/approve")
chosen = call("criar_cobr", lambda: bank.criar_cobr({**cobr, "idRec": other})).get("txid")
call("cancelar_cobr", lambda: bank.cancelar_cobr(chosen), status="CANCELADA")
call("consultar_cobr", lambda: bank.consultar_cobr(recurring))
call("consultar_lista_cobr", lambda: bank.consultar_lista_cobr(*PERIOD))
call("cancelar_recorrencia", lambda: bank.cancelar_recorrencia(other), status="CANCELADA")

# Webhooks of Pix Automático.
call("configurar_webhook_rec", lambda: bank.configurar_webhook_rec(WEBHOOK))
call("consultar_webhook_rec", bank.consultar_webhook_rec, webhookUrl=WEBHOOK)
call("excluir_webhook_rec", bank.excluir_webhook_rec)
call("configurar_webhook_cobr", lambda: bank.configurar_webhook_cobr(WEBHOOK))
call("consultar_webhook_cobr", bank.consultar_webhook_cobr, webhookUrl=WEBHOOK)
call("excluir_webhook_cobr", bank.excluir_webhook_cobr)
finish("pypix-api")
