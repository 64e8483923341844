import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CertificateError } from '../../lib/errors/index.js';
import { loadCa } from '../../lib/transport/index.js';
import { TestAuthority, toDer } from '../support/certificates.js';

let folder: string;
let first: TestAuthority;
let second: TestAuthority;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pix-ca-'));
  first = await TestAuthority.create('First');
  second = await TestAuthority.create('Second');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('loadCa', () => {
  it('loads text, a path, bytes and lists of them', async () => {
    const path = join(folder, 'ca.pem');
    await writeFile(path, second.cert);
    expect(await loadCa(first.cert)).toEqual([first.cert]);
    expect(await loadCa(path)).toEqual([second.cert]);
    expect(await loadCa([Buffer.from(first.cert), path])).toEqual([first.cert, second.cert]);
    expect(await loadCa(toDer(first.cert))).toEqual([first.cert]);
  });

  it('splits a bundle into certificates', async () => {
    expect(await loadCa(`# First\n${first.cert}\n# Second\n${second.cert}`)).toEqual([
      first.cert,
      second.cert,
    ]);
  });

  it('throws a CertificateError that names the file', async () => {
    const path = join(folder, 'absent.pem');
    await expect(loadCa([first.cert, path])).rejects.toThrow(CertificateError);
    await expect(loadCa(path)).rejects.toThrow(path);
    await expect(loadCa(Buffer.from('hello'))).rejects.toThrow('is not a certificate');
  });
});
