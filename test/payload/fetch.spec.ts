import { describe, expect, it, jest } from '@jest/globals';
import { PayloadHost } from './support/payload-host.js';
import * as payloads from './support/payloads.js';
import { Signer } from './support/signer.js';

const host = new PayloadHost();

describe('PixPayloadService.fetch', () => {
  it.each([
    ['cob', '/qr/v2/abc'],
    ['cobv', '/qr/v2/cobv/abc'],
    ['rec', '/qr/v2/rec/abc'],
  ] as const)('verifies and returns a payload of a %s as it was signed', async (kind, path) => {
    await host.serve(payloads[kind]);
    const found = await host.service().fetch(host.location(path));
    expect(found).toEqual({
      kind,
      payload: payloads[kind],
      header: { alg: 'ES256', kid: 'key-1', x5t: host.signer.x5t, jku: host.jku },
      location: host.location(path),
    });
  });

  it('determines the kind from the content, not from the path', async () => {
    await host.serve(payloads.cobv);
    expect(await host.service().fetch(host.location('/pix/abc'))).toMatchObject({ kind: 'cobv' });
  });

  it('accepts PS256 and the content type text/plain', async () => {
    const signer = await Signer.create(host.authority, { keyType: 'RSA' });
    host.keys = [signer.jwk];
    host.serveText(
      `${await signer.sign(payloads.cob, { jku: host.jku, 'x5t#S256': signer.x5tS256 })}\n`,
      'text/plain; charset=utf-8',
    );
    expect(await host.service().fetch(host.location())).toMatchObject({ kind: 'cob' });
  });

  it('accepts a key with alg in a set with invalid entries', async () => {
    await host.serve(payloads.cob);
    host.keys = [null, 'key-1', { ...host.signer.jwk, alg: 'ES256' }];
    expect(await host.service().fetch(host.location())).toMatchObject({ kind: 'cob' });
  });

  it('accepts a missing content type and one in upper case', async () => {
    const jws = await host.signer.sign(payloads.cob, { jku: host.jku });
    host.keys = [host.signer.jwk];
    for (const headers of [{}, { 'content-type': 'Application/JOSE' }]) {
      host.answer = (_request, response) => response.writeHead(200, headers).end(jws);
      expect(await host.service().fetch(host.location())).toMatchObject({ kind: 'cob' });
    }
  });

  it('accepts status 299 and a payload without a calendar', async () => {
    const payload = { txid: payloads.cob.txid };
    host.keys = [host.signer.jwk];
    const jws = await host.signer.sign(payload, { jku: host.jku });
    host.serveText(jws, 'application/jose', 299);
    expect(await host.service().fetch(host.location())).toMatchObject({ kind: 'cob', payload });
  });

  it('accepts an https address and returns the location without a scheme', async () => {
    await host.serve(payloads.cob);
    for (const scheme of ['https', 'HTTPS']) {
      const found = await host.service().fetch(`${scheme}://${host.location()}`);
      expect(found.location).toBe(host.location());
    }
  });

  it('requests the full path even if it contains an address', async () => {
    await host.serve(payloads.cob);
    const location = host.location('/at/https://pix.example.com/abc');
    expect((await host.service().fetch(location)).location).toBe(location);
    expect(host.requests[0]).toBe('/at/https://pix.example.com/abc');
  });

  it('sends no credentials and uses a new connection', async () => {
    await host.serve(payloads.cob);
    const service = host.service();
    await service.fetch(host.location());
    const before = host.server.connections;
    await service.fetch(host.location());
    expect(host.server.connections).toBe(before + 1);
    expect(host.headers.accept).toContain('application/jose');
    expect(Object.keys(host.headers)).not.toContain('authorization');
  });
});

describe('codMun and DPP', () => {
  it('are sent as query parameters', async () => {
    await host.serve(payloads.cobv);
    const options = { codMun: '5300108', DPP: '2026-01-05' };
    await host.service().fetch(host.location('/cobv/abc'), options);
    expect(host.requests[0]).toBe('/cobv/abc?codMun=5300108&DPP=2026-01-05');
  });

  it.each([
    ['codMun', '53001'],
    ['DPP', '05/01/2026'],
  ])('are refused before a request: invalid %s', async (field, value) => {
    const error = await host.failure(host.service(), host.location('/cobv/abc'), {
      [field]: value,
    });
    expect(error).toMatchObject({ name: 'ValidationError', field });
    expect(host.requests).toEqual([]);
  });
});

describe('the key set', () => {
  it('is cached for 10 minutes', async () => {
    await host.serve(payloads.cob);
    const service = host.service();
    const clock = jest.spyOn(Date, 'now');
    const keySetReads = () => host.requests.filter((target) => target === '/jwks.json').length;
    try {
      await service.fetch(host.location());
      await service.fetch(host.location());
      expect(keySetReads()).toBe(1);
      const later = Date.now() + 11 * 60_000;
      clock.mockImplementation(() => later);
      await service.fetch(host.location());
      expect(keySetReads()).toBe(2);
    } finally {
      clock.mockRestore();
    }
  });

  it('is requested again for an unknown kid', async () => {
    await host.serve(payloads.cob);
    const service = host.service();
    await service.fetch(host.location());

    const next = await Signer.create(host.authority, { kid: 'key-2' });
    host.keys.push(next.jwk);
    host.serveText(await next.sign(payloads.cob, { jku: host.jku }));
    host.requests.length = 0;
    await service.fetch(host.location());
    expect(host.requests).toEqual([expect.stringContaining('/qr/'), '/jwks.json']);

    host.serveText(await next.sign(payloads.cob, { jku: host.jku, kid: 'key-3' }));
    host.requests.length = 0;
    expect(await host.failure(service)).toMatchObject({ name: 'PixRespostaInvalidaError' });
    expect(host.requests).toEqual([expect.stringContaining('/qr/'), '/jwks.json']);
  });
});
