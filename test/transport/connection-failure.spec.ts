import { describe, expect, it } from '@jest/globals';
import {
  getErrorCode,
  connectionHint,
  isHandshakeRefusal,
  isPermanent,
} from '../../lib/transport/http/connection-hints.js';
import { failureKind } from '../../lib/transport/http/failure-kind.js';
import * as failure from '../../lib/transport/http/failure.js';
import { buildUrl, toRequestBody, rawHeaders } from '../../lib/transport/http/request-config.js';
import { parseTimeout } from '../../lib/transport/time-limit.js';

const FACTS: failure.RequestFacts = {
  host: 'bank.example:443',
  operation: 'PUT /cob/{txid}',
  provider: 'bank',
  safe: false,
};
const REFUSED = 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA';
const WANTED = 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED';
const HANDSHAKE = 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE';

const cause = (code: string, message = '') => Object.assign(new Error(message), { code });

function connectionFailure(code: string | undefined, progress: Partial<failure.Progress> = {}) {
  return failure.connectionFailure(
    FACTS,
    { sent: false, reused: false, answered: false, ...progress },
    code === undefined ? undefined : cause(code),
  );
}

describe('the code of a connection error', () => {
  const openssl = '4017:error:0A00042E:SSL routines:ssl3_read_bytes:tlsv1 alert protocol version:x';

  it('is read from the text of OpenSSL where Node has none', () => {
    expect(getErrorCode(cause('EPROTO', openssl))).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
    expect(getErrorCode(cause('EPROTO', 'another text'))).toBe('EPROTO');
    expect(getErrorCode(cause('ECONNRESET', openssl))).toBe('ECONNRESET');
    expect(getErrorCode(undefined)).toBeUndefined();
  });
});

describe('the hint of a connection error', () => {
  it.each<[string | undefined, boolean, RegExp]>([
    ['ENOTFOUND', true, /^The name does not exist/],
    ['ECONNRESET', true, /^If it happens every time/],
    ['EPIPE', true, /^If it happens every time/],
    ['ECONNRESET', false, /^$/],
    ['HPE_INVALID_CONSTANT', false, /is not HTTP/],
    ['constructor.name', true, /^$/],
    ['UNHEARD_OF', true, /^$/],
    [undefined, true, /^$/],
  ])('of %p on a new connection (%p)', (code, isFirst, expected) => {
    expect(connectionHint(code, isFirst)).toMatch(expected);
  });
});

describe('a connection error', () => {
  it.each([
    'ENOTFOUND',
    'CERT_HAS_EXPIRED',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    REFUSED,
    WANTED,
    'ERR_SSL_WRONG_VERSION_NUMBER',
  ])('%s happens with each new connection', (code) => {
    expect(isPermanent(code)).toBe(true);
    expect(failureKind(connectionFailure(code))).toBe('permanent');
  });

  it.each(['EAI_AGAIN', 'ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET', undefined])(
    '%p may pass',
    (code) => {
      expect(isPermanent(code)).toBe(false);
      expect(failureKind(connectionFailure(code))).toBeUndefined();
    },
  );

  it.each<[string | undefined, boolean]>([
    [REFUSED, true],
    [WANTED, true],
    [HANDSHAKE, true],
    ['ENOTFOUND', false],
    ['UNHEARD_OF', false],
    [undefined, false],
  ])('%p refuses the handshake: %p', (code, expected) => {
    expect(isHandshakeRefusal(code)).toBe(expected);
  });

  it.each<[string, string, Partial<failure.Progress>, boolean]>([
    ['before the request was sent', 'ECONNRESET', {}, false],
    ['after the request was sent', 'ECONNRESET', { sent: true }, true],
    ['by a handshake that the server refused', REFUSED, { sent: true }, false],
    ['by an alert on a connection that served before', REFUSED, { sent: true, reused: true }, true],
    ['by an alert in an answer', REFUSED, { sent: true, answered: true }, true],
  ])('%s leaves the outcome unknown as it must', (_, code, progress, resultUnknown) => {
    const error = connectionFailure(code, progress);
    expect(error).toMatchObject({
      resultUnknown,
      title: resultUnknown ? 'Connection broken' : 'Connection failed',
      operation: 'PUT /cob/{txid}',
      provider: 'bank',
      cause: { code },
    });
    expect(error.detail.includes('Nothing was processed')).toBe(!resultUnknown);
  });

  it('never leaves the outcome of a safe request unknown', () => {
    const progress = { sent: true, reused: false, answered: false };
    expect(failure.connectionFailure({ ...FACTS, safe: true }, progress).resultUnknown).toBe(false);
  });

  it.each<[string, Partial<failure.Progress>, string | undefined]>([
    ['ECONNRESET', { sent: true, reused: true }, 'stale'],
    ['EPIPE', { sent: true, reused: true }, 'stale'],
    ['ETIMEDOUT', { sent: true, reused: true }, undefined],
    ['ECONNRESET', { sent: true, reused: false }, undefined],
    ['ECONNRESET', { sent: true, reused: true, answered: true }, undefined],
  ])('%s with %j is of a stale connection: %p', (code, progress, kind) => {
    expect(failureKind(connectionFailure(code, progress))).toBe(kind);
  });

  it('says where it broke, and with which code', () => {
    expect(connectionFailure('ECONNRESET', { sent: true, reused: true }).detail).toBe(
      'The connection to bank.example:443 broke before the response (ECONNRESET).',
    );
    expect(connectionFailure('ENOTFOUND', { sent: true, answered: true }).detail).toBe(
      'The connection to bank.example:443 broke during the response (ENOTFOUND).',
    );
    expect(connectionFailure(undefined).detail).toBe(
      'No connection to bank.example:443 (closed). Nothing was processed.',
    );
  });
});

