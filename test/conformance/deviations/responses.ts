import {
  MAY_LACK,
  NO_FIELD,
  ONLY_IN_TYPE,
  REQUIRED_IN_TYPE,
  answers,
  type Deviation,
} from './deviation.js';
import {
  COBR_RECORDS,
  COBR_WRITES,
  COBV_READS,
  COBV_WRITES,
  COB_WRITES,
  LOCREC_ID,
  REC_LIST,
  REC_READ,
  REC_WRITES,
  SOLICREC_ANSWERS,
} from './rows.js';

const ADDRESS = ['logradouro', 'cidade', 'uf', 'cep'];
const COBV_READ = ['GET /cobv/{txid}'];
const COBV_LIST = ['GET /cobv'];
const COB_ANSWERS = ['GET /cob/{txid}', 'GET /cob', ...COB_WRITES];
const COBV_ANSWERS = [...COBV_READS, ...COBV_WRITES];

/** Responses that contain a recurrence, alone or in a confirmation request. */
const REC_PAYLOADS = [...REC_READ, ...REC_LIST, ...SOLICREC_ANSWERS];

const COBV_SCHEMAS = [
  ['CobVGerada', COBV_WRITES],
  ['CobVCompleta', COBV_READ],
  ['CobsVConsultadas.cobs[]', COBV_LIST],
] as const;

const REC_SCHEMAS = [
  ['RecGerada', REC_WRITES],
  ['RecCompleta', REC_READ],
  ['RecCompletaPesquisada', REC_LIST],
] as const;

/** Fields that response schemas require and no provider sends. */
const neverSent: readonly Deviation[] = [
  {
    reason: 'The requirement is one level too high: the fields of recebedor and pagador meet it',
    findings: [
      ...[...COBV_SCHEMAS, ['CobVPayload', ['GET /cobv/{pixUrlAccessToken}']] as const].flatMap(
        ([at, rows]) => answers(rows, NO_FIELD, ...ADDRESS.map((field) => `${at}.${field}`)),
      ),
      ...answers(REC_READ, NO_FIELD, 'RecCompleta.ispbParticipante'),
      ...answers(REC_LIST, NO_FIELD, 'RecsConsultadas.recs[].ispbParticipante'),
    ],
  },
  {
    reason: 'No schema and no example has the required field',
    findings: [
      ...answers(['GET /cob'], NO_FIELD, 'CobsConsultadas.cobs[].idCob'),
      ...answers(COBV_LIST, NO_FIELD, 'CobsVConsultadas.cobs[].idCob'),
      ...answers(COB_ANSWERS, NO_FIELD, 'CobGerada.loc.txid'),
      ...answers(COBV_ANSWERS, NO_FIELD, 'CobVGerada.loc.txid'),
      ...COBV_SCHEMAS.flatMap(([at, rows]) => answers(rows, NO_FIELD, `${at}.location`)),
      ...answers(['POST /locrec'], NO_FIELD, 'PayloadLocationRecGerada.tipo'),
      ...answers(LOCREC_ID, NO_FIELD, 'PayloadLocationRecCompleta.tipo'),
      ...answers(['GET /locrec'], NO_FIELD, 'PayloadLocationRecConsultadas.loc[].tipo'),
      ...REC_SCHEMAS.flatMap(([at, rows]) => answers(rows, NO_FIELD, `${at}.loc.tipo`)),
      ...answers(REC_WRITES, NO_FIELD, 'RecGerada.retentativa'),
      ...answers(REC_READ, NO_FIELD, 'RecCompleta.retentativa'),
      ...answers(REC_LIST, NO_FIELD, 'RecsConsultadas.recs[].retentativa'),
      ...answers(
        ['GET /rec/{recUrlAccessToken}', ...REC_PAYLOADS],
        NO_FIELD,
        'RecPayload.retentativa',
      ),
      ...(
        [
          ['SolicRecCompleta', SOLICREC_ANSWERS],
          ['RecCompleta.solicitacao[]', REC_READ],
          ['RecCompletaPesquisada.solicitacao[]', REC_LIST],
        ] as const
      ).flatMap(([at, rows]) => answers(rows, NO_FIELD, `${at}.pagador`, `${at}.rec`)),
    ],
  },
  {
    reason: 'A name is misprinted: cobs for pix, and atualizacao with a quotation mark',
    findings: [
      ...answers(['GET /pix'], NO_FIELD, 'PixConsultados.cobs'),
      ...answers(['GET /pix'], REQUIRED_IN_TYPE, 'PixConsultados.pix'),
      ...answers(['notification /rec'], NO_FIELD, 'RecNotification.atualizacao"'),
    ],
  },
];

