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

describe('a signature is not trusted when', () => {
  it('the payload was changed', async () => {
    const jws = await host.signer.sign(payloads.cob, { jku: host.jku });
    const [header, , signature] = jws.split('.');
    host.keys = [host.signer.jwk];
    host.serveText([header, base64url({ ...payloads.cob, chave: 'thief' }), signature].join('.'));
    await expectUntrusted(/does not match/);
  });

  it('another key made it under this kid', async () => {
    const other = await Signer.create(host.authority);
    await host.serve(payloads.cob);
    host.serveText(await other.sign(payloads.cob, { jku: host.jku, x5t: undefined }));
    await expectUntrusted(/does not match/);
  });

  it('its algorithm is none', async () => {
    const header = { alg: 'none', kid: 'key-1', jku: host.jku };
    host.serveText(`${base64url(header)}.${base64url(payloads.cob)}.`);
    await expectUntrusted(/algorithm/);
  });

  it('its algorithm is HMAC, by the public key as the secret', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(host.signer.jwk));
    const jws = await new CompactSign(new TextEncoder().encode(JSON.stringify(payloads.cob)))
      .setProtectedHeader({ alg: 'HS256', kid: 'key-1', jku: host.jku })
      .sign(secret);
    host.serveText(jws);
    await expectUntrusted(/algorithm/);
    expect(host.requests).toHaveLength(1);
  });

  it.each([undefined, '', 7])('its kid is %p', async (kid) => {
    await host.serve(payloads.cob, { kid });
    await expectUntrusted(/no kid/);
  });

  it('its kid is of no key, or of two', async () => {
    await host.serve(payloads.cob, { kid: 'unheard-of' });
    await expectUntrusted(/exactly one key/);
    await host.serve(payloads.cob);
    host.keys.push((await Signer.create(host.authority)).jwk);
    await expectUntrusted(/exactly one key/);
  });

  it('the key is for another use or algorithm', async () => {
    await host.serve(payloads.cob);
    host.keys = [{ ...host.signer.jwk, use: 'enc' }];
    await expectUntrusted(/unsuitable/);
    host.keys = [{ ...host.signer.jwk, alg: 'ES512' }];
    await expectUntrusted(/exactly one key/);
  });

  it('demands extensions', async () => {
    await host.serve(payloads.cob, { b64: true, crit: ['b64'] });
    await expectUntrusted(/crit/);
  });
});

describe('a jku is refused, and not asked, when it', () => {
  it.each([
    ['is on another host', () => 'https://keys.example.com/jwks.json'],
    ['is the same machine by another name', () => host.jku.replace('127.0.0.1', 'localhost')],
    ['is on another port', () => 'https://127.0.0.1/jwks.json'],
    ['is not https', () => host.jku.replace('https:', 'http:')],
    ['holds a user', () => host.jku.replace('https://', 'https://a@')],
    ['holds a password', () => host.jku.replace('https://', 'https://:b@')],
    ['only begins like the host', () => `${host.server.url}.example.com/jwks.json`],
    ['is no address', () => 'jwks.json'],
    ['is a list', () => [host.jku]],
    ['is missing', () => undefined],
  ])('%s', async (_why, jku) => {
    await host.serve(payloads.cob, { jku: jku() });
    await expectUntrusted(/jku/);
    expect(host.requests).toHaveLength(1);
  });

  it.each([
    ['answers 404', 404, '{"keys":[]}'],
    ['redirects', 302, ''],
    ['answers no JSON', 200, '<html>'],
    ['answers no set', 200, '{"keys":{}}'],
  ])('%s (then it was asked)', async (_why, status, body) => {
    await host.serve(payloads.cob);
    host.answerKeys = (_request, response) => response.writeHead(status).end(body);
    expect(await host.failure()).toMatchObject({
      name: 'PixRespostaInvalidaError',
      title: 'Untrusted payload signature',
      status,
      operation: 'GET {jku}',
    });
  });

  it('is down: the host may recover', async () => {
    await host.serve(payloads.cob);
    host.answerKeys = (_request, response) => response.writeHead(503).end();
    expect(await host.failure()).toMatchObject({ name: 'PixErroServicoIndisponivelException' });
  });

  it.each([
    [499, 'PixRespostaInvalidaError'],
    [500, 'PixErroServidorException'],
  ])('answers %i (then it was asked): %s', async (status, name) => {
    await host.serve(payloads.cob);
    host.answerKeys = (_request, response) => response.writeHead(status).end();
    expect(await host.failure()).toMatchObject({ status, name, operation: 'GET {jku}' });
  });
});

