import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { PixPayloadService } from '../../lib/payload/index.js';
import { watchTimers } from '../support/watch-timers.js';
import { startTcp } from '../transport/support/servers.js';
import { PayloadHost } from './support/payload-host.js';

const host = new PayloadHost();

describe('the timeouts of a payload fetch', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('are 5 s for the handshake and 30 s after it, and leave no timer', async () => {
    const timers = watchTimers();
    let duringRequest: unknown;
    host.answer = (_request, response) => {
      duringRequest = timers.running();
      response.end();
    };
    expect(await host.failure()).toMatchObject({ title: 'Invalid response' });
    // The first one is for a free connection.
    expect(timers.lengths()).toEqual([30_000, 5000, 30_000]);
    expect(duringRequest).toEqual([30_000]);
    expect(timers.running()).toEqual([]);
  });

  it('reject with PixTimeoutException when the response never arrives', async () => {
    host.answer = () => undefined;
    expect(await host.failure(host.service({ timeout: [5, 0.1] }))).toMatchObject({
      name: 'PixTimeoutException',
      title: 'Read time limit exceeded',
      detail: `${host.server.host} did not respond within 0.1 s of the request being sent.`,
      resultUnknown: false,
    });
  });

  it('reject with PixTimeoutException when the handshake never completes', async () => {
    const server = await startTcp(() => undefined);
    try {
      const service = host.service({ timeout: [0.1, 5] });
      expect(await host.failure(service, `${server.host}/qr/v2/abc`)).toMatchObject({
        name: 'PixTimeoutException',
        title: 'Connect time limit exceeded',
        detail: expect.stringContaining(`No TLS connection to ${server.host} within 0.1 s.`),
        resultUnknown: false,
      });
    } finally {
      await server.close();
    }
  });

  it('apply to the whole response', async () => {
    let interval: NodeJS.Timeout | undefined;
    host.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/jose' });
      interval = setInterval(() => response.write('x'), 10);
    };
    const error = await host.failure(host.service(), host.location(), { timeout: [5, 0.15] });
    clearInterval(interval);
    expect(error).toMatchObject({ name: 'PixTimeoutException' });
  });

  it.each([
    0,
    -1,
    NaN,
    2_147_484,
    '5',
    null,
    [],
    [1],
    [1, 2, 3],
    [0, 1],
    [1, 0],
    [1, '2'],
    [5, null],
  ])('refuse %j', async (timeout) => {
    const expected = expect.objectContaining({ name: 'ValueError' });
    expect(() => new PixPayloadService({ timeout: timeout as never })).toThrow(expected);
    const options = { timeout: timeout as never };
    expect(await host.failure(host.service(), host.location(), options)).toEqual(expected);
    expect(host.requests).toEqual([]);
  });

  it('accept 600 seconds, and suggest seconds for more', () => {
    expect(() => new PixPayloadService({ timeout: 600 })).not.toThrow();
    expect(() => new PixPayloadService({ timeout: [5, 30_000] })).toThrow(
      'timeout is in seconds and at most 600, so 30000 is too long. For 30000 milliseconds, set 30.',
    );
  });
});
