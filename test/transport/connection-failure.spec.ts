import { describe, expect, it } from '@jest/globals';
import {
  getConnectionErrorCode,
  connectionHint,
  isHandshakeRefusal,
  isPermanent,
  failureKind,
} from '../../lib/transport/failure.js';
import * as failure from '../../lib/transport/failure.js';
import { buildUrl, cleanHeaders, parseTimeout } from '../../lib/transport/request.js';

const FACTS: failure.RequestFacts = {
  host: 'bank.example:443',
  operation: 'PUT /cob/{txid}',
  provider: 'bank',
  safe: false,
};
const REFUSED = 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA';
const REQUIRED = 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED';
const HANDSHAKE = 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE';

const cause = (code: string, message = '') => Object.assign(new Error(message), { code });

function connectionFailure(code: string | undefined, progress: Partial<failure.Progress> = {}) {
  return failure.connectionFailure(
    FACTS,
    { sent: false, reused: false, answered: false, ...progress },
    code === undefined ? undefined : cause(code),
  );
}

describe('getConnectionErrorCode', () => {
  const openssl = '4017:error:0A00042E:SSL routines:ssl3_read_bytes:tlsv1 alert protocol version:x';

  it('returns the OpenSSL code from the message of an EPROTO error', () => {
    expect(getConnectionErrorCode(cause('EPROTO', openssl))).toBe(
      'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    );
    expect(getConnectionErrorCode(cause('EPROTO', 'another text'))).toBe('EPROTO');
    expect(getConnectionErrorCode(cause('ECONNRESET', openssl))).toBe('ECONNRESET');
    expect(getConnectionErrorCode(undefined)).toBeUndefined();
  });
});

describe('connectionHint', () => {
  it.each<[string | undefined, boolean, RegExp]>([
    ['ENOTFOUND', true, /^The name does not exist/],
    ['ECONNRESET', true, /^If it happens every time/],
    ['EPIPE', true, /^If it happens every time/],
    ['ECONNRESET', false, /^$/],
    ['HPE_INVALID_CONSTANT', false, /is not HTTP/],
    ['constructor.name', true, /^$/],
    ['UNKNOWN_CODE', true, /^$/],
    [undefined, true, /^$/],
  ])('for %p on a new connection (%p)', (code, isFirst, expected) => {
    expect(connectionHint(code, isFirst)).toMatch(expected);
  });
});

describe('a connection failure', () => {
  it.each([
    'ENOTFOUND',
    'CERT_HAS_EXPIRED',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    REFUSED,
    REQUIRED,
    'ERR_SSL_WRONG_VERSION_NUMBER',
  ])('with %s is permanent', (code) => {
    expect(isPermanent(code)).toBe(true);
    expect(failureKind(connectionFailure(code))).toBe('permanent');
  });

  it.each(['EAI_AGAIN', 'ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET', undefined])(
    'with %p is temporary',
    (code) => {
      expect(isPermanent(code)).toBe(false);
      expect(failureKind(connectionFailure(code))).toBeUndefined();
    },
  );

  it.each<[string | undefined, boolean]>([
    [REFUSED, true],
    [REQUIRED, true],
    [HANDSHAKE, true],
    ['ENOTFOUND', false],
    ['UNKNOWN_CODE', false],
    [undefined, false],
  ])('isHandshakeRefusal for %p returns %p', (code, expected) => {
    expect(isHandshakeRefusal(code)).toBe(expected);
  });

  it.each<[string, string, Partial<failure.Progress>, boolean]>([
    ['before the request is sent', 'ECONNRESET', {}, false],
    ['after the request is sent', 'ECONNRESET', { sent: true }, true],
    ['by a handshake that the server refused', REFUSED, { sent: true }, false],
    ['by an alert on a connection that served before', REFUSED, { sent: true, reused: true }, true],
    ['by an alert in an answer', REFUSED, { sent: true, answered: true }, true],
  ])('%s sets resultUnknown and its message accordingly', (_, code, progress, resultUnknown) => {
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

  it('has a known outcome for a safe request', () => {
    const progress = { sent: true, reused: false, answered: false };
    expect(failure.connectionFailure({ ...FACTS, safe: true }, progress).resultUnknown).toBe(false);
  });

  it.each<[string, Partial<failure.Progress>, string | undefined]>([
    ['ECONNRESET', { sent: true, reused: true }, 'stale'],
    ['EPIPE', { sent: true, reused: true }, 'stale'],
    ['ETIMEDOUT', { sent: true, reused: true }, undefined],
    ['ECONNRESET', { sent: true, reused: false }, undefined],
    ['ECONNRESET', { sent: true, reused: true, answered: true }, undefined],
  ])('with %s and %j has the kind %p', (code, progress, kind) => {
    expect(failureKind(connectionFailure(code, progress))).toBe(kind);
  });

  it('names the phase and the code in its detail', () => {
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

describe('other request failures', () => {
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
  ])('%s has its title, outcome and kind', (_, error, expected, kind) => {
    expect(error).toMatchObject({ ...expected, operation: FACTS.operation, provider: 'bank' });
    expect(failureKind(error)).toBe(kind);
  });

  it.each([undefined, null, 'text', {}])('failureKind returns undefined for %p', (error) => {
    expect(failureKind(error)).toBeUndefined();
  });
});

describe('cleanHeaders', () => {
  it('omits removed headers and those that only Node.js sets', () => {
    const headers = {
      HOST: 'x',
      'Content-length': '9',
      'Transfer-Encoding': 'chunked',
      none: undefined,
      no: null,
      off: false,
      zero: 0,
      list: ['a', 'b'],
      'x-host': 'kept',
      'content-length-of': 'kept',
    };
    expect(cleanHeaders(headers)).toEqual({
      zero: '0',
      list: ['a', 'b'],
      'x-host': 'kept',
      'content-length-of': 'kept',
    });
  });
});

describe('buildUrl', () => {
  it('returns the address as it is', () => {
    expect(buildUrl({ url: 'https://bank.example/x?a=1' }).href).toBe('https://bank.example/x?a=1');
  });

  it.each([
    ['http://bank.example', 'Only https addresses'],
    ['https://user@bank.example', 'must not contain credentials'],
    ['https://:secret@bank.example', 'must not contain credentials'],
    ['/cob', 'must be absolute'],
  ])('refuses %s', (url, message) => {
    expect(() => buildUrl({ url })).toThrow(message);
  });
});

describe('parseTimeout', () => {
  it.each([
    [600, 600_000],
    [0.0001, 1],
  ])('converts %d s to %d ms', (seconds, ms) => {
    expect(parseTimeout(seconds)).toEqual({ connectMs: ms, readMs: ms });
    expect(parseTimeout([seconds, null])).toEqual({ connectMs: ms, readMs: null });
  });

  it('refuses more than 600 seconds and suggests the value in seconds', () => {
    expect(() => parseTimeout(30_000)).toThrow(/30000 is too long.*set 30\./);
  });

  it.each([0, '5', [5], [5, 5, 5], [null, 5], [5, 0]])('refuses %j', (value) => {
    expect(() => parseTimeout(value as number)).toThrow(
      /^timeout must be a number of seconds above 0/,
    );
  });
});
