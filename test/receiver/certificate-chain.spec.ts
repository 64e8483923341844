import 'reflect-metadata';
import { generateKeyPairSync, type X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Extension, KeyUsageFlags } from '@peculiar/x509';
import {
  CertificateChain,
  SignatureChecks,
} from '../../lib/receiver/authentication/certificate-chain.js';
import {
  connectionCertificate,
  headerCertificate,
  isChain,
} from '../../lib/receiver/authentication/certificates.js';
import { systemRuntime } from '../../lib/runtime/index.js';
import {
  certify,
  certifyClient,
  subject,
  type ChainOptions,
  type ChainSubject,
} from './support/chains.js';

const FOREIGN = 'the client certificate is not signed by the configured authority';
const EXPIRED = new Date(Date.now() - 60_000);
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
const SERVER_ONLY = ['1.3.6.1.5.5.7.3.1'];

let root: ChainSubject;
let first: ChainSubject;
let second: ChainSubject;
let client: ChainSubject;
let anchor: X509Certificate;

beforeAll(async () => {
  root = await subject('Root');
  first = await subject('First');
  second = await subject('Second');
  client = await subject('client');
  anchor = await certify(root, root);
});

function findRefusal(
  leaf: X509Certificate,
  intermediates: X509Certificate[],
  anchors: X509Certificate[] = [anchor],
): string | undefined {
  return new CertificateChain(anchors).refusal(leaf, intermediates);
}

/** Returns the refusal of root → first → client when `first` is certified with these options. */
async function findRefusalBelow(options: ChainOptions): Promise<string | undefined> {
  const leaf = await certifyClient(client, first);
  return findRefusal(leaf, [await certify(first, root, options)]);
}

describe('CertificateChain, accepted certificates', () => {
  it('accepts a client certificate signed by an anchor or by an intermediate that the anchor signed', async () => {
    expect(findRefusal(await certifyClient(client, root), [])).toBeUndefined();
    expect(await findRefusalBelow({})).toBeUndefined();
  });

  it('accepts intermediates in any order, and ignores unrelated certificates', async () => {
    const leaf = await certifyClient(client, second);
    const other = await subject('Other');
    const chain = [
      await certify(other, other),
      await certify(second, first),
      anchor,
      await certify(first, root),
    ];
    expect(findRefusal(leaf, chain)).toBeUndefined();
    expect(findRefusal(leaf, chain.reverse())).toBeUndefined();
  });

  it('accepts an intermediate or the client certificate itself as anchor', async () => {
    const leaf = await certifyClient(client, first);
    expect(findRefusal(leaf, [], [await certify(first, root)])).toBeUndefined();
    expect(findRefusal(leaf, [], [leaf])).toBeUndefined();
  });

  it('finds the valid path of a cross-signed authority', async () => {
    const old = await subject('Old root');
    const leaf = await certifyClient(client, first);
    const crossSigned = await certify(first, old);
    const good = await certify(first, root);
    expect(findRefusal(leaf, [crossSigned, good])).toBeUndefined();
    expect(findRefusal(leaf, [crossSigned])).toBe(FOREIGN);
    expect(
      findRefusal(leaf, [await certify(first, old, { notAfter: EXPIRED }), good]),
    ).toBeUndefined();
  });

  it('finds a shorter path when a longer one exceeds a path length', async () => {
    // root → second → first is one intermediate too many for the root's limit; root → first is not.
    const limited = await certify(root, root, { pathLength: 1 });
    const leaf = await certifyClient(client, first);
    const issued = await certify(first, second);
    const chain = [await certify(second, root), issued, await certify(first, root)];
    expect(findRefusal(leaf, chain, [limited])).toBeUndefined();
    expect(findRefusal(leaf, chain.slice(0, 2), [limited])).toBe(FOREIGN);
  });

  it('accepts a chain up to the path length, not counting key rollovers', async () => {
    expect(await findRefusalBelow({ pathLength: 0 })).toBeUndefined();
    const rolledOver = { ...(await subject('x')), name: first.name };
    const leaf = await certifyClient(client, rolledOver);
    const chain = [await certify(first, root, { pathLength: 0 }), await certify(rolledOver, first)];
    expect(findRefusal(leaf, chain)).toBeUndefined();
  });

  it('accepts any purpose, client authentication among others, and no purpose', async () => {
    const any = '2.5.29.37.0';
    for (const purposes of [[any], [...SERVER_ONLY, any], [...SERVER_ONLY, CLIENT_AUTH]]) {
      expect(findRefusal(await certifyClient(client, root, { purposes }), [])).toBeUndefined();
    }
    expect(findRefusal(await certify(client, root, { ca: false }), [])).toBeUndefined();
    expect(findRefusal(await certifyClient(client, root, { purposes: SERVER_ONLY }), [])).toBe(
      'the certificate is not valid for client authentication',
    );
  });

  it('accepts a supported critical extension', async () => {
    const policies = new Extension('2.5.29.32', true, Buffer.from('300630040602' + '2a03', 'hex'));
    expect(await findRefusalBelow({ extensions: [policies] })).toBeUndefined();
  });
});

