import { inFile, type LibraryAlteration } from './library-alteration.js';

/** Changes of the requests and the results of the client. */
export const client: readonly LibraryAlteration[] = [
  ...inFile(
    'lib/contract/query.ts',
    [
      'instants in the format of Date.toString',
      'sent',
      'const text = value.toISOString();',
      'const text = value.toString();',
    ],
    [
      'instants without their milliseconds',
      'sent',
      'milliseconds && value.getUTCMilliseconds() > 0',
      'milliseconds && value.getUTCMilliseconds() > 999',
    ],
    [
      'instants as numbers',
      'sent',
      'const text = value.toISOString();',
      'const text = String(value.getTime());',
    ],
    [
      'numbers with a decimal point',
      'sent',
      'return String(value);',
      "return typeof value === 'number' ? value.toFixed(1) : String(value);",
    ],
    [
      'filters with the names of the library',
      'query',
      'query[fields.get(property)?.wire ?? property]',
      'query[property]',
    ],
    [
      'defaults that are not sent',
      'sent',
      'if (sent !== undefined) query[wire] = sent;',
      'if (sent === wire) query[wire] = sent;',
    ],
  ),
  ...inFile('lib/client/plan.ts', [
    'a token with all scopes',
    'scope',
    'scopes: leastPrivilege ? (operation.scope ?? undefined) : undefined,',
    'scopes: undefined,',
  ]),
  ...inFile('lib/client/prepare.ts', [
    'a body with an additional field',
    'sent',
    'toJsonBody(operation, plan.toWire(input.body))',
    "toJsonBody(operation, input.body && { ...(plan.toWire(input.body) as object), cliente: 'x' })",
  ]),
  ...inFile('lib/client/plan.ts', [
    'an unencoded query',
    'sent',
    'const text = search.toString();',
    'const text = decodeURIComponent(search.toString());',
  ]),
  ...inFile(
    'lib/client/paginate.ts',
    ['pages counted from 1', 'pages', 'paginaAtual: start = 0', 'paginaAtual: start = 1'],
    [
      'a last page that is left out',
      'pages',
      'return index + 1 >= count;',
      'return index + 2 >= count;',
    ],
    ['one item of a page alone', 'pages', 'yield* unseen;', 'yield* unseen.slice(0, 1);'],
  ),
  ...inFile('lib/client/record.ts', [
    'responses without their last field',
    'responses',
    '  return isEmpty ? undefined : body;\n}',
    '  return isEmpty ? undefined : Object.fromEntries(Object.entries(body as object).slice(0, -1));\n}',
  ]),
];
