import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { RequestMethod } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import { type PixDeliveryOutcome, worse } from '../../lib/receiver/dispatch/outcomes.js';
import { scopeKey } from '../../lib/receiver/events.js';
import {
  endResponse,
  overlap,
  PathPattern,
  readTarget,
  withGlobalPrefix,
} from '../../lib/receiver/http/request.js';
import { ManualRuntime } from '../support/manual-runtime.js';

describe('PathPattern', () => {
  it.each([
    ['/pix', '/pix', { tenant: undefined, rest: '' }],
    ['/pix', '/pix/rec', { tenant: undefined, rest: '/rec' }],
    ['/pix', '/other', undefined],
    ['', '/rec', { tenant: undefined, rest: '/rec' }],
    ['/:tenant', '/a/rec', { tenant: 'a', rest: '/rec' }],
    ['/:tenant', '/', undefined],
    ['/p/:tenant/hook', '/p/a/hook/pix', { tenant: 'a', rest: '/pix' }],
    ['/p/:tenant/hook', '/p/a', undefined],
    ['/p/:tenant/hook', '/p//hook', undefined],
    ['/p/:tenant/hook', '/p/a/other', undefined],
    ['/p/:tenant', '/q/a', undefined],
  ])('matches %s with %s: %j', (path, pathname, match) => {
    expect(new PathPattern(path).match(pathname)).toEqual(match);
  });

  it('lists its paths', () => {
    const pattern = new PathPattern('/p/:tenant');
    expect(pattern.hasTenant).toBe(true);
    expect(new PathPattern('/p').hasTenant).toBe(false);
    expect(pattern.forms(['pix', 'rec'])).toEqual([
      ['p', ':tenant'],
      ['p', ':tenant', 'pix'],
      ['p', ':tenant', 'rec'],
    ]);
  });

  it.each([
    [['a'], ['a'], true],
    [['a'], ['b'], false],
    [['a'], ['a', 'b'], false],
    [['a', ':tenant'], ['a', 'b'], true],
    [['a', 'b'], ['a', ':tenant'], true],
    [['a', ':tenant'], ['b', 'c'], false],
  ])('detects that %j and %j overlap: %s', (one, other, expected) => {
    expect(overlap(one, other)).toBe(expected);
  });
});

describe('readTarget', () => {
  it.each([
    ['/pix?hmac=segredo', '/pix', '/pix'],
    ['/pix//rec/?hmac=segredo', '/pix', '/pix/rec'],
    ['/pix?hmac=segredo/rec', '/pix', '/pix'],
    ['/t/52998224725/pix?hmac=segredo', '/t/:tenant', '/t/:tenant/pix'],
  ])('reads the path of %s below %s without query and tenant: %s', (url, path, expected) => {
    expect(readTarget(url, new PathPattern(path))?.path).toBe(expected);
  });

  const read = (url: string, path = '/pix') => {
    const target = readTarget(url, new PathPattern(path));
    return target && [target.kind, target.tenant, String(target.query)];
  };

  it.each([
    ['/pix', [undefined, undefined, '']],
    ['/pix/', [undefined, undefined, '']],
    ['/pix/pix', ['pix', undefined, '']],
    ['/pix//rec', ['rec', undefined, '']],
    ['/pix/cobr/', ['cobr', undefined, '']],
    ['/pix?a=b/pix', ['pix', undefined, 'a=b']],
    ['/pix?a=b/c', [undefined, undefined, 'a=b%2Fc']],
    ['/pix?a=b/c/rec', ['rec', undefined, 'a=b%2Fc']],
    ['/pix?/rec', ['rec', undefined, '']],
    ['/pix/rec?a=b/pix', ['rec', undefined, 'a=b']],
    ['/pix?a=b#/rec', [undefined, undefined, 'a=b']],
    ['HTTPS://host.example/pix/rec?a=b', ['rec', undefined, 'a=b']],
    ['http://host.example/pix', [undefined, undefined, '']],
  ])('parses %s to %j', (url, target) => {
    expect(read(url)).toEqual(target);
  });

  it.each(['/pix/other', '/pix/xpix', '/pix/pixx', '/pixx', '/pix/pix/rec', '/', '/x/pix'])(
    'returns undefined for %s',
    (url) => {
      expect(read(url)).toBeUndefined();
    },
  );

  it('returns the tenant as written in the URL', () => {
    expect(read('/p/a%20b/rec', '/p/:tenant')).toEqual(['rec', 'a%20b', '']);
  });
});

