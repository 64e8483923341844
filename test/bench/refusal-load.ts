import 'reflect-metadata';
import {
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import forge from 'node-forge';
import { certify, certifyClient, subject } from '../receiver/support/chains.js';
import { loadWithClient, type Post } from './http-client-load.js';
import { startServer } from './receiver-load.js';

const REQUESTS = 20;

const inHeader = (certificates: readonly X509Certificate[]) => ({
  'Client-Cert': certificates.map(({ raw }) => `:${raw.toString('base64')}:`).join(', '),
});

/** Certificates that name each other as issuers, without key identifiers, so that only signatures tell them apart. */
async function issueEachOther(name: string, curve: string) {
  const foreign = await subject(name, curve);
  const options = { keyIdentifiers: false };
  const issuers: X509Certificate[] = [];
  for (let count = 0; count < 8; count += 1) {
    issuers.push(await certify(foreign, foreign, options));
  }
  return inHeader([await certifyClient(await subject('client'), foreign, options), ...issuers]);
}

/** Curves that OpenSSL knows and computes slowly. */
const SLOW_CURVES = ['secp256k1', 'brainpoolP256r1', 'brainpoolP512r1', 'sect571k1', 'sect571r1'];

function buildEcKey(namedCurve: string): KeyObject {
  return generateKeyPairSync('ec', { namedCurve }).publicKey;
}

/** The curve as numbers instead of a name: each certificate makes OpenSSL build it. */
function buildExplicitKey(namedCurve: string): KeyObject {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve, paramEncoding: 'explicit' });
  return publicKey;
}

/** A modulus of random bits needs no search for primes, and costs who checks a signature the same. */
function buildRsaKey(bits: number): KeyObject {
  const modulus = randomBytes(bits / 8);
  modulus[0]! |= 0x80;
  modulus[modulus.length - 1]! |= 1;
  const n = modulus.toString('base64url');
  return createPublicKey({ format: 'jwk', key: { kty: 'RSA', n, e: 'AQAB' } });
}

/** The certificate with another public key. Its signature is no longer valid. */
function replaceKey({ raw }: X509Certificate, key: KeyObject): X509Certificate {
  const { asn1, util } = forge;
  const fromBytes = (bytes: Buffer) => asn1.fromDer(util.createBuffer(bytes.toString('binary')));
  const certificate = fromBytes(raw);
  const [content] = certificate.value as forge.asn1.Asn1[];
  (content!.value as forge.asn1.Asn1[])[6] = fromBytes(key.export({ type: 'spki', format: 'der' }));
  return new X509Certificate(Buffer.from(asn1.toDer(certificate).getBytes(), 'binary'));
}

/** A client and authorities of one name that all have the key. */
async function issueWithKey(name: string, key: KeyObject, authorities: number) {
  const holder = await subject(name);
  const options = { keyIdentifiers: false };
  const client = await certifyClient(await subject('client'), holder, options);
  const issuers: X509Certificate[] = [];
  for (let count = 0; count < authorities; count += 1) {
    issuers.push(replaceKey(await certify(holder, holder, options), key));
  }
  return inHeader([replaceKey(client, key), ...issuers]);
}

/** Requests that the receiver refuses: certificates, headers and bodies that are expensive to read. */
async function buildCorpus(authority: string): Promise<ReadonlyMap<string, Post>> {
  const path = '/webhooks/pix/pix';
  const body = '{"pix":[]}';
  const entries: Record<string, Partial<Post>> = {
    'no certificate': {},
    'wrong secret': { path: `${path}?hmac=${'x'.repeat(8_000)}` },
    'many parameters': { path: `${path}?${'hmac=a&'.repeat(1_000)}` },
    'unknown path': { path: `${path}/${'%2e%2e/'.repeat(1_000)}` },
    'no PEM': { headers: { 'Client-Cert': '-----BEGIN CERTIFICATE-----'.repeat(400) } },
    'no DER': { headers: { 'Client-Cert': `:${Buffer.alloc(8_000, 0x30).toString('base64')}:` } },
    'many elements': { headers: { 'Client-Cert': 'Cert="a";,'.repeat(1_000) } },
    'many addresses': { headers: { 'X-Forwarded-For': '1.1.1.1,'.repeat(1_500) } },
    'body of 1 MiB': { body: `{"pix":[${'{},'.repeat(2 ** 18)}{}]}` },
    'deep body': { body: `${'['.repeat(100_000)}${']'.repeat(100_000)}` },
  };
  for (const curve of ['P-256', 'P-384', 'P-521']) {
    for (const name of [authority, 'Stranger']) {
      entries[`${curve}, ${name}`] = { headers: await issueEachOther(name, curve) };
    }
  }
  for (const name of [authority, 'Stranger']) {
    for (const curve of SLOW_CURVES) {
      const headers = await issueWithKey(name, buildEcKey(curve), 8);
      entries[`${curve}, ${name}`] = { headers };
    }
    const explicit = await issueWithKey(name, buildExplicitKey('brainpoolP512r1'), 6);
    entries[`explicit curve, ${name}`] = { headers: explicit };
    // As many as a header of 16 KiB has room for.
    for (const [bits, count] of [
      [4096, 8],
      [8192, 5],
      [16_384, 3],
    ] as const) {
      const headers = await issueWithKey(name, buildRsaKey(bits), count);
      entries[`RSA of ${bits} bits, ${name}`] = { headers };
    }
  }
  return new Map(Object.entries(entries).map(([name, post]) => [name, { path, body, ...post }]));
}

/** Sends each request of the corpus in rounds. Returns the CPU time of the receiver per request, in microseconds. */
export async function measureRefusals(rounds: number): Promise<ReadonlyMap<string, number[]>> {
  // The slowest key that is accepted.
  const authority = await subject('Authority', 'P-521');
  const ca = (await certify(authority, authority, { keyIdentifiers: false })).toString();
  const server = await startServer('Express', 'memory', ca);
  const corpus = await buildCorpus('Authority');
  const costs = new Map([...corpus.keys()].map((name) => [name, [] as number[]]));
  const target = { host: '127.0.0.1', port: server.port };
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, post] of corpus) {
        const posts = Array.from({ length: REQUESTS }, () => post);
        const cpu = await server.cpu();
        await loadWithClient(target, 1, () => posts.pop(), name === 'unknown path' ? 404 : 403);
        // The first round is a warm-up.
        if (round > 0) costs.get(name)?.push(((await server.cpu()) - cpu) / REQUESTS);
      }
    }
  } finally {
    server.stop();
  }
  return costs;
}
