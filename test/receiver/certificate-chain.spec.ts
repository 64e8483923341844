import 'reflect-metadata';
import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Extension, KeyUsageFlags } from '@peculiar/x509';
import { CertificateChain } from '../../lib/receiver/authentication/certificate-chain.js';
import { connectionCertificate } from '../../lib/receiver/authentication/connection-certificate.js';
import { headerCertificate } from '../../lib/receiver/authentication/header-certificate.js';
import { SignatureChecks } from '../../lib/receiver/authentication/signatures.js';
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

function refusalOf(
  leaf: X509Certificate,
  intermediates: X509Certificate[],
  anchors: X509Certificate[] = [anchor],
): string | undefined {
  return new CertificateChain(anchors).refusal(leaf, intermediates);
}

/** What comes of root → first → client when `first` is certified with these options. */
async function refusalBelow(options: ChainOptions): Promise<string | undefined> {
  const leaf = await certifyClient(client, first);
  return refusalOf(leaf, [await certify(first, root, options)]);
}

describe('a chain of certificates is accepted', () => {
  it('when an anchor, or an intermediate below one, signed the client’s', async () => {
    expect(refusalOf(await certifyClient(client, root), [])).toBeUndefined();
    expect(await refusalBelow({})).toBeUndefined();
  });

  it('in any order, with certificates that have no part in it', async () => {
    const leaf = await certifyClient(client, second);
    const other = await subject('Other');
    const chain = [
      await certify(other, other),
      await certify(second, first),
      anchor,
      await certify(first, root),
    ];
    expect(refusalOf(leaf, chain)).toBeUndefined();
    expect(refusalOf(leaf, chain.reverse())).toBeUndefined();
  });

  it('when the anchor is an intermediate, or the client’s certificate itself', async () => {
    const leaf = await certifyClient(client, first);
    expect(refusalOf(leaf, [], [await certify(first, root)])).toBeUndefined();
    expect(refusalOf(leaf, [], [leaf])).toBeUndefined();
  });

  it('by way of the one good path of a cross-signed authority', async () => {
    const old = await subject('Old root');
    const leaf = await certifyClient(client, first);
    const crossSigned = await certify(first, old);
    const good = await certify(first, root);
    expect(refusalOf(leaf, [crossSigned, good])).toBeUndefined();
    expect(refusalOf(leaf, [crossSigned])).toBe(FOREIGN);
    expect(
      refusalOf(leaf, [await certify(first, old, { notAfter: EXPIRED }), good]),
    ).toBeUndefined();
  });

  it('by way of the shorter path where a longer one breaks a path length', async () => {
    // root → second → first is one intermediate too many for the root's limit; root → first is not.
    const limited = await certify(root, root, { pathLength: 1 });
    const leaf = await certifyClient(client, first);
    const below = await certify(first, second);
    const chain = [await certify(second, root), below, await certify(first, root)];
    expect(refusalOf(leaf, chain, [limited])).toBeUndefined();
    expect(refusalOf(leaf, chain.slice(0, 2), [limited])).toBe(FOREIGN);
  });

  it('up to the path length that an authority sets, key roll-overs not counted', async () => {
    expect(await refusalBelow({ pathLength: 0 })).toBeUndefined();
    const rolledOver = { ...(await subject('x')), name: first.name };
    const leaf = await certifyClient(client, rolledOver);
    const chain = [await certify(first, root, { pathLength: 0 }), await certify(rolledOver, first)];
    expect(refusalOf(leaf, chain)).toBeUndefined();
  });

  it('for any purpose, for client authentication among others, or for none that is named', async () => {
    const any = '2.5.29.37.0';
    for (const purposes of [[any], [...SERVER_ONLY, any], [...SERVER_ONLY, CLIENT_AUTH]]) {
      expect(refusalOf(await certifyClient(client, root, { purposes }), [])).toBeUndefined();
    }
    expect(refusalOf(await certify(client, root, { ca: false }), [])).toBeUndefined();
    expect(refusalOf(await certifyClient(client, root, { purposes: SERVER_ONLY }), [])).toBe(
      'the certificate is not valid for client authentication',
    );
  });

  it('with a critical extension that is understood', async () => {
    const policies = new Extension('2.5.29.32', true, Buffer.from('300630040602' + '2a03', 'hex'));
    expect(await refusalBelow({ extensions: [policies] })).toBeUndefined();
  });
});

