import assert from 'node:assert/strict';
import fc from 'fast-check';
import { redact, toLogLine } from '../../../lib/errors/index.js';
import { property, type FuzzTarget } from '../fuzz-target.js';

const PIECES = [
  ...['-eyJaaaa.b', '\\', '\\"', '"', "'", 'token', 'token=', 'token:"', '[', '{', '<', '>', '%20'],
  ...['-----BEGIN A-----', '-----END A-----', '\n', 'cpf', 'cnpj:', '1', '11.', '://', 'a:b@', ' '],
  ...['Bearer ', 'senha', 'invalid_token: ', '52998224725', '\u001b[0m', '\r', '\u2028', '\uD800'],
];

export const redaction: FuzzTarget = {
  name: 'redaction',
  prepare: () =>
    property(
      fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string()), { maxLength: 60 }),
      (pieces) => {
        const text = pieces.join('');
        const masked = redact(`${text} senha=Abr3teSesamo12 529.982.247-25 `);
        assert.ok(!masked.includes('529.982.247-25'));
        assert.ok(!masked.includes('Abr3teSesamo12'));
        // eslint-disable-next-line no-control-regex
        assert.doesNotMatch(toLogLine(text), /[\u0000-\u001f\u2028]/);
      },
    ),
};