describe('other failures of a request', () => {
  it.each<[string, Error, { title: string; resultUnknown: boolean }, string | undefined]>([
    [
      'no connection in time',
      failure.connectTimeout(FACTS, 5_000),
      { title: 'Connect time limit exceeded', resultUnknown: false },
      undefined,
    ],
    [
      'no free connection',
      failure.queueTimeout(FACTS, 5_000),
      { title: 'No free connection', resultUnknown: false },
      undefined,
    ],
    [
      'no answer in time',
      failure.readTimeout(FACTS, 5_000, { sent: true, reused: false, answered: false }),
      { title: 'Read time limit exceeded', resultUnknown: true },
      undefined,
    ],
    [
      'an abort before it was sent',
      failure.aborted(FACTS, { sent: false }, 'x'),
      { title: 'Request aborted', resultUnknown: false },
      'aborted',
    ],
    [
      'an abort after it was sent',
      failure.aborted(FACTS, { sent: true }, 'x'),
      { title: 'Request aborted', resultUnknown: true },
      'aborted',
    ],
    [
      'too large a response',
      failure.responseTooLarge(FACTS, 9),
      { title: 'Response too large', resultUnknown: true },
      'too-large',
    ],
    [
      'a response that cannot be decoded',
      failure.undecodable(FACTS, new Error('x')),
      { title: 'Response undecodable', resultUnknown: true },
      undefined,
    ],
    [
      'a client that was closed before it was sent',
      failure.clientClosed(FACTS),
      { title: 'Client closed', resultUnknown: false },
      'closed',
    ],
    [
      'a client that was closed after it was sent',
      failure.closedInFlight(FACTS, { sent: true }),
      { title: 'Client closed', resultUnknown: true },
      'closed',
    ],
    [
      'a deadline that passed',
      failure.deadlinePassed(FACTS),
      { title: 'Deadline exceeded', resultUnknown: false },
      undefined,
    ],
  ])('%s', (_, error, expected, kind) => {
    expect(error).toMatchObject({ ...expected, operation: FACTS.operation, provider: 'bank' });
    expect(failureKind(error)).toBe(kind);
  });

  it.each([undefined, null, 'text', {}])('%p has no kind', (error) => {
    expect(failureKind(error)).toBeUndefined();
  });
});

describe('the headers that are sent', () => {
  it.each<[string, string | undefined, string[]]>([
    ['POST', undefined, ['Content-Length', '0']],
    ['PUT', undefined, ['Content-Length', '0']],
    ['PATCH', undefined, ['Content-Length', '0']],
    ['GET', undefined, []],
    ['DELETE', undefined, []],
    ['GET', 'ã', ['Content-Length', '2']],
    ['POST', '', ['Content-Length', '0']],
  ])('of %s with the body %p tell its length', (method, body, expected) => {
    expect(rawHeaders({}, method, 'bank.example', body)).toEqual([
      'Host',
      'bank.example',
      ...expected,
    ]);
  });

  it('leave out removed ones and those that only the transport sets', () => {
    const headers = {
      HOST: 'x',
      'Content-length': '9',
      'Transfer-Encoding': 'chunked',
      none: undefined,
      no: null,
      off: false,
      zero: 0,
      list: ['a', 'b'],
      test: 'kept',
      'fourteen-chars': 'kept',
      'seventeen-letters': 'kept',
    };
    expect(rawHeaders(headers, 'GET', 'h', undefined)).toEqual([
      ...['Host', 'h', 'zero', '0', 'list', 'a', 'list', 'b', 'test', 'kept'],
      ...['fourteen-chars', 'kept', 'seventeen-letters', 'kept'],
    ]);
  });
});

describe('the address of a request', () => {
  it('is joined with its base and parameters', () => {
    const config = { baseURL: 'https://bank.example/v2', url: '/cob', params: { a: 1 } };
    expect(buildUrl(config).href).toBe('https://bank.example/v2/cob?a=1');
    expect(buildUrl({ url: 'https://bank.example/x' }).href).toBe('https://bank.example/x');
    expect(buildUrl({ url: 'https://bank.example/x', params: { a: 1 } }).search).toBe('?a=1');
    expect(buildUrl({ url: '/x', baseURL: 'https://bank.example' }).pathname).toBe('/x');
  });

  it.each([
    ['http://bank.example', 'Only https addresses'],
    ['https://user@bank.example', 'must not contain credentials'],
    ['https://:secret@bank.example', 'must not contain credentials'],
    ['/cob', 'must be absolute'],
  ])('%s is refused', (url, message) => {
    expect(() => buildUrl({ url })).toThrow(message);
  });
});

describe('the body of a request', () => {
  it('is text, bytes or nothing', () => {
    const bytes = Buffer.from('x');
    expect([
      toRequestBody('x'),
      toRequestBody(bytes),
      toRequestBody(null),
      toRequestBody(undefined),
    ]).toEqual(['x', bytes, undefined, undefined]);
    expect(() => toRequestBody({})).toThrow('serialize it first');
  });
});

describe('a time limit', () => {
  it.each([
    [2_147_483, 2_147_483_000],
    [0.0001, 1],
  ])('of %d s is %d ms', (seconds, ms) => {
    expect(parseTimeout(seconds)).toEqual({ connectMs: ms, readMs: ms });
    expect(parseTimeout([seconds, null])).toEqual({ connectMs: ms, readMs: null });
  });

  it.each([0, 2_147_483.1, '5', [5], [5, 5, 5], [null, 5], [5, 0]])('%j is refused', (value) => {
    expect(() => parseTimeout(value as number)).toThrow(
      /^timeout must be a number of seconds above 0/,
    );
  });
});