describe('a chain of certificates is refused', () => {
  it('below an intermediate that is not an authority', async () => {
    expect(await refusalBelow({ ca: false })).toBe(FOREIGN);
    expect(await refusalBelow({ ca: undefined })).toBe(FOREIGN);
  });

  it('below an intermediate that may not sign certificates', async () => {
    expect(await refusalBelow({ keyUsage: KeyUsageFlags.digitalSignature })).toBe(FOREIGN);
  });

  it('below an intermediate whose certificates are for servers only', async () => {
    expect(await refusalBelow({ purposes: SERVER_ONLY })).toBe(FOREIGN);
  });

  it('below an expired intermediate or an expired anchor', async () => {
    expect(await refusalBelow({ notAfter: EXPIRED })).toBe(FOREIGN);
    const leaf = await certifyClient(client, root);
    expect(refusalOf(leaf, [], [await certify(root, root, { notAfter: EXPIRED })])).toBe(FOREIGN);
  });

  it('past the path length of an intermediate or of the anchor', async () => {
    const leaf = await certifyClient(client, second);
    const below = await certify(second, first);
    expect(refusalOf(leaf, [await certify(first, root), below])).toBeUndefined();
    expect(refusalOf(leaf, [await certify(first, root, { pathLength: 0 }), below])).toBe(FOREIGN);
    const limited = await certify(root, root, { pathLength: 1 });
    expect(refusalOf(leaf, [await certify(first, root), below], [limited])).toBe(FOREIGN);
  });

  it('with a critical extension that is unknown, in the client’s certificate or above', async () => {
    const unknown = new Extension('1.2.3.4', true, Buffer.from('0500', 'hex'));
    const harmless = new Extension('1.2.3.4', false, Buffer.from('0500', 'hex'));
    expect(await refusalBelow({ extensions: [unknown] })).toBe(FOREIGN);
    expect(await refusalBelow({ extensions: [harmless] })).toBeUndefined();
    expect(refusalOf(await certifyClient(client, root, { extensions: [unknown] }), [])).toBe(
      FOREIGN,
    );
  });

  it('with name constraints, which would have to be checked', async () => {
    // permittedSubtrees: dNSName example.com
    const value = Buffer.from(
      `3011a00f300d820b${Buffer.from('example.com').toString('hex')}`,
      'hex',
    );
    for (const critical of [true, false]) {
      const extensions = [new Extension('2.5.29.30', critical, value)];
      expect(await refusalBelow({ extensions })).toBe(FOREIGN);
    }
  });

  it('when its intermediates sign each other in a circle and no anchor signs them', async () => {
    const leaf = await certifyClient(client, first);
    const circle = [await certify(first, second), await certify(second, first)];
    expect(refusalOf(leaf, circle)).toBe(FOREIGN);
    // With an anchor's signature on one of them the circle leads to it.
    expect(refusalOf(leaf, [...circle, await certify(second, root)])).toBeUndefined();
  });

  it('when an authority of the anchor’s name with another key signed it', async () => {
    const impostor = { ...(await subject('x')), name: root.name };
    const leaf = await certifyClient(client, impostor, { keyIdentifiers: false });
    expect(refusalOf(leaf, [await certify(impostor, impostor, { keyIdentifiers: false })])).toBe(
      FOREIGN,
    );
  });

  it('below a client certificate that is trusted itself', async () => {
    const trusted = await certifyClient(client, root);
    const leaf = await certifyClient(await subject('below'), client);
    expect(refusalOf(leaf, [trusted], [trusted])).toBe(FOREIGN);
  });
});

describe('a certificate is in date', () => {
  it('from its first instant until before its last', async () => {
    const leaf = await certifyClient(client, root);
    const later = await certify(root, root, { notAfter: new Date(Date.now() + 2 * 3_600_000) });
    const at = (now: number) =>
      new CertificateChain([later], { ...systemRuntime, now: () => now }).refusal(leaf, []);
    const [from, to] = [Date.parse(leaf.validFrom), Date.parse(leaf.validTo)];
    const late = 'the client certificate has expired or is not yet valid';
    expect([at(from - 1), at(to - 1), at(to)]).toEqual([late, undefined, late]);
    // The anchor is of the same time.
    expect(at(Math.max(from, Date.parse(later.validFrom)))).toBeUndefined();
  });
});

