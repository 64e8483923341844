import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  type PixWebhookMiddleware,
  runMiddleware,
} from '../../lib/receiver/http/webhook.listener.js';

type Next = Parameters<PixWebhookMiddleware>[2];

let request: IncomingMessage;
let response: ServerResponse;
let runs: number;

beforeEach(() => {
  request = new IncomingMessage(new Socket());
  response = new ServerResponse(request);
  runs = 0;
});

const run = (middleware: readonly PixWebhookMiddleware[], result = Promise.resolve('handled')) =>
  runMiddleware(middleware, request, response, () => {
    runs += 1;
    return result;
  });

describe('runMiddleware', () => {
  it('passes request and response to each function', async () => {
    const seen: unknown[] = [];
    const note: PixWebhookMiddleware = (...[given, answer, next]) => {
      seen.push(given, answer);
      next();
    };
    await expect(run([note, note])).resolves.toBe('handled');
    expect(seen).toEqual([request, response, request, response]);
  });

  it('runs the work once if a function continues twice', async () => {
    const twice: PixWebhookMiddleware = (_request, _response, next) => {
      next();
      next(new Error('too late'));
      next(null);
    };
    await expect(run([twice])).resolves.toBe('handled');
    expect(runs).toBe(1);
  });

  it('has no result if the connection closes before a function continues', async () => {
    let later!: Next;
    const running = run([(_request, _response, next) => void (later = next)]);
    response.emit('close');
    await expect(running).resolves.toBeUndefined();
    later();
    expect(runs).toBe(0);
  });

  it('has the result of the work if the connection closes while it runs', async () => {
    let finish!: (result: string) => void;
    const work = new Promise<string>((resolve) => (finish = resolve));
    const running = run([(_request, _response, next) => next(null)], work);
    response.emit('close');
    finish('handled');
    await expect(running).resolves.toBe('handled');
  });

  it('rejects with what a function passes, as an error', async () => {
    const error = new Error('no context');
    await expect(run([(_request, _response, next) => next(error)])).rejects.toBe(error);
    const text = run([(_request, _response, next) => next('no context')]);
    await expect(text).rejects.toThrow('no context');
    await expect(text).rejects.toBeInstanceOf(Error);
    expect(runs).toBe(0);
  });

  it('rejects with the error of the work', async () => {
    const error = new Error('no connection');
    const work = Promise.reject(error);
    await expect(run([(_request, _response, next) => next()], work)).rejects.toBe(error);
  });
});
