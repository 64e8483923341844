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

const ec = (namedCurve: string) => ({
  asymmetricKeyType: 'ec',
  asymmetricKeyDetails: { namedCurve },
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
    ['RSA of 4,096 bits', rsa(4096, 65_537n), true],
    ['RSA of 4,097 bits', rsa(4097, 65_537n), false],
    ['RSA of an unknown size', rsa(undefined, 65_537n), false],
    ['RSA of the largest exponent', rsa(2048, 2n ** 32n), true],
    ['RSA of a larger exponent', rsa(2048, 2n ** 32n + 1n), false],
    ['RSA of an unknown exponent', rsa(2048), false],
    ['RSA without details', { asymmetricKeyType: 'rsa' }, false],
    ['RSA-PSS', rsa(2048, 65_537n, 'rsa-pss'), true],
    ['large RSA-PSS', rsa(4097, 65_537n, 'rsa-pss'), false],
    ['P-256', ec('prime256v1'), true],
    ['P-384', ec('secp384r1'), true],
    ['P-521', ec('secp521r1'), true],
    ['a slow curve', ec('sect571k1'), false],
    ['a curve without a name', { asymmetricKeyType: 'ec', asymmetricKeyDetails: {} }, false],
    ['a curve without details', { asymmetricKeyType: 'ec' }, false],
    ['Ed25519', { asymmetricKeyType: 'ed25519' }, true],
    ['Ed448', { asymmetricKeyType: 'ed448' }, false],
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

  it('verifies nothing after two signatures that are not valid', () => {
    const checks = new SignatureChecks();
    const issuer = certificate();
    const verified = Array.from({ length: 10 }, () =>
      checks.isIssuedBy(certificate({ verify: () => false }), issuer),
    );
    expect(verified).toEqual(Array<boolean>(10).fill(false));
    expect(checks.count).toBe(2);
    expect(checks.isIssuedBy(certificate(), issuer)).toBe(false);
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