describe('an anchor that does not say that it is an authority', () => {
  const leafOf = (issuer: ChainSubject) => certifyClient(client, issuer, { keyIdentifiers: false });

  it('is one when it signed itself, as old roots did', async () => {
    const old = await certify(root, root, { ca: undefined, keyIdentifiers: false });
    expect(refusalOf(await leafOf(root), [], [old])).toBeUndefined();
  });

  it('is none when it only has the name of its issuer', async () => {
    const namesake = { ...(await subject('x')), name: root.name };
    const client = await certify(namesake, root, { ca: undefined, keyIdentifiers: false });
    expect(refusalOf(await leafOf(namesake), [], [client])).toBe(FOREIGN);
    const renamed = { ...root, name: 'CN=Renamed' };
    const other = await certify(renamed, root, { ca: undefined, keyIdentifiers: false });
    expect(refusalOf(await leafOf(renamed), [], [other])).toBe(FOREIGN);
  });
});

describe('a certificate whose extensions cannot be read', () => {
  const broken = (certificate: X509Certificate) =>
    Object.create(certificate, { raw: { value: Buffer.alloc(0) } }) as X509Certificate;

  it('is refused, and so is what it signed', async () => {
    const leaf = await certifyClient(client, root);
    expect(refusalOf(leaf, [])).toBeUndefined();
    expect(refusalOf(broken(leaf), [])).toBe(FOREIGN);
    const below = await certify(first, root);
    const child = await certifyClient(client, first);
    expect(refusalOf(child, [below])).toBeUndefined();
    expect(refusalOf(child, [broken(below)])).toBe(FOREIGN);
    // An anchor that cannot be read has no path below it.
    expect(refusalOf(child, [below], [broken(anchor)])).toBe(FOREIGN);
  });
});

describe('a certificate that was accepted', () => {
  const MINUTE = 60_000;
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE);

  function chainAt(clock: { now: number }, anchors = [anchor]) {
    return new CertificateChain(anchors, { ...systemRuntime, now: () => clock.now });
  }

  it.each([
    ['the intermediate', { below: 10, leaf: 50 }],
    ['the client’s own', { below: 50, leaf: 10 }],
  ])('is accepted without its intermediates until %s expires', async (_which, ends) => {
    const below = await certify(first, root, { notAfter: inMinutes(ends.below) });
    const leaf = await certifyClient(client, first, { notAfter: inMinutes(ends.leaf) });
    const clock = { now: Date.now() };
    const chain = chainAt(clock);
    expect(chain.refusal(leaf, [])).toBe(FOREIGN);
    expect(chain.refusal(leaf, [below])).toBeUndefined();
    expect(chain.refusal(leaf, [])).toBeUndefined();
    clock.now += 9 * MINUTE;
    expect(chain.refusal(leaf, [])).toBeUndefined();
    clock.now += 2 * MINUTE;
    expect(chain.refusal(leaf, [below])).toBeDefined();
  });

  it('is accepted until the anchor expires', async () => {
    const ends = await certify(root, root, { notAfter: inMinutes(10) });
    const leaf = await certifyClient(client, root, { notAfter: inMinutes(50) });
    const clock = { now: Date.now() };
    const chain = chainAt(clock, [ends]);
    expect(chain.refusal(leaf, [])).toBeUndefined();
    clock.now += 11 * MINUTE;
    expect(chain.refusal(leaf, [])).toBe(FOREIGN);
  });

  it('is one of 256 that are remembered', async () => {
    const below = await certify(first, root);
    const leaves = await Promise.all(
      Array.from({ length: 257 }, () => certifyClient(client, first)),
    );
    const chain = chainAt({ now: Date.now() });
    for (const leaf of leaves.slice(0, 256)) chain.refusal(leaf, [below]);
    expect(chain.refusal(leaves[0]!, [])).toBeUndefined();
    chain.refusal(leaves[256]!, [below]);
    expect(chain.refusal(leaves[0]!, [])).toBe(FOREIGN);
    expect(chain.refusal(leaves[256]!, [])).toBeUndefined();
  });
});

