import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import request from 'supertest';
import { joinPaths } from '../src/backoffice/access/admin-route.js';
import { Roles, WithoutSession } from '../src/backoffice/roles.decorator.js';
import { Database } from '../src/database/database.js';
import { type Role, ROLES, adminAudit, adminSessions, adminUsers } from '../src/database/schema.js';
import { copyDatabase } from './support/database-directory.js';
import { DEMO_ADMIN, logIn } from './support/log-in.js';
import { openShop, PLATFORMS, type Shop } from './support/open-shop.js';

interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  readonly path: string;
  readonly roles: readonly Role[] | undefined;
  readonly isOpen: boolean;
}

/** Lists the routes below `/api/admin` of every module. */
function listAdminRoutes(shop: Shop): Route[] {
  const controllers = [...shop.app.get(ModulesContainer).values()].flatMap((module) => [
    ...module.controllers.values(),
  ]);
  return controllers.flatMap(({ metatype }) => {
    const type = metatype as unknown as { readonly prototype: object };
    const methods = Object.getOwnPropertyNames(type.prototype).map(
      (name) => Object.getOwnPropertyDescriptor(type.prototype, name)?.value as object,
    );
    return methods
      .filter((method) => typeof method === 'function')
      .filter((method) => Reflect.hasMetadata(METHOD_METADATA, method))
      .flatMap((method) =>
        joinPaths(type, method).map((path) => ({
          method: RequestMethod[
            Reflect.getMetadata(METHOD_METADATA, method) as number
          ] as Route['method'],
          path: `/${path}`,
          roles: (Reflect.getMetadata(Roles.KEY, method) ??
            Reflect.getMetadata(Roles.KEY, type)) as readonly Role[] | undefined,
          isOpen: Reflect.hasMetadata(WithoutSession.KEY, method),
        })),
      )
      .filter(({ path }) => path.startsWith('/api/admin'));
  });
}

