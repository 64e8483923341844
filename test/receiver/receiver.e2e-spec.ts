import { EventEmitter, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  Controller,
  Get,
  Injectable,
  Module,
  Post,
  UnauthorizedException,
  ValidationPipe,
  type CanActivate,
  type INestApplication,
  type Provider,
  type Type,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import {
  OnPixRecebido,
  PixWebhookReceiverModule,
  type PixWebhookReceiverOptions,
} from '../../lib/receiver/index.js';
import { platforms, startApp, type RunningApp, type StartOptions } from './support/app.js';
import {
  cobrancaRecorrente,
  devolucao,
  PAYER_CPF,
  pix,
  recorrencia,
} from './support/notifications.js';
import { Orders } from './support/orders.js';
import { post } from './support/post.js';

const open: PixWebhookReceiverOptions = { dangerouslyAllowUnauthenticated: true };

/** An item with a field that is nested deeper than a call stack. */
function nested(item: object): string {
  const depth = 50_000;
  return `{"x":${'['.repeat(depth)}${']'.repeat(depth)},${JSON.stringify(item).slice(1)}`;
}

describe.each(platforms)('PixWebhookReceiverModule requests on %s', (platform) => {
  let running: RunningApp & { orders: Orders };

  async function start(
    options: PixWebhookReceiverOptions = open,
    rest: StartOptions & { providers?: Provider[]; controllers?: Type[] } = {},
  ) {
    const { providers = [], controllers = [], ...startOptions } = rest;
    const started = await startApp(
      platform,
      {
        imports: [PixWebhookReceiverModule.forRoot(options)],
        providers: [Orders, ...providers],
        controllers,
      },
      startOptions,
    );
    running = { ...started, orders: started.app.get(Orders) };
    return running;
  }

  afterEach(() => running.app.close());

  describe('notifications', () => {
    it('accepts the specification’s body at the suffixed address, and runs the handler once for each Pix', async () => {
      const { port, orders } = await start();
      const sent = [pix(), pix(), pix()];
      const answer = await post(port, '/webhooks/pix/pix', { pix: sent });
      expect(answer).toMatchObject({ status: 200, body: '' });
      expect(orders.handled.map(({ payload }) => payload)).toEqual(sent);
      expect(orders.handled[0]!.context).toMatchObject({
        event: 'pix.recebido',
        eventKey: `pix:${sent[0]!.endToEndId}`,
        receiver: 'default',
        tenant: undefined,
        receivedAt: expect.any(Date),
      });
    });

    it('accepts a bare array and the address without a suffix', async () => {
      const { port, orders } = await start();
      expect((await post(port, '/webhooks/pix/pix', [pix()])).status).toBe(200);
      expect((await post(port, '/webhooks/pix', [pix(), recorrencia()])).status).toBe(200);
      expect((await post(port, '/webhooks/pix/', { pix: [pix()] })).status).toBe(200);
      expect((await post(port, '/webhooks/pix?x=1/pix', [pix()])).status).toBe(200);
      // Some providers register the address with a trailing slash.
      expect((await post(port, '/webhooks/pix//pix', [pix()])).status).toBe(200);
      expect([...orders.events].sort()).toEqual([
        ...Array<string>(5).fill('pix.recebido'),
        'recorrencia',
      ]);
    });

    it('accepts an absolute URL in the request line, as some proxies send it', async () => {
      const { port, orders } = await start();
      const address = 'HTTP://pix.example.com:8080/webhooks/pix';
      expect((await post(port, `${address}/pix?a=b`, [pix()])).status).toBe(200);
      expect((await post(port, `${address}/other`, [pix()])).status).toBe(404);
      expect(orders.handled).toHaveLength(1);
    });

    it('runs the handlers of recs and cobsr', async () => {
      const { port, orders } = await start();
      await post(port, '/webhooks/pix/rec', { recs: [recorrencia()] });
      await post(port, '/webhooks/pix/cobr', { cobsr: [cobrancaRecorrente()] });
      expect(orders.handled.map(({ payload }) => payload)).toEqual([
        recorrencia(),
        cobrancaRecorrente(),
      ]);
      expect(orders.events).toEqual(['recorrencia', 'cobranca-recorrente']);
    });

    it('ignores a list that is null', async () => {
      const { port, orders } = await start();
      const answer = await post(port, '/webhooks/pix', { pix: [pix()], recs: null, cobsr: null });
      expect(answer.status).toBe(200);
      expect(orders.events).toEqual(['pix.recebido']);
    });

    it('emits an event for a refund in a final status, and none for its Pix again', async () => {
      const { port, orders } = await start();
      const paid = pix();
      const send = (...devolucoes: unknown[]) =>
        post(port, '/webhooks/pix/pix', { pix: [{ ...paid, devolucoes }] });
      await post(port, '/webhooks/pix/pix', { pix: [paid] });
      await send(devolucao({ status: 'EM_PROCESSAMENTO' }));
      expect(orders.events).toEqual(['pix.recebido']);
      await send(devolucao());
      await send(devolucao(), devolucao({ id: 'dev2', status: 'NAO_REALIZADO' }));
      expect(orders.events).toEqual(['pix.recebido', 'pix.devolucao', 'pix.devolucao']);
      expect(orders.handled[1]!.payload.devolucao).toEqual(devolucao());
      expect(orders.handled[1]!.payload.pix.endToEndId).toBe(paid.endToEndId);
      expect(orders.handled[2]!.payload.devolucao.id).toBe('dev2');
    });

    it('emits another event for a recurring charge that changes without changing its status', async () => {
      const { port, orders } = await start();
      const send = (fields?: object) =>
        post(port, '/webhooks/pix/cobr', { cobsr: [{ ...cobrancaRecorrente(), ...fields }] });
      await send();
      await send();
      await send({ tentativas: [{ tipo: 'AGND', status: 'REJEITADA' }] });
      expect(orders.handled).toHaveLength(2);
    });

    it.each([
      ['an empty body', ''],
      ['an empty object', {}],
      ['a named test event', { evento: 'teste_webhook', data_criacao: '2026-09-09' }],
      ['an empty list', { pix: [] }],
    ])('answers 200 to a test call: %s', async (_name, body) => {
      const { port, orders } = await start();
      expect(await post(port, '/webhooks/pix', body)).toMatchObject({ status: 200, body: '' });
      expect(orders.handled).toHaveLength(0);
    });
  });

  describe('invalid bodies', () => {
    it.each([
      ['broken JSON', '{"pix":['],
      ['text', '"pix"'],
      ['null', 'null'],
      ['another object', { hello: 'world' }],
      ['a list that is not an array', { pix: 'E123' }],
      ['only a list that is null', { pix: null }],
      ['an item that is null', { pix: [null] }],
      ['an end-to-end id of 31', { pix: [pix({ endToEndId: 'E'.repeat(31) })] }],
      ['no amount', { pix: [pix({ valor: undefined })] }],
      ['an amount with three decimals', { pix: [pix({ valor: '1.001' })] }],
      ['a negative amount', { pix: [pix({ valor: -1 })] }],
      ['an amount of zero', { pix: [pix({ valor: '0.00' })] }],
      ['an amount of zero with more zeros', { pix: [pix({ valor: '000.0' })] }],
      ['an amount of eleven digits', { pix: [pix({ valor: '12345678901.00' })] }],
      ['no time', { pix: [pix({ horario: '' })] }],
      ['a txid that is not a string', { pix: [pix({ txid: 1 })] }],
      ['refunds that are not an array', { pix: [pix({ devolucoes: {} })] }],
      ['a recurrence without id', { recs: [recorrencia({ idRec: undefined })] }],
      ['a recurring charge without txid', { cobsr: [cobrancaRecorrente({ txid: undefined })] }],
      ['data nested too deeply', `{"recs":[${nested(recorrencia())}]}`],
      ['a Pix nested too deeply', `{"pix":[${nested(pix())}]}`],
      ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ])('answers 400 without details: %s', async (_name, body) => {
      const { port, orders } = await start();
      expect(await post(port, '/webhooks/pix', body)).toMatchObject({ status: 400, body: '' });
      expect(orders.handled).toHaveLength(0);
    });

    it('runs the handlers of the valid items in a body with an invalid one', async () => {
      const { port, orders } = await start();
      const answer = await post(port, '/webhooks/pix/pix', { pix: [{}, pix()] });
      expect(answer.status).toBe(400);
      expect(orders.handled).toHaveLength(1);
      const mixed = await post(port, '/webhooks/pix', { pix: [pix()], recs: 'none' });
      expect(mixed.status).toBe(400);
      expect(orders.handled).toHaveLength(2);
    });

    it('answers 413 to a body above the size limit, declared or chunked', async () => {
      const { port, orders } = await start({ ...open, maxBodySize: 1000 });
      const large = JSON.stringify({ pix: [pix({ infoPagador: 'x'.repeat(1000) })] });
      expect((await post(port, '/webhooks/pix', large)).status).toBe(413);
      const chunked = await post(port, '/webhooks/pix', large, {
        headers: { 'transfer-encoding': 'chunked' },
      });
      expect(chunked).toMatchObject({ status: 413, body: '' });
      expect(orders.handled).toHaveLength(0);
    });

    it('reads 1 MiB and 1,000 items by default, of which it ignores those without a payment', async () => {
      const { port, orders } = await start(open);
      const read = async (body: unknown) => (await post(port, '/webhooks/pix', body)).status;
      const mebibyte = '{}'.padEnd(1024 * 1024);
      expect([await read(mebibyte), await read(`${mebibyte} `)]).toEqual([200, 413]);
      const items = Array<object>(1000).fill({ evento: 'teste' });
      expect([await read(items), await read([...items, {}])]).toEqual([200, 413]);
      expect(orders.handled).toHaveLength(0);
    });

    it('refuses more items than maxEvents, and a compressed body', async () => {
      const { port, orders } = await start({ ...open, maxEvents: 2 });
      expect((await post(port, '/webhooks/pix', [pix(), pix(), pix()])).status).toBe(413);
      const gzip = await post(port, '/webhooks/pix', 'x', {
        headers: { 'content-encoding': 'gzip' },
      });
      expect(gzip.status).toBe(415);
      const headers = { 'content-encoding': 'IDENTITY' };
      expect((await post(port, '/webhooks/pix', [], { headers })).status).toBe(200);
      expect(orders.handled).toHaveLength(0);
    });

    it('refuses a Pix with more refunds than maxEvents', async () => {
      const { port, orders } = await start({ ...open, maxEvents: 3 });
      const refunds = (count: number) =>
        Array.from({ length: count }, (_, index) => devolucao({ id: `dev${index}` }));
      const withRefunds = (count: number) => [pix({ devolucoes: refunds(count) })];
      expect((await post(port, '/webhooks/pix', withRefunds(3))).status).toBe(413);
      expect(orders.handled).toHaveLength(0);
      expect((await post(port, '/webhooks/pix', withRefunds(2))).status).toBe(200);
      // An old Pix does not run its handler again; its refunds do.
      expect(orders.events).toEqual(['pix.devolucao', 'pix.devolucao']);
    });

    it('drops a __proto__ field, and keeps the word in a payer’s text', async () => {
      const { port, orders } = await start();
      const text = JSON.stringify(pix({ infoPagador: '__proto__' }));
      const body = `[${text.slice(0, -1)},"\\u005f_proto__":{"admin":true}}]`;
      expect((await post(port, '/webhooks/pix/pix', body)).status).toBe(200);
      const { payload } = orders.handled[0]!;
      expect(Object.keys(payload)).not.toContain('__proto__');
      expect(Object.assign({}, payload)).not.toHaveProperty('admin');
      expect(payload).toHaveProperty('infoPagador', '__proto__');
    });
  });

  it('converts an amount sent as a number, or with fewer decimals or more zeros, to decimal text', async () => {
    const { port, orders } = await start();
    const body = [37.5, 37, '37', '37.5', '37.50', '00000010.00', '000.07'].map((valor) =>
      pix({ valor }),
    );
    await post(port, '/webhooks/pix/pix', body);
    expect(orders.handled.map(({ payload }) => payload.valor)).toEqual([
      '37.50',
      '37.00',
      '37.00',
      '37.50',
      '37.50',
      '10.00',
      '0.07',
    ]);
  });

  describe('deduplication', () => {
    it('answers 200 to a repeat without running the handler', async () => {
      const { port, orders, log } = await start({ ...open, log: { success: 'debug' } });
      const body = { pix: [pix()] };
      for (let delivery = 0; delivery < 3; delivery += 1) {
        expect((await post(port, '/webhooks/pix/pix', body)).status).toBe(200);
      }
      expect(orders.handled).toHaveLength(1);
      expect(log.text).toContain('duplicate');
    });

    it('handles a repeat within one body once', async () => {
      const { port, orders } = await start();
      const paid = pix();
      await post(port, '/webhooks/pix/pix', { pix: [paid, paid] });
      expect(orders.handled).toHaveLength(1);
    });

    it('lets concurrent deliveries wait for the first one and share its outcome', async () => {
      const { port, orders } = await start();
      const gate = new EventEmitter();
      const entered = once(gate, 'entered');
      orders.during = () => {
        gate.emit('entered');
        return once(gate, 'opened');
      };
      const body = { pix: [pix()] };
      const answered: string[] = [];
      const first = post(port, '/webhooks/pix/pix', body).finally(() => answered.push('first'));
      await entered;
      const others = [1, 2, 3].map(() => post(port, '/webhooks/pix/pix', body));
      // A delivery of another event completes first, so the others are waiting when it ends.
      await post(port, '/webhooks/pix/rec', { recs: [recorrencia()] });
      expect(answered).toEqual([]);
      gate.emit('opened');
      const statuses = (await Promise.all([first, ...others])).map(({ status }) => status);
      expect(statuses).toEqual([200, 200, 200, 200]);
      expect(orders.events).toEqual(['recorrencia', 'pix.recebido']);
    });

    it('answers 500 to a failure, and runs the handler again for the repeat', async () => {
      const { port, orders, log } = await start();
      const body = { pix: [pix()] };
      orders.during = () => {
        throw new Error(`no order for ${PAYER_CPF}`);
      };
      expect(await post(port, '/webhooks/pix/pix', body)).toMatchObject({ status: 500, body: '' });
      expect(log.text).toContain('Orders.onPix failed on pix:');
      expect(log.text).not.toContain(PAYER_CPF);
      orders.during = () => undefined;
      expect((await post(port, '/webhooks/pix/pix', body)).status).toBe(200);
      expect(orders.handled).toHaveLength(1);
    });

    it('runs all other handlers when one fails, and only that one for the repeat', async () => {
      const calls: string[] = [];
      let broken = true;
      @Injectable()
      class Several {
        @OnPixRecebido({ order: 2 })
        last() {
          calls.push('last');
        }
        @OnPixRecebido({ order: -1 })
        async first() {
          calls.push('first');
          if (broken) throw new Error('first is broken');
        }
        @OnPixRecebido({ order: 1 })
        middle() {
          calls.push('middle');
        }
      }
      const { port } = await start(open, { providers: [Several] });
      const body = { pix: [pix()] };
      expect((await post(port, '/webhooks/pix/pix', body)).status).toBe(500);
      expect(calls).toEqual(['first', 'middle', 'last']);
      broken = false;
      expect((await post(port, '/webhooks/pix/pix', body)).status).toBe(200);
      expect(calls).toEqual(['first', 'middle', 'last', 'first']);
    });

    it('answers 200 to an event without a handler', async () => {
      const { app, port } = await startApp(platform, {
        imports: [
          PixWebhookReceiverModule.forRoot({ authentication: { secret: 'a-secret-of-the-tests' } }),
        ],
      });
      expect(
        (await post(port, '/webhooks/pix/pix?hmac=a-secret-of-the-tests', [pix()])).status,
      ).toBe(200);
      await app.close();
      await start();
    });

    it('ignores a body that is interrupted, and accepts the next delivery', async () => {
      const { port, orders, log, app } = await start();
      const socket = connect(port, '127.0.0.1');
      socket.write('POST /webhooks/pix HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n[');
      const [request] = (await once(app.getHttpServer(), 'request')) as [IncomingMessage];
      socket.destroy();
      if (!request.closed) await new Promise((resolve) => request.once('close', resolve));
      expect((await post(port, '/webhooks/pix/pix', [pix()])).status).toBe(200);
      expect(orders.handled).toHaveLength(1);
      expect(log.text).toContain('Invalid notification from 127.0.0.1: aborted');
    });

    it('waits at shutdown for a handler whose client has disconnected', async () => {
      const gate = new EventEmitter();
      const opener = { provide: 'opener', useValue: { onModuleDestroy: () => gate.emit('open') } };
      const { port, orders, app } = await start(open, { providers: [opener] });
      const entered = once(gate, 'entered');
      orders.during = async () => {
        gate.emit('entered');
        await once(gate, 'open');
        for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
      };
      const body = JSON.stringify([pix()]);
      const socket = connect(port, '127.0.0.1');
      const requested = once(app.getHttpServer(), 'request') as Promise<[IncomingMessage]>;
      socket.write(
        `POST /webhooks/pix/pix HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      const [request] = await requested;
      await entered;
      socket.destroy();
      if (!request.socket.closed) await once(request.socket, 'close');
      await app.close();
      expect(orders.handled).toHaveLength(1);
    });

    it.each(['before', 'after'] as const)(
      'finishes handlers at shutdown before a client closes whose module is imported %s the receiver',
      async (position) => {
        const order: string[] = [];
        @Injectable()
        class Client {
          beforeApplicationShutdown() {
            order.push('client closed');
          }
        }
        @Module({ providers: [Client] })
        class ClientModule {}
        const receiver = PixWebhookReceiverModule.forRoot(open);
        const imports = position === 'before' ? [ClientModule, receiver] : [receiver, ClientModule];
        const { app, port } = await startApp(platform, { imports, providers: [Orders] });
        running = { app, port, orders: app.get(Orders) } as typeof running;
        const gate = new EventEmitter();
        const entered = once(gate, 'entered');
        running.orders.during = async () => {
          gate.emit('entered');
          for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
          order.push('handled');
        };
        const posted = post(port, '/webhooks/pix/pix', [pix()]);
        await entered;
        await app.close();
        expect(order).toEqual(['handled', 'client closed']);
        expect((await posted).status).toBe(200);
      },
    );

    it('answers 503 with Retry-After to an event that another process is handling', async () => {
      const store = {
        begin: () => 'running' as const,
        complete: () => undefined,
        fail: () => undefined,
      };
      const { port, orders } = await start({ ...open, store });
      const answer = await post(port, '/webhooks/pix/pix', { pix: [pix()] });
      expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
      expect(orders.handled).toHaveLength(0);
    });
  });

  describe('integration with the application', () => {
    @Controller()
    class Own {
      @Get('webhooks/pix')
      page() {
        return 'own page';
      }
      @Post('webhooks/pixels')
      pixels() {
        return 'own pixels';
      }
      @Post('webhooks/pix/other')
      other() {
        return 'own other';
      }
    }

    it('leaves other methods and paths to the application’s own routes', async () => {
      const { port, orders } = await start(open, { controllers: [Own] });
      expect(await post(port, '/webhooks/pix', '', { method: 'GET' })).toMatchObject({
        status: 200,
        body: 'own page',
      });
      expect((await post(port, '/webhooks/pixels', [pix()])).body).toBe('own pixels');
      expect((await post(port, '/webhooks/pix/other', [pix()])).body).toBe('own other');
      expect((await post(port, '/webhooks/pix/pix/pix', [pix()])).status).toBe(404);
      expect((await post(port, '/pix', [pix()])).status).toBe(404);
      expect(orders.handled).toHaveLength(0);
    });

    it('registers no route for a notification that is not accepted', async () => {
      const { port } = await start({ ...open, notifications: ['pix'] });
      expect((await post(port, '/webhooks/pix/rec', { recs: [recorrencia()] })).status).toBe(404);
      expect((await post(port, '/webhooks/pix', { recs: [recorrencia()] })).status).toBe(400);
      expect((await post(port, '/webhooks/pix/pix', [pix()])).status).toBe(200);
    });

    it('bypasses global pipes and guards', async () => {
      class DenyAll implements CanActivate {
        canActivate(): boolean {
          throw new UnauthorizedException();
        }
      }
      const { port, orders } = await start(open, {
        controllers: [Own],
        providers: [{ provide: APP_GUARD, useClass: DenyAll }],
        configure: (app: INestApplication) =>
          app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true })),
      });
      expect((await post(port, '/webhooks/pixels', {})).status).toBe(401);
      expect((await post(port, '/webhooks/pix/pix', { pix: [pix()] })).status).toBe(200);
      expect(orders.handled).toHaveLength(1);
    });

    it('applies the global prefix to its path', async () => {
      const { port, log } = await start(open, {
        configure: (app: INestApplication) => app.setGlobalPrefix('api/v1'),
      });
      expect((await post(port, '/api/v1/webhooks/pix/pix', [pix()])).status).toBe(200);
      expect((await post(port, '/webhooks/pix/pix', [pix()])).status).toBe(404);
      expect(log.text).toContain('POST /api/v1/webhooks/pix[/pix|/rec|/cobr] → Orders.onPix');
    });

    it('honours exclusions from the global prefix, and useGlobalPrefix: false', async () => {
      const prefixed = (exclude: string[]) => ({
        configure: (app: INestApplication) => app.setGlobalPrefix('api', { exclude }),
      });
      const excluded = await start({ ...open, path: 'hooks' }, prefixed(['hooks']));
      expect((await post(excluded.port, '/hooks/pix', [pix()])).status).toBe(200);
      await excluded.app.close();
      const without = await start(
        { ...open, path: 'hooks/', useGlobalPrefix: false },
        prefixed([]),
      );
      expect((await post(without.port, '/hooks/pix', [pix()])).status).toBe(200);
    });

    it('serves two receivers for two providers', async () => {
      const started = await startApp(platform, {
        imports: [
          PixWebhookReceiverModule.forRoot({
            path: '/a',
            authentication: { secret: 'a-secret-of-receiver-a' },
          }),
          PixWebhookReceiverModule.forRoot({
            name: 'b',
            path: '/b',
            authentication: { secret: 'a-secret-of-receiver-b' },
          }),
        ],
        providers: [Orders],
      });
      running = { ...started, orders: started.app.get(Orders) };
      const { port, orders } = running;
      expect((await post(port, '/a/pix?hmac=a-secret-of-receiver-a', [pix()])).status).toBe(200);
      expect((await post(port, '/b/pix?hmac=a-secret-of-receiver-a', [pix()])).status).toBe(403);
      expect((await post(port, '/b/pix?hmac=a-secret-of-receiver-b', [pix()])).status).toBe(200);
      expect(orders.handled).toHaveLength(2);
    });
  });

  it('logs no tax id, no payer’s text and no body', async () => {
    const { port, log } = await start({ ...open, log: { success: 'log' } });
    await post(port, '/webhooks/pix/pix', { pix: [pix(), {}] });
    await post(port, '/webhooks/pix/pix', `{"cpf":"${PAYER_CPF}"`);
    expect(log.text).toContain('pix.recebido pix:');
    expect(log.text).toContain('malformed');
    expect(log.text).not.toMatch(new RegExp(`${PAYER_CPF}|Maria`));
  });
});
