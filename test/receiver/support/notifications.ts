let sequence = 0;

/** Builds a Pix as a provider notifies it, with a new end-to-end id. The payer's tax id must never be logged. */
export function pix(fields: Record<string, unknown> = {}) {
  sequence += 1;
  const number = String(sequence).padStart(11, '0');
  return {
    endToEndId: `E12345678202609091221${number}0`.slice(0, 32),
    txid: `txid${number}00000000000`,
    valor: '37.00',
    horario: '2026-09-09T12:21:00.000Z',
    pagador: { cpf: PAYER_CPF, nome: 'Maria' },
    infoPagador: `CPF ${PAYER_CPF}`,
    ...fields,
  };
}

export const PAYER_CPF = '12345678909';

export function devolucao(fields: Record<string, unknown> = {}) {
  return {
    id: 'dev1',
    rtrId: 'D12345678202609091300abcde123456',
    valor: '7.00',
    horario: { solicitacao: '2026-09-09T13:00:00.000Z' },
    status: 'DEVOLVIDO',
    ...fields,
  };
}

export function recorrencia(fields: Record<string, unknown> = {}) {
  return {
    idRec: 'RR1234567820260909abcdefghijk',
    status: 'APROVADA',
    atualizacao: [{ status: 'APROVADA', data: '2026-09-09T12:00:00Z' }],
    ...fields,
  };
}

export function cobrancaRecorrente(fields: Record<string, unknown> = {}) {
  return {
    idRec: 'RR1234567820260909abcdefghijk',
    txid: '3136957d93134f2184b369e8f1c0729d',
    status: 'ATIVA',
    atualizacao: [{ status: 'ATIVA', data: '2026-09-09T12:00:00Z' }],
    ...fields,
  };
}
