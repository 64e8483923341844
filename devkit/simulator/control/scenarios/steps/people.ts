/** The payer of all scenarios. */
export const PAYER = { cpf: '12345678909', nome: 'Fulano de Tal' };
