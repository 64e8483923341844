import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import fc from 'fast-check';
import {
  errorFromResponse,
  holdSecrets,
  isPixAPIException,
  tokenErrorFromResponse,
} from '../../../lib/errors/index.js';
import { jsonWith, mutateText, property, type FuzzTarget } from '../fuzz-target.js';

const SECRET = 'c0fre-Aberto/2026+x=';
const CPF = '529.982.247-25';

const samples = [
  { type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida', title: 'x', status: 400 },
  { error: 'invalid_client', error_description: `client_secret ${SECRET}` },
  { violacoes: [{ razao: `CPF ${CPF}`, propriedade: 'devedor.cpf', valor: SECRET }] },
].map((body) => JSON.stringify(body));

const NAMES = [
  ...['type', 'title', 'status', 'detail', 'violacoes', 'razao', 'propriedade', 'valor'],
  ...['error', 'error_description', 'access_token', 'cpf', SECRET, CPF],
];

export const errorBodies: FuzzTarget = {
  name: 'error bodies',
  prepare: () => {
    holdSecrets(errorBodies, SECRET);
    const body = fc.oneof(
      fc.string(),
      mutateText(samples),
      jsonWith(...NAMES).map((value) => JSON.stringify(value)),
      fc.tuple(fc.string(), fc.string()).map(([a, b]) => `${a}${SECRET}${b} ${CPF} `),
    );
    return property(
      fc.tuple(body, fc.integer({ min: 100, max: 999 }), fc.option(fc.string())),
      ([text, status, retryAfter]) => {
        const response = { status, body: text, retryAfterHeader: retryAfter ?? undefined };
        for (const build of [errorFromResponse, tokenErrorFromResponse]) {
          const error = build(response, { operation: 'PUT /cob/{txid}' });
          assert.ok(isPixAPIException(error));
          // Escapes end in a digit or letter, which would be joined to the text that follows.
          const shown = `${inspect(error, { depth: 9 })}${JSON.stringify(error)}`.replace(
            /\\(?:u[0-9a-f]{4}|x[0-9A-F]{2}|.)/g,
            ' ',
          );
          assert.ok(!shown.includes(SECRET), 'the secret');
          assert.ok(
            !new RegExp(`(?<![\\w.,/:-])${CPF.replaceAll('.', '\\.')}(?![\\w.,/:-])`).test(shown),
            'the CPF',
          );
        }
      },
    );
  },
};
