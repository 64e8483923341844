import { EventEmitter } from 'node:events';
import type { ClientRequest } from 'node:http';
import https from 'node:https';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { catchFailure, Harness } from './support/harness.js';

const harness = new Harness();

afterEach(() => {
  jest.restoreAllMocks();
});

/** A response of a mock, whose body `end` completes and `destroy` breaks. */
function respond(): PassThrough {
  return Object.assign(new PassThrough(), { statusCode: 200, headers: {} });
}

/**
 * Replaces `https.request` like nock 14: the request emits `close` while its response is read.
 * `read` continues the response afterwards.
 */
function mockRequest(read: (response: PassThrough) => void): void {
  const request = Object.assign(new EventEmitter(), {
    end: () => {
      setImmediate(() => {
        const response = respond();
        request.emit('socket', Object.assign(new EventEmitter(), { authorized: true }));
        request.emit('response', response);
        response.write('{"status":');
        request.emit('close');
        setImmediate(() => read(response));
      });
    },
    destroy: () => request,
  });
  jest.spyOn(https, 'request').mockReturnValue(request as unknown as ClientRequest);
}

it('a tracing agent that adds to the headers of a request changes no other one', async () => {
  const sent = { Accept: 'application/json' };
  const client = await harness.client();
  jest.spyOn(https, 'request').mockImplementation(((options: https.RequestOptions) => {
    Object.assign(options.headers!, { traceparent: '00-a-b-01' });
    throw new Error('not sent');
  }) as unknown as typeof https.request);
  await catchFailure(client, { method: 'GET', url: 'https://bank.example/cob', headers: sent });
  expect(sent).toEqual({ Accept: 'application/json' });
});

describe('a mocked request that closes before its response ends', () => {
  it('succeeds with the whole body', async () => {
    mockRequest((response) => response.end('"ATIVA"}'));
    const client = await harness.client();
    const { body } = await client.get('https://bank.example/cob');
    expect(body).toBe('{"status":"ATIVA"}');
  });

  it('fails if the response closes without an end', async () => {
    mockRequest((response) => response.destroy());
    const client = await harness.client();
    const failure = await catchFailure(client, { method: 'GET', url: 'https://bank.example/cob' });
    expect(failure).toMatchObject({
      detail: expect.stringContaining('broke during the response'),
      resultUnknown: true,
    });
  });
});
