/** A recurrence, whose dates lie ahead of any test's clock. */
export const REC = {
  vinculo: {
    contrato: '63100862',
    devedor: { cpf: '12345678909', nome: 'Fulano de Tal' },
    objeto: 'Serviço de streaming',
  },
  calendario: { dataInicial: '2098-04-01', dataFinal: '2099-04-01', periodicidade: 'MENSAL' },
  valor: { valorRec: '35.00' },
  politicaRetentativa: 'NAO_PERMITE',
};
