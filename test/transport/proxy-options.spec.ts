import { afterEach, describe, expect, it } from '@jest/globals';
import { findProxySecrets, parseProxy } from '../../lib/transport/index.js';

const variables = ['HTTPS_PROXY', 'NO_PROXY'] as const;
const before = variables.map((name) => process.env[name]);

afterEach(() => {
  variables.forEach((name, index) => {
    const value = before[index];
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  });
});

function encode(user: string): string {
  return Buffer.from(user).toString('base64');
}

describe('parseProxy', () => {
  it.each([
    'proxy:3128',
    'ftp://proxy:3128',
    'xhttp://proxy:3128/',
    'http://proxy:3128/path',
    'http://proxy:3128?x=1',
    'http://proxy:3128#x',
    'http://us%er:x@proxy:3128',
    '',
    new URL('http://proxy:3128') as never,
  ])('refuses %p and names the option', (text) => {
    expect(() => parseProxy(text)).toThrow(/proxy must be an address like http/);
  });

  it.each(['http://proxy:3128', 'https://us%20er:x@proxy/'])('accepts %p', (text) => {
    expect(parseProxy(text)('pix.example', 443)).toEqual(new URL(text));
  });

  it('reads the environment only when the option says so', () => {
    process.env.HTTPS_PROXY = 'http://from-env:3128';
    expect(parseProxy('environment')('pix.example', 443)?.host).toBe('from-env:3128');
    expect(parseProxy('http://own:1')('pix.example', 443)?.host).toBe('own:1');
    process.env.HTTPS_PROXY = 'http://bad host';
    expect(() => parseProxy('environment')).toThrow(/HTTPS_PROXY/);
  });

  it('selects no proxy for the hosts and ports of NO_PROXY', () => {
    process.env.HTTPS_PROXY = 'http://from-env:3128';
    process.env.NO_PROXY = 'direct.example,port.example:8443,[::1]';
    const select = parseProxy('environment');
    expect(select('direct.example', 443)).toBeUndefined();
    expect(select('port.example', 8443)).toBeUndefined();
    expect(select('port.example', 443)).toBeDefined();
    expect(select('::1', 443)).toBeUndefined();
    expect(select('::2', 443)).toBeDefined();
  });
});

describe('findProxySecrets', () => {
  it.each<[string, string[]]>([
    ['http://us%20er:p%40ss@proxy', ['p%40ss', 'p@ss', encode('us er:p@ss')]],
    ['http://us%er:p%zz@proxy', ['p%zz', 'p%zz', encode('us%er:p%zz')]],
    ['http://user@proxy', []],
    ['http://proxy', []],
    ['proxy', []],
  ])('finds the password of %p in each form', (proxy, secrets) => {
    expect(findProxySecrets(proxy)).toEqual(secrets);
  });

  it('finds the password of the environment when the option says so', () => {
    process.env.HTTPS_PROXY = 'http://user:word@from-env';
    expect(findProxySecrets('environment')).toEqual(['word', 'word', encode('user:word')]);
    expect(findProxySecrets('http://proxy')).toEqual([]);
  });

  it.each([undefined, null, 1, new URL('http://user:word@proxy')])('finds none in %p', (proxy) => {
    expect(findProxySecrets(proxy)).toEqual([]);
  });
});
