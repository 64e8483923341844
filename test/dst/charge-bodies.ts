/** The shop's Pix key. */
export const CHAVE = 'loja@example.com';

/** An immediate charge. */
export function immediateBody(valor: string, text: string) {
  return {
    calendario: { expiracao: 3_600 },
    valor: { original: valor },
    chave: CHAVE,
    solicitacaoPagador: text,
  };
}

/** A due-date charge. */
export function dueBody(valor: string, text: string) {
  return {
    calendario: { dataDeVencimento: '2026-03-10', validadeAposVencimento: 5 },
    devedor: { cpf: '12345678909', nome: 'Maria' },
    valor: { original: valor },
    chave: CHAVE,
    solicitacaoPagador: text,
  };
}

/** A recurring charge. It is due on a Saturday, so its first attempt is on Monday, March 9. */
export function recurringBody(valor: string, idRec: string, text: string) {
  return {
    idRec,
    calendario: { dataDeVencimento: '2026-03-07' },
    valor: { original: valor },
    ajusteDiaUtil: true,
    recebedor: { conta: '12345678', tipoConta: 'CORRENTE' as const },
    infoAdicional: text,
  };
}

/** The recurrence of the order with this number. */
export function recurrenceBody(order: number) {
  return {
    idRec: `RR9999999920260303${String(order).padStart(11, '0')}`,
    vinculo: {
      contrato: `Pedido ${order}`,
      devedor: { cpf: '12345678909', nome: 'Maria' },
    },
    calendario: { dataInicial: '2026-03-03', periodicidade: 'MENSAL' as const },
    politicaRetentativa: 'PERMITE_3R_7D' as const,
  };
}

/** A batch of due-date charges. */
export function batchBody(charges: readonly { readonly txid: string; readonly valor: string }[]) {
  return {
    descricao: 'Lote do dia',
    cobsv: charges.map(({ txid, valor }) => ({ txid, ...dueBody(valor, 'Lote') })),
  };
}