describe('CertificateChain, refused certificates', () => {
  it('refuses an intermediate that is not an authority', async () => {
    expect(await findRefusalBelow({ ca: false })).toBe(FOREIGN);
    expect(await findRefusalBelow({ ca: undefined })).toBe(FOREIGN);
  });

  it('refuses an intermediate that may not sign certificates', async () => {
    expect(await findRefusalBelow({ keyUsage: KeyUsageFlags.digitalSignature })).toBe(FOREIGN);
  });

  it('refuses an intermediate restricted to server authentication', async () => {
    expect(await findRefusalBelow({ purposes: SERVER_ONLY })).toBe(FOREIGN);
  });

  it('refuses an expired intermediate and an expired anchor', async () => {
    expect(await findRefusalBelow({ notAfter: EXPIRED })).toBe(FOREIGN);
    const leaf = await certifyClient(client, root);
    expect(findRefusal(leaf, [], [await certify(root, root, { notAfter: EXPIRED })])).toBe(FOREIGN);
  });

  it('refuses a chain that exceeds the path length of an intermediate or of the anchor', async () => {
    const leaf = await certifyClient(client, second);
    const issued = await certify(second, first);
    expect(findRefusal(leaf, [await certify(first, root), issued])).toBeUndefined();
    expect(findRefusal(leaf, [await certify(first, root, { pathLength: 0 }), issued])).toBe(
      FOREIGN,
    );
    const limited = await certify(root, root, { pathLength: 1 });
    expect(findRefusal(leaf, [await certify(first, root), issued], [limited])).toBe(FOREIGN);
  });

  it('refuses an unsupported critical extension in the client certificate or in an intermediate', async () => {
    const unknown = new Extension('1.2.3.4', true, Buffer.from('0500', 'hex'));
    const harmless = new Extension('1.2.3.4', false, Buffer.from('0500', 'hex'));
    expect(await findRefusalBelow({ extensions: [unknown] })).toBe(FOREIGN);
    expect(await findRefusalBelow({ extensions: [harmless] })).toBeUndefined();
    expect(findRefusal(await certifyClient(client, root, { extensions: [unknown] }), [])).toBe(
      FOREIGN,
    );
  });

  it('refuses an intermediate with name constraints', async () => {
    // permittedSubtrees: dNSName example.com
    const value = Buffer.from(
      `3011a00f300d820b${Buffer.from('example.com').toString('hex')}`,
      'hex',
    );
    for (const critical of [true, false]) {
      const extensions = [new Extension('2.5.29.30', critical, value)];
      expect(await findRefusalBelow({ extensions })).toBe(FOREIGN);
    }
  });

  it('refuses intermediates that sign each other and that no anchor signed', async () => {
    const leaf = await certifyClient(client, first);
    const circle = [await certify(first, second), await certify(second, first)];
    expect(findRefusal(leaf, circle)).toBe(FOREIGN);
    // With an anchor's signature on one of them there is a path to the anchor.
    expect(findRefusal(leaf, [...circle, await certify(second, root)])).toBeUndefined();
  });

  it('refuses an authority with the anchor’s name and a different key', async () => {
    const sameName = { ...(await subject('x')), name: root.name };
    const leaf = await certifyClient(client, sameName, { keyIdentifiers: false });
    expect(findRefusal(leaf, [await certify(sameName, sameName, { keyIdentifiers: false })])).toBe(
      FOREIGN,
    );
  });

  it('refuses a certificate signed by a trusted client certificate', async () => {
    const trusted = await certifyClient(client, root);
    const leaf = await certifyClient(await subject('issued'), client);
    expect(findRefusal(leaf, [trusted], [trusted])).toBe(FOREIGN);
  });
});

