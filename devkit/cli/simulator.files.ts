import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { simulatorFileNames, type SimulatorFolderSettings } from 'nestjs-pix/spec';
import type { PixSimulator } from '../simulator/index.js';
import { CommandError } from './command-error.js';
import { toPkcs12 } from './pkcs12.js';
import { PRIVATE, PUBLIC } from './write-new-file.js';

/** Passphrase of `client.p12`. The file mode protects the file; the passphrase exists because tools require one. */
export const P12_PASSPHRASE = 'pix-simulator';

/** Absolute paths of the files that the command writes. */
export interface SimulatorFiles {
  out: string;
  /** Certificate of the authority that clients trust. */
  ca: string;
  cert: string;
  key: string;
  /** Certificate and key as PKCS#12. */
  p12: string;
  /** Server certificate for the HTTPS listener of a webhook receiver. */
  webhookCert: string;
  webhookKey: string;
  /** Absent if the client is registered without a secret. */
  clientSecret?: string;
  /** JSON with these paths, the addresses and the credentials, for programs. */
  settings: string;
}

export function resolveFiles(folder: string, { moduleOptions }: PixSimulator): SimulatorFiles {
  const out = resolve(folder);
  return {
    out,
    ca: join(out, simulatorFileNames.ca),
    cert: join(out, simulatorFileNames.cert),
    key: join(out, simulatorFileNames.key),
    p12: join(out, 'client.p12'),
    webhookCert: join(out, 'webhook-server.pem'),
    webhookKey: join(out, 'webhook-server.key'),
    ...(moduleOptions.clientSecret !== undefined && { clientSecret: join(out, 'client-secret') }),
    settings: join(out, simulatorFileNames.settings),
  };
}

/** Creates the folder. @throws CommandError if it cannot be created */
export async function makeFolder(folder: string): Promise<void> {
  await withFolderErrors(folder, () => mkdir(resolve(folder), { recursive: true }));
}

/** Writes all files. @throws CommandError if a file cannot be written */
export async function writeFiles(
  simulator: PixSimulator,
  files: SimulatorFiles,
  webhookNames: readonly string[],
): Promise<void> {
  const { ca, clientCertificate, control, moduleOptions } = simulator;
  const webhook = await control.issueServerCertificate({ names: webhookNames });
  const p12 = await toPkcs12(clientCertificate, [ca], P12_PASSPHRASE);
  const { clientSecret } = moduleOptions;
  await withFolderErrors(files.out, async () => {
    await write(files.ca, ca, PUBLIC);
    await write(files.cert, clientCertificate.cert, PUBLIC);
    await write(files.key, clientCertificate.key, PRIVATE);
    await write(files.p12, p12, PRIVATE);
    await write(files.webhookCert, webhook.cert, PUBLIC);
    await write(files.webhookKey, webhook.key, PRIVATE);
    if (files.clientSecret && clientSecret) await write(files.clientSecret, clientSecret, PRIVATE);
    await write(files.settings, settingsText(simulator, files), PRIVATE);
  });
}

function settingsText(simulator: PixSimulator, files: SimulatorFiles): string {
  const { url, tokenUrl, controlUrl, consoleUrl, sandboxUrl, moduleOptions } = simulator;
  const { clientId, clientSecret, provider, appKey } = moduleOptions;
  const client: SimulatorFolderSettings = { clientId, clientSecret, provider, appKey };
  const addresses = { url, tokenUrl, controlUrl, consoleUrl, sandboxUrl };
  const settings = { ...addresses, ...client, p12Passphrase: P12_PASSPHRASE, files };
  return `${JSON.stringify(settings, null, 2)}\n`;
}

/** Writes a new file. An existing file is removed first, because it would keep its mode. */
async function write(path: string, content: string | Buffer, mode: number): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, content, { mode, flag: 'wx' });
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a file of that name exists',
  ENOSPC: 'no space left',
};

/** Runs `work` and converts its errors to messages about the folder. */
async function withFolderErrors(folder: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new CommandError(
      `cannot write to the folder ${resolve(folder)} (${REASONS[code] ?? message}). Choose another with --out.`,
    );
  }
}