describe('a list of certificates', () => {
  /** A client and the authorities above it, each certified by the next. */
  async function ladder(length: number): Promise<X509Certificate[]> {
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
    return headerCertificate(request, 'x-cert', new SignatureChecks());
  };

  it('in a header has at most 8 intermediates', async () => {
    const [leaf, ...above] = await ladder(10);
    expect(inHeader([leaf!, ...above.slice(0, 8)])?.intermediates).toHaveLength(8);
    expect(inHeader([leaf!, ...above])).toBeUndefined();
  });

  it.each([
    ['no certificate', ''],
    ['PEM without one', '-----BEGIN CERTIFICATE-----'],
    ['PEM without one, percent-encoded', '-----BEGIN%20CERTIFICATE-----'],
    ['bad percent-encoding', '%zz'],
    ['words', 'no certificate'],
  ])('in a header is none: %s', (_name, value) => {
    const request = { rawHeaders: ['X-Cert', value] } as unknown as IncomingMessage;
    expect(headerCertificate(request, 'x-cert', new SignatureChecks())).toBeUndefined();
  });

  it('in a header is base64 alone, or between colons', async () => {
    const base64 = (await certifyClient(client, root)).raw.toString('base64');
    const found = (value: string, name = 'X-Cert') => {
      const request = { rawHeaders: ['A', 'X-Cert', name, value] } as unknown as IncomingMessage;
      return headerCertificate(request, 'x-cert', new SignatureChecks()) !== undefined;
    };
    for (const value of [base64, `:${base64}:`, ` ${base64} `]) expect(found(value)).toBe(true);
    for (const value of [`${base64}!`, `!${base64}`, `::${base64}::`])
      expect(found(value)).toBe(false);
    expect(found(base64, 'X-CERT')).toBe(true);
    expect(found(base64, 'X-Certs')).toBe(false);
  });

  it('of a connection is read up to 8 intermediates, and never in a circle', async () => {
    const [leaf, ...above] = await ladder(10);
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

describe('the work that a stranger can ask for', () => {
  /** Eight certificates of one name and one key: each of them issues each other. */
  async function tangle(name: string) {
    const stranger = { ...(await subject('x')), name };
    const options = { keyIdentifiers: false };
    const issuers: X509Certificate[] = [];
    for (let count = 0; count < 8; count += 1) {
      issuers.push(await certify(stranger, stranger, options));
    }
    return { stranger, leaf: await certifyClient(client, stranger, options), issuers };
  }

  it('is no signature check with keys that no anchor vouches for', async () => {
    const { leaf, issuers } = await tangle('CN=Stranger');
    const checks = new SignatureChecks();
    expect(new CertificateChain([anchor]).refusal(leaf, issuers, checks)).toBe(FOREIGN);
    expect(checks.count).toBe(0);
  });

  it('is one check for each certificate when all of them claim the anchor’s name', async () => {
    const { leaf, issuers } = await tangle(root.name);
    const bare = await certify(root, root, { keyIdentifiers: false });
    const checks = new SignatureChecks();
    expect(new CertificateChain([bare]).refusal(leaf, issuers, checks)).toBe(FOREIGN);
    expect(checks.count).toBe(9);
  });

  it('is limited when an anchor vouches for the tangle', async () => {
    const { stranger, issuers } = await tangle('CN=Customer');
    const vouched = await certify(stranger, root, { keyIdentifiers: false });
    const leaf = await certifyClient(client, first, { keyIdentifiers: false });
    const checks = new SignatureChecks();
    const bare = await certify(root, root, { keyIdentifiers: false });
    const chain = new CertificateChain([bare]);
    expect(chain.refusal(leaf, [vouched, ...issuers.slice(1)], checks)).toBe(FOREIGN);
    expect(checks.count).toBeLessThanOrEqual(20);
  });

  it('is the same limit for a list in a header, whose links are checked as well', async () => {
    const { leaf, issuers } = await tangle(root.name);
    const value = [leaf, ...issuers].map(({ raw }) => `:${raw.toString('base64')}:`).join(', ');
    const request = { rawHeaders: ['Client-Cert', value] } as never;
    const checks = new SignatureChecks();
    const presented = headerCertificate(request, 'client-cert', checks);
    expect(presented?.intermediates).toHaveLength(8);
    const bare = await certify(root, root, { keyIdentifiers: false });
    expect(new CertificateChain([bare]).refusal(leaf, issuers, checks)).toBe(FOREIGN);
    expect(checks.count).toBeLessThanOrEqual(20);
  });
});