describe('withGlobalPrefix', () => {
  const prefixed = (path: string, exclude: { method: RequestMethod; pattern: RegExp }[] = []) => {
    const config = new ApplicationConfig();
    config.setGlobalPrefix('api/');
    config.setGlobalPrefixOptions({
      exclude: exclude.map(({ method, pattern }) => ({
        path: '',
        requestMethod: method,
        pathRegex: pattern,
      })),
    });
    return withGlobalPrefix(path, config);
  };

  it.each([
    [RequestMethod.ALL, '/pix'],
    [RequestMethod.POST, '/pix'],
    [RequestMethod.GET, '/api/pix'],
  ])('honours an exclusion of method %d: %s', (method, path) => {
    expect(prefixed('/pix', [{ method, pattern: /^\/pix$/ }])).toBe(path);
  });

  it('honours one of several exclusions, and the exclusion of the root', () => {
    const other = { method: RequestMethod.ALL, pattern: /^\/other$/ };
    const root = { method: RequestMethod.ALL, pattern: /^\/$/ };
    expect(prefixed('', [other, root])).toBe('');
    expect(prefixed('', [other])).toBe('/api');
    expect(prefixed('/pix', [other, root])).toBe('/api/pix');
    expect(prefixed('/pix')).toBe('/api/pix');
  });
});

describe('endResponse', () => {
  function endWith(status: number, request: object = {}, response: object = {}) {
    const runtime = new ManualRuntime();
    const calls: unknown[] = [];
    const caller = Object.assign(new EventEmitter(), {
      headers: {},
      httpVersionMajor: 1,
      complete: false,
      ...request,
    });
    const written = {
      headersSent: false,
      destroyed: false,
      writeHead: (...head: unknown[]) => calls.push(head),
      flushHeaders: () => calls.push('flushed'),
      end: () => calls.push('ended'),
      ...response,
    };
    const [from, to] = [caller as never as IncomingMessage, written as never as ServerResponse];
    endResponse(from, to, status, runtime);
    return { calls, caller, runtime };
  }
  const headers = { 'Content-Length': '0', 'Cache-Control': 'no-store' };
  const unread = { headers: { 'content-length': '5' } };

  it('sends Retry-After of five seconds only with 503', () => {
    expect(endWith(503).calls).toEqual([[503, { ...headers, 'Retry-After': '5' }], 'ended']);
    expect(endWith(500).calls).toEqual([[500, headers], 'ended']);
  });

  it.each([{ headersSent: true }, { destroyed: true }])('writes nothing after %j', (response) => {
    expect(endWith(200, {}, response).calls).toEqual([]);
  });

  it.each([
    [{ headers: { 'content-length': '0' } }, false],
    [{ headers: { 'content-length': '1' } }, true],
    [{ headers: { 'transfer-encoding': 'chunked' } }, true],
    [{ ...unread, complete: true }, false],
    [{ ...unread, httpVersionMajor: 2 }, false],
    [unread, true],
  ])('closes the connection when the body is unread (%j): %s', (request, closes) => {
    const { calls } = endWith(403, request);
    const [[, sent]] = calls as [[number, object]];
    expect('Connection' in sent).toBe(closes);
    expect(calls.includes('flushed')).toBe(closes);
    expect(calls.includes('ended')).toBe(!closes);
  });

  it('discards at most 1 MiB of the body', () => {
    const { calls, caller, runtime } = endWith(403, unread);
    caller.emit('data', Buffer.alloc(1024 * 1024));
    expect(calls).not.toContain('ended');
    caller.emit('data', Buffer.alloc(1));
    expect(calls).toContain('ended');
    expect(runtime.pendingTimers).toBe(0);
  });

  it('discards the body for at most two seconds', async () => {
    const { calls, runtime } = endWith(403, unread);
    await runtime.advance(1999);
    expect(calls).not.toContain('ended');
    await runtime.advance(1);
    expect(calls).toContain('ended');
  });

  it.each(['end', 'close'])('stops discarding on %s, and ignores errors', (event) => {
    const { calls, caller, runtime } = endWith(403, unread);
    caller.emit('error', new Error('reset'));
    expect(calls).not.toContain('ended');
    caller.emit(event);
    expect(calls).toContain('ended');
    expect(runtime.pendingTimers).toBe(0);
  });
});

describe('status of several outcomes', () => {
  it.each([
    [[], 'duplicate'],
    [['duplicate', 'handled'], 'handled'],
    [['queued', 'handled'], 'queued'],
    [['refused', 'queued'], 'refused'],
    [['refused', 'running', 'handled'], 'running'],
    [['unavailable', 'running'], 'unavailable'],
    [['unavailable', 'failed', 'refused'], 'failed'],
  ] as const)('is the status of the worst of %j: %s', (outcomes, expected) => {
    const all: readonly PixDeliveryOutcome[] = outcomes;
    expect(all.reduce(worse, 'duplicate')).toBe(expected);
  });
});

describe('scopeKey', () => {
  it.each([
    [{ receiver: 'default' }, 'k'],
    [{ receiver: 'filial' }, 'filial/k'],
    [{ receiver: 'default', tenant: 'a' }, 'default/a/k'],
    [{ receiver: 'filial', tenant: 'a' }, 'filial/a/k'],
  ])('converts %j to %s', (source, key) => {
    expect(scopeKey(source, 'k')).toBe(key);
  });
});