describe('CertificateChain, validity period', () => {
  it('accepts a certificate from its first instant until before its last', async () => {
    const leaf = await certifyClient(client, root);
    const later = await certify(root, root, { notAfter: new Date(Date.now() + 2 * 3_600_000) });
    const at = (now: number) =>
      new CertificateChain([later], { ...systemRuntime, now: () => now }).refusal(leaf, []);
    const [from, to] = [Date.parse(leaf.validFrom), Date.parse(leaf.validTo)];
    const late = 'the client certificate has expired or is not yet valid';
    expect([at(from - 1), at(to - 1), at(to)]).toEqual([late, undefined, late]);
    // The anchor begins at the same time.
    expect(at(Math.max(from, Date.parse(later.validFrom)))).toBeUndefined();
  });
});

describe('CertificateChain with an anchor without basic constraints', () => {
  const issueLeaf = (issuer: ChainSubject) =>
    certifyClient(client, issuer, { keyIdentifiers: false });

  it('accepts an anchor that signed itself, such as an old root', async () => {
    const old = await certify(root, root, { ca: undefined, keyIdentifiers: false });
    expect(findRefusal(await issueLeaf(root), [], [old])).toBeUndefined();
  });

  it('refuses an anchor that only has the name of its issuer', async () => {
    const sameName = { ...(await subject('x')), name: root.name };
    const client = await certify(sameName, root, { ca: undefined, keyIdentifiers: false });
    expect(findRefusal(await issueLeaf(sameName), [], [client])).toBe(FOREIGN);
    const renamed = { ...root, name: 'CN=Renamed' };
    const other = await certify(renamed, root, { ca: undefined, keyIdentifiers: false });
    expect(findRefusal(await issueLeaf(renamed), [], [other])).toBe(FOREIGN);
  });
});

describe('CertificateChain with unreadable extensions', () => {
  const broken = (certificate: X509Certificate) =>
    Object.create(certificate, { raw: { value: Buffer.alloc(0) } }) as X509Certificate;

  it('refuses the certificate and every certificate that it signed', async () => {
    const leaf = await certifyClient(client, root);
    expect(findRefusal(leaf, [])).toBeUndefined();
    expect(findRefusal(broken(leaf), [])).toBe(FOREIGN);
    const issued = await certify(first, root);
    const child = await certifyClient(client, first);
    expect(findRefusal(child, [issued])).toBeUndefined();
    expect(findRefusal(child, [broken(issued)])).toBe(FOREIGN);
    // An anchor that cannot be read is the end of no path.
    expect(findRefusal(child, [issued], [broken(anchor)])).toBe(FOREIGN);
  });
});

describe('CertificateChain, cached chains', () => {
  const MINUTE = 60_000;
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE);

  function chainAt(clock: { now: number }, anchors = [anchor]) {
    return new CertificateChain(anchors, { ...systemRuntime, now: () => clock.now });
  }

  it.each([
    ['the intermediate', { issued: 10, leaf: 50 }],
    ['the client certificate', { issued: 50, leaf: 10 }],
  ])('accepts the certificate without its intermediates until %s expires', async (_which, ends) => {
    const issued = await certify(first, root, { notAfter: inMinutes(ends.issued) });
    const leaf = await certifyClient(client, first, { notAfter: inMinutes(ends.leaf) });
    const clock = { now: Date.now() };
    const chain = chainAt(clock);
    expect(chain.refusal(leaf, [])).toBe(FOREIGN);
    expect(chain.refusal(leaf, [issued])).toBeUndefined();
    expect(chain.refusal(leaf, [])).toBeUndefined();
    clock.now += 9 * MINUTE;
    expect(chain.refusal(leaf, [])).toBeUndefined();
    clock.now += 2 * MINUTE;
    expect(chain.refusal(leaf, [issued])).toBeDefined();
  });

  it('accepts the certificate until the anchor expires', async () => {
    const ends = await certify(root, root, { notAfter: inMinutes(10) });
    const leaf = await certifyClient(client, root, { notAfter: inMinutes(50) });
    const clock = { now: Date.now() };
    const chain = chainAt(clock, [ends]);
    expect(chain.refusal(leaf, [])).toBeUndefined();
    clock.now += 11 * MINUTE;
    expect(chain.refusal(leaf, [])).toBe(FOREIGN);
  });

  it('keeps the intermediates of the last 256 certificates', async () => {
    const issued = await certify(first, root);
    const leaves = await Promise.all(
      Array.from({ length: 257 }, () => certifyClient(client, first)),
    );
    const chain = chainAt({ now: Date.now() });
    for (const leaf of leaves.slice(0, 256)) chain.refusal(leaf, [issued]);
    expect(chain.refusal(leaves[0]!, [])).toBeUndefined();
    chain.refusal(leaves[256]!, [issued]);
    expect(chain.refusal(leaves[0]!, [])).toBe(FOREIGN);
    expect(chain.refusal(leaves[256]!, [])).toBeUndefined();
  });
});

