import { X509Certificate } from 'node:crypto';
import { describe, expect, it, jest } from '@jest/globals';
import { CompactSign } from 'jose';
import { PixPayloadService, verifyPayloadJws } from '../../lib/payload/index.js';
import { PayloadHost } from './support/payload-host.js';
import * as payloads from './support/payloads.js';
import { Signer } from './support/signer.js';

const host = new PayloadHost();
const HOUR = 3_600_000;

async function expectUntrusted(detail: RegExp): Promise<void> {
  expect(await host.failure()).toMatchObject({
    name: 'PixRespostaInvalidaError',
    title: 'Untrusted payload signature',
    detail: expect.stringMatching(detail),
    status: 200,
  });
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a payload signature', () => {
  it('is refused when the payload was changed', async () => {
    const jws = await host.signer.sign(payloads.cob, { jku: host.jku });
    const [header, , signature] = jws.split('.');
    host.keys = [host.signer.jwk];
    host.serveText([header, base64url({ ...payloads.cob, chave: 'other' }), signature].join('.'));
    await expectUntrusted(/does not match/);
  });

  it('is refused when another key signed under the same kid', async () => {
    const other = await Signer.create(host.authority);
    await host.serve(payloads.cob);
    host.serveText(await other.sign(payloads.cob, { jku: host.jku, x5t: undefined }));
    await expectUntrusted(/does not match/);
  });

  it('is refused when its algorithm is none', async () => {
    const header = { alg: 'none', kid: 'key-1', jku: host.jku };
    host.serveText(`${base64url(header)}.${base64url(payloads.cob)}.`);
    await expectUntrusted(/algorithm/);
  });

  it('is refused when its algorithm is HMAC with the public key as secret', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(host.signer.jwk));
    const jws = await new CompactSign(new TextEncoder().encode(JSON.stringify(payloads.cob)))
      .setProtectedHeader({ alg: 'HS256', kid: 'key-1', jku: host.jku })
      .sign(secret);
    host.serveText(jws);
    await expectUntrusted(/algorithm/);
    expect(host.requests).toHaveLength(1);
  });

  it.each([undefined, '', 7])('is refused when its kid is %p', async (kid) => {
    await host.serve(payloads.cob, { kid });
    await expectUntrusted(/no kid/);
  });

  it('is refused when its kid matches no key or two keys', async () => {
    await host.serve(payloads.cob, { kid: 'unknown' });
    await expectUntrusted(/exactly one key/);
    await host.serve(payloads.cob);
    host.keys.push((await Signer.create(host.authority)).jwk);
    await expectUntrusted(/exactly one key/);
  });

  it('is refused when the key has another use or algorithm', async () => {
    await host.serve(payloads.cob);
    host.keys = [{ ...host.signer.jwk, use: 'enc' }];
    await expectUntrusted(/unsuitable/);
    host.keys = [{ ...host.signer.jwk, alg: 'ES512' }];
    await expectUntrusted(/exactly one key/);
  });

  it('is refused when it has critical extensions', async () => {
    await host.serve(payloads.cob, { b64: true, crit: ['b64'] });
    await expectUntrusted(/crit/);
  });
});

