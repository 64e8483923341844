import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ConfigurationError, isObject } from '../errors/index.js';
import { must } from './rules.js';

/**
 * A key of AES-256-GCM, 32 bytes: a Buffer, or base64 or hexadecimal text. To replace a key, give a
 * list, or text with commas: the first key encrypts, and all of them decrypt.
 */
export type PixEncryptionKey = Uint8Array | string | readonly (Uint8Array | string)[];

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEX = /^[0-9a-f]{64}$/i;
/** 32 bytes, in the alphabet of base64 or base64url. */
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/** The command that creates a key, for messages. */
const CREATE_KEY = '"openssl rand -base64 32"';

export const encryptionKeyRule = must(
  `32 bytes: a Buffer, or base64 or hexadecimal text, or a list of such keys. Create one with ${CREATE_KEY}`,
  (value) => readKeys(value).every((key) => key?.length === KEY_BYTES),
);

/** Encrypts and authenticates texts with AES-256-GCM, each bound to a context, such as its name. */
export class Cipher {
  readonly #keys: readonly [Buffer, ...Buffer[]];

  /** @param encryptionKey follows {@link encryptionKeyRule} */
  constructor(encryptionKey: PixEncryptionKey) {
    this.#keys = readKeys(encryptionKey) as [Buffer];
  }

  seal(context: string, text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#keys[0], iv).setAAD(Buffer.from(context));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64');
  }

  /** @returns `undefined` for a value with another key or context, or a modified value */
  open(context: string, value: string): string | undefined {
    const bytes = Buffer.from(value, 'base64');
    const texts = this.#keys.map((key) => decrypt(key, context, bytes));
    return texts.find((text) => text !== undefined);
  }
}

function decrypt(key: Buffer, context: string, bytes: Buffer): string | undefined {
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  try {
    const iv = bytes.subarray(0, IV_BYTES);
    const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(tag);
    const encrypted = bytes.subarray(IV_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** Reads at least one key; `undefined` for what is no key. */
function readKeys(value: unknown): (Buffer | undefined)[] {
  if (typeof value === 'string') return value.split(',').map(toBytes);
  return Array.isArray(value) && value.length > 0 ? value.map(toBytes) : [toBytes(value)];
}

function toBytes(key: unknown): Buffer | undefined {
  if (ArrayBuffer.isView(key)) {
    return Buffer.from(key.buffer.slice(key.byteOffset, key.byteOffset + key.byteLength));
  }
  if (typeof key !== 'string') return undefined;
  const text = key.trim();
  if (HEX.test(text)) return Buffer.from(text, 'hex');
  return BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/** @throws ConfigurationError if a key is missing, and Redis is not on this machine */
export function requireKey(owner: string, key: unknown, connection: object): void {
  if (key !== undefined || isLocal(connection)) return;
  throw new ConfigurationError(
    `${owner}: encryptionKey is missing: Redis is not on this machine, and who can write to it could report payments, or read ` +
      `the data of payers. Create a key with ${CREATE_KEY} and pass it to all processes, for example as encryptionKey: process.env.PIX_EVENT_KEY.`,
  );
}

/**
 * Whether a connection ends on this machine: at a loopback address or a socket file. A cluster, a connector of the
 * application and what cannot be told count as another machine.
 *
 * @param usual the host of a connection that names none
 */
export function isLocal(connection: object, usual = 'localhost'): boolean {
  const { options, isCluster, ...own } = connection as Record<string, unknown>;
  const { socket, ...given } = isObject(options) ? options : own;
  const { sentinels, sentinelRootNodes, rootNodes, Connector, ...server } = given;
  if ([isCluster, sentinels, sentinelRootNodes, rootNodes, Connector].some(Boolean)) return false;
  const all: Record<string, unknown> = { ...server, ...(isObject(socket) && socket) };
  const { connectionString, url = connectionString, path, host = usual } = all;
  if (url === undefined && Boolean(path)) return true;
  const name = url === undefined ? String(host) : findHost(url);
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\]|\/.*)$/i.test(name);
}

function findHost(url: unknown): string {
  if (typeof url !== 'string' || !URL.canParse(url)) return '';
  const { protocol, searchParams, hostname } = new URL(url);
  return (protocol.startsWith('postgres') ? searchParams.get('host') : undefined) ?? hostname;
}
