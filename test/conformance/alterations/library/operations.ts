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
      "settle: { kind: 'create', read: get }",
      "settle: { kind: 'create', read: list }",
    ],
    [
      'a creation that is resolved as a change',
      'recovery',
      "settle: { kind: 'create', read: get }",
      "settle: { kind: 'change', read: get }",
    ],
    [
      'a list of another scope',
      'scope',
      "path: '/cobr',\n  scope: 'cobr.read'",
      "path: '/cobr',\n  scope: 'cobr.write'",
    ],
    [
      'path parameters in another order',
      'route',
      'params: [txidParam, dataParam]',
      'params: [dataParam, txidParam]',
    ],
  ),
  ...inFile(
    `${CONTRACT}/lotecobv/lotecobv.operations.ts`,
    ['a list of batches of another name', 'pages', "items: 'lotes'", "items: 'cobs'"],
    ['a batch without charges', 'recovery', "field: 'cobsv'", "field: 'cobs'"],
    [
      'another success status',
      'status',
      "  success: [202],\n  requestBody: 'required',\n  responseBody: 'empty',\n  body: LoteCobVBodyDto",
      "  success: [201],\n  requestBody: 'required',\n  responseBody: 'empty',\n  body: LoteCobVBodyDto",
    ],
  ),
  ...inFile(
    `${CONTRACT}/cob/cob.operations.ts`,
    [
      'a creation that can be sent again',
      'recovery',
      "repeat: 'duplicates'",
      "repeat: 'identified'",
    ],
    [
      'a charge identified by another field',
      'recovery',
      "identifier: { field: 'txid' }",
      "identifier: { field: 'idCob' }",
    ],
    ['a list that is no page', 'pages', "  items: 'cobs',\n", ''],
    ['a list without a filter', 'query', '  filter: ParametrosConsultaCobDto,\n', ''],
  ),
  ...inFile(`${CONTRACT}/cobv/cobv.operations.ts`, [
    'a charge that cannot be sent again',
    'recovery',
    "repeat: 'identified'",
    "repeat: 'duplicates'",
  ]),
  ...inFile(`${CONTRACT}/pix/pix.operations.ts`, [
    'a refund that is read as its Pix',
    'recovery',
    'read: getRefund',
    'read: get',
  ]),
  ...inFile(`${CONTRACT}/loc/loc.operations.ts`, [
    'a location without locatedBy',
    'recovery',
    "  locatedBy: 'id',\n",
    '',
  ]),
  ...inFile(`${CONTRACT}/solicrec/solicrec.operations.ts`, [
    'an operation with another method',
    'route',
    "id: 'solicrec.revise',\n  family: 'solicrec',\n  method: 'PATCH'",
    "id: 'solicrec.revise',\n  family: 'solicrec',\n  method: 'PUT'",
  ]),
  ...inFile(
    `${CONTRACT}/shared/record-rules.ts`,
    [
      'an additional status of a refund',
      'recovery',
      "ended: ['NAO_REALIZADO']",
      "ended: ['NAO_REALIZADO', 'CANCELADO']",
    ],
    [
      'a removed status of a recurring charge',
      'recovery',
      "open: ['CRIADA', 'ATIVA']",
      "open: ['ATIVA']",
    ],
  ),
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
    `${CONTRACT}/shared/path-params.ts`,
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
  ...inFile(`${CONTRACT}/build-path.ts`, [
    'unencoded path parameters',
    'sent',
    'encodeURIComponent(value)',
    'String(value)',
  ]),
  ...inFile(
    `${CONTRACT}/cobv/cobv.types.ts`,
    [
      'a response modalidade that is only a number',
      'types',
      '  modalidade: number | string;\n  /** The discounts until',
      '  modalidade: number;\n  /** The discounts until',
    ],
    ['a field of an answer of another name', 'types', '  revisao: number;', '  revisoes: number;'],
  ),
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