describe('a jku', () => {
  it.each([
    ['is on another host', () => 'https://keys.example.com/jwks.json'],
    ['is the same machine by another name', () => host.jku.replace('127.0.0.1', 'localhost')],
    ['is on another port', () => 'https://127.0.0.1/jwks.json'],
    ['is not https', () => host.jku.replace('https:', 'http:')],
    ['has a user', () => host.jku.replace('https://', 'https://a@')],
    ['has a password', () => host.jku.replace('https://', 'https://:b@')],
    ['only starts like the host', () => `${host.server.url}.example.com/jwks.json`],
    ['is not an address', () => 'jwks.json'],
    ['is a list', () => [host.jku]],
    ['is missing', () => undefined],
  ])('is refused without a request when it %s', async (_case, jku) => {
    await host.serve(payloads.cob, { jku: jku() });
    await expectUntrusted(/jku/);
    expect(host.requests).toHaveLength(1);
  });

  it.each([
    ['answers 404', 404, '{"keys":[]}'],
    ['redirects', 302, ''],
    ['returns invalid JSON', 200, '<html>'],
    ['returns no key set', 200, '{"keys":{}}'],
  ])('is refused when it %s', async (_case, status, body) => {
    await host.serve(payloads.cob);
    host.keysHandler = (_request, response) => response.writeHead(status).end(body);
    expect(await host.failure()).toMatchObject({
      name: 'PixRespostaInvalidaError',
      title: 'Untrusted payload signature',
      status,
      operation: 'GET {jku}',
    });
  });

  it('causes PixErroServicoIndisponivelException when it returns 503', async () => {
    await host.serve(payloads.cob);
    host.keysHandler = (_request, response) => response.writeHead(503).end();
    expect(await host.failure()).toMatchObject({ name: 'PixErroServicoIndisponivelException' });
  });

  it.each([
    [499, 'PixRespostaInvalidaError'],
    [500, 'PixErroServidorException'],
  ])('that returns %i causes %s', async (status, name) => {
    await host.serve(payloads.cob);
    host.keysHandler = (_request, response) => response.writeHead(status).end();
    expect(await host.failure()).toMatchObject({ status, name, operation: 'GET {jku}' });
  });
});

describe('the certificate of a signing key', () => {
  it('is refused when the thumbprint is not text', async () => {
    await host.serve(payloads.cob, { x5t: 7 });
    await expectUntrusted(/thumbprint/);
  });

  it.each(['x5t', 'x5t#S256'])('is refused when it does not match %s', async (name) => {
    const { x5t, x5tS256 } = await Signer.create(host.authority);
    await host.serve(payloads.cob, { [name]: name === 'x5t' ? x5t : x5tS256 });
    await expectUntrusted(/thumbprint/);
  });

  it('is optional unless the header has a thumbprint', async () => {
    await host.serve(payloads.cob);
    host.keys = [{ ...host.signer.jwk, x5c: undefined }];
    await expectUntrusted(/thumbprint/);
    await host.serve(payloads.cob, { x5t: undefined });
    host.keys = [{ ...host.signer.jwk, x5c: undefined }];
    expect(await host.service().fetch(host.location())).toMatchObject({ kind: 'cob' });
  });

  it('may be only a thumbprint, also with padding', async () => {
    await host.serve(payloads.cob);
    host.keys = [{ ...host.signer.jwk, x5c: undefined, x5t: `${host.signer.x5t}=` }];
    expect(await host.service().fetch(host.location())).toMatchObject({ kind: 'cob' });
  });

  it('is refused when it belongs to another key', async () => {
    const other = await Signer.create(host.authority);
    await host.serve(payloads.cob, { x5t: other.x5t });
    host.keys = [{ ...host.signer.jwk, x5c: other.jwk.x5c }];
    await expectUntrusted(/another key/);
  });

  it('is refused when the key is invalid', async () => {
    await host.serve(payloads.cob);
    host.keys = [{ ...host.signer.jwk, kty: 'none' }];
    await expectUntrusted(/another key/);
  });

  it.each([
    ['has expired', { notAfter: new Date(Date.now() - 60_000) }],
    ['is not valid yet', { notBefore: new Date(Date.now() + HOUR) }],
  ])('is refused when it %s', async (_case, dates) => {
    const signer = await Signer.create(host.authority, dates);
    host.keys = [signer.jwk];
    host.serveText(await signer.sign(payloads.cob, { jku: host.jku }));
    await expectUntrusted(/expired or is not yet valid/);
  });

  it('is accepted in the first and the last second of its validity period', async () => {
    const [own = ''] = host.signer.jwk.x5c as string[];
    const { validFrom, validTo } = new X509Certificate(Buffer.from(own, 'base64'));
    await host.serve(payloads.cob);
    const now = jest.spyOn(Date, 'now');
    try {
      for (const instant of [validFrom, validTo]) {
        now.mockReturnValue(Date.parse(instant));
        expect(await host.service().fetch(host.location())).toMatchObject({ kind: 'cob' });
      }
    } finally {
      now.mockRestore();
    }
  });

  it('is refused when another certificate of its chain has expired', async () => {
    const expired = await Signer.create(host.authority, {
      notAfter: new Date(Date.now() - 60_000),
    });
    await host.serve(payloads.cob);
    const [own] = host.signer.jwk.x5c as string[];
    const [other] = expired.jwk.x5c as string[];
    host.keys = [{ ...host.signer.jwk, x5c: [own, other] }];
    await expectUntrusted(/expired or is not yet valid/);
    host.keys = [{ ...host.signer.jwk, x5c: [own, own] }];
    expect(await host.service().fetch(host.location())).toMatchObject({ kind: 'cob' });
  });

  it.each([['no certificate'], ['text'], [7]])('is refused when x5c is %p', async (der) => {
    await host.serve(payloads.cob, { x5t: undefined });
    host.keys = [{ ...host.signer.jwk, x5c: der === 'text' ? der : [der] }];
    await expectUntrusted(/x5c/);
  });
});

