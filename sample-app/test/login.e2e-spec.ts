import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { BROWSER_COOKIE, Sessions } from '../src/access/session.guard.js';
import type { ShopSettings } from '../src/settings/settings.js';
import { openShop } from './support/open-shop.js';
import type { Shop } from './support/start-shop.js';

const LIMIT = 20;
const OWNER = { email: 'demo@loja.example', senha: 'demo' };
const WRONG = { ...OWNER, senha: 'wrong' };

describe('logins', () => {
  let shop: Shop;
  /** The cookie of the owner's browser, which has logged in before. */
  let browser: string;

  const logIn = (login: object, address: string, cookie = '') =>
    request(shop.url)
      .post('/api/admin/session')
      .set({ 'X-Forwarded-For': address, cookie })
      .send(login);

  /** How often each status was the answer to wrong passwords, each from an address of its own. */
  async function guess(times: number, network: string, cookie?: string, isOne = false) {
    const counts = new Map<number, number>();
    for (let attempt = 0; attempt < times; attempt += 1) {
      const { status } = await logIn(WRONG, `${network}.${isOne ? 1 : attempt}`, cookie);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    return Object.fromEntries(counts);
  }

  beforeAll(async () => {
    const limit = String(LIMIT);
    shop = await openShop({ TRUSTED_PROXIES: '127.0.0.1', REQUESTS_PER_MINUTE: limit });
    const { headers } = await logIn(OWNER, '192.0.2.1').expect(200);
    const [session, known = ''] = headers['set-cookie'] as unknown as string[];
    expect(session).not.toContain(BROWSER_COOKIE);
    expect(known).toMatch(/; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/);
    browser = known.split(';', 1)[0]!;
  });

  afterAll(() => shop.close());

  it('from one address leave the others their part', async () => {
    expect(await guess(30, '192.0.3', undefined, true)).toEqual({ 401: 4, 429: 26 });
    await logIn(OWNER, '192.0.2.77').expect(200);
  });

  it('from many addresses share one limit for an hour', async () => {
    // The owner has used two, and the one address four.
    expect(await guess(240, '198.51.100')).toEqual({ 401: LIMIT - 6, 429: 246 - LIMIT });
    const { status, headers, body } = await logIn(OWNER, '203.0.113.1');
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000);
    expect(body.message).toContain('mais tarde');
  });

  it('of a browser that has logged in before are not kept out by others', async () => {
    await logIn(OWNER, '198.51.100.1', browser).expect(200);
  });

  it('of such a browser have a limit of their own, and stay the same browser', async () => {
    const { headers } = await logIn(OWNER, '192.0.2.1', browser).expect(200);
    const [, again = ''] = headers['set-cookie'] as unknown as string[];
    expect(again.split(';', 1)[0]).toBe(browser);
    expect(await guess(LIMIT + 5, '192.0.2', browser)).toEqual({ 401: LIMIT - 2, 429: 7 });
  });

  it.each([
    ['another id', (known: string) => known.replace(/=./, '=x')],
    ['no signature', (known: string) => known.split('.', 1)[0]!],
    ['a session', (known: string) => known.replace(BROWSER_COOKIE, 'loja_sessao')],
  ])('of a browser with %s are those of a stranger', async (_, forge) => {
    await logIn(OWNER, '192.0.2.9', forge(browser)).expect(429);
  });

  it('of all browsers are unknown after a new password', async () => {
    const settings = { adminPassword: 'another' } as ShopSettings;
    expect(await new Sessions(settings).findBrowser(browser)).toBeUndefined();
  });
});