describe("the key's certificate", () => {
  it('cannot be named by what is no text', async () => {
    await host.serve(payloads.cob, { x5t: 7 });
    await expectUntrusted(/thumbprint/);
  });

  it.each(['x5t', 'x5t#S256'])('must be the one that %s names', async (name) => {
    const { x5t, x5tS256 } = await Signer.create(host.authority);
    await host.serve(payloads.cob, { [name]: name === 'x5t' ? x5t : x5tS256 });
    await expectUntrusted(/thumbprint/);
  });

  it('may be missing, but not when the header names it', async () => {
    await host.serve(payloads.cob);
    host.keys = [{ ...host.signer.jwk, x5c: undefined }];
    await expectUntrusted(/thumbprint/);
    await host.serve(payloads.cob, { x5t: undefined });
    host.keys = [{ ...host.signer.jwk, x5c: undefined }];
    expect(await host.service().fetch(host.location())).toMatchObject({ kind: 'cob' });
  });

  it('may be named by the key alone, with the padding that some write', async () => {
    await host.serve(payloads.cob);
    host.keys = [{ ...host.signer.jwk, x5c: undefined, x5t: `${host.signer.x5t}=` }];
    expect(await host.service().fetch(host.location())).toMatchObject({ kind: 'cob' });
  });

  it('must be of that key', async () => {
    const other = await Signer.create(host.authority);
    await host.serve(payloads.cob, { x5t: other.x5t });
    host.keys = [{ ...host.signer.jwk, x5c: other.jwk.x5c }];
    await expectUntrusted(/another key/);
  });

  it('must be of that key, which must be one', async () => {
    await host.serve(payloads.cob);
    host.keys = [{ ...host.signer.jwk, kty: 'none' }];
    await expectUntrusted(/another key/);
  });

  it.each([
    ['has expired', { notAfter: new Date(Date.now() - 60_000) }],
    ['is not valid yet', { notBefore: new Date(Date.now() + HOUR) }],
  ])('is refused when it %s', async (_why, dates) => {
    const signer = await Signer.create(host.authority, dates);
    host.keys = [signer.jwk];
    host.serveText(await signer.sign(payloads.cob, { jku: host.jku }));
    await expectUntrusted(/expired or is not yet valid/);
  });

  it('is valid in the first and in the last second of its time', async () => {
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

  it('is refused when another one of its chain has expired', async () => {
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

  it.each([['no certificate'], ['text'], [7]])('is refused as %p', async (der) => {
    await host.serve(payloads.cob, { x5t: undefined });
    host.keys = [{ ...host.signer.jwk, x5c: der === 'text' ? der : [der] }];
    await expectUntrusted(/x5c/);
  });
});

describe('verifyPayloadJws', () => {
  it('verifies with keys at hand, without a network and whatever its jku', async () => {
    const jws = await host.signer.sign(payloads.rec, { jku: 'https://elsewhere.example.com' });
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

describe('the options of PixPayloadService', () => {
  it.each([
    [{ maxResponseBytes: 0 }, 'ConfigurationError'],
    [{ ca: 'garbage' }, 'CertificateError'],
  ])('%j is refused with %s', (options, name) => {
    expect(() => new PixPayloadService(options)).toThrow(expect.objectContaining({ name }));
  });

  it('may be a byte and certificates in a Buffer or a list', () => {
    const { cert } = host.authority;
    for (const ca of [cert, Buffer.from(cert), [cert, Buffer.from(cert)]]) {
      expect(() => new PixPayloadService({ ca, maxResponseBytes: 1 })).not.toThrow();
    }
  });
});
