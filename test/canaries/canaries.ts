import { createPrivateKey } from 'node:crypto';
import { toPkcs12, encryptPrivateKey, type TestCertificate } from '../support/certificates.js';

/** A value that must not appear in any output, with the texts to search for. */
export interface Canary {
  readonly name: string;
  readonly needles: readonly string[];
  /** Whether a URL of the provider may contain it: the API has Pix keys in paths and tax ids in queries. */
  readonly mayBeInUrls: boolean;
}

/** The values that the scenarios use. Secrets contain the characters that each encoding escapes. */
export const values = {
  clientSecret: 'clientsecret/Canary+1="Kq7zX9"',
  token: 'token~Canary/2+8f3e7d=',
  otherToken: 'other.token~Canary/3+1b9c=',
  sandboxToken: 'sandboxtoken/Canary+4=Vb2n',
  appKey: 'appkey/Canary+5=Mw6t',
  headerKey: 'headerkey/Canary+6=Rj4p',
  cookie: 'sid=cookie/Canary+7=Yh8s',
  callHeader: 'callheader/Canary+8=Lx1d',
  passphrase: 'passphrase/Canary+9="Tg5c"',
  webhookSecret: 'webhooksecret-Canary-10-Df3v',
  otherWebhookSecret: 'webhooksecret-Canary-11-Zb7w',
  redisKey: 'c0ffee11'.repeat(8),
  devedorCpf: '52998224725',
  keyCpf: '11144477735',
  payerCpf: '39053344705',
  cnpj: '11222333000181',
  newCnpj: '12ABC34501DE35',
} as const;

const TAX_IDS: readonly string[] = ['devedorCpf', 'keyCpf', 'payerCpf', 'cnpj', 'newCnpj'];

/** Every canary: those of {@link values}, and the private key of a client certificate in each of its forms. */
export function createCanaries({ cert, key }: TestCertificate, keyFiles: KeyFiles): Canary[] {
  const der = createPrivateKey(key).export({ type: 'pkcs8', format: 'der' });
  return [
    ...Object.entries(values).map(([name, value]) => ({
      name,
      needles: spell(value, TAX_IDS.includes(name)),
      mayBeInUrls: TAX_IDS.includes(name),
    })),
    { name: 'privateKey', needles: spellBytes(der, 40), mayBeInUrls: false },
    { name: 'privateKeyPem', needles: pemLines(key), mayBeInUrls: false },
    { name: 'lockedKeyPem', needles: pemLines(keyFiles.locked), mayBeInUrls: false },
    { name: 'pfx', needles: spellBytes(keyFiles.pfx, 40), mayBeInUrls: false },
  ].map((canary) => ({
    ...canary,
    needles: canary.needles.filter((text) => !cert.includes(text)),
  }));
}

/** A client certificate's key in the files that applications use. */
export interface KeyFiles {
  readonly pfx: Buffer;
  readonly locked: string;
}

export function createKeyFiles({ cert, key }: TestCertificate): KeyFiles {
  const { passphrase } = values;
  return {
    pfx: toPkcs12({ certificates: [cert], keys: [key], passphrase }),
    locked: encryptPrivateKey(key, passphrase, 'aes256'),
  };
}

function spell(value: string, isTaxId: boolean): string[] {
  const form = new URLSearchParams({ v: value }).toString().slice(2);
  const json = JSON.stringify(value).slice(1, -1);
  return [
    ...new Set([
      value,
      form,
      encodeURIComponent(value),
      json,
      JSON.stringify(json).slice(1, -1),
      value.replaceAll('"', '&quot;'),
      ...encodeWithin(value),
      ...(isTaxId ? [punctuate(value)] : [Buffer.from(value).toString('hex')]),
    ]),
  ];
}

/** Returns the base64 texts of the value at each offset. */
function encodeWithin(value: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const base64 = Buffer.from(' '.repeat(before) + value + '   ').toString('base64');
    // The first and last characters also depend on the adjacent text.
    const core = base64.slice(before === 0 ? 0 : 4, -8);
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function punctuate(id: string): string {
  return id.length === 11
    ? id.replace(/(.{3})(.{3})(.{3})(.{2})/, '$1.$2.$3-$4')
    : id.replace(/(.{2})(.{3})(.{3})(.{4})(.{2})/, '$1.$2.$3/$4-$5');
}

/** Returns parts of the content as base64, as hexadecimal, and as Node prints a Buffer. */
function spellBytes(bytes: Buffer, length: number): string[] {
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  const hex = bytes.toString('hex');
  const stretches = (text: string) =>
    Array.from({ length: Math.floor(text.length / length) }, (_, index) =>
      text.slice(index * length, (index + 1) * length),
    ).slice(1, 4);
  return [
    ...stretches(base64),
    ...stretches(base64.replaceAll('+', '-').replaceAll('/', '_')),
    ...stretches(hex),
    bytes.subarray(0, 16).toString('hex').replace(/../g, '$& ').trim(),
  ];
}

function pemLines(pem: string): string[] {
  // The first line contains only the algorithm.
  return pem
    .split(/\r?\n/)
    .filter((line) => /^[\w+/=]{16,}$/.test(line))
    .slice(1);
}
