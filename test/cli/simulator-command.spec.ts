import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { run } from '../../devkit/cli/program.js';
import type { SimulatorFiles } from '../../devkit/cli/simulator.files.js';
import { CertificateAuthority } from '../../devkit/simulator/index.js';
import { VERSION } from '../../lib/nest/version.js';
import { send } from '../simulator/support/bare-client.js';

interface Ready {
  url: string;
  tokenUrl: string;
  controlUrl: string;
  clientId: string;
  p12Passphrase: string;
  files: SimulatorFiles;
}

/** Runs the command in this process. */
class CommandRun {
  output = '';
  errors = '';
  readonly exitCode: Promise<number>;
  /** Resolves when the server is ready. */
  readonly ready: Promise<void>;
  end: () => void = () => undefined;

  constructor(...args: string[]) {
    let announce: () => void;
    this.ready = new Promise((resolve) => (announce = resolve));
    this.exitCode = run(args, {
      out: (text) => {
        this.output += text;
        announce();
      },
      err: (text) => (this.errors += text),
      untilEnded: () => new Promise((resolve) => (this.end = resolve)),
    });
  }

  async refusal(): Promise<string> {
    expect(await this.exitCode).toBe(1);
    expect(this.output).toBe('');
    return this.errors;
  }
}

describe('nestjs-pix simulator', () => {
  let folder: string;
  let out: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pix-cli-'));
    out = join(folder, 'new', 'certs');
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function start(...args: string[]) {
    const command = new CommandRun('simulator', '--port', '0', '--out', out, ...args);
    await Promise.race([command.ready, command.exitCode]);
    return command;
  }

  async function stop(command: CommandRun): Promise<void> {
    command.end();
    expect(await command.exitCode).toBe(0);
  }

  async function tls(files: SimulatorFiles) {
    const [ca, cert, key] = await Promise.all(
      [files.ca, files.cert, files.key].map((path) => readFile(path, 'utf8')),
    );
    return { ca: ca!, cert: cert!, key: key! };
  }

  it('prints one line of JSON when ready and writes files with which another client connects', async () => {
    const command = await start('--json', '--client-id', 'loja');
    expect(command.output.trimEnd()).not.toContain('\n');
    const ready = JSON.parse(command.output) as Ready;
    const settings = JSON.parse(await readFile(ready.files.settings, 'utf8'));
    const secret = await readFile(ready.files.clientSecret!, 'utf8');
    const { provider, ...rest } = settings;
    expect(rest).toEqual({ ...ready, format: 1, clientSecret: secret });
    expect(provider.production).toEqual({ baseUrl: ready.url, tokenUrl: ready.tokenUrl });

    const response = await send(ready.tokenUrl, {
      method: 'POST',
      ...(await tls(ready.files)),
      headers: {
        authorization: `Basic ${btoa(`loja:${secret}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    expect(response.status).toBe(200);
    await stop(command);
    await expect(send(ready.url, await tls(ready.files))).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });

  it('prints the addresses, the files and an example, but not the secret', async () => {
    const file = join(folder, 'secret');
    await writeFile(file, 'very-secret-indeed\n');
    const command = await start('--client-secret-file', file);
    const settings = JSON.parse(await readFile(join(out, 'simulator.json'), 'utf8'));
    expect(settings.clientSecret).toBe('very-secret-indeed');
    for (const shown of [settings.url, settings.tokenUrl, settings.controlUrl, out, 'curl']) {
      expect(command.output).toContain(shown);
    }
    expect(command.output + command.errors).not.toContain('very-secret-indeed');
    await stop(command);
  });

  it.each([
    ['network', []],
    ['network', ['--rules', 'network']],
    ['specification', ['--rules', 'specification']],
  ])('applies the rules of the %s with %j', async (rules, args) => {
    const command = await start('--json', ...args);
    const { controlUrl, files } = JSON.parse(command.output) as Ready;
    const info = await send(`${controlUrl}/`, await tls(files));
    expect(info.body).toMatchObject({ rules });
    await stop(command);
  });

  it('behaves as a hostile bank with --hostile', async () => {
    const command = await start('--json', '--hostile', 'strict-put', 'minimal-fields');
    const { controlUrl, files } = JSON.parse(command.output) as Ready;
    const { body } = await send(`${controlUrl}/hostile`, await tls(files));
    expect(body).toEqual({ hostile: [{ kind: 'strict-put' }, { kind: 'minimal-fields' }] });
    await stop(command);
  });

  it.each(['file', 'environment'])('serves a sandbox for the token in a %s', async (place) => {
    const file = join(folder, 'token');
    await writeFile(file, 'token-fixo-123\n');
    if (place === 'environment') process.env.SIMULATOR_SANDBOX_TOKEN = 'token-fixo-123';
    const command = await start(...(place === 'file' ? ['--sandbox-token-file', file] : []));
    delete process.env.SIMULATOR_SANDBOX_TOKEN;
    const settings = JSON.parse(await readFile(join(out, 'simulator.json'), 'utf8'));
    expect(command.output).toContain(settings.sandboxUrl);
    expect(command.output + command.errors).not.toContain('token-fixo-123');
    const response = await send(`${settings.sandboxUrl as string}/webhook`, {
      ca: await readFile(join(out, 'ca.pem'), 'utf8'),
      headers: { authorization: 'Bearer token-fixo-123' },
    });
    expect(response.status).toBe(200);
    await stop(command);
  });

  it('refuses unknown rules', async () => {
    const refusal = await new CommandRun('simulator', '--rules', 'letter').refusal();
    expect(refusal).toContain('network, specification');
  });

  it('writes keys and secrets with mode 0600, also over existing files', async () => {
    const first = await start('--json');
    await stop(first);
    const { files } = JSON.parse(first.output) as Ready;
    await writeFile(files.key, 'old');
    const command = await start('--json');
    for (const path of [
      files.key,
      files.p12,
      files.webhookKey,
      files.clientSecret!,
      files.settings,
    ]) {
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    }
    expect(await readFile(files.key, 'utf8')).toContain('PRIVATE KEY');
    await stop(command);
  });

  it('writes PEM files that can be concatenated', async () => {
    const command = await start('--json');
    const { files } = JSON.parse(command.output) as Ready;
    for (const path of [files.ca, files.cert, files.key, files.webhookCert, files.webhookKey]) {
      expect(await readFile(path, 'utf8')).toMatch(/-----\n$/);
    }
    await stop(command);
  });

  it('writes a PKCS#12 file that Node reads with its passphrase', async () => {
    const command = await start('--json');
    const { files, p12Passphrase } = JSON.parse(command.output) as Ready;
    const pfx = await readFile(files.p12);
    expect(() => createSecureContext({ pfx, passphrase: p12Passphrase })).not.toThrow();
    expect(() => createSecureContext({ pfx, passphrase: 'wrong' })).toThrow(/mac verify/i);
    await stop(command);
  });

  it.each([
    ['rsa', []],
    ['ec', ['--client-key', 'ec']],
  ])('issues a client certificate with a key of the kind %s with %j', async (kind, args) => {
    const command = await start('--json', ...args);
    const { files } = JSON.parse(command.output) as Ready;
    const { key } = await tls(files);
    expect(createPrivateKey(key).asymmetricKeyType).toBe(kind);
    await stop(command);
  });

  it.each([
    [
      'itau',
      ['/pixautomatico/v1  rec, solicrec, locrec, webhookrec', '  cobr, webhookcobr'],
      ['/api/oauth/token'],
    ],
    [
      'bradesco',
      ['/v1  rec, solicrec, cobr, locrec, webhookrec, webhookcobr'],
      [
        '/oauth/token',
        '/auth/server/oauth/token  rec, solicrec, cobr, locrec, webhookrec, webhookcobr',
      ],
    ],
    ['bb', ['/testes-portal-desenvolvedor/v1  POST /boletos-pix/pagar'], ['/oauth/token']],
    ['sicoob', [], ['/auth/realms/cooperado/protocol/openid-connect/token']],
  ])('prints every address of %s', async (bank, bases, tokens) => {
    const command = await start('--quirks', bank);
    const { origin } = new URL(/API +(\S+)/.exec(command.output)?.[1] ?? '');
    const [, list = ''] = /\n {2}API([^]*?)\n {2}Control/.exec(command.output) ?? [];
    const [, ...others] = list.replace('  Tokens ', '').split('\n');
    expect(others.map((line) => line.trim())).toEqual(
      [...bases, ...tokens].map((path) => origin + path),
    );
    await stop(command);
  });

  it.each([
    [
      'sicredi',
      [
        'versions.resources./cob/{txid}: v2, as for the other paths of /cob',
        'server.tokenRequests: the parameters in the form only, as the client sends them',
      ],
    ],
    // Its sources disagree about addresses, which are those of the simulator.
    ['itau', []],
  ])('prints what the sources of %s disagree about', async (bank, facts) => {
    const command = await start('--quirks', bank);
    expect(
      [...command.output.matchAll(/^ {2}Disputed {2}(.*)$/gm)].map(([, fact]) => fact),
    ).toEqual(facts);
    await stop(command);
  });

  it('lifts the limits of the bank with --no-rate-limits', async () => {
    const command = await start('--json', '--quirks', 'inter', '--no-rate-limits');
    const { files, tokenUrl, clientId } = JSON.parse(command.output) as Ready & {
      clientId: string;
    };
    const secret = await readFile(files.clientSecret!, 'utf8');
    const credentials = { client_id: clientId, client_secret: secret };
    const body = { grant_type: 'client_credentials', scope: 'cob.read', ...credentials };
    // Inter grants five tokens a minute.
    for (let token = 0; token < 7; token += 1) {
      const response = await send(tokenUrl, {
        method: 'POST',
        ...(await tls(files)),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(body).toString(),
      });
      expect(response.status).toBe(200);
    }
    await stop(command);
  });

  it('keeps certificates and credentials for the next start, outside of version control', async () => {
    const read = (files: SimulatorFiles) =>
      Promise.all(
        [
          files.ca,
          files.cert,
          files.key,
          files.clientSecret!,
          files.webhookCert,
          files.webhookKey,
        ].map((f) => readFile(f)),
      );
    const first = await start('--json');
    const { files } = JSON.parse(first.output) as Ready;
    const before = await read(files);
    await stop(first);
    expect(await readFile(join(files.out, '.gitignore'), 'utf8')).toBe('*\n');
    expect((await stat(join(files.out, 'identity.json'))).mode & 0o777).toBe(0o600);
    const second = await start('--json');
    expect(await read(files)).toEqual(before);
    const { tokenUrl } = JSON.parse(second.output) as Ready;
    const response = await send(tokenUrl, {
      method: 'POST',
      ...(await tls(files)),
      headers: {
        authorization: `Basic ${btoa(`pix-simulator:${String(before[3])}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    expect(response.status).toBe(200);
    await stop(second);
    const named = await start('--json', '--name', 'web');
    const after = await read(files);
    expect(after.slice(0, 4)).toEqual(before.slice(0, 4));
    expect(new X509Certificate(after[4]!).checkHost('web')).toBe('web');
    await stop(named);
  });

  it.each([
    ['a key of another', 'webhookKey'],
    ['a certificate of another authority', 'webhookCert'],
    ['a damaged certificate', 'webhookCert'],
  ] as const)('does not keep %s', async (what, name) => {
    const first = await start('--json');
    const { files } = JSON.parse(first.output) as Ready;
    await stop(first);
    const authority = await CertificateAuthority.create();
    const foreign = await authority.issueServer();
    const text = what.startsWith('a damaged')
      ? 'x'
      : foreign[name === 'webhookKey' ? 'key' : 'cert'];
    await writeFile(files[name], text);
    if (what.startsWith('a certificate')) await writeFile(files.webhookKey, foreign.key);
    const second = await start('--json');
    const [cert, key, ca] = await Promise.all(
      [files.webhookCert, files.webhookKey, files.ca].map((path) => readFile(path)),
    );
    const certificate = new X509Certificate(cert!);
    expect(certificate.verify(new X509Certificate(ca!).publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(key!))).toBe(true);
    await stop(second);
  });

  it.each([
    ['{', 'is damaged. Remove it to get new certificates.'],
    ['{}', 'identity must be the identity of a simulator'],
  ])('says what is wrong with an identity.json of %s', async (text, message) => {
    await mkdir(out, { recursive: true });
    await writeFile(join(out, 'identity.json'), text);
    const command = await start();
    expect(await command.exitCode).toBe(1);
    expect(command.errors).toContain(message);
  });

  it.each(['--client-secret', '--sandbox-token'])(
    'takes no secret as an argument: %s',
    async (name) => {
      const refusal = await new CommandRun('simulator', name, 'very-secret-indeed').refusal();
      expect(refusal).toContain(`unknown option '${name}'`);
      expect(refusal).not.toContain('very-secret-indeed');
    },
  );

  it('takes the client secret from the environment', async () => {
    process.env.SIMULATOR_CLIENT_SECRET = 'of-the-environment';
    try {
      await stop(await start());
    } finally {
      delete process.env.SIMULATOR_CLIENT_SECRET;
    }
    expect(await readFile(join(out, 'client-secret'), 'utf8')).toBe('of-the-environment');
    const missing = await start('--client-secret-file', join(folder, 'missing'));
    expect(await missing.refusal()).toMatch(/cannot read .*missing.*--client-secret-file/);
  });

  it('registers a client without a secret with --no-client-secret', async () => {
    const command = await start('--json', '--no-client-secret');
    const { files, tokenUrl } = JSON.parse(command.output) as Ready;
    expect(files.clientSecret).toBeUndefined();
    const response = await send(tokenUrl, {
      method: 'POST',
      ...(await tls(files)),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials&client_id=pix-simulator',
    });
    expect(response.status).toBe(200);
    await stop(command);
  });

  it('opens a console and prints its address', async () => {
    const command = await start();
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(command.output) ?? [''];
    expect(await (await fetch(address)).text()).toContain('Console do simulador Pix');
    await stop(command);
    await expect(fetch(address)).rejects.toThrow();
  });

  it.each([['--no-console'], ['--json']])('opens no console with %s', async (option) => {
    const command = await start(option);
    expect(command.output).not.toContain('http://127.0.0.1');
    await stop(command);
  });

  it('opens a console with --console-port and reports its URL', async () => {
    const command = await start('--json', '--console-port', '0');
    const { consoleUrl } = JSON.parse(command.output) as { consoleUrl: string };
    expect((await fetch(consoleUrl)).status).toBe(200);
    await stop(command);
  });

  it('listens on --console-host', async () => {
    const command = await start('--json', '--console-host', '0.0.0.0');
    const { consoleUrl } = JSON.parse(command.output) as { consoleUrl: string };
    expect(consoleUrl).toMatch(/^http:\/\/localhost:\d+\/\?token=[\w-]{24}$/);
    const list = async (PIX_SIMULATOR: string, ...args: readonly string[]) => {
      let text = '';
      const print = (part: string) => (text += part);
      const console = { out: print, err: print, untilEnded: () => Promise.resolve() };
      const exitCode = await run(['trigger', ...args], console, undefined, { PIX_SIMULATOR });
      return { exitCode, text };
    };
    expect(await list(consoleUrl)).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining('cob/paid-twice'),
    });
    expect((await list(consoleUrl, '--help')).text).not.toContain('?token');
    for (const [lang, reason] of [
      ['en', 'other users of this machine can read arguments'],
      ['pt', 'outros usuários desta máquina podem ler argumentos'],
    ] as const) {
      const { exitCode, text } = await list('', '--bank', consoleUrl, '--lang', lang);
      expect([exitCode, text]).toEqual([1, expect.stringContaining(reason)]);
      expect(text).toContain("export PIX_SIMULATOR='");
      expect(text).not.toContain(new URL(consoleUrl).searchParams.get('token'));
    }
    const refused = await list(consoleUrl, '--bank', new URL(consoleUrl).origin);
    expect(refused).toMatchObject({ exitCode: 2, text: expect.stringContaining('token') });
    await stop(command);
  });

  it('resumes from the state folder of --state', async () => {
    const state = join(folder, 'state');
    const first = await start('--json', '--state', state);
    const before = JSON.parse(await readFile(join(out, 'simulator.json'), 'utf8'));
    const certificate = await tls(before.files);
    const put = await send(`${before.controlUrl}/charges`, {
      method: 'POST',
      ...certificate,
      body: { valor: { original: '37.00' } },
    });
    expect(put.status).toBe(201);
    await stop(first);

    const second = await start('--json', '--state', state);
    const after = JSON.parse(await readFile(join(out, 'simulator.json'), 'utf8'));
    expect(after.clientSecret).toBe(before.clientSecret);
    expect(await tls(after.files)).toEqual(certificate);
    const { body } = await send(`${after.controlUrl}/charges`, certificate);
    expect(body).toMatchObject({ total: 1, charges: [{ txid: put.body.txid }] });
    await stop(second);
  });

  it('reports a state folder that cannot be written or read', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const refusal = (state: string) =>
      new CommandRun('simulator', '-p', '0', '-o', out, '--state', state).refusal();
    expect(await refusal(join(file, 'x'))).toMatch(/^error: cannot write the state.*--state\.\n$/);
    await mkdir(join(folder, 'bad'));
    await writeFile(join(folder, 'bad', 'state.ndjson'), 'hello\n');
    expect(await refusal(join(folder, 'bad'))).toMatch(/state\.ndjson/);
    await mkdir(join(folder, 'odd', 'state.ndjson'), { recursive: true });
    expect(await refusal(join(folder, 'odd'))).toMatch(
      /^error: cannot write the state.*--state\.\n$/,
    );
  });

  it('reports a port that is in use', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const port = String((server.address() as AddressInfo).port);
    const refusal = await new CommandRun('simulator', '-p', port, '-o', out).refusal();
    expect(refusal).toBe(
      `error: port ${port} of 127.0.0.1 is already in use. Stop what uses it, or choose another with --port.\n`,
    );
    const args = ['simulator', '-p', '0', '-o', out, '--console-port', port];
    expect(await new CommandRun(...args).refusal()).toContain('--console-port');
    await new Promise((resolve) => server.close(resolve));
  });

  it('reports a folder that cannot be written before it listens', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const refusal = await new CommandRun('simulator', '-p', '0', '-o', join(file, 'x')).refusal();
    expect(refusal).toMatch(/^error: cannot write to the folder .*file.*--out\.\n$/);
  });

  it.each(['client.key', '.gitignore'])('replaces no %s of another origin', async (name) => {
    const file = join(folder, name);
    await writeFile(file, 'mine');
    const refusal = await new CommandRun('simulator', '-p', '0', '-o', folder).refusal();
    expect(refusal).toBe(
      `error: ${file} is of no simulated bank. Choose another folder with --out.\n`,
    );
    expect(await readdir(folder)).toEqual([name]);
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  it.each(['{}', '[]', 'mine', '{"clientId":"mine"}'])(
    'replaces nothing beside a simulator.json of another origin: %s',
    async (settings) => {
      const mine = { '.gitignore': 'dist', 'client.key': 'mine', 'simulator.json': settings };
      for (const [name, text] of Object.entries(mine)) await writeFile(join(folder, name), text);
      const refusal = await new CommandRun('simulator', '-p', '0', '-o', folder).refusal();
      expect(refusal).toContain('is of no simulated bank. Choose another folder with --out.');
      expect((await readdir(folder)).sort()).toEqual(Object.keys(mine));
      for (const [name, text] of Object.entries(mine)) {
        expect(await readFile(join(folder, name), 'utf8')).toBe(text);
      }
    },
  );

  it('keeps the rules that were added to its .gitignore', async () => {
    await stop(await start());
    await writeFile(join(out, '.gitignore'), '*\n!ca.pem\n');
    await stop(await start());
    expect(await readFile(join(out, '.gitignore'), 'utf8')).toBe('*\n!ca.pem\n');
  });

  it.each([
    [['--port', '99999'], /whole number from 0 to 65535/],
    [['--port', 'http'], /whole number from 0 to 65535/],
    [['--port', '0', '--host', '192.0.2.1'], /not an address of this machine.*--host\./],
    [['--port', '0', '--console-host', '192.0.2.1'], /^error: 192\.0\.2\.1 is.*--console-host\./],
    [['--port', '0', '--client-id', 'a:b'], /clientId/],
    [['--colour'], /unknown option/],
  ])('refuses %j', async (args, message) => {
    const refusal = await new CommandRun('simulator', '--out', out, ...args).refusal();
    expect(refusal).toMatch(message);
  });

  it('prints --help and --version with exit code 0', async () => {
    const help = new CommandRun('simulator', '--help');
    expect(await help.exitCode).toBe(0);
    expect(help.output).toContain('--client-id');
    const version = new CommandRun('--version');
    expect(await version.exitCode).toBe(0);
    expect(version.output.trim()).toBe(VERSION);
  });
});