describe.each(PLATFORMS)('accounts of the back office on %s', (platform) => {
  let shop: Shop;
  let cookie: string;
  let routes: Route[];
  beforeAll(async () => {
    shop = await openShop(platform);
    cookie = await logIn(shop.url);
    routes = listAdminRoutes(shop);
  });
  afterAll(() => shop.close());

  const send = (method: Route['method'], path: string, session = cookie) => {
    const name = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete' | 'patch';
    return request(shop.url)[name](path).set('cookie', session);
  };
  const call = ({ method, path }: Route, session: string) =>
    send(method, path.replace(/:\w+/g, '1'), session);
  const database = () => shop.app.get(Database, { strict: false }).orm;

  let count = 0;
  const createUser = async (papel: Role) => {
    count += 1;
    const person = { email: `Pessoa${count}@Loja.example`, senha: `uma senha longa ${count}` };
    const body = { ...person, nome: `Pessoa ${count}`, papel };
    const created = await send('POST', '/api/admin/users').send(body).expect(201);
    return { ...person, id: created.body.id as string };
  };

  it('lists its roles on every route, and only the login is open', () => {
    expect(routes.length).toBeGreaterThan(15);
    const open = routes.filter(({ isOpen }) => isOpen);
    expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'DELETE /api/admin/session',
      'GET /api/admin/session',
      'POST /api/admin/session',
    ]);
    const withoutRoles = routes.filter(({ isOpen, roles }) => !isOpen && !roles);
    expect(withoutRoles).toEqual([]);
  });

  it('refuses every route without a session', async () => {
    for (const route of routes.filter(({ isOpen }) => !isOpen)) {
      for (const session of ['', 'loja_sessao=forged']) {
        const { status } = await call(route, session);
        expect({ ...route, status }).toEqual({ ...route, status: 401 });
      }
    }
  });

  it.each(ROLES)('lets %s call exactly its routes', async (papel) => {
    const session = await logIn(shop.url, await createUser(papel));
    for (const route of routes.filter(({ isOpen }) => !isOpen)) {
      const { status } = await call(route, session);
      const isAllowed = route.roles?.includes(papel) === true;
      expect({ ...route, isRefused: status === 403 }).toEqual({ ...route, isRefused: !isAllowed });
    }
  });

  it('lets a reader change nothing but the own password', () => {
    const writes = routes.filter(({ method, isOpen }) => method !== 'GET' && !isOpen);
    const open = writes.filter(({ roles }) => roles?.includes('LEITURA'));
    expect(open.map(({ path }) => path)).toEqual(['/api/admin/session/password']);
    const users = routes.filter(({ path }) => path.startsWith('/api/admin/users'));
    expect(users.map(({ roles }) => roles)).toEqual(users.map(() => ['ADMIN']));
  });

  it('stores passwords as salted hashes, and never returns them', async () => {
    const { email, senha } = await createUser('LEITURA');
    const { text } = await send('GET', '/api/admin/users').expect(200);
    expect(text).toContain(email.toLowerCase());
    expect(text).not.toMatch(/senha|scrypt/);
    const rows = await database().select().from(adminUsers);
    const hashes = rows.map(({ senhaHash }) => senhaHash);
    expect(new Set(hashes).size).toBe(rows.length);
    for (const hash of hashes) expect(hash).toMatch(/^scrypt\$16\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(JSON.stringify(rows)).not.toContain(senha);
  });

  it.each([
    ['email', { email: 'loja' }],
    ['nome', { nome: '' }],
    ['papel', { papel: 'DONO' }],
    ['senha', { senha: '11 letras..' }],
  ])('refuses an account with another %s', async (field, change) => {
    const body = { email: 'a@b.example', nome: 'A', papel: 'LEITURA', senha: 'uma senha longa' };
    const { body: refusal } = await send('POST', '/api/admin/users')
      .send({ ...body, ...change })
      .expect(400);
    expect(String(refusal.message)).toContain(field);
  });

  it('refuses a second account with the same address, in any case', async () => {
    const body = { ...DEMO_ADMIN, email: 'DEMO@loja.example', nome: 'A', papel: 'LEITURA' };
    await send('POST', '/api/admin/users')
      .send({ ...body, senha: 'uma senha longa' })
      .expect(409);
  });

  it.each([
    ['a new password', { senha: 'outra senha longa' }],
    ['another role', { papel: 'LEITURA' }],
    ['the end of the account', { ativo: false }],
  ])('ends the sessions of a person with %s', async (_, change) => {
    const person = await createUser('OPERADOR');
    const session = await logIn(shop.url, person);
    await send('GET', '/api/admin/tasks', session).expect(200);
    await send('PATCH', `/api/admin/users/${person.id}`).send(change).expect(200);
    await send('GET', '/api/admin/tasks', session).expect(401);
    await send('GET', '/api/admin/tasks').expect(200);
    const login = request(shop.url).post('/api/admin/session');
    const { status } = await login.send({ email: person.email, senha: person.senha });
    expect(status).toBe('papel' in change ? 204 : 401);
  });

  it('ends the session of the browser at a login, and accepts no token that the browser chose', async () => {
    const person = await createUser('LEITURA');
    const first = await logIn(shop.url, person);
    const other = await logIn(shop.url, person);
    const login = (session: string, senha: string) =>
      send('POST', '/api/admin/session', session).send({ email: person.email, senha });
    await login(first, 'errada').expect(401);
    await send('GET', '/api/admin/tasks', first).expect(200);

    const { headers } = await login(first, person.senha).expect(204);
    const [second] = headers['set-cookie']![0]!.split(';');
    await send('GET', '/api/admin/tasks', first).expect(401);
    await send('GET', '/api/admin/tasks', second).expect(200);
    await send('GET', '/api/admin/tasks', other).expect(200);

    const chosen = `loja_sessao=${'a'.repeat(43)}`;
    await login(chosen, person.senha).expect(204);
    await send('GET', '/api/admin/tasks', chosen).expect(401);
  });

  it('keeps the sessions of a person who is renamed, and answers 404 for an unknown one', async () => {
    const person = await createUser('LEITURA');
    const session = await logIn(shop.url, person);
    const path = `/api/admin/users/${person.id}`;
    const { body } = await send('PATCH', path).send({ nome: 'Outra' }).expect(200);
    expect(body).toMatchObject({ nome: 'Outra', papel: 'LEITURA', ativo: true });
    await send('GET', '/api/admin/tasks', session).expect(200);
    for (const id of ['1', '00000000-0000-4000-8000-000000000000']) {
      await send('PATCH', `/api/admin/users/${id}`).send({ nome: 'Outra' }).expect(404);
    }
  });

  it('changes the own password, with the current one', async () => {
    const person = await createUser('LEITURA');
    const session = await logIn(shop.url, person);
    const change = (senhaAtual: string) =>
      send('PUT', '/api/admin/session/password', session).send({
        senhaAtual,
        senhaNova: 'uma senha nova',
      });
    await change('errada').expect(422);
    await change(person.senha).expect(204);
    await send('GET', '/api/admin/tasks', session).expect(401);
    await logIn(shop.url, { ...person, senha: 'uma senha nova' });
  });

  it('keeps one active administrator, also under concurrent changes', async () => {
    const rows = await database().select().from(adminUsers);
    const admins = rows.filter(({ papel, ativo }) => papel === 'ADMIN' && ativo);
    expect(admins.length).toBeGreaterThan(1);
    const answers = await Promise.all(
      admins.map(({ id }) => send('PATCH', `/api/admin/users/${id}`).send({ ativo: false })),
    );
    const left = await database().select().from(adminUsers);
    expect(left.filter(({ papel, ativo }) => papel === 'ADMIN' && ativo)).toHaveLength(1);
    expect(answers.some(({ status }) => status !== 200)).toBe(true);
    await database().update(adminUsers).set({ ativo: true });
    cookie = await logIn(shop.url);
  });

  it('records logins and changes of accounts, without data of persons', async () => {
    await database().delete(adminAudit);
    await database().delete(adminSessions);
    const login = (email: string, senha: string) =>
      request(shop.url).post('/api/admin/session').send({ email, senha });
    await login(DEMO_ADMIN.email, 'errada').expect(401);
    await login('minha-senha-secreta', 'demo').expect(401);
    cookie = await logIn(shop.url);
    const { id } = await createUser('OPERADOR');
    const change = { papel: 'LEITURA', nome: 'Nome Secreto' };
    await send('PATCH', `/api/admin/users/${id}`).send(change).expect(200);
    await send('DELETE', '/api/admin/session').expect(204);
    cookie = await logIn(shop.url);

    const { body, text } = await send('GET', '/api/admin/audit').expect(200);
    const demo = 'Administração';
    const rows = body.itens.map((row: Record<string, unknown>) => [
      row.acao,
      row.resultado,
      row.usuario,
      row.detalhe,
      row.alvo,
    ]);
    expect(rows).toEqual([
      ['LOGIN', 'SUCESSO', demo, null, null],
      ['LOGOUT', 'SUCESSO', demo, null, null],
      ['USUARIO_ALTERADO', 'SUCESSO', demo, 'nome, papel LEITURA', id],
      ['USUARIO_CRIADO', 'SUCESSO', demo, 'OPERADOR', id],
      ['LOGIN', 'SUCESSO', demo, null, null],
      ['LOGIN', 'FALHA', null, null, null],
      ['LOGIN', 'FALHA', demo, null, null],
    ]);
    expect(text).not.toMatch(/secret|@loja/i);
    const failed = await send('GET', '/api/admin/audit?acao=LOGIN&status=FALHA').expect(200);
    expect(failed.body.itens).toHaveLength(2);
    const found = await send('GET', `/api/admin/audit?busca=${id}`).expect(200);
    expect(found.body.itens).toHaveLength(2);
    await send('GET', '/api/admin/audit?acao=TUDO').expect(400);
  });
});

describe('first administrator', () => {
  it('is created once: a new password in the configuration changes nothing', async () => {
    const directory = await copyDatabase();
    const env = { DATABASE_DIR: directory.path, ADMIN_EMAIL: 'Dona@Loja.example' };
    const first = await openShop('express', { ...env, ADMIN_PASSWORD: 'a primeira senha' });
    await first.close();
    const shop = await openShop('express', { ...env, ADMIN_PASSWORD: 'a segunda senha' });
    const email = 'dona@loja.example';
    const cookie = await logIn(shop.url, { email, senha: 'a primeira senha' });
    const { body } = await request(shop.url).get('/api/admin/users').set('cookie', cookie);
    expect(body).toMatchObject([{ email, papel: 'ADMIN', ativo: true }]);
    await request(shop.url)
      .post('/api/admin/session')
      .send({ email, senha: 'a segunda senha' })
      .expect(401);
    await shop.close();
    await directory.remove();
  });
});
