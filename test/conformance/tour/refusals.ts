import {
  CHAVE,
  CNPJ,
  COB,
  COBV,
  CONTA,
  CPF,
  DESTINATARIO,
  REC,
  cobr,
  solicrec,
  txid,
} from './bodies.js';

/** Records that refused requests require. */
export interface Fixtures {
  readonly cob: string;
  readonly cobPaga: string;
  readonly cobv: string;
  readonly cobvPaga: string;
  /** A charge that was denied in its batch. */
  readonly negada: string;
  readonly locCob: number;
  readonly locCobv: number;
  readonly locUsada: number;
  readonly e2eid: string;
  readonly rec: string;
  readonly recAprovada: string;
  readonly recEncerrada: string;
  readonly locRecUsada: number;
  readonly solicAtiva: string;
  readonly solicEncerrada: string;
  /** A recurring charge with an active attempt. */
  readonly cobr: string;
  readonly cobrSemRetentativa: string;
  readonly recSemRetentativa: string;
}

/** A refused request and the field that its error names; `''` for none. */
export type Refusal = readonly [
  method: string,
  template: string,
  path: string,
  body: unknown,
  propriedade: string,
];

const PERIOD = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';
const LONG = 'x'.repeat(400);
const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

/** Refused requests of each list (`ConsultaInvalida` of the specification). */
function ofList(template: string, extra: readonly [string, string][] = []): Refusal[] {
  const cases: [string, string][] = [
    ['inicio=hoje&fim=2024-01-01T00:00:00Z', 'inicio'],
    ['inicio=2024-01-02T00:00:00Z&fim=2024-01-01T00:00:00Z', 'fim'],
    [`${PERIOD}&paginacao.paginaAtual=-1`, 'paginacao.paginaAtual'],
    [`${PERIOD}&paginacao.itensPorPagina=-1`, 'paginacao.itensPorPagina'],
    ...extra,
  ];
  return cases.map(([query, propriedade]) => [
    'GET',
    template,
    `${template}?${query}`,
    undefined,
    propriedade,
  ]);
}

const BOTH: [string, string][] = [[`${PERIOD}&cpf=${CPF}&cnpj=${CNPJ}`, 'cnpj']];

