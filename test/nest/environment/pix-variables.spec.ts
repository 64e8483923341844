import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { pixVariables, readPixVariables } from '../../../lib/nest/index.js';

describe('the variables of an account', () => {
  it('are read by name, and empty ones count as absent', () => {
    const values = readPixVariables({
      PIX_PROVIDER: ' bb ',
      PIX_ENVIRONMENT: 'sandbox',
      PIX_CLIENT_ID: 'id',
      PIX_CLIENT_SECRET: '',
      PIX_CERT: 'cert.pem',
      PIX_KEY: 'key.pem',
      PIX_PASSPHRASE: 'abc',
      PIX_CHAVE: 'loja@example.com',
      OTHER: 'x',
    });
    expect(values).toEqual({
      provider: 'bb',
      environment: 'sandbox',
      clientId: 'id',
      certificate: { cert: 'cert.pem', key: 'key.pem', passphrase: 'abc' },
      chave: 'loja@example.com',
    });
  });

  it('may name a PKCS#12 file instead of two PEM files', () => {
    const { certificate } = readPixVariables({ PIX_PFX: 'a.p12', PIX_PASSPHRASE: 'abc' });
    expect(certificate).toEqual({ pfx: 'a.p12', passphrase: 'abc' });
  });

  it.each<[Record<string, string>, string]>([
    [{ PIX_PROVIDER: 'banco' }, 'PIX_PROVIDER must be one of sicoob, '],
    [{ PIX_PROVIDER: 'simulator' }, 'PIX_SIMULATOR must name the folder'],
    [{ PIX_ENVIRONMENT: 'test' }, "PIX_ENVIRONMENT must be 'production' or 'sandbox'"],
    [
      { PIX_BASE_URL: 'http://a.example' },
      'PIX_BASE_URL must be an absolute https URL without credentials',
    ],
    [
      { PIX_TOKEN_URL: 'https://a:b@a.example' },
      'PIX_TOKEN_URL must be an absolute https URL without credentials',
    ],
    [{ PIX_PROXY: 'proxy:3128' }, 'PIX_PROXY must be an address like http://proxy.example.com'],
    [{ PIX_CERT: 'a' }, 'PIX_CERT and PIX_KEY must both be set'],
    [{ PIX_PFX: 'a', PIX_CERT: 'a' }, 'PIX_PFX replaces PIX_CERT and PIX_KEY'],
  ])('are refused: %j', (env, problem) => {
    expect(() => readPixVariables(env)).toThrow(
      expect.objectContaining({
        name: 'ConfigurationError',
        message: expect.stringContaining(problem),
      }),
    );
  });

  it('are refused together, without their values', () => {
    const read = (): unknown =>
      readPixVariables({
        PIX_BASE_URL: 'hidden',
        PIX_PROXY: 'ftp://a:hidden@proxy.example',
        PIX_CERT: 'hidden',
      });
    expect(read).toThrow(/PIX_BASE_URL must .*; PIX_PROXY must .*; PIX_CERT and PIX_KEY must/);
    expect(read).not.toThrow('hidden');
  });

  it('have distinct names', () => {
    const names = Object.values(pixVariables).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^PIX_[A-Z_]+$/.test(name))).toBe(true);
  });
});
