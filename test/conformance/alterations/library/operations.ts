import { inFile, type LibraryAlteration } from './library-alteration.js';

const CONTRACT = 'lib/contract';

/** Changes of the operations and of their response types. */
export const operations: readonly LibraryAlteration[] = [
  ...inFile(
    `${CONTRACT}/cobr/cobr.operations.ts`,
    ['the list of a page of another name', 'pages', "items: 'cobsr'", "items: 'cobs'"],
    [
      'a charge whose record is read as a list',
      'recovery',
      'CobRSolicitadaDto,\n    returns: json<CobRGerada>(),\n    record,\n    read: getCobR',
      'CobRSolicitadaDto,\n    returns: json<CobRGerada>(),\n    record,\n    read: listCobR',
    ],
    [
      'a list of another scope',
      'scope',
      'filter: ParametrosConsultaCobRDto,\n',
      "filter: ParametrosConsultaCobRDto,\n  scope: 'cobr.write',\n",
    ],
    [
      'path parameters in another order',
      'route',
      'params: [txidParam, dataParam]',
      'params: [dataParam, txidParam]',
    ],
  ),
  ...inFile(
    `${CONTRACT}/cobv/cobv.operations.ts`,
    ['a list of batches of another name', 'pages', "items: 'lotes'", "items: 'cobs'"],
    ['a batch without charges', 'recovery', "field: 'cobsv'", "field: 'cobs'"],
    [
      'another success status',
      'status',
      'body: LoteCobVBodyDto,\n    success: [202]',
      'body: LoteCobVBodyDto,\n    success: [201]',
    ],
  ),
  ...inFile(
    `${CONTRACT}/cob/cob.operations.ts`,
    [
      'a charge identified by another field',
      'recovery',
      "identifier: { field: 'txid' }",
      "identifier: { field: 'idCob' }",
    ],
    ['a list that is no page', 'pages', "  items: 'cobs',\n", ''],
    ['a list without a filter', 'query', '  filter: ParametrosConsultaCobDto,\n', ''],
  ),
  ...inFile(
    `${CONTRACT}/operation.ts`,
    [
      'a creation that is resolved as a change',
      'recovery',
      "settled('create',",
      "settled('change',",
    ],
    [
      'a creation that can be sent again',
      'recovery',
      "method: 'POST', repeat: 'duplicates'",
      "method: 'POST', repeat: 'identified'",
    ],
    [
      'a charge that cannot be sent again',
      'recovery',
      "repeat: 'identified'",
      "repeat: 'duplicates'",
    ],
    ['an operation with another method', 'route', "method: 'PATCH'", "method: 'PUT'"],
  ),
  ...inFile(`${CONTRACT}/pix/pix.operations.ts`, [
    'a refund that is read as its Pix',
    'recovery',
    'read: getRefund',
    "read: { ...getRefund, path: '/pix/{e2eid}', params: [e2eidParam] }",
  ]),
  ...inFile(`${CONTRACT}/loc/loc.operations.ts`, [
    'a location without locatedBy',
    'recovery',
    "returns: json<PayloadLocation>(),\n    locatedBy: 'id',\n",
    'returns: json<PayloadLocation>(),\n',
  ]),
  ...inFile(`${CONTRACT}/pix/pix.operations.ts`, [
    'an additional status of a refund',
    'recovery',
    "ended: ['NAO_REALIZADO']",
    "ended: ['NAO_REALIZADO', 'CANCELADO']",
  ]),
  ...inFile(`${CONTRACT}/cobr/cobr.operations.ts`, [
    'a removed status of a recurring charge',
    'recovery',
    "open: ['CRIADA', 'ATIVA']",
    "open: ['ATIVA']",
  ]),
  ...inFile(`${CONTRACT}/cobr/cobr.operations.ts`, [
    'a day that does not exist',
    'route',
    'accepts: isCalendarDate',
    "accepts: (value) => typeof value === 'string' && /^\\d{4}-\\d{2}-\\d{2}$/.test(value)",
  ]),
  ...inFile(
    'lib/values/patterns.ts',
    [
      'a refund identified by 36 characters',
      'route',
      'DEVOLUCAO_ID = /^[a-zA-Z0-9]{1,35}$/',
      'DEVOLUCAO_ID = /^[a-zA-Z0-9]{1,36}$/',
    ],
    [
      'a recurrence identified by 28 characters',
      'route',
      '/^[a-zA-Z0-9]{29}$/',
      '/^[a-zA-Z0-9]{28,29}$/',
    ],
  ),
  ...inFile(
    `${CONTRACT}/path.ts`,
    ['a location identified by any digits', 'route', '/^[1-9]\\d{0,18}$/', '/^\\d{1,19}$/'],
    ['a location identified by fewer digits', 'route', '/^[1-9]\\d{0,18}$/', '/^[1-9]\\d{0,17}$/'],
    [
      'a location identified by 0',
      'route',
      'Number.isSafeInteger(value) && value > 0\n      : typeof',
      'Number.isSafeInteger(value)\n      : typeof',
    ],
  ),
  ...inFile(`${CONTRACT}/webhook/webhook.operations.ts`, [
    'any text as a key',
    'route',
    'validates: isPossiblePixKey',
    'validates: () => true',
  ]),
  ...inFile(`${CONTRACT}/path.ts`, [
    'unencoded path parameters',
    'sent',
    'encodeURIComponent(value)',
    'String(value)',
  ]),
  ...inFile(`${CONTRACT}/cobv/cobv.types.ts`, [
    'a field of an answer of another name',
    'types',
    '  revisao: number;',
    '  revisoes: number;',
  ]),
  ...inFile(
    `${CONTRACT}/pix/pix.types.ts`,
    [
      'a closed list of statuses',
      'types',
      "Open<'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'>",
      "'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'",
    ],
    [
      'a response field that is always present',
      'types',
      'export interface Pix {\n',
      'export interface Pix {\n  canal: string;\n',
    ],
  ),
];