describe('verifyPayloadJws', () => {
  it('verifies with the given keys, without a network request', async () => {
    const jws = await host.signer.sign(payloads.rec, { jku: 'https://other.example.com' });
    expect(await verifyPayloadJws(jws, { keys: [host.signer.jwk] })).toMatchObject({
      kind: 'rec',
      payload: payloads.rec,
    });
  });

  it.each(['', 'a.b.c', 'text'])('refuses %j with PixRespostaInvalidaError', async (jws) => {
    await expect(verifyPayloadJws(jws, { keys: [] })).rejects.toMatchObject({
      name: 'PixRespostaInvalidaError',
    });
  });
});

describe('verifyPayloadJws with a damaged signature or key set', () => {
  const untrusted = { name: 'PixRespostaInvalidaError', title: 'Untrusted payload signature' };

  it.each(['=', '==', ' ', '\n', '\r\n'])('refuses %j at the end of the text', async (end) => {
    const jws = await host.signer.sign(payloads.rec, { jku: host.jku });
    const keys = { keys: [host.signer.jwk] };
    await expect(verifyPayloadJws(jws + end, keys)).rejects.toMatchObject(untrusted);
    const inside = `${jws.slice(0, -4)}${end}${jws.slice(-4)}`;
    await expect(verifyPayloadJws(inside, keys)).rejects.toMatchObject(untrusted);
  });

  it.each([undefined, null, {}, 'keys', { keys: null }, { keys: {} }, { keys: [null, 7] }])(
    'refuses the key set %j',
    async (set) => {
      const jws = await host.signer.sign(payloads.rec, { jku: host.jku });
      await expect(verifyPayloadJws(jws, set as never)).rejects.toMatchObject(untrusted);
    },
  );
});

describe('PixPayloadService options', () => {
  it.each([
    [{ maxResponseBytes: 0 }, 'ConfigurationError'],
    [{ ca: 'garbage' }, 'CertificateError'],
  ])('refuse %j with %s', (options, name) => {
    expect(() => new PixPayloadService(options)).toThrow(expect.objectContaining({ name }));
  });

  it('accept maxResponseBytes 1 and certificates as text, a Buffer or a list', () => {
    const { cert } = host.authority;
    for (const ca of [cert, Buffer.from(cert), [cert, Buffer.from(cert)]]) {
      expect(() => new PixPayloadService({ ca, maxResponseBytes: 1 })).not.toThrow();
    }
  });
});
