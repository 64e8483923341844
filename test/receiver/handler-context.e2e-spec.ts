import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Observable } from 'rxjs';
import { buildPix } from '../../devkit/testing.js';
import {
  InMemoryEventStore,
  OnPixRecebido,
  PixWebhookReceiverModule,
  PixWebhookStats,
  PixWebhookWorkerModule,
  type PixEventContext,
  type PixEventErrorListener,
  type PixEventFailure,
  type PixWebhookMiddleware,
  type PixWebhookReceiverOptions,
} from '../../lib/receiver/index.js';
import { platforms, startApp, type Platform, type RunningApp } from './support/app.js';
import { post } from './support/post.js';
import { Queue } from './support/queue.js';

const authentication = { secret: 'a-long-and-random-secret-of-tests' };
const address = `/webhooks/pix/pix?hmac=${authentication.secret}`;

interface Store {
  id: unknown;
}
const storage = new AsyncLocalStorage<Store>();

/** As the middleware of nestjs-cls and pino-http. */
const withRequestId: PixWebhookMiddleware = (request, _response, next) =>
  storage.run({ id: request.headers['x-request-id'] }, next);

/** As the interceptor of nestjs-cls. */
@Injectable()
class ClsInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { eventKey } = context.switchToRpc().getContext<PixEventContext>();
    return new Observable((subscriber) =>
      storage.run({ id: eventKey }, () => next.handle().subscribe(subscriber)),
    );
  }
}

const seen: unknown[] = [];
let fail: Error | undefined;

@Injectable()
class Orders {
  @OnPixRecebido()
  async paid() {
    await new Promise((resolve) => setTimeout(resolve, 1));
    seen.push(storage.getStore()?.id);
    if (fail) throw fail;
  }
}

@Injectable()
class ClsOrders {
  @OnPixRecebido()
  @UseInterceptors(ClsInterceptor)
  async paid() {
    await Promise.resolve();
    seen.push(storage.getStore()?.id);
  }
}

let running: RunningApp | undefined;

afterEach(async () => {
  await running?.app.close();
  running = undefined;
  seen.length = 0;
  fail = undefined;
});

async function start(platform: Platform, options: PixWebhookReceiverOptions, type = Orders) {
  running = await startApp(platform, {
    imports: [PixWebhookReceiverModule.forRoot({ authentication, ...options })],
    providers: [type],
  });
  return running;
}

