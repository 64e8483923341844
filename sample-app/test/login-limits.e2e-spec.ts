import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { WRONG_PASSWORDS } from '../src/backoffice/access/login-limits.js';
import { DEMO_ADMIN, logIn } from './support/log-in.js';
import { openShop, PLATFORMS, type Shop } from './support/open-shop.js';

/** Each attempt comes from another address. */
describe('wrong passwords of one account', () => {
  let shop: Shop;
  let admin: string;
  let addresses = 0;
  beforeAll(async () => {
    shop = await openShop('express');
    admin = await logIn(shop.url);
  });
  afterAll(() => shop.close());

  const attempt = (email: string, senha: string, cookie = '') => {
    addresses += 1;
    return request(shop.url)
      .post('/api/admin/session')
      .set('x-forwarded-for', `192.0.2.${addresses}`)
      .set('cookie', cookie)
      .send({ email, senha });
  };
  const guess = async (email: string, count: number, cookie = '') => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) {
      statuses.push((await attempt(email, `errada ${index}`, cookie)).status);
    }
    return statuses;
  };
  let count = 0;
  const createUser = async () => {
    count += 1;
    const person = { email: `vendas${count}@loja.example`, senha: `uma senha longa ${count}` };
    const user = { ...person, nome: 'Vendas', papel: 'LEITURA' };
    await request(shop.url).post('/api/admin/users').set('cookie', admin).send(user).expect(201);
    return person;
  };
  /** Logs in, and returns the cookies of the session and of the browser. */
  const openBrowser = async ({ email, senha }: { email: string; senha: string }) => {
    const { headers } = await attempt(email, senha).expect(204);
    const cookies = (headers['set-cookie'] as unknown as string[]).map(
      (cookie) => cookie.split(';')[0]!,
    );
    expect(cookies).toEqual([
      expect.stringMatching(/^loja_sessao=/),
      expect.stringMatching(/^loja_navegador=/),
    ]);
    return cookies as [string, string];
  };

  it('are limited, with the right one too, and say when to try again', async () => {
    const { email, senha } = await createUser();
    const statuses = await guess(email, WRONG_PASSWORDS + 1);
    expect(statuses).toEqual([...Array<number>(WRONG_PASSWORDS).fill(401), 429]);
    const refused = await attempt(` ${email.toUpperCase()}`, senha).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect(refused.body.message).toBe('Muitas senhas erradas. Tente de novo em alguns minutos.');
    await attempt(DEMO_ADMIN.email, DEMO_ADMIN.senha).expect(204);
  });

  it('do not show whether the account exists', async () => {
    const statuses = await guess('ninguem@loja.example', WRONG_PASSWORDS + 1);
    expect(statuses).toEqual([...Array<number>(WRONG_PASSWORDS).fill(401), 429]);
  });

  it('are limited if they are sent at once', async () => {
    const { email } = await createUser();
    const sent = await Promise.all(
      Array.from({ length: WRONG_PASSWORDS + 5 }, (_, index) => attempt(email, `errada ${index}`)),
    );
    const refused = sent.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
  });

  it('of others neither end a session nor lock the browsers of its owner out', async () => {
    const person = await createUser();
    const [session, browser] = await openBrowser(person);
    await guess(person.email, WRONG_PASSWORDS + 1);
    await request(shop.url).get('/api/admin/orders').set('cookie', session).expect(200);
    await attempt(person.email, person.senha).expect(429);
    await attempt(person.email, person.senha, browser).expect(204);
    const [id, mac] = browser.split('.') as [string, string];
    for (const forged of [
      `${id}x.${mac}`,
      `${id}.${mac}x`,
      id,
      'loja_navegador=',
      'loja_navegador=.',
    ]) {
      await attempt(person.email, person.senha, forged).expect(429);
    }
    await attempt(DEMO_ADMIN.email, DEMO_ADMIN.senha, browser).expect(204);
  });

  it('are limited in a known browser too, apart from others', async () => {
    const person = await createUser();
    const [, browser] = await openBrowser(person);
    await expect(guess(person.email, WRONG_PASSWORDS + 1, browser)).resolves.toEqual([
      ...Array<number>(WRONG_PASSWORDS).fill(401),
      429,
    ]);
    await attempt(person.email, person.senha).expect(204);
  });

  it('in the form for a new password are limited', async () => {
    const person = await createUser();
    const [session] = await openBrowser(person);
    const change = () =>
      request(shop.url)
        .put('/api/admin/session/password')
        .set('cookie', session)
        .send({ senhaAtual: 'errada', senhaNova: 'outra senha longa' });
    for (let index = 0; index < WRONG_PASSWORDS; index += 1) await change().expect(422);
    await change().expect(429);
  });

  it('are not counted if they are right', async () => {
    const { email, senha } = await createUser();
    for (let index = 0; index <= WRONG_PASSWORDS; index += 1) {
      await attempt(email, senha).expect(204);
    }
  });
});

it.each(PLATFORMS)(
  'a login sets two cookies on %s, which scripts cannot read',
  async (platform) => {
    const shop = await openShop(platform);
    const { headers } = await request(shop.url)
      .post('/api/admin/session')
      .send(DEMO_ADMIN)
      .expect(204);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^loja_sessao=[\w-]+; Path=\/api\/admin; .*HttpOnly; SameSite=Strict/),
      expect.stringMatching(
        /^loja_navegador=[\w-]+\.[\w-]+; Path=\/api\/admin\/session; .*HttpOnly; SameSite=Strict/,
      ),
    ]);
    await shop.close();
  },
);
