import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSource } from '../../lib/transport/certificate/source.js';

const MAX_BYTES = 1024 * 1024;
const OPTION = 'certificate.pfx';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pix-source-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (value: unknown) => readSource(value, OPTION);

describe('readSource', () => {
  it('accepts 1 MiB from a Buffer, a stream or a file, and refuses one more byte', async () => {
    const whole = Buffer.alloc(MAX_BYTES, 1);
    const file = join(folder, 'large.p12');
    await writeFile(file, whole);
    for (const value of [whole, Readable.from([whole]), file]) {
      expect((await read(value)).bytes).toHaveLength(MAX_BYTES);
    }
    await writeFile(file, Buffer.alloc(MAX_BYTES + 1, 1));
    for (const [value, details] of [
      [Buffer.alloc(MAX_BYTES + 1, 1), { option: OPTION }],
      [Readable.from([whole, Buffer.from([1])]), { option: OPTION }],
      [file, { option: OPTION, file }],
    ]) {
      await expect(read(value)).rejects.toMatchObject({
        errorCode: 'PIX_CERTIFICATE_INVALID',
        message: expect.stringContaining('is too long to be a certificate'),
        details,
      });
    }
  });

  it('accepts one byte, a view of an array and a stream of text', async () => {
    expect((await read(Buffer.from([7]))).bytes).toEqual(Buffer.from([7]));
    const view = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);
    expect((await read(view)).bytes).toEqual(Buffer.from([2, 3]));
    expect((await read(Readable.from(['\xe9', '\xff']))).bytes).toEqual(Buffer.from([0xe9, 0xff]));
  });

  it.each([[''], [Buffer.alloc(0)], [Readable.from([])]])(
    'refuses empty content: %p',
    async (value) => {
      await expect(read(value)).rejects.toMatchObject({ errorCode: 'PIX_CERTIFICATE_EMPTY' });
    },
  );

  it.each([[undefined], [null], [5], [true], [{}], [[]]])('refuses %p', async (value) => {
    await expect(read(value)).rejects.toMatchObject({
      errorCode: 'PIX_CERTIFICATE_MISSING',
      message: expect.stringContaining('must be a path, PEM or base64 text'),
    });
  });
});

describe('readSource with an unreadable file', () => {
  it('reports a missing file when its folder is a file', async () => {
    const file = join(folder, 'file');
    await writeFile(file, 'x');
    await expect(read(join(file, 'client.p12'))).rejects.toMatchObject({
      errorCode: 'PIX_CERTIFICATE_NOT_FOUND',
      cause: { code: 'ENOTDIR' },
    });
  });

  it('includes the system error code', async () => {
    const path = join(folder, `${'long name '.repeat(30)}.p12`);
    await expect(read(path)).rejects.toMatchObject({
      errorCode: 'PIX_CERTIFICATE_UNREADABLE',
      message: expect.stringMatching(/cannot be read \(ENAMETOOLONG\)\.$/),
    });
  });
});

describe('readSource with a failing stream', () => {
  const failing = (error: unknown) => ({
    async *[Symbol.asyncIterator]() {
      yield Buffer.from([1]);
      throw error;
    },
  });

  it.each([
    ['ECONNRESET', Object.assign(new Error('x'), { code: 'ECONNRESET' })],
    ['unknown reason', new Error('x')],
    ['unknown reason', null],
    ['unknown reason', { code: 5 }],
  ])('includes %s in its error', async (reason, error) => {
    await expect(read(failing(error))).rejects.toMatchObject({
      errorCode: 'PIX_CERTIFICATE_UNREADABLE',
      message: expect.stringContaining(`cannot be read from its stream (${reason})`),
    });
  });
});
