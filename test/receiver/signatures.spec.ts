import type { KeyObject, X509Certificate } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SignatureChecks } from '../../lib/receiver/authentication/certificate-chain.js';

interface Parts {
  key?: Partial<KeyObject> | object;
  names?: boolean;
  verify?: () => boolean;
}

let sequence = 0;

/** Builds the fields of a certificate that the checks read. */
function certificate({ key = { asymmetricKeyType: 'ed25519' }, names = true, verify }: Parts = {}) {
  sequence += 1;
  return {
    fingerprint256: `certificate ${sequence}`,
    publicKey: key,
    checkIssued: () => names,
    verify: verify ?? (() => true),
  } as unknown as X509Certificate;
}

const isIssued = (issuer: Parts, child: Parts = {}) =>
  new SignatureChecks().isIssuedBy(certificate(child), certificate(issuer));

const rsa = (modulusLength?: number, publicExponent?: bigint, asymmetricKeyType = 'rsa') => ({
  asymmetricKeyType,
  asymmetricKeyDetails: { modulusLength, publicExponent },
});

describe('SignatureChecks', () => {
  it('accepts a signature when the certificate names its issuer and the key verifies it', () => {
    expect(isIssued({})).toBe(true);
    expect(isIssued({}, { names: false })).toBe(false);
    expect(isIssued({}, { verify: () => false })).toBe(false);
  });

  it('refuses a signature that OpenSSL cannot verify', () => {
    const verify = () => {
      throw new Error('unsupported');
    };
    expect(isIssued({}, { verify })).toBe(false);
  });

  it.each([
    ['RSA of 2,048 bits', rsa(2048, 65_537n), true],
    ['RSA of 8,192 bits', rsa(8192, 65_537n), true],
    ['RSA of 8,193 bits', rsa(8193, 65_537n), false],
    ['RSA of an unknown size', rsa(undefined, 65_537n), false],
    ['RSA of the largest exponent', rsa(2048, 2n ** 32n), true],
    ['RSA of a larger exponent', rsa(2048, 2n ** 32n + 1n), false],
    ['RSA of an unknown exponent', rsa(2048), false],
    ['RSA without details', { asymmetricKeyType: 'rsa' }, false],
    ['RSA-PSS', rsa(2048, 65_537n, 'rsa-pss'), true],
    ['large RSA-PSS', rsa(8193, 65_537n, 'rsa-pss'), false],
    [
      'a named curve',
      { asymmetricKeyType: 'ec', asymmetricKeyDetails: { namedCurve: 'P-256' } },
      true,
    ],
    ['a curve without a name', { asymmetricKeyType: 'ec', asymmetricKeyDetails: {} }, false],
    ['a curve without details', { asymmetricKeyType: 'ec' }, false],
    ['Ed25519', { asymmetricKeyType: 'ed25519' }, true],
    ['Ed448', { asymmetricKeyType: 'ed448' }, true],
    ['DSA', { asymmetricKeyType: 'dsa' }, false],
    ['a key of an unknown type', {}, false],
  ])('verifies only with a supported key: %s', (_name, key, expected) => {
    let verified = 0;
    const verify = () => (verified += 1) > 0;
    expect(isIssued({ key }, { verify })).toBe(expected);
    expect(verified).toBe(expected ? 1 : 0);
  });

  it('verifies each pair once, and at most 20 pairs', () => {
    const checks = new SignatureChecks();
    const issuer = certificate();
    const children = Array.from({ length: 21 }, () => certificate());
    const unnamed = certificate({ names: false });
    const answers = () => children.map((child) => checks.isIssuedBy(child, issuer));
    expect(checks.isIssuedBy(unnamed, issuer)).toBe(false);
    const expected = [...Array<boolean>(20).fill(true), false];
    expect(answers()).toEqual(expected);
    // Known results stay available when the limit is used up.
    expect(answers()).toEqual(expected);
    expect(checks.count).toBe(20);
  });

  it('caches the result of an invalid signature', () => {
    const checks = new SignatureChecks();
    const issuer = certificate();
    const child = certificate({ verify: () => false });
    expect([checks.isIssuedBy(child, issuer), checks.isIssuedBy(child, issuer)]).toEqual([
      false,
      false,
    ]);
    expect(checks.count).toBe(1);
  });
});