describe.each(platforms)('middleware of a receiver on %s', (platform) => {
  it('gives handlers its asynchronous context', async () => {
    const { port } = await start(platform, { middleware: [withRequestId] });
    const send = (id: string) =>
      post(port, address, { pix: [buildPix()] }, { headers: { 'x-request-id': id } });
    const answers = await Promise.all(['req-1', 'req-2', 'req-3'].map(send));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(seen.sort()).toEqual(['req-1', 'req-2', 'req-3']);
  });

  it('runs in order, and not for callers that are not authenticated', async () => {
    const order: string[] = [];
    const note =
      (name: string): PixWebhookMiddleware =>
      (_request, _response, next) => {
        order.push(name);
        next();
      };
    const { port } = await start(platform, { middleware: [note('first'), note('second')] });
    const forged = await post(port, '/webhooks/pix/pix?hmac=wrong', { pix: [buildPix()] });
    expect(forged.status).toBe(403);
    expect(order).toEqual([]);
    expect((await post(port, address, { pix: [buildPix()] })).status).toBe(200);
    expect(order).toEqual(['first', 'second']);
  });

  it.each<[string, PixWebhookMiddleware]>([
    [
      'throws',
      () => {
        throw new Error('no context');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no context'))],
    ['passes an error', (_request, _response, next) => next(new Error('no context'))],
  ])('answers 500 if it %s, so that the provider repeats', async (_name, middleware) => {
    const { port, log, app } = await start(platform, { middleware: [middleware] });
    expect((await post(port, address, { pix: [buildPix()] })).status).toBe(500);
    expect(seen).toEqual([]);
    expect(log.text).toContain('Could not receive a notification: Error: no context');
    expect(app.get(PixWebhookStats).notifications).toEqual({ error: 1 });
  });

  it('may answer itself; the event is then not handled', async () => {
    const { port, app } = await start(platform, {
      middleware: [
        (_request, response) => {
          response.statusCode = 503;
          response.end('maintenance');
        },
      ],
    });
    expect((await post(port, address, { pix: [buildPix()] })).status).toBe(503);
    expect(seen).toEqual([]);
    expect(app.get(PixWebhookStats).notifications).toEqual({ aborted: 1 });
  });
});

describe('asynchronous context of handlers', () => {
  it('comes from an interceptor, in a receiver and in a worker', async () => {
    const { port } = await start('Express', {}, ClsOrders);
    const paid = buildPix();
    expect((await post(port, address, { pix: [paid] })).status).toBe(200);
    expect(seen).toEqual([`pix:${paid.endToEndId}`]);
    await running?.app.close();

    const queue = new Queue();
    running = await startWorker(queue, ClsOrders);
    await queue.enqueue(queued('pix:E2'));
    expect(await queue.deliver()).toEqual([{ outcome: 'done' }]);
    expect(seen).toEqual([`pix:${paid.endToEndId}`, 'pix:E2']);
  });
});

describe('onError', () => {
  const failures: [unknown, PixEventFailure][] = [];
  const onError: PixEventErrorListener = (error, failure) => failures.push([error, failure]);

  afterEach(() => {
    failures.length = 0;
  });

  it('receives the error of a handler as it was thrown, and the event', async () => {
    fail = new Error('order of CPF 123.456.789-09');
    const { port, log } = await start('Express', { onError });
    const paid = buildPix();
    expect((await post(port, address, { pix: [paid] })).status).toBe(500);
    expect(failures).toEqual([
      [
        fail,
        {
          event: 'pix.recebido',
          eventKey: `pix:${paid.endToEndId}`,
          receiver: 'default',
          tenant: undefined,
          receivedAt: expect.any(Date),
          handler: 'Orders.paid',
        },
      ],
    ]);
    expect(log.text).not.toContain('123.456.789-09');
  });

  it.each<[string, PixEventErrorListener]>([
    [
      'throws',
      () => {
        throw new Error('tracker is down, token=abc');
      },
    ],
    ['rejects', () => Promise.reject(new Error('tracker is down, token=abc'))],
  ])('changes nothing if it %s', async (_name, listener) => {
    fail = new Error('no order yet');
    const { port, log } = await start('Express', { onError: listener });
    expect((await post(port, address, { pix: [buildPix()] })).status).toBe(500);
    expect(log.text).toContain('onError failed: Error: tracker is down, token=***');
    expect(log.text).toContain('no order yet');
  });

  it('is called in a worker', async () => {
    fail = new Error('no order yet');
    const queue = new Queue();
    running = await startWorker(queue, Orders, onError);
    await queue.enqueue(queued('filial/pix:E3'));
    expect(await queue.deliver()).toEqual([
      { outcome: 'failed', reason: expect.stringContaining('no order yet') },
    ]);
    expect(failures).toEqual([[fail, expect.objectContaining({ eventKey: 'filial/pix:E3' })]]);
  });
});

function queued(key: string) {
  const receivedAt = new Date().toISOString();
  return { type: 'pix.recebido' as const, key, payload: buildPix(), receivedAt };
}

function startWorker(queue: Queue, type: typeof Orders, onError?: PixEventErrorListener) {
  const store = new InMemoryEventStore();
  return startApp('Express', {
    imports: [
      PixWebhookWorkerModule.forRoot({ queue, store, onError, useGlobalEnhancers: ['guards'] }),
    ],
    providers: [type],
  });
}
