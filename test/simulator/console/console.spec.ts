import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/index.js';

interface ConsoleResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

describe('simulator console', () => {
  let simulator: PixSimulator;
  let address: URL;
  beforeAll(async () => {
    simulator = await PixSimulator.start({ console: true, quirks: 'bb', chaves: ['k'] });
    address = new URL(simulator.consoleUrl!);
  });
  beforeEach(() => simulator.control.reset());
  afterAll(() => simulator.close());

  /** Sends with Node's client, because fetch sets additional headers. */
  function send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body = '',
  ): Promise<ConsoleResponse> {
    return new Promise((resolve, reject) => {
      request(new URL(path, address), { method, headers }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      })
        .on('error', reject)
        .end(body);
    });
  }
  const status = async (...args: Parameters<typeof send>) => (await send(...args)).status;
  const JSON_TYPE = { 'content-type': 'application/json' };

  it('is closed by default', async () => {
    const plain = await PixSimulator.start();
    expect(plain.consoleUrl).toBeUndefined();
    await plain.close();
  });

  it('serves only its own files', async () => {
    const page = await send('GET', '/');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const files = [...page.text.matchAll(/(?:href|src)="([\w.-]+)"/g)].map(([, file]) => file!);
    expect(files).toContain('app.js');
    for (const file of files) expect(await status('GET', `/${file}`)).toBe(200);
    for (const path of ['/../package.json', '/%2e%2e/README.md', '/console-guard.js', '/x']) {
      expect(await status('GET', path)).toBe(404);
    }
    expect(await status('POST', '/')).toBe(405);
  });

  it('forbids external resources and framing in its content security policy', async () => {
    const { headers } = await send('GET', '/');
    const policy = headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    const { text } = await send('GET', '/');
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|style="|\son\w+="/);
  });

  it('answers only requests to its own address and names, against DNS rebinding', async () => {
    const { port } = address;
    const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
    for (const host of hosts) expect(await status('GET', '/simulator/', { host })).toBe(200);
    for (const host of [`evil.test:${port}`, 'localhost', `127.0.0.1:${port}.evil.test`]) {
      expect(await status('GET', '/simulator/', { host })).toBe(403);
      expect(await status('GET', '/', { host })).toBe(403);
    }
  });

  it('refuses requests from other origins', async () => {
    const pay = (headers: Record<string, string>) =>
      status('POST', '/simulator/reset', { ...JSON_TYPE, ...headers });
    const own = address.origin;
    expect(await pay({})).toBe(204);
    expect(await pay({ origin: own, 'sec-fetch-site': 'same-origin' })).toBe(204);
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { origin: own.replace(address.port, '1') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    ]) {
      expect(await pay(headers)).toBe(403);
    }
    const read = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    expect(await status('GET', '/simulator/stats', read)).toBe(403);
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect(await status('GET', '/', link)).toBe(200);
    expect((await send('OPTIONS', '/simulator/reset', { origin: own })).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
  });

  it('listens only on the loopback address, whatever the host of the API is', async () => {
    const wide = await PixSimulator.start({ host: '0.0.0.0', console: true });
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((network) => network?.family === 'IPv4' && !network.internal);
    const isOpen = (host: string, port: string) =>
      new Promise<boolean>((resolve) => {
        const socket = connect(Number(port), host, () => {
          socket.destroy();
          resolve(true);
        });
        socket.on('error', () => resolve(false));
      });
    const page = new URL(wide.consoleUrl!);
    expect(page.hostname).toBe('127.0.0.1');
    expect(await isOpen('127.0.0.1', page.port)).toBe(true);
    if (outside) {
      expect(await isOpen(outside.address, new URL(wide.url).port)).toBe(true);
      expect(await isOpen(outside.address, page.port)).toBe(false);
      // So does the API by default.
      expect(await isOpen(outside.address, new URL(simulator.url).port)).toBe(false);
    }
    await wide.close();
  });

  it('listens on the address of its options, and answers to this address and localhost', async () => {
    const wide = await PixSimulator.start({ console: { host: '0.0.0.0' } });
    const page = new URL(wide.consoleUrl!);
    expect(page.hostname).toBe('localhost');
    const ask = (host: string, name: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const authorization = `Bearer ${page.searchParams.get('token')}`;
        const headers = { host: `${name}:${page.port}`, authorization };
        request({ host, port: page.port, headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
    const addresses = Object.values(networkInterfaces()).flatMap((networks) => networks ?? []);
    for (const { address: own } of addresses.filter(({ family }) => family === 'IPv4')) {
      expect(await ask(own, own)).toBe(200);
      expect(await ask(own, 'localhost')).toBe(200);
      // A name of another site that resolves to this address.
      expect(await ask(own, 'rebinding.example')).toBe(403);
      expect(await ask(own, '192.0.2.1')).toBe(403);
    }
    await wide.close();
  });

  it('requires its token on an address that other machines can reach', async () => {
    const wide = await PixSimulator.start({ console: { host: '0.0.0.0' } });
    const page = new URL(wide.consoleUrl!);
    const token = page.searchParams.get('token')!;
    const ask = (path: string, headers: Record<string, string> = {}) =>
      fetch(new URL(path, page), { headers, redirect: 'manual' });
    const other = 'x'.repeat(token.length);
    for (const path of ['/', '/app.js', '/simulator/', '/simulator/events', '/x']) {
      expect((await ask(path)).status).toBe(401);
      for (const wrong of [other, '', token.slice(1), 'é'.repeat(token.length / 2)]) {
        const query = new URLSearchParams({ token: wrong }).toString();
        expect((await ask(`${path}?${query}`)).status).toBe(401);
      }
      expect((await ask(path, { authorization: `Bearer ${other}` })).status).toBe(401);
      expect((await ask(path, { cookie: `console-${page.port}=${other}` })).status).toBe(401);
    }
    const refusal = await ask('/simulator/charges');
    expect(refusal.headers.get('www-authenticate')).toBe('Bearer');
    expect(await refusal.json()).toMatchObject({ detail: expect.stringContaining('token') });
    const opened = await ask(`${page.origin}//evil.example/?a=1&token=${token}`);
    expect(opened.status).toBe(303);
    expect(opened.headers.get('location')).toBe('/evil.example/?a=1');
    const first = await ask(page.href);
    expect(first.headers.get('location')).toBe('/');
    const [pair = '', ...attributes] = first.headers.get('set-cookie')!.split('; ');
    expect(pair).toBe(`console-${page.port}=${token}`);
    expect(attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict']);
    expect((await ask('/', { cookie: `other=1; ${pair}` })).status).toBe(200);
    expect((await ask('/simulator/', { cookie: pair })).status).toBe(200);
    expect((await ask('/simulator/', { authorization: `Bearer ${token}` })).status).toBe(200);
    // The token of one console opens no other.
    const second = await PixSimulator.start({ console: { host: '0.0.0.0' } });
    expect(new URL(second.consoleUrl!).searchParams.get('token')).not.toBe(token);
    await Promise.all([wide.close(), second.close()]);
  });

  it.each(['127.0.0.1', 'localhost'])('requires no token on %s', async (host) => {
    const near = await PixSimulator.start({ console: { host } });
    const page = new URL(near.consoleUrl!);
    expect(page.search).toBe('');
    expect((await fetch(page)).status).toBe(200);
    await near.close();
  });

  it('tells the page where the application shows a record', async () => {
    const applicationUrl = 'http://localhost:3000/pix/{id}';
    const linked = await PixSimulator.start({ console: { applicationUrl } });
    const info = await (await fetch(`${linked.consoleUrl!}/simulator/`)).json();
    expect(info).toMatchObject({ applicationUrl });
    await linked.close();
    for (const wrong of ['http://localhost:3000', 'localhost/{id}', 'javascript:alert(1)//{id}']) {
      const start = PixSimulator.start({ console: { applicationUrl: wrong } });
      await expect(start).rejects.toThrow(
        'console.applicationUrl must be an http or https address with {id}, such as http://localhost:3000/pix/{id}',
      );
    }
  });

  it('exposes no secret', async () => {
    const { clientSecret = 'x', certificate } = simulator.moduleOptions;
    for (const path of ['/', '/stats', '/charges', '/webhooks', '/faults', '/clock']) {
      const { text } = await send('GET', `/simulator${path}`);
      expect(text).not.toContain(clientSecret);
      expect(text).not.toContain(certificate.key);
    }
    const info = JSON.parse((await send('GET', '/simulator/')).text);
    expect(info).toEqual({
      url: simulator.url,
      tokenUrl: simulator.tokenUrl,
      clientId: 'pix-simulator',
      quirks: 'bb',
      rules: 'network',
      recebedor: 'Loja Simulada',
      chaves: ['k'],
    });
  });
});
