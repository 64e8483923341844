"""bb-wrapper as published, at the production addresses of Banco do Brasil."""

import base64

from bb_wrapper.wrapper import PIXCobBBWrapper
from journey import CERT, CHAVE, KEY, call, finish, instant, pay, settings

credentials = f"{settings['clientId']}:{settings['clientSecret']}"
bb = PIXCobBBWrapper(
    basic_token=base64.b64encode(credentials.encode()).decode(),
    gw_app_key=settings["appKey"],
    is_sandbox=False,
    cert=(CERT, KEY),
)


def charge(valor):
    return bb.criar_cobranca(3600, CHAVE, "12345678909", "Francisco da Silva", "Loja", valor, "Camiseta").data


txid = call("criar_cobranca", lambda: charge("37.00"), status="ATIVA").get("txid")
call("consultar_cobranca", lambda: bb.consultar_cobranca(txid).data, status="ATIVA")
e2eid = pay(txid)
call("consultar_cobranca paga", lambda: bb.consultar_cobranca(txid).data, status="CONCLUIDA")
call("listar_pix", lambda: bb.listar_pix(instant(-1), instant(1)).data)
call("consultar_pix", lambda: bb.consultar_pix(e2eid).data, valor="37.00")
call("devolver_pix", lambda: bb.devolver_pix(e2eid, "7.00", "d1").data, valor="7.00")
call("consultar_devolucao_pix", lambda: bb.consultar_devolucao_pix(e2eid, "d1").data, valor="7.00")
finish("bb-wrapper")
