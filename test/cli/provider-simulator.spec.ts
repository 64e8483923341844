import 'reflect-metadata';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { run } from '../../devkit/cli/program.js';
import {
  createPixClient,
  generateTxid,
  PixCobService,
  PixModule,
  PixPayloadService,
  type PixModuleOptions,
} from '../../lib/index.js';
import { runCommand } from './support/run-command.js';

const COB = { valor: { original: '37.00' }, chave: 'loja@example.com' };

let folder: string;
let output: string;
let stop: () => Promise<void>;

async function startCommand(...args: string[]): Promise<void> {
  let end = (): void => undefined;
  let announce = (): void => undefined;
  const ready = new Promise<void>((resolve) => (announce = resolve));
  const ended = run(['simulator', '--port', '0', '--out', folder, '--no-console', ...args], {
    out: (text) => {
      output += text;
      announce();
    },
    err: (text) => (output += text),
    untilEnded: () => new Promise((resolve) => (end = resolve)),
  });
  await Promise.race([ready, ended]);
  stop = async () => {
    end();
    await ended;
  };
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pix-provider-'));
  output = '';
  stop = () => Promise.resolve();
});

afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

const options = (more: Partial<PixModuleOptions> = {}): PixModuleOptions => ({
  provider: 'simulator',
  simulator: folder,
  ...more,
});

describe("provider: 'simulator'", () => {
  it('reaches the command by the snippet that the command prints', async () => {
    await startCommand();
    expect(output).toContain(
      `PixModule.forRoot({ provider: 'simulator', simulator: '${folder}' })`,
    );
    const app = await Test.createTestingModule({
      imports: [PixModule.forRoot(options())],
    }).compile();
    const charge = await app.get(PixCobService).createWithTxid(generateTxid(), COB);
    const payload = await app.get(PixPayloadService).fetch(charge.loc?.location ?? '');
    expect(payload).toMatchObject({ payload: { txid: charge.txid } });
    await app.close();
  });

  it('works with forRootAsync, without Nest, and with the differences of a bank', async () => {
    await startCommand('--quirks', 'bb');
    const app = await Test.createTestingModule({
      imports: [PixModule.forRootAsync({ useFactory: () => options() })],
    }).compile();
    expect((await app.get(PixCobService).createWithTxid(generateTxid(), COB)).status).toBe('ATIVA');
    await app.close();
    const pix = await createPixClient(options({ timeout: 5 }));
    expect((await pix.locRec.create()).id).toBeGreaterThan(0);
    await pix.close();
  });

  const openAlone = async () => (await createPixClient(options())).close();
  const openInNest = async () => {
    const imports = [PixModule.forRoot(options())];
    await (await Test.createTestingModule({ imports }).compile()).close();
  };

  it.each([
    ['production', 'alone', 1, openAlone],
    ['production', 'in Nest', 1, openInNest],
    ['development', 'alone', 0, openAlone],
  ])(
    'warns with NODE_ENV=%s, %s, %i times that nobody can pay',
    async (environment, _, count, open) => {
      await startCommand();
      const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
      const before = process.env.NODE_ENV;
      process.env.NODE_ENV = environment;
      try {
        await open();
      } finally {
        if (before === undefined) delete process.env.NODE_ENV;
        else process.env.NODE_ENV = before;
      }
      const warnings = warn.mock.calls.filter(([text]) => String(text).includes('nobody can pay'));
      warn.mockRestore();
      expect(warnings).toHaveLength(count);
    },
  );

  it('names the option and the command when the folder has no files', async () => {
    await expect(createPixClient(options())).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringMatching(
        /^simulator: cannot read .*simulator\.json \(ENOENT\)\. Run the simulator first: npx nestjs-pix simulator --out /,
      ),
    });
    await expect(createPixClient({ provider: 'simulator' })).rejects.toThrow(
      'simulator is required: set the folder that the command writes.',
    );
  });

  it('refuses the file of another version', async () => {
    await startCommand();
    const file = join(folder, 'simulator.json');
    const settings = JSON.parse(await readFile(file, 'utf8'));
    expect(settings).toMatchObject({ format: 1, provider: { name: 'simulator' } });
    await writeFile(file, JSON.stringify({ ...settings, format: 2 }));
    await expect(createPixClient(options())).rejects.toThrow(
      /simulator\.json is not of this version of nestjs-pix\. Run the simulator/,
    );
  });

  it('is refused in production, with options of a bank, and at a bank', async () => {
    await expect(createPixClient(options({ environment: 'production' }))).rejects.toThrow(
      "provider: 'simulator' has no production",
    );
    await expect(
      createPixClient(options({ clientId: 'c', baseUrl: 'https://bank.example' })),
    ).rejects.toThrow('takes clientId, baseUrl from the folder in simulator: omit them.');
    await expect(createPixClient(options({ provider: 'bb' }))).rejects.toThrow(
      "simulator is only for provider: 'simulator'.",
    );
  });
});

describe('a webhook on this machine, without TLS', () => {
  it('is registered at the simulated bank, and checked by the doctor', async () => {
    const secret = 'segredo-do-receptor-1234';
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(request.url === `/webhooks/pix/pix?hmac=${secret}` ? 200 : 403).end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    await startCommand();
    const env = join(folder, '.env');
    const variables = [
      'PIX_PROVIDER=simulator',
      `PIX_SIMULATOR=${folder}`,
      'PIX_CHAVE=loja@example.com',
      `PIX_WEBHOOK_URL=http://localhost:${port}/webhooks/pix`,
      `PIX_WEBHOOK_SECRET=${secret}`,
    ];
    await writeFile(env, variables.join('\n'));
    expect(await runCommand(['webhook', 'register', '--env', env])).toMatchObject({ exitCode: 0 });
    const healthy = await runCommand(['doctor', '--env', env]);
    expect(healthy.out).toContain('No problem.');
    expect(healthy.out).toContain(`answers at http://localhost:${port}/webhooks/pix/pix?hmac=***`);
    await new Promise((closed) => server.close(closed));
    const silent = await runCommand(['doctor', '--env', env]);
    expect(silent.exitCode).toBe(2);
    expect(silent.out).toContain('ECONNREFUSED');
  });
});
