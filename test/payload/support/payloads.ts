/** Payloads as providers send them. */
export const cob = {
  txid: 'fc9a4366ff3d4964b5dbc6c91a8722d3',
  revisao: 0,
  status: 'ATIVA',
  chave: 'loja@example.com',
  calendario: {
    criacao: '2025-09-15T19:39:54Z',
    apresentacao: '2025-09-15T19:40:00Z',
    expiracao: 3600,
  },
  valor: { original: '37.00' },
};

export const cobv = {
  ...cob,
  calendario: {
    criacao: '2025-09-15T19:39:54Z',
    apresentacao: '2025-09-15T19:40:00Z',
    dataDeVencimento: '2025-12-31',
    validadeAposVencimento: 30,
  },
  devedor: { nome: 'Devedora', cnpj: '56989000019533' },
  recebedor: { nome: 'Loja', cnpj: '58900633120711' },
  valor: { original: '100.00', multa: '2.00', final: '102.00' },
};

export const rec = {
  idRec: 'RN1234567820240115abcdefghijk',
  vinculo: { contrato: '1', objeto: 'Assinatura', devedor: { nome: 'A', cpf: '45164632481' } },
  calendario: { dataInicial: '2026-01-01', periodicidade: 'MENSAL' },
  politicaRetentativa: 'NAO_PERMITE',
  recebedor: { nome: 'Loja', cnpj: '28765007802371', ispbParticipante: '12345678' },
  atualizacao: [{ status: 'CRIADA', data: '2025-09-15T19:39:54Z' }],
};
