import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { run } from '../../devkit/cli/program.js';
import { pixProviders } from '../../lib/providers/index.js';
import {} from '../../devkit/simulator/index.js';

const shell = promisify(execFile);

/** Runs the printed commands in a shell. Returns the responses: the charge, then its payment. */
async function runExamples(args: string[]): Promise<string[]> {
  let end: () => void = () => undefined;
  let ready: (text: string) => void;
  const output = new Promise<string>((resolve) => (ready = resolve));
  const exitCode = run(['simulator', '--port', '0', '--no-console', ...args], {
    out: (text) => ready(text),
    err: (text) => ready(text),
    untilEnded: () => new Promise((resolve) => (end = resolve)),
  });
  const [, commands = ''] = /Try it\n(.*)\nCtrl\+C/s.exec(await output) ?? [];
  const { stdout } = await shell('sh', ['-c', commands]);
  end();
  expect(await exitCode).toBe(0);
  return stdout.trim().split('\n');
}

describe('the examples that nestjs-pix simulator prints', () => {
  let folder: string;
  beforeAll(() => {
    if (spawnSync('curl', ['--version']).status !== 0) {
      throw new Error('The printed commands are run as they are: install curl.');
    }
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pix-cli-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function expectPaid(out: string, ...args: string[]) {
    const [charge = '', payment = '', ...rest] = await runExamples([
      '--out',
      join(folder, out),
      ...args,
    ]);
    expect(JSON.parse(charge)).toMatchObject({ status: 'ATIVA', valor: { original: '37.00' } });
    expect(JSON.parse(payment)).toMatchObject({ endToEndId: expect.any(String), valor: '37.00' });
    expect(rest).toEqual([]);
  }

  it.each(Object.keys(pixProviders))('pay a charge with the quirks of %s', (name) =>
    expectPaid('certs', '--quirks', name),
  );

  it('pay a charge when the folder and the client have special characters', async () => {
    const file = join(folder, 'secret');
    await writeFile(file, `p%41+&d=$x'"`);
    await expectPaid(
      `it's in $HOME`,
      '--client-id',
      `a b'$HOME"x%41+`,
      '--client-secret-file',
      file,
    );
  });

  it('pay a charge to the first key of a client without a secret', async () => {
    await expectPaid('certs', '--no-client-secret', '--client-id', 'a&b', '--chave', 'eu@a.test');
    await expectPaid('certs', '--quirks', 'inter', '--chave', '+5511999998888');
  });

  it('pay another charge at each start with --state', async () => {
    const state = join(folder, 'state');
    await expectPaid('certs', '--state', state);
    await expectPaid('certs', '--state', state);
  });
});