describe('headerCertificate and connectionCertificate', () => {
  /** Creates a client and the authorities above it, each certified by the next. */
  async function buildChain(length: number): Promise<X509Certificate[]> {
    const names = Array.from({ length: length + 1 }, (_, index) => `Step ${index}`);
    const steps = await Promise.all(names.map((name) => subject(name)));
    const [bottom, ...above] = steps;
    const certificates = [await certifyClient(bottom!, above[0]!)];
    for (const [index, step] of above.slice(0, -1).entries()) {
      certificates.push(await certify(step, above[index + 1]!));
    }
    return certificates;
  }

  const inHeader = (certificates: readonly X509Certificate[]) => {
    const value = certificates.map(({ raw }) => raw.toString('base64')).join(',');
    const request = { rawHeaders: ['X-Cert', value] } as unknown as IncomingMessage;
    return headerCertificate(request, 'x-cert');
  };

  it('accepts at most 8 intermediates in a header', async () => {
    const [leaf, ...above] = await buildChain(10);
    expect(inHeader([leaf!, ...above.slice(0, 8)])?.intermediates).toHaveLength(8);
    expect(inHeader([leaf!, ...above])).toBeUndefined();
  });

  it.each([
    ['no certificate', ''],
    ['PEM header without content', '-----BEGIN CERTIFICATE-----'],
    ['percent-encoded PEM header without content', '-----BEGIN%20CERTIFICATE-----'],
    ['bad percent-encoding', '%zz'],
    ['plain text', 'no certificate'],
  ])('finds no certificate in a header: %s', (_name, value) => {
    const request = { rawHeaders: ['X-Cert', value] } as unknown as IncomingMessage;
    expect(headerCertificate(request, 'x-cert')).toBeUndefined();
  });

  it('accepts base64 in a header, bare or between colons', async () => {
    const base64 = (await certifyClient(client, root)).raw.toString('base64');
    const found = (value: string, name = 'X-Cert') => {
      const request = { rawHeaders: ['A', 'X-Cert', name, value] } as unknown as IncomingMessage;
      return headerCertificate(request, 'x-cert') !== undefined;
    };
    for (const value of [base64, `:${base64}:`, ` ${base64} `]) expect(found(value)).toBe(true);
    for (const value of [`${base64}!`, `!${base64}`, `::${base64}::`])
      expect(found(value)).toBe(false);
    expect(found(base64, 'X-CERT')).toBe(true);
    expect(found(base64, 'X-Certs')).toBe(false);
  });

  it('reads at most 8 intermediates of a connection, and ends at a self-signed certificate', async () => {
    const [leaf, ...above] = await buildChain(10);
    const link = (list: readonly object[], last?: object) =>
      list.reduceRight<object | undefined>((issuer, { ...certificate }, index) => {
        const { fingerprint256 } = list[index] as X509Certificate;
        return { ...certificate, fingerprint256, issuerCertificate: issuer };
      }, last);
    const presented = (peer: object | undefined) =>
      connectionCertificate({
        socket: { getPeerX509Certificate: () => peer },
      } as unknown as IncomingMessage);
    expect(presented(link([leaf!, ...above]))?.intermediates).toHaveLength(8);
    const root = { fingerprint256: 'root' };
    Object.assign(root, { issuerCertificate: root });
    expect(presented(link([leaf!, above[0]!], root))?.intermediates).toHaveLength(2);
    expect(presented(root)?.intermediates).toEqual([]);
    expect(presented(undefined)).toBeUndefined();
    expect(connectionCertificate({ socket: {} } as unknown as IncomingMessage)).toBeUndefined();
  });
});