/** Returns all violations that the specification lists and that a request can cause, by error type. */
export function buildRefusals(f: Fixtures): Record<string, Refusal[]> {
  const putCob = (change: object, propriedade: string): Refusal[] => [
    ['PUT', '/cob/{txid}', `/cob/${txid()}`, { ...COB, ...change }, propriedade],
    ['POST', '/cob', '/cob', { ...COB, ...change }, propriedade],
    ['PATCH', '/cob/{txid}', `/cob/${f.cob}`, change, propriedade],
  ];
  const putCobV = (change: object, propriedade: string): Refusal[] => [
    ['PUT', '/cobv/{txid}', `/cobv/${txid()}`, { ...COBV, ...change }, propriedade],
    ['PATCH', '/cobv/{txid}', `/cobv/${f.cobv}`, change, propriedade],
  ];
  const valor = (part: object) => ({ valor: { original: '100.00', ...part } });
  const desconto = (part: object) => valor({ desconto: part });
  const fixa = (data: string, valorPerc = '1.00') => ({ descontoDataFixa: [{ data, valorPerc }] });
  const postRec = (change: object, propriedade: string): Refusal => [
    'POST',
    '/rec',
    '/rec',
    { ...REC, ...change },
    propriedade,
  ];
  const patchRec = (idRec: string, body: object, propriedade: string): Refusal => [
    'PATCH',
    '/rec/{idRec}',
    `/rec/${idRec}`,
    body,
    propriedade,
  ];
  const calendario = (change: object) => ({ calendario: { ...REC.calendario, ...change } });
  const postSolic = (change: object, propriedade: string): Refusal => [
    'POST',
    '/solicrec',
    '/solicrec',
    { ...solicrec(f.rec), ...change },
    propriedade,
  ];
  const postCobR = (change: object, propriedade: string): Refusal[] => {
    const body = { ...cobr(f.recAprovada, '2024-11-20'), ...change };
    return [
      ['PUT', '/cobr/{txid}', `/cobr/${txid()}`, body, propriedade],
      ['POST', '/cobr', '/cobr', body, propriedade],
    ];
  };
  const retry = (id: string, day: string, propriedade: string): Refusal => [
    'POST',
    '/cobr/{txid}/retentativa/{data}',
    `/cobr/${id}/retentativa/${day}`,
    undefined,
    propriedade,
  ];
  const refund = (id: string, body: object, propriedade: string): Refusal => [
    'PUT',
    '/pix/{e2eid}/devolucao/{id}',
    `/pix/${f.e2eid}/devolucao/${id}`,
    body,
    propriedade,
  ];
  const lote = (method: string, id: string, body: object, propriedade: string): Refusal => [
    method,
    '/lotecobv/{id}',
    `/lotecobv/${id}`,
    body,
    propriedade,
  ];
  const item = (change: object = {}) => ({ ...COBV, txid: txid(), ...change });
  const unknownId = 'x'.repeat(29);
  const absent = (method: string, template: string, path: string, body?: unknown): Refusal => [
    method,
    template,
    path,
    body,
    '',
  ];

  return {
    RequisicaoInvalida: [
      absent('POST', '/cob', '/cob'),
      // The resource has no own error type for these.
      ['DELETE', '/loc/{id}/txid', '/loc/x/txid', undefined, 'id'],
      ['DELETE', '/locrec/{id}/idRec', '/locrec/x/idRec', undefined, 'id'],
      ['GET', '/pix/{e2eid}', '/pix/x', undefined, 'e2eid'],
      ['GET', '/pix/{e2eid}/devolucao/{id}', `/pix/${f.e2eid}/devolucao/-`, undefined, 'id'],
      ['GET', '/solicrec/{idSolicRec}', '/solicrec/x', undefined, 'idSolicRec'],
      ['GET', '/webhook/{chave}', `/webhook/${LONG}`, undefined, 'chave'],
      ['DELETE', '/webhook/{chave}', `/webhook/${LONG}`, undefined, 'chave'],
    ],
    NaoEncontrado: [
      absent('GET', '/webhookrec', '/webhookrec'),
      absent('DELETE', '/webhookcobr', '/webhookcobr'),
    ],

    CobNaoEncontrado: [
      absent('GET', '/cob/{txid}', `/cob/${txid()}`),
      absent('PATCH', '/cob/{txid}', `/cob/${txid()}`, {}),
    ],
    CobOperacaoInvalida: [
      ...putCob({ calendario: { expiracao: 0 } }, 'cob.calendario.expiracao'),
      ...putCob({ valor: { original: '37' } }, 'cob.valor.original'),
      ...putCob({ valor: { original: '0.00' } }, 'cob.valor.original'),
      ...putCob({ devedor: { cpf: CPF } }, 'cob.devedor.nome'),
      ...putCob({ chave: LONG }, 'cob.chave'),
      ...putCob({ chave: 'de-outro@example.com' }, 'cob.chave'),
      ...putCob({ solicitacaoPagador: LONG }, 'cob.solicitacaoPagador'),
      ...putCob({ infoAdicionais: [{ nome: 'a' }] }, 'cob.infoAdicionais[0].valor'),
      ...putCob({ loc: { id: 999_999 } }, 'cob.loc.id'),
      ...putCob({ loc: { id: f.locUsada } }, 'cob.loc.id'),
      ...putCob({ loc: { id: f.locCobv } }, 'cob.loc.id'),
      ['PUT', '/cob/{txid}', `/cob/${f.cobPaga}`, COB, 'cob.status'],
      ['PATCH', '/cob/{txid}', `/cob/${f.cobPaga}`, { chave: CHAVE }, 'cob.status'],
      ['PATCH', '/cob/{txid}', `/cob/${f.cob}`, { status: REMOVED, chave: CHAVE }, 'cob.status'],
      ['PATCH', '/cob/{txid}', `/cob/${f.cob}`, { status: 'CONCLUIDA' }, 'cob.status'],
    ],
    CobConsultaInvalida: [
      ...ofList('/cob', BOTH),
      ['GET', '/cob/{txid}', `/cob/${f.cob}?revisao=99`, undefined, 'revisao'],
    ],

    CobVNaoEncontrada: [
      absent('GET', '/cobv/{txid}', `/cobv/${txid()}`),
      absent('PATCH', '/cobv/{txid}', `/cobv/${txid()}`, {}),
    ],
    CobVOperacaoInvalida: [
      ['PUT', '/cobv/{txid}', `/cobv/${f.negada}`, COBV, 'cobv.txid'],
      ['PATCH', '/cobv/{txid}', `/cobv/${f.negada}`, {}, 'cobv.txid'],
      ...putCobV(
        { calendario: { dataDeVencimento: '2024-04-30' }, ...valor({}) },
        'cobv.calendario.dataDeVencimento',
      ),
      ...putCobV(
        { calendario: { dataDeVencimento: '2024-05-15', validadeAposVencimento: -1 } },
        'cobv.calendario.validadeAposVencimento',
      ),
      ...putCobV({ devedor: { cpf: CPF } }, 'cobv.devedor.nome'),
      ...putCobV({ chave: LONG }, 'cobv.chave'),
      ...putCobV({ chave: 'de-outro@example.com' }, 'cobv.chave'),
      ...putCobV({ solicitacaoPagador: LONG }, 'cobv.solicitacaoPagador'),
      ...putCobV({ infoAdicionais: [{ nome: 'a' }] }, 'cobv.infoAdicionais[0].valor'),
      ...putCobV({ loc: { id: 999_999 } }, 'cobv.loc.id'),
      ...putCobV({ loc: { id: f.locCob } }, 'cobv.loc.id'),
      ...putCobV(valor({ original: '1' }), 'cobv.valor.original'),
      ...putCobV(valor({ original: '0.00' }), 'cobv.valor.original'),
      ...putCobV(
        valor({ multa: { modalidade: 3, valorPerc: '1.00' } }),
        'cobv.valor.multa.modalidade',
      ),
      ...putCobV(
        valor({ juros: { modalidade: 9, valorPerc: '1.00' } }),
        'cobv.valor.juros.modalidade',
      ),
      ...putCobV(valor({ abatimento: { modalidade: 1 } }), 'cobv.valor.abatimento.valorPerc'),
      ...putCobV(valor({ desconto: { modalidade: 7 } }), 'cobv.valor.desconto.modalidade'),
      ...putCobV(
        valor({ abatimento: { modalidade: 1, valorPerc: '100.00' } }),
        'cobv.valor.abatimento',
      ),
      ...putCobV(
        valor({ abatimento: { modalidade: 2, valorPerc: '100.00' } }),
        'cobv.valor.abatimento',
      ),
      ...putCobV(
        desconto({ modalidade: 1, ...fixa('2024-05-10', '100.00') }),
        'cobv.valor.desconto',
      ),
      ...putCobV(
        { calendario: COBV.calendario, ...desconto({ modalidade: 1, ...fixa('2024-05-16') }) },
        'cobv.valor',
      ),
      ...putCobV(
        desconto({ modalidade: 2, ...fixa('2024-05-10'), valorPerc: '1.00' }),
        'cobv.valor.desconto.valorPerc',
      ),
      ...putCobV(
        desconto({ modalidade: 1, descontoDataFixa: [] }),
        'cobv.valor.desconto.descontoDataFixa',
      ),
      ...putCobV(desconto({ modalidade: 3 }), 'cobv.valor.desconto.valorPerc'),
      ...putCobV(
        desconto({ modalidade: 4, valorPerc: '1.00', ...fixa('2024-05-10') }),
        'cobv.valor.desconto.descontoDataFixa',
      ),
      ['PUT', '/cobv/{txid}', `/cobv/${f.cobvPaga}`, COBV, 'cobv.status'],
      ['PATCH', '/cobv/{txid}', `/cobv/${f.cobvPaga}`, { chave: CHAVE }, 'cobv.status'],
      [
        'PATCH',
        '/cobv/{txid}',
        `/cobv/${f.cobv}`,
        { status: REMOVED, chave: CHAVE },
        'cobv.status',
      ],
      ['PATCH', '/cobv/{txid}', `/cobv/${f.cobv}`, { status: 'ATIVA' }, 'cobv.status'],
    ],
    CobVConsultaInvalida: [
      ...ofList('/cobv', BOTH),
      ['GET', '/cobv/{txid}', `/cobv/${f.cobv}?revisao=99`, undefined, 'revisao'],
    ],

    LoteCobVNaoEncontrado: [
      absent('GET', '/lotecobv/{id}', '/lotecobv/nenhum'),
      absent('PATCH', '/lotecobv/{id}', '/lotecobv/nenhum', {}),
    ],
    LoteCobVOperacaoInvalida: [
      lote('PUT', 'novo', { cobsv: [] }, 'loteCobV.descricao'),
      lote('PUT', 'novo', { descricao: 'x', cobsv: {} }, 'loteCobV.cobsv'),
      lote('PATCH', 'lote1', { descricao: 5 }, 'loteCobV.descricao'),
      lote(
        'PUT',
        'novo',
        { descricao: 'x', cobsv: [item({ txid: f.cobv })] },
        'loteCobV.cobsv[0].txid',
      ),
      lote('PUT', 'lote1', { descricao: 'x', cobsv: [item()] }, 'loteCobV.cobsv[0].txid'),
      lote('PUT', 'lote1', { descricao: 'x', cobsv: [] }, 'loteCobV.cobsv'),
      lote('PATCH', 'lote1', { cobsv: [{ txid: txid() }] }, 'loteCobV.cobsv[0].txid'),
    ],
    LoteCobVConsultaInvalida: ofList('/lotecobv'),

    PayloadLocationNaoEncontrado: [
      absent('GET', '/loc/{id}', '/loc/999999'),
      absent('DELETE', '/loc/{id}/txid', '/loc/999999/txid'),
    ],
    PayloadLocationOperacaoInvalida: [['POST', '/loc', '/loc', { tipoCob: 'rec' }, 'loc.tipoCob']],
    PayloadLocationConsultaInvalida: ofList('/loc'),
    PayloadLocationRecNaoEncontrado: [
      absent('GET', '/locrec/{id}', '/locrec/999999'),
      absent('DELETE', '/locrec/{id}/idRec', '/locrec/999999/idRec'),
    ],
    PayloadLocationRecConsultaInvalida: ofList('/locrec'),

    PixNaoEncontrado: [absent('GET', '/pix/{e2eid}', `/pix/${'x'.repeat(32)}`)],
    PixDevolucaoNaoEncontrada: [
      absent('GET', '/pix/{e2eid}/devolucao/{id}', `/pix/${f.e2eid}/devolucao/nenhuma`),
    ],
    PixConsultaInvalida: ofList('/pix', BOTH),
    PixDevolucaoInvalida: [
      refund('nova', { valor: '1' }, 'devolucao.valor'),
      refund('nova', { valor: '9999.00' }, 'devolucao.valor'),
      refund('usada', { valor: '0.01' }, 'id'),
    ],

    WebhookOperacaoInvalida: [
      ['PUT', '/webhook/{chave}', `/webhook/${LONG}`, { webhookUrl: 'https://a.example' }, 'chave'],
      [
        'PUT',
        '/webhook/{chave}',
        '/webhook/x@example.com',
        { webhookUrl: 'https://a.example' },
        'chave',
      ],
      ['PUT', '/webhook/{chave}', `/webhook/${CHAVE}`, { webhookUrl: 'a' }, 'webhook.webhookUrl'],
    ],
    WebhookNaoEncontrado: [
      absent('GET', '/webhook/{chave}', '/webhook/x@example.com'),
      absent('DELETE', '/webhook/{chave}', '/webhook/x@example.com'),
    ],
    WebhookConsultaInvalida: ofList('/webhook'),
    WebhookRecOperacaoInvalida: [['PUT', '/webhookrec', '/webhookrec', {}, 'webhookUrl']],
    WebhookCobROperacaoInvalida: [['PUT', '/webhookcobr', '/webhookcobr', {}, 'webhookUrl']],

    RecNaoEncontrada: [
      absent('GET', '/rec/{idRec}', `/rec/${unknownId}`),
      absent('PATCH', '/rec/{idRec}', `/rec/${unknownId}`, {}),
    ],
    RecOperacaoInvalida: [
      postRec({ vinculo: { contrato: '1' } }, 'rec.vinculo.devedor'),
      postRec(calendario({ dataInicial: '2024-04-30' }), 'rec.calendario.dataInicial'),
      postRec(calendario({ dataFinal: '2024-04-30' }), 'rec.calendario.dataFinal'),
      postRec(calendario({ periodicidade: 'DIARIA' }), 'rec.calendario.periodicidade'),
      postRec({ valor: 'x' }, 'rec.valor'),
      postRec({ valor: { valorRec: '1' } }, 'rec.valor.valorRec'),
      postRec({ valor: { valorMinimoRecebedor: '1' } }, 'rec.valor.valorMinimoRecebedor'),
      postRec(
        { valor: { valorRec: '1.00', valorMinimoRecebedor: '1.00' } },
        'rec.valor.valorMinimoRecebedor',
      ),
      postRec({ recebedor: { convenio: LONG } }, 'rec.recebedor.convenio'),
      postRec({ recebedor: { convenio: 'Outro' } }, 'rec.recebedor.convenio'),
      postRec({ politicaRetentativa: 'SEMPRE' }, 'rec.politicaRetentativa'),
      postRec({ loc: 999_999 }, 'rec.loc'),
      postRec({ loc: f.locRecUsada }, 'rec.loc'),
      patchRec(f.rec, { calendario: { dataInicial: '2024-04-30' } }, 'rec.calendario.dataInicial'),
      patchRec(f.rec, { loc: 999_999 }, 'rec.loc'),
      patchRec(f.rec, { loc: f.locRecUsada }, 'rec.loc'),
      patchRec(f.rec, { status: 'APROVADA' }, 'rec.status'),
      patchRec(f.recEncerrada, { status: 'CANCELADA' }, 'rec.status'),
      patchRec(f.recEncerrada, { ativacao: { dadosJornada: { txid: txid() } } }, 'rec.status'),
      patchRec(f.recAprovada, { loc: f.locRecUsada }, 'rec.loc'),
      patchRec(
        f.recAprovada,
        { calendario: { dataInicial: '2024-06-01' } },
        'rec.calendario.dataInicial',
      ),
    ],
    RecConsultaInvalida: [
      ...ofList('/rec', BOTH),
      ['GET', '/rec/{idRec}', `/rec/${f.recAprovada}?txid=${f.cobv}`, undefined, 'txid'],
      ['GET', '/rec/{idRec}', `/rec/${f.rec}?txid=${f.cob}`, undefined, 'txid'],
    ],

    SolicRecNaoEncontrada: [
      absent('GET', '/solicrec/{idSolicRec}', `/solicrec/${unknownId}`),
      absent('PATCH', '/solicrec/{idSolicRec}', `/solicrec/${unknownId}`, { status: 'CANCELADA' }),
    ],
    SolicRecOperacaoInvalida: [
      postSolic({ calendario: {} }, 'solicrec.calendario.dataExpiracaoSolicitacao'),
      postSolic(solicrec(f.solicAtiva), 'solicrec.idRec'),
      postSolic(
        { calendario: { dataExpiracaoSolicitacao: '2024-04-30T00:00:00Z' } },
        'solicrec.calendario.dataExpiracaoSolicitacao',
      ),
      postSolic(
        { destinatario: { ...DESTINATARIO, conta: undefined } },
        'solicrec.destinatario.conta',
      ),
      [
        'PATCH',
        '/solicrec/{idSolicRec}',
        `/solicrec/${f.solicEncerrada}`,
        { status: 'CANCELADA' },
        'solicrec.status',
      ],
    ],

    CobRNaoEncontrado: [
      absent('GET', '/cobr/{txid}', `/cobr/${txid()}`),
      absent('PATCH', '/cobr/{txid}', `/cobr/${txid()}`, { status: 'CANCELADA' }),
      absent('POST', '/cobr/{txid}/retentativa/{data}', `/cobr/${txid()}/retentativa/2024-06-01`),
    ],
    CobROperacaoInvalida: [
      ...postCobR({ infoAdicional: LONG }, 'cobr.infoAdicional'),
      ...postCobR({ calendario: {} }, 'cobr.calendario.dataDeVencimento'),
      ...postCobR(
        { calendario: { dataDeVencimento: '2024-04-30' } },
        'cobr.calendario.dataDeVencimento',
      ),
      ...postCobR({ valor: { original: '1' } }, 'cobr.valor.original'),
      ...postCobR({ recebedor: { conta: '1' } }, 'cobr.recebedor.tipoConta'),
      ...postCobR({ recebedor: { ...CONTA, conta: '1' } }, 'cobr.recebedor.conta'),
      ...postCobR({ devedor: { uf: 'SPX' } }, 'cobr.devedor.uf'),
      ...postCobR({ idRec: f.recEncerrada }, 'cobr.idRec'),
      ['PUT', '/cobr/{txid}', `/cobr/${f.cobr}`, cobr(f.recAprovada, '2024-11-20'), 'cobr.txid'],
      ...postCobR(
        { calendario: { dataDeVencimento: '2024-05-31' } },
        'cobr.calendario.dataDeVencimento',
      ),
      ['PATCH', '/cobr/{txid}', `/cobr/${f.cobr}`, { status: 'REJEITADA' }, 'cobr.status'],
      retry(f.cobr, '2024-05-20', 'cobr.tentativas'),
      retry(f.cobr, '2024-05-01', 'data'),
      retry(f.cobrSemRetentativa, '2024-05-20', 'politicaRetentativa'),
    ],
    CobRConsultaInvalida: ofList('/cobr', BOTH),
  };
}
