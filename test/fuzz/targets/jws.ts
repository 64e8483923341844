import assert from 'node:assert/strict';
import fc from 'fast-check';
import { verifyPayloadJws, type PixJwk } from '../../../lib/payload/index.js';
import { Signer } from '../../payload/support/signer.js';
import { TestAuthority } from '../../support/certificates.js';
import { jsonWith, mutateText, toOutcome, property, type FuzzTarget } from '../fuzz-target.js';

const payload = {
  txid: '7978c0c97ea847e78e8849634473c1f1',
  revisao: 0,
  valor: { original: '1.00' },
};

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

export const jws: FuzzTarget = {
  name: 'JWS',
  prepare: async () => {
    const signer = await Signer.create(await TestAuthority.create('Host'));
    const signed = await signer.sign(payload);
    const [header = '', body = '', signature = ''] = signed.split('.');
    const names = ['alg', 'kid', 'jku', 'jwk', 'x5c', 'x5t', 'x5u', 'crit', 'b64', 'typ'];
    const token = fc.oneof(
      fc.string(),
      mutateText([signed]),
      jsonWith(...names).map((value) => `${encode(value)}.${body}.${signature}`),
      fc
        .tuple(jsonWith(...names), fc.constantFrom('none', 'ES256', 'HS256', 'RS256', 'PS256'))
        .map(([extra, alg]) => {
          const fields = typeof extra === 'object' ? extra : {};
          return `${encode({ kid: signer.kid, ...fields, alg })}.${body}.${signature}`;
        }),
      jsonWith('txid', 'idRec', 'valor').map((value) => `${header}.${encode(value)}.${signature}`),
    );
    const keys = fc.oneof(
      { weight: 3, arbitrary: fc.constant([signer.jwk]) },
      fc
        .array(jsonWith('kty', 'kid', 'crv', 'x', 'y', 'k', 'x5c', 'alg', 'use'), { maxLength: 3 })
        .map((list) => list.filter((key) => typeof key === 'object' && key !== null)),
    );
    return property(fc.tuple(token, keys), async ([text, set]) => {
      const verified = await toOutcome(() => verifyPayloadJws(text, { keys: set as PixJwk[] }));
      if (verified instanceof Error) return;
      // Only the payload that was signed, with the key that signed it.
      const [, readBody] = text.split('.');
      assert.equal(readBody, body);
      assert.ok(set.includes(signer.jwk));
    });
  },
};