/** Required fields that the examples of the file omit, and undefined fields that they contain. */
const unlikeTheExamples: readonly Deviation[] = [
  {
    reason: 'The examples omit it',
    findings: [
      ...answers(COB_ANSWERS, MAY_LACK, 'CobGerada.loc.tipoCob', 'CobGerada.loc.criacao'),
      ...answers(COBV_ANSWERS, MAY_LACK, 'CobVGerada.loc.tipoCob', 'CobVGerada.loc.criacao'),
      ...answers(['GET /lotecobv/{id}'], MAY_LACK, 'LoteCobVConsultado.id'),
      ...answers(['GET /lotecobv'], MAY_LACK, 'LotesCobVConsultados.lotes[].id'),
      ...answers(
        [...REC_READ, ...REC_LIST, ...REC_WRITES, 'notification /rec'],
        MAY_LACK,
        'RecAtivacao.ativacao.tipoJornada',
      ),
      ...answers(
        [...COBR_RECORDS, 'notification /cobr'],
        MAY_LACK,
        'CobRTentativas.tentativas[].atualizacao',
      ),
      ...answers(COBR_WRITES, MAY_LACK, 'CobRBase.recebedor.cnpj', 'CobRBase.recebedor.nome'),
    ],
  },
  {
    reason: 'The examples of a confirmation have a shorter recurrence than those of a payload',
    findings: answers(
      REC_PAYLOADS,
      MAY_LACK,
      'RecPayload.politicaRetentativa',
      'RecPayload.recebedor.ispbParticipante',
    ),
  },
  {
    reason: 'The example of a webhook has chave where its schema has cnpj',
    findings: (
      [
        ['WebhookCompleto', ['GET /webhook/{chave}']],
        ['WebhooksConsultados.webhooks[]', ['GET /webhook']],
      ] as const
    ).flatMap(([at, rows]) => [
      ...answers(rows, MAY_LACK, `${at}.cnpj`),
      ...answers(rows, ONLY_IN_TYPE, `${at}.chave`),
    ]),
  },
  {
    reason: 'The examples contain it',
    findings: [
      ...answers(REC_WRITES, ONLY_IN_TYPE, 'RecGerada.politicaRetentativa'),
      ...answers(COBR_WRITES, ONLY_IN_TYPE, 'CobRGerada.politicaRetentativa'),
      ...answers(COBR_RECORDS, ONLY_IN_TYPE, 'CobRBase.recebedor.cnpj', 'CobRBase.recebedor.nome'),
    ],
  },
  {
    reason: 'A list repeats its filter, which contains loteCobVId',
    findings: answers(COBV_LIST, ONLY_IN_TYPE, 'ParametrosConsultaCob.loteCobVId'),
  },
];

/** Differences between the types and responses whose schema and example agree. */
export const responseDeviations: readonly Deviation[] = [
  ...neverSent,
  ...unlikeTheExamples,
  {
    reason: 'An amount is text; its alternatives describe objects',
    findings: answers(
      [...COBR_RECORDS, 'notification /cobr'],
      'is string and yet has alternatives',
      'PixAutomatico.valor',
    ),
  },
  {
    reason: 'A notification without its content is invalid',
    findings: [
      ...answers(['notification /pix'], REQUIRED_IN_TYPE, 'WebhookPixBody.pix'),
      ...answers(['notification /rec'], REQUIRED_IN_TYPE, 'WebhookRecBody.recs'),
      ...answers(['notification /cobr'], REQUIRED_IN_TYPE, 'WebhookCobRBody.cobsr'),
    ],
  },
];
