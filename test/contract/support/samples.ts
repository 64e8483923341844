/** One valid body or filter with all fields for each DTO class of an operation, by class name. */
const txid = '33beb661beda44a8928fef47dbeb2dc5';
const idRec = 'RN1234567820240115abcdefghijk';
const period = {
  inicio: '2020-04-01T00:00:00Z',
  fim: '2020-04-02T10:00:00-03:00',
  paginaAtual: 0,
  itensPorPagina: 20,
};
const person = { cpf: '12345678909', nome: 'Francisco da Silva' };
const address = {
  email: 'francisco@exemplo.com.br',
  logradouro: 'Alameda Souza, 80',
  cidade: 'Recife',
  uf: 'PE',
  cep: '70011-750',
};
const cobBase = {
  loc: { id: 789, tipoCob: 'cob' },
  chave: '5f84a4c5-c5cb-4599-9f13-7eb4d419dacc',
  solicitacaoPagador: 'Cobrança dos serviços prestados.',
  infoAdicionais: [
    { nome: 'Campo 1', valor: 'Informação 1' },
    { nome: 'Campo 2', valor: 'Informação 2' },
  ],
};
const cob = {
  ...cobBase,
  calendario: { expiracao: 3600 },
  devedor: person,
  valor: {
    original: '0.00',
    modalidadeAlteracao: 0,
    retirada: {
      saque: {
        valor: '5.00',
        modalidadeAlteracao: 0,
        modalidadeAgente: 'AGTEC',
        prestadorDoServicoDeSaque: '12345678',
      },
    },
  },
};
const cobv = {
  ...cobBase,
  calendario: { dataDeVencimento: '2020-12-31', validadeAposVencimento: 30 },
  devedor: { ...person, ...address },
  valor: {
    original: '123.45',
    multa: { modalidade: 2, valorPerc: '15.00' },
    juros: { modalidade: '2', valorPerc: '2.00' },
    abatimento: { modalidade: 1, valorPerc: '10.00' },
    desconto: { modalidade: 1, descontoDataFixa: [{ data: '2020-11-30', valorPerc: '30.00' }] },
  },
};
const webhook = { webhookUrl: 'https://pix.example.com/api/webhook/' };

export const samples: Readonly<Record<string, object>> = {
  CobSolicitadaDto: cob,
  CobRevisadaDto: cob,
  CobVSolicitadaDto: cobv,
  CobVRevisadaDto: cobv,
  LoteCobVBodyDto: { descricao: 'Turno vespertino', cobsv: [{ ...cobv, txid }] },
  LoteCobVBodyRevisadoDto: { descricao: 'Turno vespertino', cobsv: [{ ...cobv, txid }] },
  PayloadLocationSolicitadaDto: { tipoCob: 'cob' },
  DevolucaoSolicitadaDto: { valor: '7.89', natureza: 'ORIGINAL', descricao: 'Devolução' },
  WebhookSolicitadoDto: webhook,
  WebhookCobRSolicitadoDto: webhook,
  WebhookRecSolicitadoDto: webhook,
  RecSolicitadaDto: {
    vinculo: { contrato: '63100862', devedor: person, objeto: 'Streaming' },
    calendario: { dataInicial: '2024-04-01', dataFinal: '2025-04-01', periodicidade: 'MENSAL' },
    valor: { valorRec: '35.00' },
    politicaRetentativa: 'NAO_PERMITE',
    recebedor: { convenio: 'Master' },
    loc: 108,
    ativacao: { dadosJornada: { txid } },
    idRec,
  },
  RecRevisadaDto: {
    status: 'CANCELADA',
    loc: 108,
    vinculo: { devedor: { nome: 'Fulano' } },
    calendario: { dataInicial: '2024-04-01' },
    ativacao: { dadosJornada: { txid } },
  },
  SolicRecSolicitadaDto: {
    idRec,
    calendario: { dataExpiracaoSolicitacao: '2023-12-20T12:17:11.926Z' },
    destinatario: {
      agencia: '2569',
      conta: '550689',
      cpf: '15231470190',
      ispbParticipante: '91193552',
    },
  },
  SolicRecRevisadaDto: { status: 'CANCELADA' },
  CobRSolicitadaDto: {
    idRec,
    infoAdicional: 'Streaming',
    calendario: { dataDeVencimento: '2024-04-15' },
    valor: { original: '106.07' },
    ajusteDiaUtil: true,
    devedor: address,
    recebedor: { agencia: '9708', conta: '012682', tipoConta: 'CORRENTE' },
  },
  CobRStatusRevisadaDto: { status: 'CANCELADA' },
  InterPagamentoDto: { valor: 150 },
  InterReenvioCallbacksDto: { txId: [txid], chavePix: 'a@b.com' },
  InterPagamentoCobRDto: { valor: 150, cpfCnpj: '12345678909', txId: txid, chave: 'a@b.com' },
  InterStatusRecDto: { status: 'CANCELADA', razao: 'SLCR' },
  InterStatusSolicRecDto: { status: 'ACEITA' },
  InterStatusCobRDto: { status: 'CANCELADA', razao: 'OTHER' },
  EfiReenvioWebhookDto: { tipo: 'PIX_RECEBIDO', e2eids: ['E1'] },
  BbWebhookSolicRecDto: { webhookUrl: 'https://example.com/pix' },
  BbPagamentoDto: { pix: '00020101021226' },
  PagBankPagamentoDto: { status: 'PAID', tx_id: txid },

  ConsultaRevisaoDto: { revisao: 1 },
  ParametrosConsultaCobDto: {
    ...period,
    cpf: person.cpf,
    locationPresente: true,
    status: 'ATIVA',
  },
  ParametrosConsultaCobVDto: {
    ...period,
    cnpj: '12ABC34501DE35',
    locationPresente: false,
    status: 'CONCLUIDA',
    loteCobVId: 5,
  },
  ConsultaDto: period,
  ParametrosConsultaPayloadLocationDto: { ...period, txIdPresente: true, tipoCob: 'cobv' },
  ParametrosConsultaPayloadLocationRecDto: { ...period, idRecPresente: true, convenio: 'Master' },
  ParametrosConsultaPixDto: {
    ...period,
    txid: 'a1',
    txIdPresente: true,
    devolucaoPresente: false,
    cpf: person.cpf,
  },
  ParametrosConsultaWebhooksDto: period,
  ConsultaRecDto: { txid },
  ParametrosConsultaRecDto: {
    ...period,
    cpf: person.cpf,
    locationPresente: true,
    status: 'APROVADA',
    convenio: 'Master',
  },
  ParametrosConsultaCobRDto: {
    ...period,
    idRec,
    cpf: person.cpf,
    status: 'ATIVA',
    convenio: 'Master',
  },
  ConsultaCobVPayloadDto: { codMun: '5300108', DPP: '2021-04-01' },
  InterConsultaCallbacksDto: {
    dataHoraInicio: period.inicio,
    dataHoraFim: period.fim,
    pagina: 0,
    tamanhoPagina: 20,
    txid,
  },
  BbConsultaPixDto: { ...period, chave: 'a@b.com', contestacaoPresente: true, txid: 'a1' },
  BbConsultaDevolucoesDto: { ...period, estadoDevolucao: 'DEVOLVIDO' },
};
