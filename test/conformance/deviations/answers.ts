import {
  MAY_LACK,
  NO_FIELD,
  TYPE_ALONE,
  TYPE_DEMANDS,
  types,
  type Deviation,
} from './deviation.js';

const COBVS = ['CobVGerada', 'CobVCompleta', 'CobsVConsultadas.cobs[]'];
const RECS = ['RecGerada', 'RecCompleta', 'RecCompletaPesquisada'];

/** Fields that schemas of answers demand and nobody sends. */
const demandedInVain: readonly Deviation[] = [
  {
    reason:
      'The demand stands one level too high: it is met by the fields of recebedor and pagador',
    findings: [
      ...types(
        NO_FIELD,
        ...[...COBVS, 'CobVPayload'].flatMap((at) =>
          ['logradouro', 'cidade', 'uf', 'cep'].map((field) => `${at}.${field}`),
        ),
        'RecCompleta.ispbParticipante',
        'RecsConsultadas.recs[].ispbParticipante',
      ),
    ],
  },
  {
    reason:
      'No schema has the demanded field, and no example (decisions.md, on retentativa and pagador)',
    findings: types(
      NO_FIELD,
      'CobsConsultadas.cobs[].idCob',
      'CobsVConsultadas.cobs[].idCob',
      'CobGerada.loc.txid',
      'CobVGerada.loc.txid',
      ...COBVS.map((at) => `${at}.location`),
      'PayloadLocationRecGerada.tipo',
      'PayloadLocationRecCompleta.tipo',
      'PayloadLocationRecConsultadas.loc[].tipo',
      ...RECS.map((at) => `${at}.loc.tipo`),
      ...['RecGerada', 'RecCompleta', 'RecsConsultadas.recs[]', 'RecPayload'].map(
        (at) => `${at}.retentativa`,
      ),
      ...[
        'SolicRecCompleta',
        'RecCompleta.solicitacao[]',
        'RecCompletaPesquisada.solicitacao[]',
      ].flatMap((at) => [`${at}.pagador`, `${at}.rec`]),
    ),
  },
  {
    reason: 'A name is misprinted: cobs for pix, and atualizacao with a quotation mark',
    findings: [
      ...types(NO_FIELD, 'PixConsultados.cobs', 'RecNotification.atualizacao"'),
      ...types(TYPE_DEMANDS, 'PixConsultados.pix'),
    ],
  },
];

/** Demanded fields that the file's own examples leave out; others that they have. */
const againstTheExamples: readonly Deviation[] = [
  {
    reason: 'The examples leave it out',
    findings: types(
      MAY_LACK,
      ...['CobGerada', 'CobVGerada'].flatMap((at) => [`${at}.loc.tipoCob`, `${at}.loc.criacao`]),
      'LoteCobVConsultado.id',
      'LotesCobVConsultados.lotes[].id',
      'RecAtivacao.ativacao.tipoJornada',
      'CobRTentativas.tentativas[].atualizacao',
      'CobRBase.recebedor.cnpj',
      'CobRBase.recebedor.nome',
    ),
  },
  {
    reason: 'The recurrence in a confirmation is shorter in the examples than in a payload',
    findings: types(
      MAY_LACK,
      'RecPayload.politicaRetentativa',
      'RecPayload.recebedor.ispbParticipante',
    ),
    only: [
      'POST /solicrec',
      'GET /solicrec/{idSolicRec}',
      'PATCH /solicrec/{idSolicRec}',
      'GET /rec/{idRec}',
      'GET /rec',
    ],
  },
  {
    reason: 'The example of a webhook has chave where its schema has cnpj',
    findings: ['WebhookCompleto', 'WebhooksConsultados.webhooks[]'].flatMap((at) => [
      ...types(MAY_LACK, `${at}.cnpj`),
      ...types(TYPE_ALONE, `${at}.chave`),
    ]),
  },
  {
    reason: 'The examples have it',
    findings: types(
      TYPE_ALONE,
      'RecGerada.politicaRetentativa',
      'CobRGerada.politicaRetentativa',
      'CobRBase.recebedor.cnpj',
      'CobRBase.recebedor.nome',
    ),
  },
  {
    reason: 'A list repeats its filter, which has loteCobVId',
    findings: types(TYPE_ALONE, 'ParametrosConsultaCob.loteCobVId'),
    only: ['GET /cobv'],
  },
];

/** Where schema and example say the same of an answer, and the types do not. */
export const answers: readonly Deviation[] = [
  ...demandedInVain,
  ...againstTheExamples,
  {
    reason: 'An amount is text; what its alternatives describe has no place in it',
    findings: types('is string and yet has alternatives', 'PixAutomatico.valor'),
  },
  {
    reason: 'A notification without what it notifies of is none',
    findings: types(
      TYPE_DEMANDS,
      'WebhookPixBody.pix',
      'WebhookRecBody.recs',
      'WebhookCobRBody.cobsr',
    ),
  },
];