describe('CertificateChain, number of signature checks', () => {
  /** Creates eight certificates with the same name and key: each of them is an issuer of the others. */
  async function issueEachOther(name: string) {
    const foreign = { ...(await subject('x')), name };
    const options = { keyIdentifiers: false };
    const issuers: X509Certificate[] = [];
    for (let count = 0; count < 8; count += 1) {
      issuers.push(await certify(foreign, foreign, options));
    }
    return { foreign, leaf: await certifyClient(client, foreign, options), issuers };
  }

  it('checks no signature with a key outside the paths from an anchor', async () => {
    const { leaf, issuers } = await issueEachOther('CN=Foreign');
    const checks = new SignatureChecks();
    expect(new CertificateChain([anchor]).refusal(leaf, issuers, checks)).toBe(FOREIGN);
    expect(checks.count).toBe(0);
  });

  it('checks two certificates when all of them have the anchor’s name', async () => {
    const { leaf, issuers } = await issueEachOther(root.name);
    const bare = await certify(root, root, { keyIdentifiers: false });
    const checks = new SignatureChecks();
    expect(new CertificateChain([bare]).refusal(leaf, issuers, checks)).toBe(FOREIGN);
    expect(checks.count).toBe(2);
  });

  it('limits the checks when an anchor signed one of them', async () => {
    const { foreign, issuers } = await issueEachOther('CN=Customer');
    const signed = await certify(foreign, root, { keyIdentifiers: false });
    const leaf = await certifyClient(client, first, { keyIdentifiers: false });
    const checks = new SignatureChecks();
    const bare = await certify(root, root, { keyIdentifiers: false });
    const chain = new CertificateChain([bare]);
    expect(chain.refusal(leaf, [signed, ...issuers.slice(1)], checks)).toBe(FOREIGN);
    expect(checks.count).toBeLessThanOrEqual(20);
  });

  it('checks the links of a list in a header only after a path was found', async () => {
    const { leaf, issuers } = await issueEachOther('CN=Foreign');
    const value = [leaf, ...issuers].map(({ raw }) => `:${raw.toString('base64')}:`).join(', ');
    const request = { rawHeaders: ['Client-Cert', value] } as never;
    const presented = headerCertificate(request, 'client-cert')!;
    expect(presented.intermediates).toHaveLength(8);
    const checks = new SignatureChecks();
    const chain = new CertificateChain([anchor]);
    expect(chain.refusal(leaf, presented.intermediates, checks)).toBe(FOREIGN);
    expect(checks.count).toBe(0);
    expect(isChain(presented, checks)).toBe(true);
    expect(checks.count).toBe(8);
  });

  const { publicKey: secp256k1 } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
  const { publicKey: sect571k1 } = generateKeyPairSync('ec', { namedCurve: 'sect571k1' });
  const rsa = (modulusLength: number, publicExponent = 65_537n, asymmetricKeyType = 'rsa') => ({
    asymmetricKeyType,
    asymmetricKeyDetails: { modulusLength, publicExponent },
  });

  it.each([
    ['P-256', generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey, true],
    ['P-384', generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey, true],
    ['P-521', generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey, true],
    ['Ed25519', generateKeyPairSync('ed25519').publicKey, true],
    ['RSA of 4096 bits', rsa(4096), true],
    ['RSA-PSS of 4096 bits', rsa(4096, 3n, 'rsa-pss'), true],
    ['RSA of 4097 bits', rsa(4097), false],
    ['RSA with a long exponent', rsa(2048, 2n ** 33n), false],
    ['secp256k1', secp256k1, false],
    ['sect571k1', sect571k1, false],
    ['Ed448', generateKeyPairSync('ed448').publicKey, false],
    ['DSA', rsa(2048, 3n, 'dsa'), false],
  ])('checks a signature of %s: %#', (_name, publicKey, isChecked) => {
    const verify = jest.fn(() => true);
    const child = { fingerprint256: 'child', checkIssued: () => true, verify };
    const checks = new SignatureChecks();
    const issuer = { fingerprint256: 'issuer', publicKey };
    expect(checks.isIssuedBy(child as never, issuer as never)).toBe(isChecked);
    expect(verify).toHaveBeenCalledTimes(isChecked ? 1 : 0);
    expect(checks.count).toBe(isChecked ? 1 : 0);
    expect(checks.hasUnsupportedKey).toBe(!isChecked);
  });

  it('names the key in the reason of a refusal', async () => {
    const checks = { isIssuedBy: () => false, hasUnsupportedKey: true } as never;
    const leaf = await certifyClient(client, root);
    expect(new CertificateChain([anchor]).refusal(leaf, [], checks)).toMatch(
      /has a key other than P-256, .* RSA of at most 4096 bits$/,
    );
  });
});

describe('CertificateChain, the certificate of an authority as that of the caller', () => {
  const { keyCertSign, digitalSignature } = KeyUsageFlags;

  it('refuses a configured authority, and one that it signed', async () => {
    expect(findRefusal(anchor, [])).toMatch(/that of an authority/);
    expect(findRefusal(await certify(first, root), [])).toMatch(/that of an authority/);
    const signing = await certify(first, root, { keyUsage: keyCertSign | digitalSignature });
    expect(findRefusal(signing, [])).toMatch(/that of an authority/);
  });

  it('accepts a configured client certificate that signed itself', async () => {
    const selfSigned = await certify(client, client, { keyUsage: keyCertSign | digitalSignature });
    expect(findRefusal(selfSigned, [], [selfSigned])).toBeUndefined();
  });
});
