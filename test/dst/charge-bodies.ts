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
